// After a takeover: tells the machine that was taken over from that it was, as soon as it can be reached, so that it
// sends nothing any more. Then names what it had done and this machine doesn't know.
import {hostname} from 'node:os';
import {PROTOCOL} from '../../ipc/checks.ts';
import {daemonClient} from '../../ipc/protocol.ts';
import type {Dialling} from '../../ipc/socket/dial.ts';
import type {Host} from '../../shared/records/host.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';

type Successor = {
  readonly store: Pick<Store, 'transact' | 'cursors'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly dial: (host: Host, signal: AbortSignal) => Dialling;
};

export type OldMachine = AsyncDisposable & {
  readonly problems: () => readonly Problem[];
  /** Ends the report that is shown, and returns it. Undefined for another id, or without a report. */
  readonly dismiss: (id: string) => string | undefined;
};

/** Does nothing in a home that has taken over from none, or whose old machine knows. */
export const tellOldMachine = (deps: Successor): OldMachine => {
  const {store, clock, log} = deps;
  const ending = new AbortController();
  let timer: Disposable | undefined;
  let lastReason: string | undefined;
  let telling: Promise<void> = Promise.resolve();

  const taken = (): TakenOver | undefined => {
    const text = store.cursors.get(TOOK_OVER);
    return text === undefined ? undefined : JSON.parse(text);
  };

  const tell = async ({host, fence, seq}: TakenOver): Promise<void> => {
    const {transport, connected} = deps.dial(host, ending.signal);
    await using client = daemonClient({transport, clock, onNotice: () => {}});
    const greeting = client.call('hello', {protocol: PROTOCOL, client: `rooster ${deps.version}`});
    await Promise.all([connected, greeting]);
    const theirs = await client.call('store.fence', {by: hostname(), fence});
    store.transact(() => {
      store.cursors.remove(TOOK_OVER);
      if (theirs.seq > seq)
        store.cursors.set(MISSING, JSON.stringify({host: host.name, from: seq + 1, to: theirs.seq}));
    });
    log.info(
      {host: host.name, missing: Math.max(0, theirs.seq - seq)},
      'The old machine knows that it was taken over.',
    );
  };

  const tryAgain = (after: TakenOver): void => {
    timer = clock.after(BETWEEN_TRIES_MS, () => {
      telling = tell(after).catch(error => {
        const reason = errorMessage(error);
        if (reason !== lastReason) log.info({reason}, `${after.host.name} doesn't know yet that it was taken over.`);
        lastReason = reason;
        if (!ending.signal.aborted) tryAgain(after);
      });
      return telling;
    });
  };

  const told = taken();
  if (told !== undefined) tryAgain(told);
  return {
    problems: () => {
      const after = taken();
      if (after !== undefined && after.isDismissed !== true) return [untold(after)];
      const text = store.cursors.get(MISSING);
      if (text === undefined) return [];
      const {host, from, to}: Missing = JSON.parse(text);
      const events =
        from === to
          ? `Event ${from} of ${host} is not here: it happened`
          : `The events ${from} to ${to} of ${host} are not here: they happened`;
      const there = `rooster --host ${host} watch --since ${from - 1}`;
      return [
        {
          key: 'replica',
          reason: `${events} there after the last copy. To see what is missing: ${there}. To end this report: rooster daemon dismiss replica.`,
          inForce: 'What the copy had counts here.',
        },
      ];
    },
    dismiss: id => {
      if (id !== 'replica') return undefined;
      const after = store.cursors.get(TOOK_OVER);
      const isDismissed = taken()?.isDismissed === true;
      if (after !== undefined && !isDismissed) {
        store.cursors.set(TOOK_OVER, JSON.stringify({...JSON.parse(after), isDismissed: true}));
        return after;
      }
      const missing = store.cursors.get(MISSING);
      if (missing !== undefined) store.cursors.remove(MISSING);
      return missing;
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      timer?.[Symbol.dispose]();
      await telling;
    },
  };
};

type TakenOver = {
  readonly host: Host;
  readonly fence: number;
  readonly seq: number;
  /** The person has read the report. The machine is told all the same, if it comes back. */
  readonly isDismissed?: true;
};
type Missing = {readonly host: string; readonly from: number; readonly to: number};

const untold = ({host: {name}}: TakenOver): Problem => ({
  key: 'replica',
  reason: `${name} doesn't know yet that this machine has taken over: if it still runs, both send. If it is gone for good, end this report: rooster daemon dismiss replica.`,
  inForce: 'Rooster tries to tell it every few seconds.',
});

/** The machine that is to be told. */
export const TOOK_OVER = 'replica.tookOver';
/** The events of the old machine that are not here. */
const MISSING = 'replica.missing';
/** With the ten seconds of ssh, less than an old machine waits at its start before it acts. */
const BETWEEN_TRIES_MS = 4 * SECOND;
