// Alarms in words: a list, one of them, and what was understood when one was set.

import {fromWire, type Wire} from '../../../shared/events/wire.ts';
import {type Alarm, type AlarmState, wakeAtOf} from '../../../shared/records/alarm.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {isoOf} from '../../../shared/time/time.ts';
import {whenIn, whenOf, zonedSentence} from '../../format/local-time.ts';
import type {CommandWorld} from '../command.ts';
import type {Column} from '../words/table.ts';
import {fieldLines, listLines, timesTitle} from './fields.ts';

export const alarmList = (
  world: CommandWorld,
  alarms: readonly Wire<Alarm>[],
  {state, more}: {readonly state: AlarmState | undefined; readonly more: boolean},
): readonly string[] => [
  ...listLines(world, columns(world), alarms, state === undefined ? NONE : `No ${state} alarms.`),
  ...(more ? [`Showing ${alarms.length}. For more: --limit N or --all.`] : []),
];

export const alarmShown = (world: CommandWorld, alarm: Wire<Alarm>): readonly string[] => {
  const now = world.clock.now();
  const {retryAt, nextAt, zone} = alarm;
  // On one clock with its next instant, which may not be this machine's.
  const then = (iso: string): string => whenIn(iso, zone, now);
  return [
    ...fieldLines(world, [
      ['Id', alarm.id],
      ['State', alarm.state],
      ['Next', nextAt === undefined ? undefined : zonedSentence(nextAt, zone, now)],
      ['Again', rhythm(alarm)],
      ['Next try', retryAt === undefined || alarm.failures === 0 ? undefined : then(retryAt)],
      ['Failures', alarm.failures === 0 ? undefined : String(alarm.failures)],
      ['Last error', alarm.lastError === undefined ? undefined : printableLine(alarm.lastError)],
      ['Last woke', alarm.lastFiredAt === undefined ? undefined : then(alarm.lastFiredAt)],
      ['Skipped', alarm.skipped === 0 ? undefined : `${alarm.skipped} of its occurrences`],
      ['Wakes', alarm.session],
      ['User', alarm.user],
      ['Set', `${then(alarm.createdAt)} ${alarm.turnId === undefined ? 'by hand' : `in ${alarm.turnId}`}`],
      ['Key', alarm.key],
      ['Run', alarm.runId],
    ]),
    '',
    indented(alarm.message, '  '),
    ...(alarm.payload === undefined ? [] : ['', 'Payload', indented(alarm.payload, '  ')]),
  ];
};

/** What was understood, said back: instant, zone, conversation. */
export const alarmSet = ({clock}: CommandWorld, alarm: Wire<Alarm> & {readonly note?: string}): readonly string[] => {
  const {id, nextAt, zone, message, session, note} = alarm;
  const when = nextAt === undefined ? 'at no time' : zonedSentence(nextAt, zone, clock.now(), note);
  const again = alarm.cron === undefined ? '' : `, and again on ${rhythm(alarm)}`;
  return [`Alarm ${id} wakes ${session} ${when}${again}: ${printableLine(message)}`];
};

export const alarmCancelled = ({id, message}: Wire<Alarm>): string => `Cancelled ${id}: ${printableLine(message)}`;

export const alarmWoken = ({id, session}: Wire<Alarm>, turnId: string): string =>
  `${id} woke ${session} as ${turnId}: rooster why ${turnId}`;

const columns = (world: CommandWorld): readonly Column<Wire<Alarm>>[] => [
  {title: 'ID', text: ({id}) => id, isId: true},
  {title: timesTitle(world, 'WHEN'), text: alarm => whenOf(nextOf(alarm), world.clock.now())},
  {title: 'STATE', text: standing, tone: ({state, failures}) => (failures > 0 ? 'bad' : TONES[state])},
  {title: 'WAKES', text: ({session}) => session, gives: true},
  {title: 'MESSAGE', text: alarm => `${alarm.cron === undefined ? '' : `(${alarm.cron}) `}${said(alarm)}`, gives: true},
];

/** Of one that is over, when it was. */
const nextOf = (alarm: Wire<Alarm>): string | undefined => {
  const at = wakeAtOf(fromWire<Alarm>(alarm));
  return at === undefined ? (alarm.lastFiredAt ?? alarm.endedAt) : isoOf(at);
};

const said = ({message, lastError}: Wire<Alarm>): string =>
  printableLine(lastError === undefined ? message : `${message} (${lastError})`);

const standing = ({state, failures}: Wire<Alarm>): string =>
  state === 'active' && failures > 0 ? `retry ${failures}` : state;

const rhythm = ({cron, zone}: Wire<Alarm>): string | undefined =>
  cron === undefined ? undefined : `${cron} in ${zone}`;

const TONES: Readonly<Record<AlarmState, 'good' | 'strong' | 'quiet' | 'bad'>> = {
  active: 'good',
  fired: 'strong',
  cancelled: 'quiet',
  failed: 'bad',
};

const NONE =
  'No alarms. The agent sets them for itself. To set one yourself: rooster alarms set 20m "look at the build"';
