// `rooster alarms`: lists the agent's wake-ups, shows one, and manages them.

import type {Wire} from '../../../../shared/fields/wire.ts';
import {type Address, isAddress} from '../../../../shared/records/address.ts';
import {ALARM_STATES, type Alarm, type AlarmState} from '../../../../shared/records/jobs/alarm.ts';
import {indented, printableLine} from '../../../../shared/text/sanitize.ts';
import {shortId} from '../../../../shared/text/short-id.ts';
import {zonedSentence} from '../../../../shared/time/format-time.ts';
import {alarmRecord, rhythm} from '../../../nouns/alarm.ts';
import {choiceOf, wordAt} from '../../args.ts';
import {type Run, UsageError} from '../../arguments.ts';
import {ask, show} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {nounLines, nounTable} from '../../format/fields.ts';
import {sessionNamed, withNamed} from '../../named.ts';
import {inCursorPages, noteMore, wantedCount} from '../../pages.ts';
import {alarmCandidates} from '../candidates.ts';
import {atWhen} from './split-when.ts';

export const listAlarms: Run = async (world, args) => {
  const state = choiceOf(args, 'state', ALARM_STATES);
  const filter = {state};
  const listed = inCursorPages<Wire<Alarm>>(world, wantedCount(args), filter, async ({call}, page) => {
    const {alarms, more = false} = await call('alarm.list', {...filter, ...page});
    return {rows: alarms, more};
  });
  const answer = listed.then(({rows, more}) => ({alarms: rows, more: more || undefined}));
  const code = await show(world, args, answer, ({alarms, more = false}) => alarmList(world, alarms, {state, more}));
  noteMore(world, args, await answer);
  return code;
};

export const showAlarm: Run = async (world, args) => {
  const shown = withNamed(candidates(world, wordAt(args, 0)), wordAt(args, 0), id => ask(world, 'alarm.get', {id}));
  return await show(world, args, shown, alarm => alarmShown(world, alarm));
};

export const setAlarm: Run = async (world, args) => {
  const {session, payload, tz, key, deliver, conversation} = args.values;
  const request = {
    session: session === undefined ? undefined : await sessionNamed(world, session),
    payload,
    timezone: tz,
    key,
    deliver: deliver === undefined ? undefined : addressGiven(deliver),
    conversation,
    urgent: args.switches.has('urgent') ? true : undefined,
  };
  await using connection = await world.connect();
  const {call} = connection.client;
  const set = atWhen(call, args.words, ({when, message}) =>
    call('alarm.set', {...(CRON.test(when) ? {cron: when} : {when}), message, ...request}),
  );
  return await show(world, args, set, alarm => alarmSet(world, alarm));
};

const addressGiven = (text: string): Address => {
  if (isAddress(text)) return text;
  throw new UsageError(`--deliver takes a target such as hook:NAME, not "${text}"`);
};

export const wakeAlarm: Run = async (world, args) => {
  const text = wordAt(args, 0);
  const woken = withNamed(candidates(world, text, WAKEABLE), text, id => ask(world, 'alarm.wake', {id}));
  return await show(world, args, woken, ({alarm, turnId}) => alarmWoken(alarm, turnId));
};

/**
 * A part of an id is searched in every state. Past alarms are found too; the daemon says why an action on them fails.
 */
const candidates = (world: CommandWorld, text: string, states?: readonly AlarmState[]) =>
  alarmCandidates(world, text.startsWith('alm_') ? undefined : states);

const WAKEABLE: readonly AlarmState[] = ['active', 'failed'];
/** Five fields, of which the first two are a time, or a name. */
const CRON = /^\s*(?:@[a-z]+|[\d*/,-]+(?:\s+[\d*/,-]+)(?:\s+[\w*/,#-]+){3})\s*$/iu;

const alarmList = (
  world: CommandWorld,
  alarms: readonly Wire<Alarm>[],
  {state, more}: {readonly state: AlarmState | undefined; readonly more: boolean},
): readonly string[] => [
  ...nounTable(world, alarmRecord, alarms, state === undefined ? undefined : `No ${state} alarms.`),
  ...(more ? [`Showing ${alarms.length}. For more: --limit N or --all.`] : []),
];

const alarmShown = (world: CommandWorld, alarm: Wire<Alarm>): readonly string[] => [
  ...nounLines(world, alarmRecord, alarm, alarm.message),
  ...(alarm.payload === undefined ? [] : ['', 'Payload', indented(alarm.payload, '  ')]),
];

/** Confirms the parsed instant, zone and conversation. */
const alarmSet = ({clock}: CommandWorld, alarm: Wire<Alarm> & {readonly note?: string}): readonly string[] => {
  const {id, nextAt, zone, message, deliver, session, note} = alarm;
  const when = nextAt === undefined ? 'never' : zonedSentence(nextAt, zone, clock.now(), note);
  const again = alarm.cron === undefined ? '' : `, and again on ${rhythm(alarm)}`;
  return [`Alarm ${shortId(id)} wakes ${deliver ?? session} ${when}${again}: ${printableLine(message)}`];
};

const alarmWoken = ({id, session, deliver, runId}: Wire<Alarm>, turnId?: string): string =>
  turnId === undefined
    ? `${shortId(id)} is on its way to ${deliver}: rooster why ${shortId(runId ?? id)}`
    : `${shortId(id)} woke ${session} as ${shortId(turnId)}: rooster why ${shortId(turnId)}`;
