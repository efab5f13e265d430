// Signal as a way in and out for people: the bridge to signal-cli below, the inbox and the outbox above. What is received is kept
// at once and worked off in order; what is sent goes through the bridge as it stands at that moment.
import {join} from 'node:path';
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {present} from '../../../shared/fields/present.ts';
import {type Address, isGroup, targetOf} from '../../../shared/records/address.ts';
import type {SignalConfig, UserConfig} from '../../config/config-schema.ts';
import type {Channel, ContactNames} from '../../ports/channel.ts';
import type {World} from '../../ports/system.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {accountFolder} from './account-folder.ts';
import type {Bridge, BridgeHealth} from './bridge/bridge.ts';
import {preparePlaces} from './bridge/places.ts';
import {startBridge} from './bridge/start-bridge.ts';
import type {Own} from './envelope/people.ts';
import {readContactRequests, readUntrusted} from './inbound/contact-requests.ts';
import {createInbound} from './inbound/inbound.ts';
import {createLostMessages} from './inbound/lost-messages.ts';
import type {TakeDeps} from './inbound/take.ts';
import type {Pause} from './outbound/account-pause.ts';
import {sendsBy} from './outbound/attached-files.ts';
import {createMending, type Mending} from './outbound/mending.ts';
import {createSender, SEND_LIMIT_MS, type Sender} from './outbound/sender.ts';
import {learnContacts} from './people/learn-contacts.ts';
import {learnGroups} from './people/learn-groups.ts';
import {ownAci} from './people/own-identity.ts';
import {createPeople, type People} from './people/people.ts';
import {isSameStatus, statusOf} from './status-of.ts';

type SignalDeps = World & {
  readonly config: Pick<SignalConfig, 'account' | 'command' | 'endpoint'>;
  /** The daemon's database: signal-cli's own folder stands beside it. */
  readonly database: string;
  /** The agent's folder: what it sends is in there. */
  readonly files: WorkspaceFiles;
  readonly users: () => readonly UserConfig[];
  readonly agentName: () => string;
  readonly groupReplies: () => 'mention' | 'always';
  readonly refusal: TakeDeps['refusal'];
  readonly names: ContactNames;
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
    readonly mending: Mending;
    /** The people of the configuration may be others: asks who they are, where that is not known. */
    readonly meetPeople: () => void;
  };

