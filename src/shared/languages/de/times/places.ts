// German time zones by place: "9 Uhr New Yorker Zeit", "um 12 in Tokio".

import {placeZone} from '../../times/day-meanings.ts';
import type {Meaning} from '../../times/meaning.ts';
import {type Form, formAsWritten} from '../../times/time-words.ts';

const WORD = '[\\p{L}.]+';
const words = (count: number): string => Array.from({length: count}, () => WORD).join(' ');

/** City names that differ from English. */
export const GERMAN_NAMES: ReadonlyMap<string, string> = new Map([
  ['tokio', 'tokyo'],
  ['wien', 'vienna'],
  ['rom', 'rome'],
  ['mailand', 'milan'],
  ['moskau', 'moscow'],
  ['athen', 'athens'],
  ['lissabon', 'lisbon'],
  ['kopenhagen', 'copenhagen'],
  ['warschau', 'warsaw'],
  ['prag', 'prague'],
  ['brüssel', 'brussels'],
  ['genf', 'geneva'],
  ['peking', 'beijing'],
  ['singapur', 'singapore'],
  ['hongkong', 'hong kong'],
  ['neu-delhi', 'delhi'],
  ['kairo', 'cairo'],
  ['bukarest', 'bucharest'],
  ['kiew', 'kyiv'],
  ['zürich', 'zurich'],
  ['japan', 'japan'],
  ['indien', 'india'],
  ['england', 'england'],
  ['deutscher', 'germany'],
  ['österreichischer', 'austria'],
  ['schweizer', 'switzerland'],
  ['britischer', 'england'],
  ['japanischer', 'japan'],
  ['indischer', 'india'],
]);

const zoneIn = (spoken: string | undefined, name: string): Meaning | undefined => {
  const place = spoken?.trim() ?? '';
  return placeZone(GERMAN_NAMES.get(place.toLowerCase()) ?? place, name);
};

export const PLACES: readonly Form[] = [3, 2, 1].flatMap(count => [
  formAsWritten(`ortszeit (?:in )?(${words(count)})`, ([spoken, place = '']) => zoneIn(place, spoken)),
  formAsWritten(`(?:nach )?(${words(count)}) (?:orts)?zeit`, ([, place = '']) => {
    const spoken = place.trim();
    // "New Yorker Zeit", "Tokioter Zeit"
    return (
      zoneIn(spoken, `${spoken} Zeit`) ??
      zoneIn(spoken.replace(/(?:er|ter)$/u, ''), `${spoken} Zeit`) ??
      zoneIn(spoken.replace(/ter$/u, ''), `${spoken} Zeit`)
    );
  }),
  formAsWritten(`in (${words(count)})`, ([, place = '']) => {
    const meaning = zoneIn(place, place.trim());
    return meaning?.kind === 'zone' ? {...meaning, place: true} : undefined;
  }),
]);
