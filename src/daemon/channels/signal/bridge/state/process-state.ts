// The state machine of the signal-cli process: an event gives the next state and step. Pure; `supervise` performs the
// steps and reports their results.
import {assertNever} from '../../../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../../../shared/text/sentences.ts';
import {type EpochMs, HOUR, MINUTE, SECOND} from '../../../../../shared/time/time.ts';
import type {StderrWord} from '../watch-stderr.ts';

/** `attempt` counts failed starts in a row. */
export type ProcessState =
  | {readonly kind: 'stopped'}
  | {readonly kind: 'starting'; readonly attempt: number}
  /** Our signal-cli waits until another one releases the account's data. */
  | {readonly kind: 'conflict'; readonly attempt: number; readonly reason: Reason}
  | {readonly kind: 'up'; readonly attempt: number; readonly version: string; readonly since: EpochMs}
  | {
      readonly kind: 'down';
      readonly attempt: number;
      readonly reason: Reason;
      readonly retryAt: EpochMs;
      /** Signal is unreachable. signal-cli itself works. */
      readonly offline?: true;
    }
  | {readonly kind: 'unlinked'; readonly reason: Reason}
  | {readonly kind: 'updateRequired'; readonly reason: Reason; readonly retryAt: EpochMs}
  | {readonly kind: 'stopping'};

export type ProcessEvent =
  /** A start was requested. */
  | {readonly type: 'start'}
  /** Nobody answers on the socket, and it is free. */
  | {readonly type: 'vacant'}
  | {readonly type: 'stderr'; readonly word: StderrWord}
  /** signal-cli answered and delivers messages. */
  | {readonly type: 'greeted'; readonly version: string}
  /** The connection ended or couldn't be made. The process may still run. */
  | {readonly type: 'broken'; readonly reason: Reason}
  | {readonly type: 'exited'; readonly reason: Reason; readonly word?: StderrWord}
  /** The program is too old. */
  | {readonly type: 'outdated'; readonly reason: Reason}
  /** `retryAt` has passed. */
  | {readonly type: 'retry'}
  | {readonly type: 'stop'}
  | {readonly type: 'ended'};

/**
 * `look`: check for a running signal-cli, and end one that doesn't answer. `spawn`: start one. `greet`: connect, check
 * the version, subscribe. `wait`: until `retryAt`, then `retry`. `end`: unsubscribe, take the remaining messages,
 * disconnect, end the process.
 */
export type Step = 'look' | 'spawn' | 'greet' | 'wait' | 'end';

type Decision = {readonly life: ProcessState; readonly step?: Step};

/** `chance` from 0 to 1 spreads the retries. No wait exceeds `longestRest`. */
export const nextProcessState = (
  life: ProcessState,
  event: ProcessEvent,
  now: EpochMs,
  chance: number,
  longestRest = LONGEST_REST_MS,
): Decision => {
  const {life: next, step} = decide(life, event, now, chance);
  const bounded = next.kind === 'down' ? {...next, retryAt: Math.min(next.retryAt, now + longestRest)} : next;
  return {life: next === life ? life : bounded, step};
};

const decide = (life: ProcessState, event: ProcessEvent, now: EpochMs, chance: number): Decision => {
  switch (event.type) {
    case 'start':
      return isAtRest(life) ? {life: {kind: 'starting', attempt: 0}, step: 'look'} : {life};
    case 'retry':
      return isWaitingState(life) ? {life: {kind: 'starting', attempt: attemptOf(life)}, step: 'look'} : {life};
    case 'vacant':
      return life.kind === 'starting' ? {life, step: 'spawn'} : {life};
    case 'stderr':
      return afterStderr(life, event.word);
    case 'greeted': {
      if (life.kind !== 'starting') return {life};
      return {life: {kind: 'up', attempt: life.attempt, version: event.version, since: now}};
    }
    case 'broken':
      return isRunning(life) ? rest(life, event.reason, now, chance) : {life};
    case 'outdated':
      return life.kind === 'starting' ? outdated(event.reason, now) : {life};
    case 'exited':
      return isRunning(life) ? exited(life, event, now, chance) : {life};
    case 'stop':
      return life.kind === 'stopped' || life.kind === 'stopping' ? {life} : {life: {kind: 'stopping'}, step: 'end'};
    case 'ended':
      return {life: {kind: 'stopped'}};
    default:
      return assertNever(event);
  }
};

