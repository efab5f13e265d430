// Settles an alarm's run: accepted, refused for now, or failed, and then the end of its turn. Runs in the current
// transaction and reads the alarm again, so that a person's change in between counts.

import {TERMINAL} from '../../../shared/records/address.ts';
import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {mainSession} from '../../../shared/records/session-key.ts';
import type {Turn, TurnOutcome} from '../../../shared/records/turn.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {afterRefusal} from '../../../shared/time/six-hour-ladder.ts';
import type {Core} from '../../core.ts';
import {reminderTargets, verbatimTargets} from '../../delivery/targets.ts';
import type {Emit} from '../../ports/store.ts';
import {endRun} from '../../schedule/end-run.ts';
import {withoutSentinels} from '../../schedule/reply-verdict.ts';
import {markupOf} from '../../turns/offline-turn.ts';
import {attemptKey, modelOfRun} from '../../turns/run-transcript.ts';
import type {Announcer} from '../announce.ts';
import {formatBrokenOff, formatGivenUp, reasonKept} from './format-alarm.ts';

export type SettleDeps = Core & {
  readonly announcer: Pick<Announcer, 'aim' | 'putNotice' | 'putDirectly'>;
  /** Removes a failed turn with its message. */
  readonly removeTurn: (turn: Turn, emit: Emit) => void;
  /** In [0, 1), spreads the retries. */
  readonly jitter: () => number;
};

/** The turn is queued. Throws if the alarm was cancelled meanwhile, and the turn isn't stored then. */
export const settle = ({store, clock}: SettleDeps, run: Run, emit: Emit): void => {
  const alarm = openAlarm(store, run);
  if (alarm === undefined) throw new GatewayError('conflict', `Alarm ${run.name} was cancelled.`);
  const now = clock.now();
  const rest = {...alarm, retryAt: undefined, lastError: undefined};
  // The failure count is cleared only after a successful turn.
  const woken: Alarm = {...rest, lastFiredAt: now};
  const after: Alarm = woken.nextAt === undefined ? {...woken, state: 'fired', endedAt: now} : woken;
  store.alarms.update(after, alarm);
  emit({type: 'alarm.fired', session: after.session, cause: after.id, alarm: after, late: run.late});
};

/** Refused for now: schedules a retry, until the time for retries is over. */
export const refuse = (deps: SettleDeps, run: Run, reason: string, emit: Emit): void => {
  const {store, clock} = deps;
  const alarm = openAlarm(store, run);
  if (alarm === undefined) return;
  const now = clock.now();
  const failures = alarm.failures + 1;
  const next = afterRefusal({failures, since: run.startedAt}, now, deps.jitter());
  if (next.kind === 'given-up') {
    const tried = `Rooster tried ${failures} times in ${formatDuration(now - run.startedAt)}.`;
    giveUp(deps, run, `${reason} ${tried}`, 'this-time', emit);
    return;
  }
  const after: Alarm = {...alarm, failures, retryAt: next.at, lastError: reasonKept(reason)};
  store.alarms.update(after, alarm);
  emit({type: 'alarm.delayed', session: after.session, cause: after.id, alarm: after});
};

/** `for-good`: the alarm ends. `this-time`: a recurring alarm continues with its next instant. */
type GivenUp = 'for-good' | 'this-time';

/** Ends a run that won't be accepted. */
export const giveUp = (deps: SettleDeps, run: Run, reason: string, how: GivenUp, emit: Emit): void => {
  const alarm = openAlarm(deps.store, run);
  if (alarm !== undefined) endFailed(deps, alarm, run, {reason, how, format: formatGivenUp}, emit);
};

type Failure = {readonly reason: string; readonly how: GivenUp; readonly format: typeof formatGivenUp};

/** Notes the failure for the operator and the agent, and sends the alarm's message to its person. */
export const endFailed = (
  deps: SettleDeps,
  alarm: Alarm,
  run: Run,
  {reason, how, format}: Failure,
  emit: Emit,
): void => {
  const {
    store,
    clock,
    agent,
    announcer,
    log,
    people: {current},
  } = deps;
  const now = clock.now();
  const {nextAt} = alarm;
  const rest = {...alarm, retryAt: undefined, nextAt: undefined};
  const refused: Alarm = {
    ...rest,
    failures: alarm.failures + (how === 'for-good' ? 1 : 0),
    lastError: reasonKept(reason),
  };
  const after: Alarm =
    how === 'this-time' && nextAt !== undefined
      ? {...refused, state: 'active', nextAt}
      : {...refused, state: 'failed', endedAt: now};
  store.alarms.update(after, alarm);
  const ended = endRun(deps, run, {status: 'failed', error: reason}, emit);
  log.error({alarm: after.id, session: after.session, state: after.state}, `An alarm failed: ${reason}`);
  emit({type: 'alarm.failed', session: after.session, cause: after.id, alarm: after});
  const about = {run: ended, source: {kind: 'alarm', name: after.id}} as const;
  const note = format(after, run, reason);
  const main = mainSession(agent());
  announcer.putNotice(note, about, main, emit);
  // Without a conversation there is nobody to read the note.
  const session = current(after.session);
  if (session !== main && store.sessions.get(session) !== undefined) announcer.putNotice(note, about, session, emit);
  if (how === 'this-time' && after.deliver === undefined) sendMessageInstead(deps, after, about, emit);
};

