// The Signal channel: the bridge to signal-cli, the inbox and the outbox. Received messages are stored first, then
// processed in order.
import {join} from 'node:path';
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {type Address, isGroup, targetOf} from '../../../shared/records/address.ts';
import type {SignalConfig, UserConfig} from '../../config/config-schema.ts';
import type {Channel, ContactNames} from '../../ports/channel.ts';
import type {World} from '../../ports/system.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {
  type Bridge,
  type BridgeHealth,
  checkLinked,
  createSignalRpc,
  createSwitchboard,
  type Own,
  preparePlaces,
  type SignalCaller,
  startBridge,
} from '../signal-cli/index.ts';
import {createDroppedLines} from './inbound/dropped-lines.ts';
import {createInbound} from './inbound/inbound.ts';
import {createLostMessages, type LostMessages, lostWarnings} from './inbound/lost-messages.ts';
import type {StoreEnvelopesDeps} from './inbound/store-envelopes.ts';
import {accountFolder, ROOSTER} from './linked-account.ts';
import {sendsBy} from './outbound/attached-files.ts';
import {createFixing, type Fixing} from './outbound/fixing.ts';
import {createSender, SEND_LIMIT_MS, type Sender} from './outbound/sender.ts';
import {learnContacts, learnGroups} from './people/learn-contacts.ts';
import {createOwnAccount} from './people/own-account.ts';
import {createPeople, type People} from './people/people.ts';
import {createStatus} from './status.ts';

type SignalDeps = World & {
  readonly config: Pick<SignalConfig, 'account' | 'command' | 'endpoint'>;
  /** The daemon's database. signal-cli's folder is beside it. */
  readonly database: string;
  /** The agent's folder, which contains the files to send. */
  readonly files: WorkspaceFiles;
  readonly users: () => readonly UserConfig[];
  readonly agentName: () => string;
  readonly groupReplies: () => 'mention' | 'always';
  /** True if messages that are answered elsewhere are deleted on the phone. */
  readonly withdraws: () => boolean;
  readonly refusal: StoreEnvelopesDeps['refusal'];
  readonly names: ContactNames;
  /** A random number from 0 to 1 that spreads the retries. */
  readonly chance: () => number;
  readonly onStatus: (status: ChannelStatus) => void;
  /** Calls to signal-cli go through it. */
  readonly outgoing: (caller: SignalCaller) => SignalCaller;
  /** Received messages stay at Signal until it resolves. @default never held */
  readonly held?: (() => Promise<void> | undefined) | undefined;
};

export type SignalChannel = Channel &
  AsyncDisposable & {
    readonly bridge: Bridge;
    readonly people: People;
    readonly own: () => Own;
    readonly sender: Sender;
    readonly fixing: Fixing;
    /** Looks up configured people with unknown ACIs, after the configuration changed. */
    readonly resolveContacts: () => void;
  };

/**
 * Throws `invalid` if signal-cli is to be started but no account is linked. Disposing waits until signal-cli has ended.
 */
export const openSignal = (deps: SignalDeps): SignalChannel => {
  const {store, clock, log, config, users} = deps;
  const {account: configured} = config;
  checkLinked(config, ROOSTER);
  /** Set if Rooster starts the signal-cli. */
  const spawned = config.endpoint === 'spawn' ? configured : undefined;
  const folder = accountFolder(deps.database, configured ?? 'attached');
  const cursor = `signal.journal:${configured ?? ''}`;
  const people = createPeople({users, cursors: store.cursors});
  const account = createOwnAccount({configured, folder, people, agentName: deps.agentName});
  const {own} = account;
  const isServed = (address: Address): boolean => isAllowed(deps, address);
  const dropped = createDroppedLines({clock, log, cursors: store.cursors});
  const status = createStatus({
    config,
    records: {store, isServed, dropped, lost: () => lostWarnings(store.cursors, spawned, clock.now())},
    onStatus: deps.onStatus,
  });
  const lost = spawned === undefined ? undefined : watchedLosses(deps, spawned, folder, status.refresh);
  const inbound = createInbound({
    ...deps,
    own,
    people,
    cursor,
    dropped,
    workspace: deps.files.root,
    onRead: raws => lost?.arrived(raws),
    onDropped: status.refresh,
  });
  const switchboard = createSwitchboard();
  const rpc = createSignalRpc(deps.outgoing(switchboard));
  const sender = createSender({
    rpc,
    clock,
    store,
    log,
    pauseMark: `signal.pause:${configured ?? ''}`,
    own,
    people,
    files: {by: sendsBy(config), files: deps.files},
    onPause: pause => {
      status.reportPause(pause);
      if (pause === undefined) inbound.poke();
    },
  });
  status.reportPause(sender.pause());

  const resolveContacts = (): void => {
    const learning = {rpc, store, log, names: deps.names};
    void learnContacts({...learning, people, users, account: account.served()}).then(account.learn);
    void learnGroups({...learning, isServed});
  };

  let preparedFor: string | undefined;
  const onHealth = (health: BridgeHealth): void => {
    account.serve(health.account);
    if (health.life.kind === 'up') {
      account.learn();
      lost?.up();
      const whom = `${health.restarts} ${account.served()}`;
      if (preparedFor !== whom) resolveContacts();
      preparedFor = whom;
    }
    if (health.life.kind === 'down') lost?.down();
    if (health.outbound.open) inbound.poke();
    status.reportHealth(health);
  };

  account.learn();
  // Daemon and signal-cli may have been killed together, so remember signal-cli's unfinished messages before its first
  // start.
  lost?.down();
  const bridge = startBridge({
    ...config,
    ...{host: ROOSTER, folder, clock, log, switchboard},
    chance: deps.chance,
    take: inbound.take,
    onChange: onHealth,
    held: deps.held,
    from: store.cursors.get(cursor),
  });

  return {
    name: CHANNEL,
    bridge,
    people,
    own,
    status: () => status.of(bridge.health),
    listen: async handler =>
      inbound.listen({
        handler,
        rpc,
        onForgotten: bridge.forgetReceived,
        folder: config.endpoint === 'spawn' ? join(preparePlaces(folder).data, 'attachments') : undefined,
      }),
    send: sender.send,
    withdraw: withdrawal(deps, sender, own),
    sender,
    fixing: createFixing({rpc, store, people, sender}),
    resolveContacts: () => {
      if (bridge.health.outbound.open) resolveContacts();
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

/** True if an address has been allowed since. Its contact request isn't shown then. */
const isAllowed = ({refusal}: SignalDeps, address: Address): boolean => {
  const target = targetOf(address);
  if (!isGroup(address)) return refusal(target, undefined) === undefined;
  return refusal('', target.slice('group:'.length)) !== 'unknown-group';
};

const watchedLosses = (
  {clock, log, store}: SignalDeps,
  account: string,
  folder: string,
  onLost: () => void,
): LostMessages => createLostMessages({clock, log, store, account, data: preparePlaces(folder).data, onLost});

const withdrawal =
  ({withdraws}: SignalDeps, sender: Sender, own: () => Own): NonNullable<Channel['withdraw']> =>
  async ({to, channelIds, answered}) => {
    if (withdraws()) {
      await sender.withdraw(to, channelIds);
      return 'deleted';
    }
    const {number, uuid: aci = number} = own();
    const last = channelIds.at(-1);
    if (!answered || aci === undefined || last === undefined) return 'left';
    // A reaction to one's own message notifies nobody.
    await sender.react({to, emoji: ANSWERED, author: aci, timestamp: Number(last)});
    return 'marked';
  };

const CHANNEL = 'signal';
const ANSWERED = '✅';
