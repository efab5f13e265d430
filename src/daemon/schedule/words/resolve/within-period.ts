// A series within a month, a week or a day that the words name: "every monday in december", "every day next week".
// Pure.

import type {Day} from '../../../../shared/languages/times/meaning.ts';
import type {TimePhrase} from '../reading.ts';
import {emptyPhrase} from '../time-phrase.ts';

/** The phrase with the first and the last day of its period as start and end. Other phrases stay as they are. */
export const withinPeriod = (phrase: TimePhrase): TimePhrase => {
  const {day, weekday, start} = phrase;
  const edges = [phrase.until, phrase.starting, phrase.count, phrase.lasting, phrase.fromNow];
  const period = day && isWithin(phrase, day) && edges.every(one => one === undefined) ? periodOf(day) : undefined;
  if (period === undefined) return phrase;
  const edge = (found: Day): TimePhrase => ({...emptyPhrase(start), day: found});
  return {
    ...phrase,
    day: undefined,
    weekday: undefined,
    weekdays: weekday === undefined ? phrase.weekdays : [weekday],
    starting: period.first ? edge(period.first) : phrase.starting,
    until: edge(period.last),
  };
};

/**
 * "every monday", "every day", "weekdays", "every night". Within a day only what repeats by the hour: "every hour
 * tomorrow".
 */
const isWithin = ({repeat, every, weekday, times}: TimePhrase, {kind}: Day): boolean => {
  if (kind === 'ahead') return repeat?.unit === 'hour' || repeat?.unit === 'minute';
  if (repeat !== undefined) return repeat.unit === 'day' || (repeat.unit === 'week' && repeat.weekdays !== undefined);
  return every !== undefined && (weekday !== undefined || times.some(({part}) => part !== undefined));
};

type Period = {readonly first?: Day; readonly last: Day};

const periodOf = (day: Day): Period | undefined => {
  if (day.kind === 'date' && day.isMonth === true) {
    const {month, year} = day;
    return {first: {...day, isMonth: undefined}, last: {kind: 'of-month', day: -1, month, year}};
  }
  if (day.kind === 'ahead') return {first: day, last: day};
  if (day.kind !== 'period' || day.unit === 'year' || day.isEdge === true) return undefined;
  const {unit, ahead} = day;
  const last: Day =
    unit === 'week' ? {kind: 'of-week', weekday: 0, weeks: ahead} : {kind: 'of-month', day: -1, months: ahead};
  return ahead === 0 ? {last} : {first: day, last};
};
