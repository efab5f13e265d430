// Holidays whose date differs between countries. Pure.

import type {Day} from '../../../../shared/languages/times/meaning.ts';
import type {TimePhrase} from '../reading.ts';
/** The phrase with the days of the country. */
export const inCountry = (phrase: TimePhrase, country: string | undefined): TimePhrase => {
  const {day, starting, until, excluding} = phrase;
  return {
    ...phrase,
    day: (day && dayIn(day, country)) ?? phrase.day,
    starting: (starting && inCountry(starting, country)) ?? phrase.starting,
    until: (until && inCountry(until, country)) ?? phrase.until,
    excluding: excluding?.map(one => dayIn(one, country)) ?? phrase.excluding,
  };
};

const dayIn = (day: Day, country: string | undefined): Day => {
  switch (day.kind) {
    case 'by-country':
      return day.countries[country ?? ''] ?? day.elsewhere;
    case 'from':
    case 'beside':
      return {...day, day: dayIn(day.day, country)};
    default:
      return day;
  }
};

/** The region of the locale, `GB` of `en-GB`, else the country of the zone if a holiday differs there. */
export const countryOf = (locale: string, zone: string): string | undefined => {
  const [, region] = /^[a-z]{2,3}[-_](?:[a-z]{4}[-_])?([a-z]{2})(?![a-z])/iu.exec(locale) ?? [];
  return region === undefined ? ZONES.find(([zones]) => zones.test(zone))?.[1] : region.toUpperCase();
};

const ZONES: readonly (readonly [RegExp, string])[] = [
  [/^Europe\/(?:London|Belfast)$/u, 'GB'],
  [/^Europe\/Dublin$/u, 'IE'],
  [/^(?:Canada\/|America\/(?:Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Regina|Halifax|St_Johns)$)/u, 'CA'],
  [/^Australia\//u, 'AU'],
  [/^Pacific\/Auckland$/u, 'NZ'],
];
