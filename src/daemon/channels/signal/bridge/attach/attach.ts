// Stays connected to a signal-cli that somebody else runs, over whatever leads to it: connects, hears, probes, connects again. What is
// in flight when the connection breaks can be lost here, and the health says so.
import type {Clock} from '../../../../../shared/clock.ts';
import {wordsFor} from '../../../../../shared/gateway-error.ts';
import {type EpochMs, SECOND} from '../../../../../shared/time.ts';
import type {Log} from '../../../../ports.ts';
import type {Bridge, BridgeHealth, TakeReceived} from '../bridge.ts';
import {failureOf, type SignalCaller, withoutStop} from '../calls/call.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';
import {createSwitchboard} from '../calls/switchboard.ts';
import {healthOf} from '../health.ts';
import {decideLife, type Life, type LifeEvent, lifeWords} from '../life.ts';
import {within} from '../waiting.ts';
import {createIntake} from './intake.ts';

/** A connection over which calls go and messages come. */
export type Attachment = AsyncDisposable & {
  readonly caller: SignalCaller;
  readonly version: string;
  /** Why it ended, in a sentence; never rejects. */
  readonly closed: Promise<string>;
  unsubscribe?(): Promise<boolean>;
};

export type AttachDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1: spreads the retries. */
  readonly chance: () => number;
  readonly take: TakeReceived;
  readonly onChange?: (health: BridgeHealth) => void;
};

export type AttachHooks = {
  readonly onReceived: (received: unknown) => void;
  /** Where messages come over something of its own: why none come at present, in a sentence; undefined when they come again. */
  readonly onIntake: (because: string | undefined) => void;
};

/** `open` rejects with a sentence where it cannot connect. Disposing hangs up; signal-cli is left as it is. */
export const startAttached = (
  {clock, log, chance, take, onChange}: AttachDeps,
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
    },
  });

  const happen = (event: LifeEvent): void => {
    const before = life;
    const decision = decideLife(before, event, clock.now(), chance());
    life = decision.life;
    if (life.kind !== 'up') switchboard.plug(undefined, withoutStop(lifeWords(life)));
    if (life !== before) log.info({life: life.kind}, lifeWords(life));
    if (decision.step === 'wait') wait();
    if (decision.step === 'look') work = work.then(connect);
    if (decision.step === 'end') work = work.then(end);
    if (life !== before) tell();
  };

  const wait = (): void => {
    if ('retryAt' in life) again(life.retryAt - clock.now(), () => happen({type: 'retry'}));
  };

  const again = (ms: number, run: () => void): void => {
    timer?.[Symbol.dispose]();
    timer = clock.after(ms, run);
  };

  const heardOf = (because: string | undefined): void => {
    interruption = because;
    if (because === undefined) connections += 1;
    else log.warn({because}, 'No messages come from signal-cli at present; it is tried again.');
    tell();
    // It may have died: then it is known at once and not with the next probe.
    const now = attachment;
    if (because !== undefined && now !== undefined) again(0, () => void probe(now));
  };

  const connect = async (): Promise<void> => {
    try {
      interruption = undefined;
      const opened = await open({onReceived: intake.push, onIntake: heardOf});
      if (life.kind !== 'starting') {
        await opened[Symbol.asyncDispose]();
        return;
      }
      attachment = opened;
      version = opened.version;
      connections += 1;
      void opened.closed.then(because => lost(opened, because));
      switchboard.plug(opened.caller, '');
      happen({type: 'greeted', version: opened.version});
      again(PROBE_EVERY_MS, () => void probe(opened));
    } catch (error) {
      happen({type: 'broken', because: wordsFor(error)});
    }
  };

  /** A connection over TCP can be dead without a word; so can a signal-cli that took it. */
  const probe = async (which: Attachment): Promise<void> => {
    const reply = await createSignalRpc(which.caller).version();
    if (attachment !== which) return;
    if (reply.kind === 'result') {
      again(PROBE_EVERY_MS, () => void probe(which));
      return;
    }
    await lost(which, `it does not answer (${failureOf(reply)}).`);
    await which[Symbol.asyncDispose]();
  };

  const lost = async (which: Attachment, because: string): Promise<void> => {
    if (attachment !== which) return;
    attachment = undefined;
    happen({type: 'broken', because: `The connection to signal-cli ended: ${because}`});
  };

  const end = async (): Promise<void> => {
    timer?.[Symbol.dispose]();
    const last = attachment;
    attachment = undefined;
    if (last?.unsubscribe !== undefined) await within(clock, UNSUBSCRIBE_MS, last.unsubscribe());
    await last?.[Symbol.asyncDispose]();
    await within(clock, KEEP_MS, Promise.resolve(intake[Symbol.asyncDispose]()));
    happen({type: 'ended'});
  };

  const health = (): BridgeHealth =>
    healthOf({life, trouble, interruption, replays: false, version, starts: connections, lastReceivedAt});

  const tell = (): void => onChange?.(health());

  happen({type: 'start'});
  return {
    rpc: createSignalRpc(switchboard),
    get health() {
      return health();
    },
    retryNow: () => happen({type: 'start'}),
    [Symbol.asyncDispose]: async () => {
      happen({type: 'stop'});
      await work;
    },
  };
};

const PROBE_EVERY_MS = 30 * SECOND;
const UNSUBSCRIBE_MS = 5 * SECOND;
const KEEP_MS = 5 * SECOND;
