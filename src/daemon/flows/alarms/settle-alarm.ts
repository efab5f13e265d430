// What comes of a firing: it was taken up, refused for now, or given up; and how its run ends. Each in the transaction at hand, and
// each reads the alarm anew, so that a person's word that came in between stands.

import {omit} from '../../../shared/fields/omit.ts';
import {type Address, TERMINAL} from '../../../shared/records/address.ts';
import type {Alarm} from '../../../shared/records/alarm.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import {mainSession} from '../../../shared/records/session-key.ts';
import type {Turn, TurnOutcome} from '../../../shared/records/turn.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {ownWordTargets, reminderTargets} from '../../delivery/targets.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {afterRefusal} from '../../schedule/alarm-ladder.ts';
import {endRun} from '../../schedule/end-run.ts';
import {withoutSentinels} from '../../schedule/suppression.ts';
import {attemptKey} from '../../turns/run-transcript.ts';
import type {Announcer} from '../announce.ts';
import {formatBrokenOff, formatGivenUp, reasonKept} from './format-alarm.ts';

export type SettleDeps = World & {
  readonly agent: () => string;
  readonly announcer: Pick<Announcer, 'putNotice' | 'putDirectly'>;
  /** Where a person is met. */
  readonly addressesOf: (user: string) => readonly Address[];
  /** Removes a turn, with its message, that came to nothing. */
  readonly takeBack: (turn: Turn, emit: Emit) => void;
  /** In [0, 1): retries are spread by it. */
  readonly jitter: () => number;
  /** The daemon is closing: what is cut short now is carried on by the next one. */
  readonly closing: () => boolean;
};

/** Its turn is in the line. Throws where it was cancelled meanwhile: then nothing of the turn is kept. */
export const settle = ({store, clock}: SettleDeps, run: Run, emit: Emit): void => {
  const alarm = openAlarm(store, run);
  if (alarm === undefined) throw new GatewayError('conflict', `Alarm ${run.name} was cancelled.`);
  const now = clock.now();
  const rest = omit(alarm, 'retryAt', 'lastError');
  // How often it failed counts on until its turn has ended well.
  const woken: Alarm = {...rest, lastFiredAt: now};
  const after: Alarm = woken.nextAt === undefined ? {...woken, state: 'fired', endedAt: now} : woken;
  store.alarms.update(after, alarm);
  emit({type: 'alarm.fired', session: after.session, cause: after.id, alarm: after, late: run.late});
};

/** Refused for now: it is tried again, until that has been done for long enough. */
export const refuse = (deps: SettleDeps, run: Run, reason: string, emit: Emit): void => {
  const {store, clock} = deps;
  const alarm = openAlarm(store, run);
  if (alarm === undefined) return;
  const now = clock.now();
  const failures = alarm.failures + 1;
  const next = afterRefusal({failures, since: run.startedAt}, now, deps.jitter());
  if (next.kind === 'given-up') {
    const tried = `It was tried ${failures} times in ${formatDuration(now - run.startedAt)}.`;
    giveUp(deps, run, `${reason} ${tried}`, 'this-time', emit);
    return;
  }
  const after: Alarm = {...alarm, failures, retryAt: next.at, lastError: reasonKept(reason)};
  store.alarms.update(after, alarm);
  emit({type: 'alarm.delayed', session: after.session, cause: after.id, alarm: after});
};

/** `for-good`: whatever its timetable says; `this-time`: a timetable goes on with its next instant. */
type GivenUp = 'for-good' | 'this-time';

/** It will not be taken up. */
export const giveUp = (deps: SettleDeps, run: Run, reason: string, how: GivenUp, emit: Emit): void => {
  const alarm = openAlarm(deps.store, run);
  if (alarm !== undefined) endFailed(deps, alarm, run, {reason, how, words: formatGivenUp}, emit);
};

type Failure = {readonly reason: string; readonly how: GivenUp; readonly words: typeof formatGivenUp};

/** The operator is told, and the agent where it was to be woken; what it was about reaches its person, word for word. */
const endFailed = (deps: SettleDeps, alarm: Alarm, run: Run, {reason, how, words}: Failure, emit: Emit): void => {
  const {store, clock, agent, announcer, log} = deps;
  const now = clock.now();
  const {nextAt} = alarm;
  const rest = omit(alarm, 'retryAt', 'nextAt');
  const told: Alarm = {...rest, failures: alarm.failures + (how === 'for-good' ? 1 : 0), lastError: reasonKept(reason)};
  const after: Alarm =
    how === 'this-time' && nextAt !== undefined
      ? {...told, state: 'active', nextAt}
      : {...told, state: 'failed', endedAt: now};
  store.alarms.update(after, alarm);
  const ended = endRun(deps, run, {status: 'failed', error: reason}, emit);
  log.error({alarm: after.id, session: after.session}, `an alarm was given up: ${reason}`);
  emit({type: 'alarm.failed', session: after.session, cause: after.id, alarm: after});
  const about = {run: ended, source: {kind: 'alarm', name: after.id}} as const;
  const note = words(after, run, reason);
  const main = mainSession(agent());
  announcer.putNotice(note, about, main, emit);
  // Where nobody has been yet there is nobody to be told.
  if (after.session !== main && store.sessions.get(after.session) !== undefined)
    announcer.putNotice(note, about, after.session, emit);
  if (how === 'this-time') formatSend(deps, after, about, emit);
};

