// `rooster alarms`: the wake-ups of the agent: what is to come, one of them whole, and a person's hand on them.
import {ALARM_STATES, type AlarmState} from '../../../shared/alarm.ts';
import {ask, show, tell} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {choiceOf, countOf, wordAt} from '../given.ts';
import {sessionNamed, withNamed} from '../named.ts';
import {alarmCandidates} from './candidates.ts';
import {setAtWords} from './when-words.ts';

export const listAlarms: Run = async (world, given) => {
  const state = choiceOf(given, 'state', ALARM_STATES);
  const limit = countOf(given, 'limit');
  const filter = {...(state === undefined ? {} : {state}), ...(limit === undefined ? {} : {limit})};
  return await tell(world, given, 'alarm.list', filter, (words, {alarms, more}) =>
    words.alarmList(world, alarms, {state, more: more === true}),
  );
};

export const showAlarm: Run = async (world, given) => {
  const shown = withNamed(candidates(world, wordAt(given, 0)), wordAt(given, 0), id => ask(world, 'alarm.get', {id}));
  return await show(world, given, shown, (words, alarm) => words.alarmShown(world, alarm));
};

export const setAlarm: Run = async (world, given) => {
  const {session, payload, tz, key} = given.values;
  const wish = {
    ...(session === undefined ? {} : {session: await sessionNamed(world, session)}),
    ...(payload === undefined ? {} : {payload}),
    ...(tz === undefined ? {} : {timezone: tz}),
    ...(key === undefined ? {} : {key}),
  };
  const set = setAtWords(world, given.words, (call, {when, message}) =>
    call('alarm.set', {...(CRON.test(when) ? {cron: when} : {when}), message, ...wish}),
  );
  return await show(world, given, set, (words, alarm) => words.alarmSet(world, alarm));
};

export const cancelAlarm: Run = async (world, given) => {
  const text = wordAt(given, 0);
  const cancelled = withNamed(candidates(world, text, ACTIVE), text, id => ask(world, 'alarm.cancel', {id}));
  return await show(world, given, cancelled, (words, alarm) => words.alarmCancelled(alarm));
};

export const wakeAlarm: Run = async (world, given) => {
  const text = wordAt(given, 0);
  const woken = withNamed(candidates(world, text, WAKEABLE), text, id => ask(world, 'alarm.wake', {id}));
  return await show(world, given, woken, (words, {alarm, turnId}) => words.alarmWoken(alarm, turnId));
};

/** A part of an id is looked for in every state: what has ended is known, and why it cannot be had is for the daemon to say. */
const candidates = (world: CommandWorld, text: string, states?: readonly AlarmState[]) =>
  alarmCandidates(world, text.startsWith('alm_') ? undefined : states);

const ACTIVE: readonly AlarmState[] = ['active'];
const WAKEABLE: readonly AlarmState[] = ['active', 'failed'];
/** Five fields of which the first two say a time, or a name. */
const CRON = /^\s*(?:@[a-z]+|[\d*/,-]+(?:\s+[\d*/,-]+)(?:\s+[\w*/,#-]+){3})\s*$/iu;
