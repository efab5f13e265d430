// Stays connected to an external signal-cli: connects, receives, probes and reconnects. Messages in flight when a connection breaks can
// be lost, and the health says so.

import {errorMessage} from '../../../../../shared/records/gateway-error.ts';
import {clauseOf} from '../../../../../shared/text/stopped.ts';
import type {Clock} from '../../../../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../../../../shared/time/time.ts';
import type {Log} from '../../../../ports/system.ts';
import type {Bridge, BridgeHealth, TakeReceived} from '../bridge.ts';
import type {SignalCaller} from '../calls/call.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';
import {createSwitchboard} from '../calls/switchboard.ts';
import {type Fault, healthOf, unreachedFault} from '../health.ts';
import {type LivenessChecks, plugChecked} from '../liveness.ts';
import {formatProcessState, nextProcessState, type ProcessEvent, type ProcessState} from '../process-state.ts';
import {within} from '../waiting.ts';
import {createFence} from './fence.ts';
import {createIntake} from './intake.ts';

export type Attachment = AsyncDisposable & {
  readonly caller: SignalCaller;
  readonly version: string;
  /** The account parameter of each call, if signal-cli serves several. */
  readonly account?: string;
  /** Resolves with the reason when the connection has ended, as a sentence. Never rejects. */
  readonly closed: Promise<string>;
  /** Stops the flow of messages. */
  unsubscribe(): Promise<boolean>;
};

export type AttachDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** A random number from 0 to 1 that spreads the retries. */
  readonly chance: () => number;
  readonly take: TakeReceived;
  readonly onChange?: (health: BridgeHealth) => void;
  /** The account to use. Unset if signal-cli serves a single account. */
  readonly account?: string;
};

export type AttachHooks = {
  readonly onReceived: (received: unknown) => void;
  /** For messages on their own stream: the reason, as a sentence, while none arrive. Undefined when they arrive again. */
  readonly onIntake: (because: string | undefined) => void;
};

