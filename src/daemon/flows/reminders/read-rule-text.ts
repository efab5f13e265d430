// Parses an RRULE as a reminder's recurrence.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {readRule} from '../../../shared/recurrence/read-rule.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {plusDays, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Instants} from '../../schedule/series/advance.ts';
import {type Rule, startedAt} from './read-repeat.ts';

/** Parses an RRULE that starts at `startAt`. Without `startAt`, the rule's own times apply, otherwise 09:00. */
export const readRuleText = (
  text: string,
  {now, zone, startAt}: {readonly now: EpochMs; readonly zone: string; readonly startAt: EpochMs | undefined},
  instants: Instants,
): Rule => {
  const checked = instants.check(text, zone);
  if ('problem' in checked) throw new GatewayError('invalid', checked.problem);
  const lacking = instants.lacks?.(checked.rule);
  if (lacking !== undefined) throw new GatewayError('invalid', lacking);
  const start = startAt === undefined ? usualStart(checked.rule, now, zone) : wallTimeAt(startAt, zone);
  const {rule, until, count} = checked;
  return startedAt({rule, zone, until, count}, start, now, instants);
};

const usualStart = (rule: string, now: EpochMs, zone: string): WallTime => {
  const read = readRule(rule);
  if ('problem' in read) throw new GatewayError('invalid', read.problem);
  const {freq, byHour} = read.parts;
  const today = {...wallTimeAt(now, zone), second: 0, millisecond: 0};
  if (freq === 'MINUTELY' || freq === 'HOURLY') return wallTimeAt(now - (now % MINUTE) + MINUTE, zone);
  if (byHour.length > 0) return plusDays({...today, hour: 0, minute: 0}, 0);
  return {...today, hour: USUAL_HOUR, minute: 0};
};

const USUAL_HOUR = 9;
