// The current connection to signal-cli and the proof that it works.
import type {Reason} from '../../../../shared/text/sentences.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {SignalCaller, Switchboard} from '../calls/call.ts';
import {type LivenessChecks, plugChecked} from './liveness.ts';

export type Attachment = AsyncDisposable & {
  readonly caller: SignalCaller;
  readonly version: string;
  /** The account parameter of each call, if signal-cli serves several. */
  readonly account?: string;
  /** True if signal-cli has stopped receiving and delivered all messages. False if it didn't confirm that. */
  unsubscribe(): Promise<boolean>;
  /** Resolves with the reason when the connection has ended. Never rejects. */
  readonly closed: Promise<Reason>;
};

type ConnectionFacts = {
  /** Of the last connection. */
  readonly version?: string | undefined;
  /** The reason why Signal is unreachable although signal-cli answers, as a part of a sentence. */
  readonly unreached?: string | undefined;
  readonly lastReceivedAt?: EpochMs | undefined;
  readonly provenAt?: EpochMs | undefined;
};

export type SignalConnection<C extends Attachment> = {
  readonly current: () => C | undefined;
  /** Routes calls over it and checks it from now on. */
  readonly use: (opened: C) => void;
  /** It has ended or is about to. */
  readonly hangUp: () => void;
  /** Checks it now. */
  readonly suspect: () => void;
  /** A message arrived, which also proves the connection. */
  readonly received: () => void;
  readonly facts: () => ConnectionFacts;
};

type ConnectionDeps<C> = {
  readonly clock: Clock;
  readonly switchboard: Pick<Switchboard, 'plug'>;
  /** The connection ended, and is hung up. */
  readonly onLost: (which: C, reason: Reason) => void;
  /** signal-cli stopped answering, a part of a sentence says how. The connection is hung up, and still open. */
  readonly onHung: (which: C, because: string) => void;
  /** Signal became unreachable, a part of a sentence says why, or reachable again. */
  readonly onReach: (because: string | undefined) => void;
};

export const createConnection = <C extends Attachment>(deps: ConnectionDeps<C>): SignalConnection<C> => {
  const {clock, switchboard, onLost, onHung, onReach} = deps;
  let current: C | undefined;
  let checks: LivenessChecks | undefined;
  let facts: ConnectionFacts = {};

  const hangUp = (): void => {
    current = undefined;
    checks?.[Symbol.dispose]();
    checks = undefined;
  };

  const ended = (which: C, report: () => void): void => {
    if (current !== which) return;
    hangUp();
    report();
  };

  return {
    current: () => current,
    use: opened => {
      current = opened;
      facts = {...facts, version: opened.version, unreached: undefined};
      void opened.closed.then(reason => ended(opened, () => onLost(opened, reason)));
      checks = plugChecked(switchboard, {
        clock,
        caller: opened.caller,
        onHung: because => ended(opened, () => onHung(opened, because)),
        onReach: unreached => {
          facts = {...facts, unreached};
          onReach(unreached);
        },
        onProven: () => {
          facts = {...facts, provenAt: clock.now()};
        },
      });
    },
    hangUp,
    suspect: () => checks?.suspect(),
    received: () => {
      const now = clock.now();
      facts = {...facts, lastReceivedAt: now, provenAt: now};
    },
    facts: () => facts,
  };
};