/** `open` rejects with a sentence if it can't connect. Disposing disconnects; signal-cli keeps running. */
export const startAttached = (
  {clock, log, chance, take, onChange, account}: AttachDeps,
  open: (hooks: AttachHooks) => Promise<Attachment>,
): Bridge => {
  const switchboard = createSwitchboard('there is no connection to signal-cli yet');
  let life: ProcessState = {kind: 'stopped'};
  let work: Promise<void> = Promise.resolve();
  let attachment: Attachment | undefined;
  let timer: Disposable | undefined;
  let connections = 0;
  let version: string | undefined;
  let trouble: string | undefined;
  let interruption: string | undefined;
  let lastReceivedAt: EpochMs | undefined;
  let provenAt: EpochMs | undefined;
  let unreached: string | undefined;
  let proof: LivenessChecks | undefined;
  let fence = createFence(account);

  const proven = (): void => {
    provenAt = clock.now();
  };

  const intake = createIntake({
    clock,
    take,
    onTrouble: because => {
      trouble = because;
      if (because !== undefined) log.error({because}, 'What Signal delivered cannot be kept; it is tried again.');
      publish();
    },
    onTaken: () => {
      lastReceivedAt = clock.now();
      proven();
    },
  });

  const happen = (event: ProcessEvent): void => {
    const before = life;
    const decision = nextProcessState(before, event, clock.now(), chance(), LONGEST_REST_MS);
    life = decision.life;
    if (life.kind !== 'up') switchboard.plug(undefined, clauseOf(formatProcessState(life)));
    if (life !== before) log.info({life: life.kind}, formatProcessState(life));
    if (decision.step === 'wait') wait();
    if (decision.step === 'look') work = work.then(connect);
    if (decision.step === 'end') work = work.then(end);
    if (life !== before) publish();
  };

  const wait = (): void => {
    if (!('retryAt' in life)) return;
    timer?.[Symbol.dispose]();
    timer = clock.after(life.retryAt - clock.now(), () => happen({type: 'retry'}));
  };

  const eventOf = (because: string | undefined): void => {
    interruption = because;
    if (because === undefined) connections += 1;
    else log.warn({because}, 'No messages come from signal-cli at present; it is tried again.');
    publish();
    // signal-cli may have died, so probe it now.
    if (because !== undefined) proof?.suspect();
  };

  const received = (params: unknown): void => {
    const isNotice = fence.saw(params, clock.now());
    intake.push(params);
    if (isNotice) judge();
  };

  /** Refuses messages and calls for another account. The connection stays open, because its end shows that somebody changed signal-cli. */
  const judge = (): void => {
    const refused = attachment?.account === undefined ? fence.refusal() : undefined;
    if (attachment !== undefined && refused !== undefined) {
      switchboard.plug(undefined, clauseOf(refused));
      log.error({}, refused);
      void attachment.unsubscribe();
    }
    publish();
  };

  const connect = async (): Promise<void> => {
    try {
      interruption = undefined;
      fence = createFence(account);
      const opened = await open({onReceived: received, onIntake: eventOf});
      if (life.kind !== 'starting') {
        await opened[Symbol.asyncDispose]();
        return;
      }
      attachment = opened;
      version = opened.version;
      unreached = undefined;
      connections += 1;
      void opened.closed.then(because => lost(opened, because));
      proof = plugChecked(switchboard, {
        clock,
        caller: opened.caller,
        onHung: because => void hung(opened, because),
        onReach: because => {
          unreached = because;
          publish();
        },
        onProven: proven,
      });
      happen({type: 'greeted', version: opened.version});
      judge();
    } catch (error) {
      happen({type: 'broken', because: errorMessage(error)});
    }
  };

  /** A TCP connection, or the signal-cli behind it, can die without notice. */
  const hung = async (which: Attachment, because: string): Promise<void> => {
    lost(which, `${because}.`);
    await which[Symbol.asyncDispose]();
  };

  const lost = (which: Attachment, because: string): void => {
    if (attachment !== which) return;
    hangUp();
    happen({type: 'broken', because: `The connection to signal-cli ended: ${because}`});
  };

  const hangUp = (): void => {
    attachment = undefined;
    proof?.[Symbol.dispose]();
    proof = undefined;
  };

  const end = async (): Promise<void> => {
    timer?.[Symbol.dispose]();
    const last = attachment;
    hangUp();
    if (last !== undefined) await within(clock, UNSUBSCRIBE_MS, last.unsubscribe());
    await last?.[Symbol.asyncDispose]();
    await within(clock, KEEP_MS, Promise.resolve(intake[Symbol.asyncDispose]()));
    happen({type: 'ended'});
  };

  const health = (): BridgeHealth => {
    const refused = attachment?.account === undefined ? fence.refusal() : undefined;
    return healthOf({
      life,
      trouble,
      interruption,
      fault: refused === undefined ? unreachedBy(unreached) : {because: refused},
      replays: fence.isManual(clock.now()),
      version,
      starts: connections,
      lastReceivedAt,
      provenAt,
      account: account ?? attachment?.account ?? fence.served(),
    });
  };

  const publish = (): void => onChange?.(health());

  happen({type: 'start'});
  return {
    rpc: createSignalRpc(switchboard),
    get health() {
      return health();
    },
    poke: () => happen({type: 'start'}),
    // An external signal-cli has no journal of ours.
    forgetReceived: () => {},
    [Symbol.asyncDispose]: async () => {
      happen({type: 'stop'});
      await work;
    },
  };
};

/** Without a subscription, messages that arrive during the wait are lost. */
const LONGEST_REST_MS = 15 * SECOND;
const unreachedBy = (why: string | undefined): Fault | undefined =>
  why === undefined ? undefined : unreachedFault(why);

const UNSUBSCRIBE_MS = 5 * SECOND;
const KEEP_MS = 5 * SECOND;
