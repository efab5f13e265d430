// Checks regularly that signal-cli answers and that Signal answers signal-cli, so that a hanging program is noticed.
import type {Clock} from '../../../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../../shared/time/time.ts';
import type {Switchboard} from '../calls/call.ts';
import {type CallReply, failureOf, type SignalCaller} from '../calls/call.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';

type LivenessDeps = {
  readonly clock: Clock;
  readonly caller: SignalCaller;
  /** signal-cli must be replaced, with a part of a sentence about it. Called once; the checks end. */
  readonly onHung: (because: string) => void;
  /**
   * The reason why Signal is unreachable although signal-cli answers, as a part of a sentence. Undefined when Signal is
   * reachable again.
   */
  readonly onReach: (because: string | undefined) => void;
  readonly onProven: () => void;
};

export type LivenessChecks = Disposable & {
  /** A call got no answer: check now, up to Signal. */
  readonly suspect: () => void;
};

/**
 * Routes calls to `caller` and checks the connection. An accepted message is proof too, and a lost answer starts a
 * check. Disposing ends the checks; calls belong to the switchboard.
 */
export const plugChecked = (switchboard: Pick<Switchboard, 'plug'>, deps: LivenessDeps): LivenessChecks => {
  const proof = startLivenessChecks(deps);
  switchboard.plug(watchCalls(deps.caller, proof.suspect, deps.onProven), '');
  return proof;
};

/** The first check runs after half a minute. */
export const startLivenessChecks = ({clock, caller, onHung, onReach, onProven}: LivenessDeps): LivenessChecks => {
  const rpc = createSignalRpc(caller);
  const failures: Record<Failure, number> = {silent: 0, lost: 0, refused: 0, unreached: 0};
  let timer: Disposable | undefined;
  let askedAt = clock.now();
  let checking = false;
  let isSuspect = false;
  let closed = false;

  const checkIn = (ms: number): void => {
    timer?.[Symbol.dispose]();
    timer = closed ? undefined : clock.after(ms, check);
  };

  const check = async (): Promise<void> => {
    if (checking) return;
    checking = true;
    const next = await checkOnce().finally(() => {
      checking = false;
    });
    checkIn(isSuspect ? 0 : next);
  };

  /** Resolves with the wait until the next check, in ms. */
  const checkOnce = async (): Promise<number> => {
    const version = await rpc.version();
    if (closed) return 0;
    // `unsent` means that nobody listens, so a second try is useless.
    if (version.kind === 'unsent') failures.silent = ENOUGH;
    if (version.kind === 'lost' || version.kind === 'unsent') return failed('silent', failureOf(version), AGAIN_MS);
    failures.silent = 0;
    // By the wall clock, so that a check is due right after the machine wakes up.
    const isDue = isSuspect || Math.abs(clock.now() - askedAt) >= SIGNAL_EVERY_MS || isFailing();
    isSuspect = false;
    if (!isDue || version.kind !== 'result') return CHECK_EVERY_MS;
    const devices = await rpc.listDevices();
    return closed ? 0 : judge(devices);
  };

  const isFailing = (): boolean => failures.lost + failures.refused + failures.unreached > 0;

  const judge = (reply: CallReply<unknown>): number => {
    const failure = failureIn(reply);
    if (failure === undefined || reply.kind === 'result' || reply.kind === 'unsent') {
      const couldNot = failures.unreached >= ENOUGH;
      Object.assign(failures, {lost: 0, refused: 0, unreached: 0});
      askedAt = clock.now();
      if (reply.kind === 'result') onProven();
      if (couldNot) onReach(undefined);
      return CHECK_EVERY_MS;
    }
    return failed(failure, failureOf(reply), CHECK_EVERY_MS);
  };

  const failed = (failure: Failure, reason: string, next: number): number => {
    const because = `${FAILURE_WORDS[failure]} (${reason})`;
    failures[failure] += 1;
    if (failures[failure] < ENOUGH) return next;
    if (failure === 'unreached') {
      onReach(because);
      return CHECK_EVERY_MS;
    }
    closed = true;
    onHung(because);
    return 0;
  };

  checkIn(CHECK_EVERY_MS);
  return {
    suspect: () => {
      isSuspect = true;
      checkIn(0);
    },
    [Symbol.dispose]: () => {
      closed = true;
      timer?.[Symbol.dispose]();
    },
  };
};

/** Reports calls whose answer was lost, and accepted messages. */
export const watchCalls = (caller: SignalCaller, onLost: () => void, onSent: () => void): SignalCaller => ({
  call: async (method, params, timeoutMs) => {
    const reply = await caller.call(method, params, timeoutMs);
    if (reply.kind === 'lost') onLost();
    if (reply.kind === 'result' && method === 'send') onSent();
    return reply;
  },
});

type Failure = 'silent' | 'lost' | 'refused' | 'unreached';

/** An error from Signal's server proves the connection as well as a result. */
const failureIn = (reply: CallReply<unknown>): Failure | undefined => {
  switch (reply.kind) {
    case 'lost':
      return 'lost';
    case 'error':
      if (/\[40[13]\]|Authorization failed/u.test(reply.message)) return 'refused';
      return reply.code === IO_ERROR && !/\[\d{3}\]/u.test(reply.message) ? 'unreached' : undefined;
    case 'unsent':
    case 'result':
      return undefined;
  }
};

const FAILURE_WORDS: Readonly<Record<Failure, string>> = {
  silent: 'it does not answer',
  lost: 'it gets no answer from Signal',
  refused: 'Signal refuses this device',
  unreached: 'it cannot reach Signal',
};

const CHECK_EVERY_MS = 30 * SECOND;
const AGAIN_MS = 10 * SECOND;
const SIGNAL_EVERY_MS = 10 * MINUTE;
/** A single failure may be temporary. */
const ENOUGH = 2;
const IO_ERROR = -3;
