// Adds the days that a series leaves out: "every day except sundays and 24 december". Pure.

import type {Meaning} from '../../../shared/languages/times/meaning.ts';
import type {TimePhrase} from './reading.ts';
/** "every month except august on the 1st": the 1st is the day of the series. */
export const isDayOfMonths = ({repeat, day, excluding, except}: TimePhrase, meaning: Meaning): boolean => {
  const isOpen =
    repeat?.unit === 'month' &&
    [repeat.weekdays, repeat.monthDays, repeat.workday, day].every(one => one === undefined);
  const isOfMonth =
    meaning.kind === 'month-days' ||
    (meaning.kind === 'day' && (meaning.day.kind === 'of-month' || meaning.day.kind === 'nth'));
  return isOpen && isOfMonth && (excluding !== undefined || except !== undefined);
};

export const withoutDay = (phrase: TimePhrase, meaning: Meaning): TimePhrase | undefined => {
  switch (meaning.kind) {
    case 'day':
      if (meaning.day.kind === 'weekend' && meaning.day.weeks === 0) return excluding(phrase, {weekdays: [6, 0]});
      return meaning.day.kind === 'weekday' && meaning.day.which === undefined && meaning.day.weeks === undefined
        ? excluding(phrase, {weekdays: [meaning.day.weekday]})
        : excluding(phrase, {days: [meaning.day]});
    case 'weekdays':
      return excluding(phrase, {weekdays: meaning.weekdays});
    case 'month-days':
      return excluding(phrase, {days: meaning.days.map(day => ({kind: 'of-month', day}))});
    case 'repeat':
      return meaning.repeat.unit === 'week' && meaning.repeat.every === 1 && meaning.repeat.weekdays !== undefined
        ? excluding(phrase, {weekdays: meaning.repeat.weekdays})
        : undefined;
    default:
      return undefined;
  }
};

export const excluding = (
  phrase: TimePhrase,
  {weekdays, days}: Pick<Extract<Meaning, {kind: 'except'}>, 'weekdays' | 'days'>,
): TimePhrase => ({
  ...phrase,
  ...(weekdays !== undefined && {except: [...(phrase.except ?? []), ...weekdays]}),
  ...(days !== undefined && {excluding: [...(phrase.excluding ?? []), ...days]}),
  isExcluding: true,
});
