// `rooster alarms`: lists the agent's wake-ups, shows one, and manages them.

import type {Wire} from '../../../../shared/fields/wire.ts';
import {type Address, isAddress} from '../../../../shared/records/address.ts';
import {ALARM_STATES, type Alarm, type AlarmState} from '../../../../shared/records/jobs/alarm.ts';
import {choiceOf, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {UsageError} from '../../arguments.ts';
import {ask, show} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {alarmList, alarmSet, alarmShown, alarmWoken} from '../../format/format-alarm.ts';
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