/** What a person asked to hear of is not lost with the agent that was to tell it. */
const formatSend = (
  {announcer, addressesOf}: SettleDeps,
  {user, session, message}: Alarm,
  about: Parameters<SettleDeps['announcer']['putNotice']>[1],
  emit: Emit,
): void => {
  const addresses = addressesOf(user);
  // Whoever is no longer configured is a stranger.
  if (addresses.length === 0) return;
  const words = {...about, text: `Alarm: ${message}`, plain: true} as const;
  for (const address of reminderTargets(session, addresses)) announcer.putDirectly(words, address, emit);
};

/**
 * The turn that it woke has ended, and so has its run; one that our own end cut short is begun again by the next daemon. One that
 * failed before it had done anything is tried again, as one that was refused: a model that is away for an hour spends no alarm.
 */
export const endWoken = (deps: SettleDeps, run: Run, outcome: TurnOutcome, emit: Emit): void => {
  if (outcome.kind === 'aborted' && deps.closing()) return;
  if (deps.store.runs.get(run.id)?.status !== 'running') return;
  if (outcome.kind === 'failed' && endedBadly(deps, run, outcome.error, emit)) return;
  clearFailures(deps, run);
  const how: Pick<Run, 'status' | 'output' | 'error'> =
    outcome.kind === 'replied'
      ? {status: 'ran', output: outcome.text}
      : outcome.kind === 'silent'
        ? {status: 'ran'}
        : {status: 'failed', error: outcome.error};
  const ended = endRun(deps, run, how, emit);
  if (outcome.kind === 'replied') sendOn(deps, ended, withoutSentinels(outcome.text), emit);
};

/** False where the alarm is gone or has come again since: then the run alone is over. */
const endedBadly = (deps: SettleDeps, run: Run, reason: string, emit: Emit): boolean => {
  const {store, clock} = deps;
  const alarm = wokenAlarm(store, run);
  if (alarm === undefined) return false;
  const turnId = store.messages.byKey(attemptKey(run.id, run.attempt))?.turnId;
  const turn = turnId === undefined ? undefined : store.turns.get(turnId);
  const messages = turn === undefined ? [] : store.messages.ofTurn(turn.id);
  if (messages.some(({toolCalls = []}) => toolCalls.length > 0)) {
    endFailed(deps, alarm, run, {reason, how: 'this-time', words: formatBrokenOff}, emit);
    return true;
  }
  // What came to nothing would be read by the agent each time again.
  if (turn !== undefined) deps.takeBack(turn, emit);
  const rest = omit(alarm, 'endedAt');
  store.alarms.update({...rest, state: 'active', retryAt: clock.now()}, alarm);
  refuse(deps, run, reason, emit);
  return true;
};

const clearFailures = ({store}: SettleDeps, run: Run): void => {
  const alarm = store.alarms.get(run.name as AlarmId);
  if (alarm?.runId === run.id && alarm.failures > 0) store.alarms.update({...alarm, failures: 0}, alarm);
};

/** The terminal is not looked at all day: what an alarm leads to there goes on to wherever its person is reached while away. */
const sendOn = ({store, announcer, addressesOf}: SettleDeps, run: Run, text: string, emit: Emit): void => {
  const alarm = store.alarms.get(run.name as AlarmId);
  if (alarm === undefined) return;
  const [here, ...away] = ownWordTargets(run.session, addressesOf(alarm.user));
  if (here !== TERMINAL) return;
  const source = {kind: 'alarm', name: alarm.id} as const;
  for (const address of away) announcer.putDirectly({run, source, text}, address, emit);
};

/** The alarm that waits for this very firing to be taken up. */
const openAlarm = ({alarms}: SettleDeps['store'], run: Run): Alarm | undefined => {
  const alarm = alarms.get(run.name as AlarmId);
  return alarm?.state === 'active' && alarm.runId === run.id && alarm.retryAt !== undefined ? alarm : undefined;
};

/** The alarm whose latest firing this is, taken up. One that has been set anew under its key is over. */
const wokenAlarm = ({alarms}: SettleDeps['store'], run: Run): Alarm | undefined => {
  const alarm = alarms.get(run.name as AlarmId);
  if (alarm?.runId !== run.id || alarm.retryAt !== undefined) return undefined;
  if (alarm.state === 'active') return alarm;
  const isTaken = alarm.key !== undefined && alarms.byKey(alarm.user, alarm.key) !== undefined;
  return alarm.state === 'fired' && !isTaken ? alarm : undefined;
};
