// Signal as a way in and out for people: the bridge to signal-cli below, the inbox and the outbox above. What is received is kept
// at once and worked off in order; what is sent goes through the bridge as it stands at that moment.
import type {ChannelStatus} from '../../../shared/gateway-event.ts';
import type {SignalConfig, UserConfig} from '../../config/config-schema.ts';
import type {Channel, WorkspaceFiles, World} from '../../ports.ts';
import {accountFolder} from './account-folder.ts';
import type {Bridge, BridgeHealth} from './bridge/bridge.ts';
import {preparePlaces} from './bridge/places.ts';
import {startBridge} from './bridge/start-bridge.ts';
import type {Own} from './envelope/people.ts';
import {handleItem} from './inbound/handle-item.ts';
import {createTake, type TakeDeps} from './inbound/take.ts';
import {startWork, type Work} from './inbound/work-off.ts';
import type {Pause} from './outbound/account-pause.ts';
import {createSender, SEND_LIMIT_MS, type Sender} from './outbound/sender.ts';
import {ownAci} from './people/own-identity.ts';
import {createPeople, type People} from './people/people.ts';
import {isSameStatus, statusOf} from './status-of.ts';

export type SignalDeps = World & {
  readonly config: Pick<SignalConfig, 'account' | 'command' | 'endpoint'>;
  /** The daemon's database: signal-cli's own folder stands beside it. */
  readonly database: string;
  /** The agent's folder: what it sends is in there. */
  readonly files: WorkspaceFiles;
  readonly users: () => readonly UserConfig[];
  readonly agentName: () => string;
  readonly refusal: TakeDeps['refusal'];
  /** From 0 to 1: spreads the retries. */
  readonly chance: () => number;
  /** The status has changed. */
  readonly onStatus: (status: ChannelStatus) => void;
};

export type SignalChannel = Channel &
  AsyncDisposable & {
    readonly bridge: Bridge;
    readonly people: People;
    readonly own: () => Own;
    readonly sender: Sender;
  };

/** Throws `invalid` where a signal-cli is to be started and no account is linked. Disposing may take as long as signal-cli needs to end. */
export const openSignal = (deps: SignalDeps): SignalChannel => {
  const {store, clock, log, config, users, onStatus} = deps;
  const {account} = config;
  const folder = accountFolder(deps.database, account ?? 'attached');
  const mark = `signal.journal:${account ?? ''}`;
  const people = createPeople({users, marks: store.marks});
  let uuid: string | undefined;
  let work: Work | undefined;
  let told: ChannelStatus | undefined;
  // The bridge tells of itself while it is being started.
  let pauseNow = (): Pause | undefined => undefined;

  const own = (): Own => ({
    ...(account !== undefined && {number: account}),
    ...(uuid !== undefined && {uuid}),
    name: deps.agentName(),
  });

  const learnOwn = (): void => {
    if (account === undefined || uuid !== undefined) return;
    uuid = ownAci(preparePlaces(folder).data, account) ?? people.whole({number: account}).uuid;
  };

  /** With what keeps the account from sending for a while. */
  const withPause = (health: BridgeHealth): BridgeHealth => {
    const pause = pauseNow();
    return health.outbound.open && pause !== undefined
      ? {...health, outbound: {open: false, because: pause.because}}
      : health;
  };

  const tell = (health: BridgeHealth): void => {
    if (health.life.kind === 'up') learnOwn();
    const status = statusOf(withPause(health), config);
    if (told !== undefined && isSameStatus(status, told)) return;
    told = status;
    onStatus(status);
  };

  learnOwn();
  const take = createTake({
    store,
    clock,
    log,
    own,
    people,
    refusal: deps.refusal,
    mark,
    tell: () => {},
    onKept: () => work?.wake(),
  });
  const from = store.marks.get(mark);
  const bridge = startBridge({
    config,
    folder,
    clock,
    log,
    chance: deps.chance,
    take,
    onChange: tell,
    ...(from !== undefined && {from}),
  });
  const sender = createSender({
    rpc: bridge.rpc,
    clock,
    store,
    own,
    people,
    files: {by: config.endpoint === 'spawn' ? 'path' : 'data', files: deps.files},
    onChange: () => tell(bridge.health),
  });
  pauseNow = sender.pause;

  return {
    name: CHANNEL,
    bridge,
    people,
    own,
    status: () => statusOf(withPause(bridge.health), config),
    listen: async hear => {
      work = startWork({
        store,
        clock,
        log,
        channel: CHANNEL,
        handle: handleItem({own, people, hear}),
        onSettled: () => {},
      });
      return work;
    },
    send: sender.send,
    sender,
    sendLimitMs: SEND_LIMIT_MS,
    [Symbol.asyncDispose]: async () => {
      sender[Symbol.dispose]();
      await work?.[Symbol.asyncDispose]();
      await bridge[Symbol.asyncDispose]();
    },
  };
};

const CHANNEL = 'signal';
