// Proves again and again that the way to Signal is open: signal-cli answers, and Signal answers it. What can't be proven is told, so
// that a program that hangs is never taken for one that works.
import type {Clock} from '../../../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../../shared/time/time.ts';
import {type CallReply, failureOf, type SignalCaller} from './calls/call.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';

export type ProofDeps = {
  readonly clock: Clock;
  readonly caller: SignalCaller;
  /** It must be replaced: a part of a sentence about it. Told once; nothing is asked any more. */
  readonly onHung: (because: string) => void;
  /** Why Signal can't be reached although signal-cli answers, as a part of a sentence; undefined when it can again. */
  readonly onReach: (because: string | undefined) => void;
  /** Signal answered. */
  readonly onProven: () => void;
};

export type Proof = Disposable & {
  /** Something got no answer: look now, all the way to Signal. */
  readonly suspect: () => void;
};

/** Begins with the first look half a minute from now. */
export const keepProving = ({clock, caller, onHung, onReach, onProven}: ProofDeps): Proof => {
  const rpc = createSignalRpc(caller);
  const failures: Record<Failure, number> = {silent: 0, lost: 0, refused: 0, unreached: 0};
  let timer: Disposable | undefined;
  let askedAt = clock.now();
  let looking = false;
  let isSuspect = false;
  let closed = false;

  const again = (ms: number): void => {
    timer?.[Symbol.dispose]();
    timer = closed ? undefined : clock.after(ms, () => void look());
  };

  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    const next = await lookOnce();
    looking = false;
    again(isSuspect ? 0 : next);
  };

  /** When to look again. */
  const lookOnce = async (): Promise<number> => {
    const version = await rpc.version();
    if (closed) return 0;
    // Where nobody listens any more, there is nothing to wait for.
    if (version.kind === 'unsent') failures.silent = ENOUGH;
    if (version.kind === 'lost' || version.kind === 'unsent') return failed('silent', failureOf(version), AGAIN_MS);
    failures.silent = 0;
    // By the wall clock: after a night asleep the proof is old at once.
    const isDue = isSuspect || Math.abs(clock.now() - askedAt) >= SIGNAL_EVERY_MS || isFailing();
    isSuspect = false;
    if (!isDue || version.kind !== 'result') return LOOK_EVERY_MS;
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
      return LOOK_EVERY_MS;
    }
    return failed(failure, failureOf(reply), LOOK_EVERY_MS);
  };

  const failed = (failure: Failure, words: string, next: number): number => {
    const because = `${FAILURE_WORDS[failure]} (${words})`;
    failures[failure] += 1;
    if (failures[failure] < ENOUGH) return next;
    if (failure === 'unreached') {
      onReach(because);
      return LOOK_EVERY_MS;
    }
    closed = true;
    onHung(because);
    return 0;
  };

  again(LOOK_EVERY_MS);
  return {
    suspect: () => {
      isSuspect = true;
      again(0);
    },
    [Symbol.dispose]: () => {
      closed = true;
      timer?.[Symbol.dispose]();
    },
  };
};

/** Calls whose answer is lost are told, and messages that were accepted. */
export const watched = (caller: SignalCaller, onLost: () => void, onSent: () => void): SignalCaller => ({
  call: async (method, params, timeoutMs) => {
    const reply = await caller.call(method, params, timeoutMs);
    if (reply.kind === 'lost') onLost();
    if (reply.kind === 'result' && method === 'send') onSent();
    return reply;
  },
});

type Failure = 'silent' | 'lost' | 'refused' | 'unreached';

/** An error that Signal's server gave has come from there, and proves the way as well as an answer does. */
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

const LOOK_EVERY_MS = 30 * SECOND;
const AGAIN_MS = 10 * SECOND;
const SIGNAL_EVERY_MS = 10 * MINUTE;
/** One failure may be a hiccup. */
const ENOUGH = 2;
const IO_ERROR = -3;
