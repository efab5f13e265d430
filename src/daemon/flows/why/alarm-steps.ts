// Trace steps of an alarm, from setting to end. Its firings are runs. Pure.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {type Called, quoted} from './format-trace.ts';
import type {Trace} from './gather-trace.ts';

export const stepOfAlarm = (alarm: Alarm, {events}: Pick<Trace, 'events'>, called: Called): TraceStep => {
  const {id, createdAt, session, user, turnId, message} = alarm;
  const trust = eventsOf(alarm, events).find(({type}) => type === 'alarm.set')?.trust;
  return {
    at: createdAt,
    id,
    what: `alarm set ${turnId === undefined ? 'by hand' : `in ${turnId}`} for ${user}, to wake ${called.session(session)} ${formatDue(alarm, called)}: ${quoted(message)}`,
    kind: 'alarm',
    trust,
    detail: detailOf(alarm),
  };
};

/** Changes of an alarm besides its runs, and its next instant. */
export const changesOfAlarm = (alarm: Alarm, {events}: Pick<Trace, 'events'>, called: Called): readonly TraceStep[] => {
  const {id, state, nextAt, retryAt, zone} = alarm;
  const step = (at: EpochMs, what: string): TraceStep => ({at, id, what, kind: 'alarm'});
  const steps = eventsOf(alarm, events).flatMap(event => {
    const change = CHANGES[event.type]?.(event.alarm.failures, event.alarm.lastError ?? 'unknown reason');
    const by = event.cause === undefined || event.cause === id ? '' : ` (in ${event.cause})`;
    return change === undefined ? [] : [step(instantOfIso(event.at) ?? 0, `${change}${by}`)];
  });
  if (state !== 'active') return steps;
  return [
    ...steps,
    ...(retryAt === undefined ? [] : [step(retryAt, `will be retried ${called.time(retryAt, zone)}`)]),
    ...(nextAt === undefined ? [] : [step(nextAt, `next alarm ${called.time(nextAt, zone)}`)]),
  ];
};

/** Shows the alarm as a step of the turn that set it. */
export const stepOfAlarmSet = (alarm: Alarm, trust: Trust, called: Called): TraceStep => ({
  at: alarm.createdAt,
  id: alarm.id,
  what: `set an alarm, ${formatDue(alarm, called)}: ${quoted(alarm.message)}`,
  kind: 'alarm',
  trust,
  detail: detailOf(alarm),
});

const eventsOf = ({id}: Alarm, events: Trace['events']) =>
  events.flatMap((event: GatewayEvent) => ('alarm' in event && event.alarm.id === id ? [event] : []));

const formatDue = ({at, cron, zone}: Alarm, called: Called): string =>
  at === undefined ? `by ${cron} in ${zone}` : `at ${called.time(at, zone)}`;

const detailOf = ({message, payload}: Alarm): string => (payload === undefined ? message : `${message}\n\n${payload}`);

const CHANGES: Readonly<Record<string, (failures: number, error: string) => string>> = {
  'alarm.delayed': (failures, error) =>
    `failed to wake the agent (${failures === 1 ? 'once' : `${failures} times`}): ${error}`,
  'alarm.cancelled': () => 'alarm cancelled',
  'alarm.failed': (_, error) => `alarm failed: ${error}`,
};
