// What comes of a firing: it was taken up, refused for now, or given up; and how its run ends. Each in the transaction at hand, and
// each reads the alarm anew, so that a person's word that came in between stands.
import {type Address, TERMINAL} from '../../../shared/address.ts';
import type {Alarm} from '../../../shared/alarm.ts';
import {GatewayError} from '../../../shared/gateway-error.ts';
import {durationInWords} from '../../../shared/human-words.ts';
import type {AlarmId} from '../../../shared/ids.ts';
import type {Run} from '../../../shared/jobs.ts';
import {mainSession} from '../../../shared/session-key.ts';
import type {TurnOutcome} from '../../../shared/turn.ts';
import {ownWordTargets} from '../../delivery/targets.ts';
import type {Emit, World} from '../../ports.ts';
import {afterRefusal} from '../../schedule/alarm-ladder.ts';
import {endRun} from '../../schedule/end-run.ts';
import {withoutSentinels} from '../../schedule/suppression.ts';
import type {Announcer} from '../announce.ts';
import {givenUpWords, reasonKept} from './alarm-words.ts';

export type SettleDeps = World & {
  readonly agent: () => string;
  readonly announcer: Pick<Announcer, 'putNotice' | 'putDirectly'>;
  /** Where a person is met. */
  readonly addressesOf: (user: string) => readonly Address[];
  /** The daemon is closing: what is cut short now is carried on by the next one. */
  readonly closing: () => boolean;
};

/** Its turn is in the line. Throws where it was cancelled meanwhile: then nothing of the turn is kept. */
export const settle = ({store, clock}: SettleDeps, run: Run, emit: Emit): void => {
  const alarm = openAlarm(store, run);
  if (alarm === undefined) throw new GatewayError('conflict', `Alarm ${run.name} was cancelled.`);
  const now = clock.now();
  const {retryAt: _, lastError: __, ...rest} = alarm;
  const woken: Alarm = {...rest, failures: 0, lastFiredAt: now};
  const after: Alarm = woken.nextAt === undefined ? {...woken, state: 'fired', endedAt: now} : woken;
  store.alarms.update(after, alarm);
  emit({type: 'alarm.fired', session: after.session, cause: after.id, alarm: after, late: run.late});
};

/** Refused for now: it is tried again, until that has been done for long enough. */
export const refuse = (deps: SettleDeps, run: Run, reason: string, jitter: number, emit: Emit): void => {
  const {store, clock} = deps;
  const alarm = openAlarm(store, run);
  if (alarm === undefined) return;
  const now = clock.now();
  const failures = alarm.failures + 1;
  const next = afterRefusal({failures, since: run.startedAt}, now, jitter);
  if (next.kind === 'given-up') {
    const tried = `It was tried ${failures} times in ${durationInWords(now - run.startedAt)}.`;
    giveUp(deps, run, `${reason} ${tried}`, 'this-time', emit);
    return;
  }
  const after: Alarm = {...alarm, failures, retryAt: next.at, lastError: reasonKept(reason)};
  store.alarms.update(after, alarm);
  emit({type: 'alarm.delayed', session: after.session, cause: after.id, alarm: after});
};

/**
 * It will not be taken up. `for-good`: whatever its timetable says; `this-time`: a timetable goes on with its next instant. The
 * operator is told, and the agent, where it was to be woken.
 */
export const giveUp = (deps: SettleDeps, run: Run, reason: string, how: 'for-good' | 'this-time', emit: Emit): void => {
  const {store, clock, agent, announcer, log} = deps;
  const alarm = openAlarm(store, run);
  if (alarm === undefined) return;
  const now = clock.now();
  const {retryAt: _, nextAt, ...rest} = alarm;
  const told: Alarm = {...rest, failures: alarm.failures + (how === 'for-good' ? 1 : 0), lastError: reasonKept(reason)};
  const after: Alarm =
    how === 'this-time' && nextAt !== undefined ? {...told, nextAt} : {...told, state: 'failed', endedAt: now};
  store.alarms.update(after, alarm);
  const ended = endRun(deps, run, {status: 'failed', error: reason}, emit);
  log.error({alarm: after.id, session: after.session}, `an alarm was given up: ${reason}`);
  emit({type: 'alarm.failed', session: after.session, cause: after.id, alarm: after});
  const about = {run: ended, source: {kind: 'alarm', name: after.id}} as const;
  const words = givenUpWords(after, run, reason);
  const main = mainSession(agent());
  announcer.putNotice(words, about, main, emit);
  // Where nobody has been yet there is nobody to be told.
  if (after.session !== main && store.sessions.get(after.session) !== undefined)
    announcer.putNotice(words, about, after.session, emit);
};

/** The turn that it woke has ended, and so has its run; one that our own end cut short is begun again by the next daemon. */
export const endWoken = (deps: SettleDeps, run: Run, outcome: TurnOutcome, emit: Emit): void => {
  if (outcome.kind === 'aborted' && deps.closing()) return;
  if (deps.store.runs.get(run.id)?.status !== 'running') return;
  const how: Pick<Run, 'status' | 'output' | 'error'> =
    outcome.kind === 'replied'
      ? {status: 'ran', output: outcome.text}
      : outcome.kind === 'silent'
        ? {status: 'ran'}
        : {status: 'failed', error: outcome.error};
  const ended = endRun(deps, run, how, emit);
  if (outcome.kind === 'replied') sendOn(deps, ended, withoutSentinels(outcome.text), emit);
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