/** The person gets the alarm's message even though the agent failed. */
const sendMessageInstead = (
  {announcer, people: {addressesOf}}: SettleDeps,
  {user, session, message, urgent}: Alarm,
  about: Parameters<SettleDeps['announcer']['putNotice']>[1],
  emit: Emit,
): void => {
  const addresses = addressesOf(user);
  // A user who isn't configured gets nothing.
  if (addresses.length === 0) return;
  const announcement = {...about, text: `Alarm: ${message}`} as const;
  const otherwise = reminderTargets({session}, addresses);
  const aimed = {...announcement, person: user, kind: 'announce', otherwise, urgent} as const;
  for (const address of announcer.aim(aimed)) announcer.putDirectly(announcement, address, emit);
};

/**
 * Ends the run with its turn. A turn aborted by the daemon's end is repeated at the next start. A turn that failed
 * before any tool call is retried like a refusal, so that an alarm survives a model outage.
 */
export const endWoken = (deps: SettleDeps, run: Run, outcome: TurnOutcome, emit: Emit): void => {
  if (outcome.kind === 'aborted' && deps.closing.aborted) return;
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

/** False if the alarm is gone or was claimed again. Only the run ends then. */
const endedBadly = (deps: SettleDeps, run: Run, reason: string, emit: Emit): boolean => {
  const {store, clock} = deps;
  const alarm = wokenAlarm(store, run);
  if (alarm === undefined) return false;
  const turnId = store.messages.byKey(attemptKey(run.id, run.attempt))?.turnId;
  const turn = turnId === undefined ? undefined : store.turns.get(turnId);
  const messages = turn === undefined ? [] : store.messages.ofTurn(turn.id);
  if (messages.some(({toolCalls = []}) => toolCalls.length > 0)) {
    endFailed(deps, alarm, run, {reason, how: 'this-time', format: formatBrokenOff}, emit);
    return true;
  }
  // The agent would read the failed message again in each later turn.
  if (turn !== undefined) deps.removeTurn(turn, emit);
  const rest = {...alarm, endedAt: undefined};
  store.alarms.update({...rest, state: 'active', retryAt: clock.now()}, alarm);
  refuse(deps, run, reason, emit);
  return true;
};

const clearFailures = ({store}: SettleDeps, run: Run): void => {
  const alarm = store.alarms.get(run.name as AlarmId);
  if (alarm?.runId === run.id && alarm.failures > 0) store.alarms.update({...alarm, failures: 0}, alarm);
};

/** Nobody watches the terminal all day, so an alarm's reply there also goes to where the person is. */
const sendOn = ({store, announcer, people: {addressesOf}}: SettleDeps, run: Run, text: string, emit: Emit): void => {
  const alarm = store.alarms.get(run.name as AlarmId);
  if (alarm === undefined) return;
  const [here, ...away] = verbatimTargets(run.session, addressesOf(alarm.user));
  // Elsewhere the turn has delivered its answer.
  if (here !== TERMINAL) return;
  const source = {kind: 'alarm', name: alarm.id} as const;
  const alreadyIn = run.session;
  const {user: person, urgent} = alarm;
  const words = {run, source, text, alreadyIn, ...markupOf(modelOfRun(store, run))};
  const addresses = announcer.aim({...words, person, urgent, kind: 'announce', otherwise: away});
  for (const address of addresses) announcer.putDirectly(words, address, emit);
};

/** The alarm whose run waits to be accepted. */
const openAlarm = ({alarms}: Core['store'], run: Run): Alarm | undefined => {
  const alarm = alarms.get(run.name as AlarmId);
  return alarm?.state === 'active' && alarm.runId === run.id && alarm.retryAt !== undefined ? alarm : undefined;
};

/** The alarm whose latest run this is, already accepted. Undefined if another alarm took its key. */
const wokenAlarm = ({alarms}: Core['store'], run: Run): Alarm | undefined => {
  const alarm = alarms.get(run.name as AlarmId);
  if (alarm?.runId !== run.id || alarm.retryAt !== undefined) return undefined;
  if (alarm.state === 'active') return alarm;
  const isTaken = alarm.key !== undefined && alarms.byKey(alarm.user, alarm.key) !== undefined;
  return alarm.state === 'fired' && !isTaken ? alarm : undefined;
};
