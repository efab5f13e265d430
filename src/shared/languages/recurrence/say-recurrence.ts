// Formats a recurrence as text: "every other Tuesday at 09:00 until 28 March 2027". Common rules have a short form; any
// other rule is described part by part, so that nothing is left out.
import type {Recurrence} from '../../records/jobs/recurrence.ts';
import {plainParts} from '../../recurrence/plain-parts.ts';
import {readRule} from '../../recurrence/read-rule.ts';
import type {RuleParts} from '../../recurrence/rule-parts.ts';
import {type RuleStart, readStart} from '../../recurrence/rule-start.ts';
import {twoDigits} from '../../time/time.ts';
import {isZone, wallTimeAt} from '../../time/zone.ts';
import {ENGLISH_RECURRENCES, type RecurrencePhrases} from '../en/recurrences.ts';
import {sayDays} from './say-days.ts';
import {sayInterval, sayTimes} from './say-times.ts';

/**
 * In English, unless the phrases are of another language. Without the time zone. An unreadable rule is shown as
 * written.
 */
export const sayRecurrence = (
  recurrence: Omit<Recurrence, 'words'>,
  texts: RecurrencePhrases = ENGLISH_RECURRENCES,
): string => {
  const read = readRule(recurrence.rule);
  if ('problem' in read) return recurrence.rule;
  const start = readStart(recurrence.start);
  const parts = plainParts(read.parts, start);
  if (recurrence.from === 'done') return sayFromDone(recurrence, parts, start, texts);
  const isShort = parts.freq === 'HOURLY' || parts.freq === 'MINUTELY';
  const phrases = isShort
    ? [...sayInterval(parts, start, texts), ...sayDays(parts, start, texts)]
    : [...sayDays(parts, start, texts), ...sayTimes(parts, start, texts)];
  const {except} = read.parts;
  const exceptions = except === undefined ? [] : [texts.except(except)];
  // Conditions follow the times: "on the 13th at 09:00, if it is a Friday".
  const [conditions = [], rest = []] = [true, false].map(is => phrases.filter(phrase => phrase.startsWith(',') === is));
  return [...rest, ...conditions, ...exceptions, ...sayEnd(recurrence, texts)].join(' ').replaceAll(' ,', ',');
};

/** "3 days after you do it, at 09:00": the time of day of days and longer, which hours and minutes don't have. */
const sayFromDone = (
  recurrence: Omit<Recurrence, 'words'>,
  parts: RuleParts,
  start: RuleStart,
  texts: RecurrencePhrases,
): string => {
  const isElapsed = parts.freq === 'HOURLY' || parts.freq === 'MINUTELY';
  const often = texts.afterDone(parts.freq, parts.interval);
  const times = isElapsed ? [] : [`, ${sayTimes(parts, start, texts).join(' ')}`];
  return [often, ...times, ...sayEnd(recurrence, texts)].join(' ').replaceAll(' ,', ',');
};

const sayEnd = ({until, count, zone}: Omit<Recurrence, 'words'>, texts: RecurrencePhrases): readonly string[] => [
  ...(until === undefined ? [] : [texts.until(sayDate(until, zone, texts))]),
  ...(count === undefined ? [] : [`, ${texts.times(count)}`]),
];

const sayDate = (until: string, zone: string, texts: RecurrencePhrases): string => {
  const isDate = /^\d{4}-\d{2}-\d{2}$/u.test(until);
  const at = Date.parse(until);
  if (Number.isNaN(at)) return until;
  const wall = wallTimeAt(at, isDate || !isZone(zone) ? 'UTC' : zone);
  const fields = [wall.hour, wall.minute, ...(wall.second === 0 ? [] : [wall.second])];
  return texts.date(wall, isDate ? undefined : fields.map(twoDigits).join(':'));
};
