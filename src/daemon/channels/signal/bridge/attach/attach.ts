// Stays connected to a signal-cli that somebody else runs, over whatever leads to it: connects, hears, probes, connects again. What is
// in flight when the connection breaks can be lost here, and the health says so.

import {errorMessage} from '../../../../../shared/records/gateway-error.ts';
import type {Clock} from '../../../../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../../../../shared/time/time.ts';
import type {Log} from '../../../../ports/system.ts';
import type {Bridge, BridgeHealth, TakeReceived} from '../bridge.ts';
import {type SignalCaller, withoutStop} from '../calls/call.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';
import {createSwitchboard} from '../calls/switchboard.ts';
import {type Fault, healthOf, unreachedFault} from '../health.ts';
import {decideLife, formatLife, type Life, type LifeEvent} from '../life.ts';
import {keepProving, type Proof, watched} from '../proof.ts';
import {within} from '../waiting.ts';
import {createFence} from './fence.ts';
import {createIntake} from './intake.ts';

/** A connection over which calls go and messages come. */
export type Attachment = AsyncDisposable & {
  readonly caller: SignalCaller;
  readonly version: string;
  /** Whom to speak for is said each time, because signal-cli serves several. */
  readonly account?: string;
  /** Why it ended, in a sentence; never rejects. */
  readonly closed: Promise<string>;
  /** Nothing more is taken from Signal for us. */
  unsubscribe(): Promise<boolean>;
};

export type AttachDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1: spreads the retries. */
  readonly chance: () => number;
  readonly take: TakeReceived;
  readonly onChange?: (health: BridgeHealth) => void;
  /** Whose messages are meant. Left out where signal-cli serves one account, whoever it is. */
  readonly account?: string;
};

export type AttachHooks = {
  readonly onReceived: (received: unknown) => void;
  /** Where messages come over something of its own: why none come at present, in a sentence; undefined when they come again. */
  readonly onIntake: (because: string | undefined) => void;
};

/** `open` rejects with a sentence where it cannot connect. Disposing hangs up; signal-cli is left as it is. */
export const startAttached = (
  {clock, log, chance, take, onChange, account}: AttachDeps,
  open: (hooks: AttachHooks) => Promise<Attachment>,
): Bridge => {
  const switchboard = createSwitchboard('there is no connection to signal-cli yet');
  let life: Life = {kind: 'stopped'};
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
  let proof: Proof | undefined;
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
      tell();
    },
    onTaken: () => {
      lastReceivedAt = clock.now();
      proven();
    },
  });

  const happen = (event: LifeEvent): void => {
    const before = life;
    const decision = decideLife(before, event, clock.now(), chance(), LONGEST_REST_MS);
    life = decision.life;
    if (life.kind !== 'up') switchboard.plug(undefined, withoutStop(formatLife(life)));
    if (life !== before) log.info({life: life.kind}, formatLife(life));
    if (decision.step === 'wait') wait();
    if (decision.step === 'look') work = work.then(connect);
    if (decision.step === 'end') work = work.then(end);
    if (life !== before) tell();
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
    tell();
    // It may have died: then it is known at once and not with the next probe.
    if (because !== undefined) proof?.suspect();
  };

  const received = (params: unknown): void => {
    const isNotice = fence.saw(params, clock.now());
    intake.push(params);
    if (isNotice) judge();
  };

  /** What is of another account's is neither taken nor sent; the connection stays, and its end says that somebody changed something. */
  const judge = (): void => {
    const refused = attachment?.account === undefined ? fence.refusal() : undefined;
    if (attachment !== undefined && refused !== undefined) {
      switchboard.plug(undefined, withoutStop(refused));
      log.error({}, refused);
      void attachment.unsubscribe();
    }
    tell();
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
      const proving = keepProving({
        clock,
        caller: opened.caller,
        onHung: because => void hung(opened, because),
        onReach: because => {
          unreached = because;
          tell();
        },
        onProven: proven,
      });
      proof = proving;
      switchboard.plug(watched(opened.caller, proving.suspect, proven), '');
      happen({type: 'greeted', version: opened.version});
      judge();
    } catch (error) {
      happen({type: 'broken', because: errorMessage(error)});
    }
  };

  /** A connection over TCP can be dead without a word; so can a signal-cli that took it. */
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

  const tell = (): void => onChange?.(health());

  happen({type: 'start'});
  return {
    rpc: createSignalRpc(switchboard),
    get health() {
      return health();
    },
    poke: () => happen({type: 'start'}),
    // Nothing is kept here.
    forgetReceived: () => {},
    [Symbol.asyncDispose]: async () => {
      happen({type: 'stop'});
      await work;
    },
  };
};

/** Where signal-cli hands out unasked, what arrives meanwhile is lost. */
const LONGEST_REST_MS = 15 * SECOND;
const unreachedBy = (why: string | undefined): Fault | undefined =>
  why === undefined ? undefined : unreachedFault(why);

const UNSUBSCRIBE_MS = 5 * SECOND;
const KEEP_MS = 5 * SECOND;
