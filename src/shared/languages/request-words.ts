// Finds the words of a text that say how it reminds: "nag me every 15 minutes", "wherever I am", "Berlin time". Pure.
import {zoneOfPlace} from '../time/place-zones.ts';
import type {Language} from './language.ts';

/** `text`: without the words about nagging. `words`: those, with what joins them. `span`: how often, if it is said. */
export type NagWords = {
  readonly text: string;
  readonly words: string;
  readonly span?: string;
  readonly untilAnswered: boolean;
};

/** The end of a text that asks for nagging: "take the pills, nag me every 15 minutes". */
export const nagIn = (text: string, languages: readonly Language[]): NagWords | undefined => {
  for (const {nag, untilAnswered} of languages) {
    const found = text.length > LONGEST ? null : nag.exec(text);
    if (found === null || text.slice(0, found.index).trim() === '') continue;
    const span = found.groups?.['span'] ?? found.groups?.['often'] ?? found.groups?.['each'];
    return {
      text: text.slice(0, found.index),
      words: found[0],
      span: span && nagSpan(span),
      untilAnswered: untilAnswered.test(found[0]),
    };
  }
  return undefined;
};

/** "every minute" is every one minute. */
export const nagSpan = (span: string): string => (/^\p{L}+$/u.test(span) ? `1 ${span}` : span);

/** A text without "wherever I am". Undefined if it doesn't say so. */
export const withoutWherever = (text: string, languages: readonly Language[]): string | undefined => {
  for (const {whereverIAm} of languages) {
    const found = text.length > LONGEST ? null : whereverIAm.exec(text);
    if (found === null) continue;
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
    return before === '' ? after.trimStart().replace(LEAD, '') : `${before} ${after}`.trim();
  }
  return undefined;
};

/** True if the words of a time name the clocks of this zone, as in "every day at 8 Berlin time". */
export const namesClocksOf = (zone: string, when: string, languages: readonly Language[]): boolean =>
  languages.some(({clocksOf}) => {
    const place = clocksOf.exec(when.slice(0, LONGEST))?.groups?.['place'] ?? '';
    return [place, place.split(' ').at(-1) ?? ''].some(name => zoneOfPlace(name) === zone);
  });

/** `New York` for `America/New_York`. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Before the text of a reminder: "remind me to". */
const LEAD = /^(?:remind me\s+|erinnere? mich,?\s+(?:daran,?\s+)?)?(?:(?:to|that|dass)\s+)?(?=\S)/iu;
const LONGEST = 10_000;
