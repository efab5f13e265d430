// The time zones that a text names beside its times: "9am Tokyo time", "9:00 Europe/London", "3pm in Pacific time". Pure.
import {zoneOfPlace} from '../../../shared/time/place-zones.ts';
import {isZone} from '../../../shared/time/zone.ts';

/** Where in the text a zone is named, and how. */
export type SaidZone = {
  readonly start: number;
  readonly end: number;
  readonly zone: string;
  /** As it is to be said back: `Tokyo time`, `Europe/London`. */
  readonly name: string;
};

/** Every zone named in the text: those by their own names, then those by a place. */
export const zonesIn = (text: string): readonly SaidZone[] => [...byName(text), ...byPlace(text)];

/** The text with blanks where the zone stood: everything else keeps its place. */
export const withoutZone = (text: string, {start, end}: SaidZone): string =>
  `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`;

const byName = (text: string): readonly SaidZone[] =>
  [...text.matchAll(NAMED)].flatMap((match): readonly SaidZone[] => {
    const [whole, zone = ''] = match;
    return isZone(zone) ? [{start: match.index, end: match.index + whole.length, zone, name: zone}] : [];
  });

/** The longest run of words before "time" that is a place: "new york time", and not "call new york time". */
const byPlace = (text: string): readonly SaidZone[] =>
  [...text.matchAll(TIME_OF)].flatMap((match): readonly SaidZone[] => {
    const [whole, said = ''] = match;
    const words = [...said.matchAll(/\S+/gu)];
    for (const {index} of words) {
      const place = said.slice(index).trim();
      const zone = zoneOfPlace(place.replace(/['’]s$/u, ''));
      if (zone === undefined) continue;
      const joint = /\b(?:in|by|at)(?:\s+the)?\s+$/iu.exec(said.slice(0, index));
      const start = match.index + index - (joint?.[0].length ?? 0);
      return [{start, end: match.index + whole.length, zone, name: `${place} time`}];
    }
    return [];
  });

const NAMED = /\(?\b([A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+)+)\b\)?(?:\s+time\b)?/gu;
const TIME_OF =
  /((?:(?<![\p{L}\p{N}])[\p{L}.]+(?:['’]s)?\s+){1,5}?)(?:(?:standard|daylight|summer|local)\s+)?time\b/giu;
