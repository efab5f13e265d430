// Formats alarms: a list, one alarm, and the confirmation of a new one.

import type {Wire} from '../../../shared/fields/wire.ts';
import type {Alarm, AlarmState} from '../../../shared/records/jobs/alarm.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {zonedSentence} from '../../../shared/time/format-time.ts';
import {alarmRecord, rhythm} from '../../nouns/alarm.ts';
import type {CommandWorld} from '../command.ts';
import {nounLines, nounTable} from './fields.ts';

export const alarmList = (
  world: CommandWorld,
  alarms: readonly Wire<Alarm>[],
  {state, more}: {readonly state: AlarmState | undefined; readonly more: boolean},
): readonly string[] => [
  ...nounTable(world, alarmRecord, alarms, state === undefined ? undefined : `No ${state} alarms.`),
  ...(more ? [`Showing ${alarms.length}. For more: --limit N or --all.`] : []),
];

export const alarmShown = (world: CommandWorld, alarm: Wire<Alarm>): readonly string[] => [
  ...nounLines(world, alarmRecord, alarm, alarm.message),
  ...(alarm.payload === undefined ? [] : ['', 'Payload', indented(alarm.payload, '  ')]),
];

/** Confirms the parsed instant, zone and conversation. */
export const alarmSet = ({clock}: CommandWorld, alarm: Wire<Alarm> & {readonly note?: string}): readonly string[] => {
  const {id, nextAt, zone, message, deliver, session, note} = alarm;
  const when = nextAt === undefined ? 'never' : zonedSentence(nextAt, zone, clock.now(), note);
  const again = alarm.cron === undefined ? '' : `, and again on ${rhythm(alarm)}`;
  return [`Alarm ${shortId(id)} wakes ${deliver ?? session} ${when}${again}: ${printableLine(message)}`];
};

export const alarmWoken = ({id, session, deliver, runId}: Wire<Alarm>, turnId?: string): string =>
  turnId === undefined
    ? `${shortId(id)} is on its way to ${deliver}: rooster why ${shortId(runId ?? id)}`
    : `${shortId(id)} woke ${session} as ${shortId(turnId)}: rooster why ${shortId(turnId)}`;
