// Signal commands: link an account, allow people, send, list what waits for a reply.

import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {channelOf} from '../../../shared/records/address.ts';
import type {Places} from '../../../shared/records/places.ts';
import {addressOfAccount, linkAccount} from '../../channels/signal/linked-account.ts';
import type {ConfigStore} from '../../config/config.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import type {Core} from '../../core.ts';
import {sendByHand} from '../../flows/operator/send-by-hand.ts';
import type {OutboxService} from '../../flows/outbox-service.ts';
import {allowContact} from '../../flows/signal/allow-contact.ts';
import {createSignalLinker} from '../../flows/signal/link-signal.ts';
import {keepRing, ringOf} from '../../flows/signal/ring-answers.ts';
import {createSignalFixes} from '../../flows/signal/signal-fixes.ts';
import type {Channel} from '../../ports/channel.ts';
import type {LedgerStore} from '../../ports/delivery-store.ts';
import {ledgersOf, replyOwed} from '../../routing/contacts.ts';
import type {SignalService} from '../../rpc/services.ts';
import type {SignalConnection} from './signal-connection.ts';

type SignalServiceDeps = {
  readonly core: Core;
  readonly places: Places;
  readonly config: ConfigStore;
  /** Channels given to the daemon. One of them may replace Signal. */
  readonly channels: readonly Channel[];
  /** The configured channels besides Signal that send. */
  readonly others: () => readonly string[];
  readonly connection: Pick<SignalConnection, 'channel' | 'status'>;
  readonly outboxService: Pick<OutboxService, 'get' | 'held' | 'unblock'>;
};

export const createSignalService = (deps: SignalServiceDeps): SignalService & AsyncDisposable => {
  const {core, config, channels, connection} = deps;
  const {store, clock, log} = core;
  const {canonical} = core.people;
  const {database} = deps.places;
  const signal = (): SignalConfig | undefined => config.current().signal;
  const status = (): ChannelStatus => ({
    ...(channels.find(({name}) => name === SIGNAL)?.status() ??
      connection.status() ?? {...OFF, detail: mistakeIn(config) ?? whyOff(signal())}),
    ...lastMessages(store.ledger),
    ...heldUp(deps.outboxService),
    rings: ringOf({store, config: config.current}),
  });
  const linker = createSignalLinker({
    log,
    config: signal,
    status,
    linkDevice: request => linkAccount({...request, command: signal()?.command ?? SIGNAL_CLI, database, clock}),
    keepAccount: account => config.set('signal.account', account),
    addressOf: account => addressOfAccount(database, account),
    // Linking the same account again changes no configuration, so nothing else reconnects.
    onLinked: () => connection.channel()?.bridge.poke(),
  });
  const fixes = createSignalFixes({
    config: config.current,
    canonical,
    signal: () => connection.channel()?.fixing,
    unblock: deps.outboxService.unblock,
  });
  const ledgers = (contact: string) =>
    ledgersOf(config.current(), contact, {canonical, isThread: session => store.sessions.get(session) !== undefined});
  return {
    status,
    trust: fixes.trust,
    prove: fixes.prove,
    link: linker.begin,
    linked: linker.outcome,
    allow: request =>
      allowContact(
        {
          config: config.current,
          canonical,
          raw: config.raw,
          set: config.set,
          nameOf: address => status().contactRequests?.find(contactRequest => contactRequest.address === address)?.name,
        },
        request,
      ),
    send: request => {
      const names = [...channels.map(({name}) => name), ...deps.others(), ...(isSetUp(signal()) ? [SIGNAL] : [])];
      return sendByHand({...core, channels: () => names}, request);
    },
    ledger: contact => {
      const addresses = ledgers(contact);
      return {contact, addresses, ...replyOwed(store.ledger, addresses)};
    },
    clear: contact => {
      const addresses = ledgers(contact);
      store.transact(() => addresses.forEach(address => void store.ledger.clear(address, clock.now())));
      return {contact, addresses, owed: replyOwed(store.ledger, addresses).owed};
    },
    rang: (contact, rang) => keepRing({store, clock, canonical, config: config.current}, contact, rang),
    [Symbol.asyncDispose]: linker[Symbol.asyncDispose],
  };
};

/** When the last message arrived on Signal, and when the last one left. */
const lastMessages = (ledger: LedgerStore): Pick<ChannelStatus, 'lastReceivedAt' | 'lastSentAt'> => {
  const entries = ledger.list(MOST_LOOKED_AT).filter(({address}) => channelOf(address) === SIGNAL);
  const latest = (times: readonly (number | undefined)[]): number =>
    Math.max(...times.map(time => time ?? Number.NEGATIVE_INFINITY));
  const [lastReceivedAt, lastSentAt] = [
    latest(entries.map(({newestIn}) => newestIn?.at)),
    latest(entries.map(({newestOut}) => newestOut?.at)),
  ];
  return {
    lastReceivedAt: Number.isFinite(lastReceivedAt) ? lastReceivedAt : undefined,
    lastSentAt: Number.isFinite(lastSentAt) ? lastSentAt : undefined,
  };
};

const heldUp = ({held}: Pick<OutboxService, 'held'>): Pick<ChannelStatus, 'held'> => {
  const chats = held(SIGNAL);
  return chats.length === 0 ? {} : {held: chats};
};

const isSetUp = (config: SignalConfig | undefined): boolean =>
  config !== undefined && (config.account !== undefined || config.endpoint !== 'spawn');

const whyOff = (config: SignalConfig | undefined): string =>
  isSetUp(config) ? 'Signal is starting.' : 'Signal is not set up. Run: rooster signal link';

/** A mistake in the configuration turns Signal off. */
const mistakeIn = (config: ConfigStore): string | undefined => {
  if (config.current().signal !== undefined) return undefined;
  const mistake = config.problems().find(({key}) => key === 'signal' || key.startsWith('signal.'));
  return mistake && `Signal is off, because of ${mistake.key} in config.json: ${mistake.reason}`;
};

/** Enough addresses to include the newest message of each direction. */
const MOST_LOOKED_AT = 200;
const SIGNAL = 'signal';
const SIGNAL_CLI = 'signal-cli';
const OFF = {channel: SIGNAL, inbound: 'off', outbound: 'off'} as const;
