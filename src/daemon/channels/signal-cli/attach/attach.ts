// Stays connected to an external signal-cli: connects, receives, probes and reconnects. Messages in flight when a
// connection breaks can be lost, and the health says so.
import {formatReason, type Reason} from '../../../../shared/text/sentences.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import type {Bridge, BridgeHealth, TakeReceived} from '../bridge.ts';
import type {SignalCaller, Switchboard} from '../calls/call.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';
import type {World} from '../host.ts';
import type {Held} from '../signal-cli-session.ts';
import {type Attachment, createConnection} from '../state/connection.ts';
import {healthOf, lostReason, unreachedFault} from '../state/health.ts';
import {createLifecycle} from '../state/lifecycle.ts';
import type {ProcessEvent} from '../state/process-state.ts';
import {within} from '../waiting.ts';
import {createFence, servedAccount} from './account.ts';
import {createIntake, type Intake} from './intake.ts';

export type AttachDeps = World & {
  /** A random number from 0 to 1 that spreads the retries. */
  readonly chance: () => number;
  readonly take: TakeReceived;
  /** Routes calls to the current connection. */
  readonly switchboard: Switchboard;
  readonly onChange?: (health: BridgeHealth) => void;
  /** The account to use. Unset if signal-cli serves a single account. */
  readonly account?: string;
  readonly held?: Held | undefined;
};

export type AttachHooks = {
  readonly onReceived: (received: unknown) => void;
  /** For messages on their own stream: the reason while none arrive. Undefined when they arrive again. */
  readonly onIntake: (reason: Reason | undefined) => void;
};

/** `open` rejects with a ReasonedError if it can't connect. Disposing disconnects; signal-cli keeps running. */
export const startAttached = (
  {clock, log, host, chance, take, switchboard, onChange, account}: AttachDeps,
  open: (hooks: AttachHooks) => Promise<Attachment>,
): Bridge => {
  let connections = 0;
  let trouble: string | undefined;
  let interruption: Reason | undefined;
  let fence = createFence(account, host);

  const connection = createConnection<Attachment>({
    clock,
    switchboard,
    onLost: (_, reason) => happen(lostEvent(reason.what)),
    // A TCP connection, or the signal-cli behind it, can die without notice.
    onHung: (which, because) => {
      happen(lostEvent(because));
      void which[Symbol.asyncDispose]();
    },
    onReach: () => publish(),
  });
  const lifecycle = createLifecycle({
    ...{clock, log, host, chance, longestRestMs: LONGEST_REST_MS},
    switchboard,
    perform: step => (step === 'end' ? end() : connect()),
    onChange: () => publish(),
  });
  const {happen} = lifecycle;

  const intake = createIntake({
    clock,
    take,
    onTrouble: because => {
      trouble = because;
      if (because !== undefined) log.error({because}, `Couldn't store a received message. ${host.name} retries.`);
      publish();
    },
    onTaken: connection.received,
  });

  const eventOf = (reason: Reason | undefined): void => {
    interruption = reason;
    if (reason === undefined) connections += 1;
    else {
      log.warn({because: reason.what}, `Receiving from signal-cli was interrupted. ${host.name} retries.`);
      // signal-cli may have died, so probe it now.
      connection.suspect();
    }
    publish();
  };

  const received = (params: unknown): void => {
    const isNotice = fence.saw(params, clock.now());
    intake.push(params);
    if (isNotice) judge();
  };

  /** Each call to a signal-cli with several accounts names its account. */
  const verdict = (): ReturnType<typeof fence.verdict> =>
    connection.current()?.account === undefined ? fence.verdict() : {};

  const judge = (): void => {
    const [attachment, {refusal}] = [connection.current(), verdict()];
    if (attachment !== undefined && refusal !== undefined) refuse(attachment, refusal, {switchboard, log});
    publish();
  };

  const connect = async (): Promise<void> => {
    interruption = undefined;
    fence = createFence(account, host);
    const opened = await open({onReceived: received, onIntake: eventOf});
    if (account !== undefined && opened.account === undefined) fence.learn(await servedAccount(opened.caller, account));
    if (lifecycle.state().kind !== 'starting') return await opened[Symbol.asyncDispose]();
    connections += 1;
    connection.use({...opened, caller: whileSure(opened.caller, () => verdict().doubt)});
    happen({type: 'greeted', version: opened.version});
    judge();
  };

  const end = async (): Promise<void> => {
    lifecycle.stopWaiting();
    const last = connection.current();
    connection.hangUp();
    await endInOrder(clock, last, intake);
    happen({type: 'ended'});
  };

  const health = (): BridgeHealth => {
    const {refusal, doubt} = verdict();
    const {unreached, ...facts} = connection.facts();
    return healthOf({
      ...facts,
      host,
      life: lifecycle.state(),
      trouble,
      interruption,
      fault: refusal === undefined ? unreachedFault(unreached, host) : {reason: refusal},
      doubt,
      replays: fence.isManual(clock.now()),
      starts: connections,
      account: account ?? connection.current()?.account ?? fence.served(),
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
    [Symbol.asyncDispose]: lifecycle.stopped,
  };
};

/**
 * Refuses messages and calls for another account. The connection stays open, because its end shows that somebody
 * changed signal-cli.
 */
const refuse = (
  attachment: Attachment,
  refusal: Reason,
  {switchboard, log}: Pick<AttachDeps, 'switchboard' | 'log'>,
): void => {
  switchboard.plug(undefined, refusal.what);
  log.error({}, formatReason(refusal));
  void attachment.unsubscribe();
};

/** Calls that change or send nothing leave even while the account is uncertain. */
const whileSure = (caller: SignalCaller, doubt: () => Reason | undefined): SignalCaller => ({
  call: async (method, params, timeoutMs) => {
    const reason = HARMLESS.has(method) ? undefined : doubt();
    return reason === undefined ? caller.call(method, params, timeoutMs) : {kind: 'unsent', because: reason.what};
  },
});

const HARMLESS = new Set(['version', 'listDevices', 'listContacts', 'listGroups', 'listIdentities', 'getAttachment']);

const lostEvent = (because: string): ProcessEvent => ({type: 'broken', reason: lostReason(because)});

const endInOrder = async (clock: Clock, last: Attachment | undefined, intake: Intake): Promise<void> => {
  if (last !== undefined) await within(clock, UNSUBSCRIBE_MS, last.unsubscribe());
  await last?.[Symbol.asyncDispose]();
  await within(clock, KEEP_MS, Promise.resolve(intake[Symbol.asyncDispose]()));
};

/** Without a subscription, messages that arrive during the wait are lost. */
const LONGEST_REST_MS = 15 * SECOND;
const UNSUBSCRIBE_MS = 5 * SECOND;
const KEEP_MS = 5 * SECOND;
