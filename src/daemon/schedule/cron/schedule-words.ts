// Reads the schedule of a job from words: "every weekday at 8". Pure.

import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {wallTextAt} from '../../../shared/time/wall-text.ts';
import type {Reading} from '../words/index.ts';
import {cronOfRule} from './cron-of-rule.ts';

/**
 * `at`: once, at this wall time in the zone. `repeat`: what five cron fields can't say. `isDated`: its instants depend
 * on its first day.
 */
type ScheduleInWords =
  | {readonly cron: string; readonly zone: string}
  | {readonly at: string; readonly zone: string}
  | {readonly repeat: Recurrence; readonly zone: string; readonly isDated: boolean}
  | {readonly problem: string};

/** True if a schedule is in words, not in cron fields. */
export const isInWords = (schedule: string): boolean => !LIKE_CRON.test(schedule.trim()) && WORD.test(schedule);

/** `reading`: the words, as the grammar reads them. `start`: the first day, which five cron fields can't say. */
export const scheduleOfReading = (words: string, reading: Reading, start?: string): ScheduleInWords => {
  if (reading.kind !== 'read') {
    const reason = reading.kind === 'unused' ? reading.reason : `"${words}" isn't a schedule I understand.`;
    return {problem: `${reason} ${SCHEDULE_EXAMPLES}`};
  }
  if (reading.text !== '' || reading.also !== undefined)
    return {problem: `I can't read all of "${words}" as one schedule. ${SCHEDULE_EXAMPLES}`};
  const {fireAt, ask, zone} = reading;
  const repeat = reading.hasStart === true ? reading.repeat : onTheHour(reading.repeat);
  if (reading.isLoose === true) return {problem: `"${words}" names no time of day. Say it too: "${words} at 2:00".`};
  if (ask !== undefined) {
    const times = ask.choices.map(({label}) => `"${label}"`).join(' or ');
    return {problem: `"${words}" can mean two times. Say ${times}.`};
  }
  if (repeat === undefined) return {at: wallTextAt(fireAt, zone), zone};
  if (repeat.from === 'done')
    return {
      problem: `"${words}" counts from when something was done, which only a reminder knows. ${SCHEDULE_EXAMPLES}`,
    };
  const cron = reading.hasStart === true || start !== undefined ? undefined : cronOfRule(repeat);
  if (cron !== undefined) return {cron, zone: repeat.zone};
  return {
    repeat: {...repeat, words: sayRecurrence(repeat)},
    zone: repeat.zone,
    isDated: reading.hasStart === true || isDated(repeat),
  };
};

/** Nobody who says "every hour" means the minute in which they say it. */
const onTheHour = <R extends Pick<Recurrence, 'rule' | 'start'>>(repeat: R | undefined): R | undefined =>
  repeat === undefined || !/^FREQ=HOURLY(?!.*BYMINUTE)/u.test(repeat.rule)
    ? repeat
    : {...repeat, start: repeat.start.replace(/T(\d\d):\d\d/u, 'T$1:00')};

/** "every other day", "every 90 minutes", "for two weeks" */
const isDated = ({rule, until, count}: Pick<Recurrence, 'rule' | 'until' | 'count'>): boolean =>
  until !== undefined || count !== undefined || /;INTERVAL=/u.test(rule);

export const SCHEDULE_EXAMPLES =
  'Examples: "0 8 * * 1-5", "every weekday at 8", "on the last day of every month at 18:00".';

const LIKE_CRON = /^@|^[\d*,/-]+\s+[\d*,/-]+(?:\s|$)/u;
const WORD = /\p{L}{2}/u;
