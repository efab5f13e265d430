// The state machine of the signal-cli process: an event gives the next state and step. Pure; `supervise` performs the
// steps and reports their results.
import {assertNever} from '../../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../../shared/text/sentences.ts';
import {type EpochMs, HOUR, MINUTE, SECOND} from '../../../../shared/time/time.ts';
import type {Host} from '../host.ts';
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

type Circumstances = {
  readonly now: EpochMs;
  /** From 0 to 1; spreads the retries. */
  readonly chance: number;
  /** No wait exceeds it. @default 5 minutes */
  readonly longestRestMs?: number;
  readonly host: Host;
};

export const nextProcessState = (life: ProcessState, event: ProcessEvent, at: Circumstances): Decision => {
  const {now, longestRestMs = LONGEST_REST_MS} = at;
  const {life: next, step} = decide(life, event, at);
  const bounded = next.kind === 'down' ? {...next, retryAt: Math.min(next.retryAt, now + longestRestMs)} : next;
  return {life: next === life ? life : bounded, step};
};

const decide = (life: ProcessState, event: ProcessEvent, at: Circumstances): Decision => {
  switch (event.type) {
    case 'start':
      return isAtRest(life) ? {life: {kind: 'starting', attempt: 0}, step: 'look'} : {life};
    case 'retry':
      return isWaitingState(life) ? {life: {kind: 'starting', attempt: attemptOf(life)}, step: 'look'} : {life};
    case 'vacant':
      return life.kind === 'starting' ? {life, step: 'spawn'} : {life};
    case 'stderr':
      return afterStderr(life, event.word, at.host);
    case 'greeted': {
      if (life.kind !== 'starting') return {life};
      return {life: {kind: 'up', attempt: life.attempt, version: event.version, since: at.now}};
    }
    case 'broken':
      return isRunning(life) ? rest(life, event.reason, at) : {life};
    case 'outdated':
      return life.kind === 'starting' ? outdated(event.reason, at.now) : {life};
    case 'exited':
      return isRunning(life) ? exited(life, event, at) : {life};
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

const afterStderr = (life: ProcessState, word: StderrWord, {name}: Host): Decision => {
  if (life.kind !== 'starting' && life.kind !== 'conflict') return {life};
  const {attempt} = life;
  if (word === 'ready') return {life: life.kind === 'starting' ? life : {kind: 'starting', attempt}, step: 'greet'};
  if (word !== 'locked') return {life};
  const reason = {
    what: 'Another signal-cli uses the data of this account',
    advice: `Stop it; ${name} then continues automatically.`,
  };
  return {life: {kind: 'conflict', attempt, reason}};
};

const exited = (life: Running, {reason, word}: {reason: Reason; word?: StderrWord}, at: Circumstances): Decision => {
  const {name, link} = at.host;
  switch (word) {
    case 'unlinked': {
      const advice = `It was unlinked on the phone, or never linked. Link it again: ${link}`;
      return {life: {kind: 'unlinked', reason: {what: 'Signal no longer knows this device', advice}}};
    }
    case 'tooOld': {
      const advice = `Update signal-cli; ${name} retries every hour.`;
      return outdated({what: 'This signal-cli is too old for Signal', advice}, at.now);
    }
    case 'socketTaken':
      return rest(life, {what: 'Another program holds the socket of signal-cli', advice: `${name} retries.`}, at);
    case 'offline':
      return offline(rest(life, {what: "signal-cli can't reach Signal", advice: checkNetwork(at.host)}, at));
    case 'locked':
    case 'ready':
    case undefined:
      return rest(life, reason, at);
    default:
      return assertNever(word);
  }
};

/** The advice while Signal is unreachable. */
export const checkNetwork = ({name}: Host): string => `Check the network; ${name} retries.`;

const outdated = (reason: Reason, now: EpochMs): Decision => ({
  life: {kind: 'updateRequired', reason, retryAt: now + HOUR},
  step: 'wait',
});

/** A process that ran well for a while is restarted quickly. */
const rest = (life: Running, reason: Reason, {now, chance}: Circumstances): Decision => {
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