/** Throws `invalid` where a signal-cli is to be started and no account is linked. Disposing may take as long as signal-cli needs to end. */
export const openSignal = (deps: SignalDeps): SignalChannel => {
  const {store, clock, log, config, users, onStatus} = deps;
  const {account} = config;
  const folder = accountFolder(deps.database, account ?? 'attached');
  const mark = `signal.journal:${account ?? ''}`;
  const people = createPeople({users, cursors: store.cursors});
  let uuid: string | undefined;
  let met: string | undefined;
  /** Whose messages arrive: as configured, or as they say themselves where signal-cli is not ours. */
  let served = account;
  let told: ChannelStatus | undefined;
  // The bridge tells of itself while it is being started.
  let meet = (): void => {};
  let tellNow = (): void => {};
  let forgetNow = (): void => {};
  let pauseNow = (): Pause | undefined => undefined;

  const own = (): Own => ({
    ...(served !== undefined && (served.startsWith('+') ? {number: served} : {uuid: served.toLowerCase()})),
    ...present({uuid}),
    name: deps.agentName(),
  });

  const learnOwn = (): void => {
    if (served === undefined || uuid !== undefined || !served.startsWith('+')) return;
    uuid = ownAci(preparePlaces(folder).data, served) ?? people.whole({number: served}).uuid;
  };

  /** With what keeps the account from sending for a while. */
  const withPause = (health: BridgeHealth): BridgeHealth => {
    const pause = pauseNow();
    return health.outbound.open && pause !== undefined
      ? {
          ...health,
          outbound: {open: false, because: pause.because, trouble: pause.token === undefined ? 'limit' : 'captcha'},
        }
      : health;
  };

  /** They were let in meanwhile. */
  const isServed = (address: Address): boolean => {
    const target = targetOf(address);
    if (!isGroup(address)) return deps.refusal(target, undefined) === undefined;
    return deps.refusal('', target.slice('group:'.length)) !== 'unknown-group';
  };

  const withContactRequests = (status: ChannelStatus): ChannelStatus => {
    const knocked = readContactRequests(store.cursors).filter(({address}) => !isServed(address));
    // What was read since came under a number that is trusted.
    const untrusted = readUntrusted(store.cursors).filter(
      ({address, lastAt}) => (store.ledger.of(address).newestIn?.at ?? 0) < lastAt,
    );
    const missing = [...(lost?.warnings() ?? []), ...inbound.dropped.warnings()];
    const warnings = [...(status.warnings ?? []), ...missing];
    const dropped = inbound.dropped.count();
    return {
      ...status,
      warnings,
      ...(missing.length > 0 && {lost: missing}),
      ...(dropped > 0 && {dropped}),
      ...(knocked.length > 0 && {knocked}),
      ...(untrusted.length > 0 && {untrusted}),
    };
  };

  const tell = (health: BridgeHealth): void => {
    served = account ?? health.account;
    if (health.life.kind === 'up') learnOwn();
    const whom = `${health.restarts} ${served}`;
    if (health.life.kind === 'up' && met !== whom) {
      met = whom;
      meet();
    }
    if (health.outbound.open) inbound.wake();
    if (health.life.kind === 'up') lost?.up();
    if (health.life.kind === 'down') lost?.down();
    const status = withContactRequests(statusOf(withPause(health), config));
    if (told !== undefined && isSameStatus(status, told)) return;
    told = status;
    onStatus(status);
  };

  learnOwn();
  const inbound = createInbound({
    ...deps,
    own,
    people,
    mark,
    workspace: deps.files.root,
    onRead: raws => lost?.arrived(raws),
    onDropped: () => tellNow(),
    onForgotten: () => forgetNow(),
  });
  const lost =
    config.endpoint === 'spawn' && account !== undefined
      ? createLostMessages({clock, log, store, account, data: preparePlaces(folder).data, onLost: () => tellNow()})
      : undefined;
  // Both may have been killed together: before the first start, what signal-cli was at work on lies there.
  lost?.down();
  const from = store.cursors.get(mark);
  const bridge = startBridge({
    config,
    folder,
    clock,
    log,
    chance: deps.chance,
    take: inbound.take,
    onChange: tell,
    ...present({from}),
  });
  const sender = createSender({
    rpc: bridge.rpc,
    clock,
    store,
    log,
    pauseMark: `signal.pause:${account ?? ''}`,
    own,
    people,
    files: {by: sendsBy(config), files: deps.files},
    onChange: () => tell(bridge.health),
  });
  pauseNow = sender.pause;
  tellNow = () => tell(bridge.health);
  forgetNow = () => bridge.forgetReceived();
  meet = () => {
    const learning = {rpc: bridge.rpc, store, log, names: deps.names};
    void learnContacts({...learning, people, users, account: served}).then(learnOwn);
    void learnGroups({...learning, isServed});
  };

  return {
    name: CHANNEL,
    bridge,
    people,
    own,
    status: () => withContactRequests(statusOf(withPause(bridge.health), config)),
    listen: async handler =>
      inbound.listen({
        handler,
        rpc: bridge.rpc,
        ...(config.endpoint === 'spawn' && {folder: join(preparePlaces(folder).data, 'attachments')}),
      }),
    send: sender.send,
    sender,
    mending: createMending({rpc: bridge.rpc, store, people, sender}),
    meetPeople: () => {
      if (bridge.health.outbound.open) meet();
    },
    sendLimitMs: SEND_LIMIT_MS,
    [Symbol.asyncDispose]: async () => {
      sender[Symbol.dispose]();
      lost?.[Symbol.dispose]();
      await bridge[Symbol.asyncDispose]();
      await inbound[Symbol.asyncDispose]();
    },
  };
};

const CHANNEL = 'signal';