/** The state in words, with advice. */
export const reasonOfState = (life: ProcessState): Reason => {
  switch (life.kind) {
    case 'stopped':
      return {what: 'signal-cli is not running'};
    case 'starting':
      return {what: 'signal-cli is starting'};
    case 'up':
      return {what: `signal-cli ${life.version} is running`};
    case 'stopping':
      return {what: 'signal-cli is stopping'};
    case 'conflict':
    case 'down':
    case 'unlinked':
    case 'updateRequired':
      return life.reason;
    default:
      return assertNever(life);
  }
};

type Running = Extract<ProcessState, {kind: 'starting' | 'conflict' | 'up'}>;
type WaitingState = Extract<ProcessState, {kind: 'down' | 'updateRequired'}>;

const isRunning = (life: ProcessState): life is Running =>
  life.kind === 'starting' || life.kind === 'conflict' || life.kind === 'up';
const isWaitingState = (life: ProcessState): life is WaitingState =>
  life.kind === 'down' || life.kind === 'updateRequired';
const isAtRest = (life: ProcessState): boolean =>
  life.kind === 'stopped' || life.kind === 'unlinked' || isWaitingState(life);
const attemptOf = (life: WaitingState): number => (life.kind === 'down' ? life.attempt : 0);

const afterStderr = (life: ProcessState, word: StderrWord): Decision => {
  if (life.kind !== 'starting' && life.kind !== 'conflict') return {life};
  const {attempt} = life;
  if (word === 'ready') return {life: life.kind === 'starting' ? life : {kind: 'starting', attempt}, step: 'greet'};
  return word === 'locked' ? {life: {kind: 'conflict', attempt, reason: LOCKED}} : {life};
};

const exited = (
  life: Running,
  {reason, word}: {reason: Reason; word?: StderrWord},
  now: EpochMs,
  chance: number,
): Decision => {
  switch (word) {
    case 'unlinked':
      return {life: {kind: 'unlinked', reason: UNLINKED}};
    case 'tooOld':
      return outdated(TOO_OLD, now);
    case 'socketTaken':
      return rest(life, SOCKET_TAKEN, now, chance);
    case 'offline':
      return offline(rest(life, OFFLINE, now, chance));
    case 'locked':
    case 'ready':
    case undefined:
      return rest(life, reason, now, chance);
    default:
      return assertNever(word);
  }
};

const outdated = (reason: Reason, now: EpochMs): Decision => ({
  life: {kind: 'updateRequired', reason, retryAt: now + HOUR},
  step: 'wait',
});

/** A process that ran well for a while is restarted quickly. */
const rest = (life: Running, reason: Reason, now: EpochMs, chance: number): Decision => {
  const wasWell = life.kind === 'up' && now - life.since >= WELL_AFTER_MS;
  const attempt = wasWell ? 0 : life.attempt;
  return {
    life: {kind: 'down', attempt: attempt + 1, reason, retryAt: now + restMs(attempt, chance)},
    step: 'wait',
  };
};

const offline = ({life, ...rest}: Decision): Decision => ({
  ...rest,
  life: life.kind === 'down' ? {...life, offline: true} : life,
});

const restMs = (attempt: number, chance: number): number => {
  const wanted = SHORTEST_REST_MS * 2 ** Math.min(attempt, MOST_DOUBLINGS);
  return Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, Math.round(wanted * (0.75 + chance / 2))));
};

const SHORTEST_REST_MS = SECOND;
const LONGEST_REST_MS = 5 * MINUTE;
const MOST_DOUBLINGS = 16;
const WELL_AFTER_MS = MINUTE;
const LOCKED: Reason = {
  what: 'Another signal-cli uses the data of this account',
  advice: 'Stop it; Rooster then continues automatically.',
};
const UNLINKED: Reason = {
  what: 'Signal no longer knows this device',
  advice: 'It was unlinked on the phone, or never linked. Link it again: rooster signal link',
};
const TOO_OLD: Reason = {
  what: 'This signal-cli is too old for Signal',
  advice: 'Update signal-cli; Rooster retries every hour.',
};
const SOCKET_TAKEN: Reason = {what: 'Another program holds the socket of signal-cli', advice: 'Rooster retries.'};
export const CHECK_NETWORK = 'Check the network; Rooster retries.';
const OFFLINE: Reason = {what: "signal-cli can't reach Signal", advice: CHECK_NETWORK};
