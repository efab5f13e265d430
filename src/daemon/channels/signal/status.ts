// The channel's status: the bridge's health, the account's pause and stored records, published when they change.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import type {Store} from '../../ports/store.ts';
import {readContactRequests, readUntrusted} from '../inbox/contact-requests.ts';
import type {BridgeHealth} from '../signal-cli/index.ts';
import type {DroppedLines} from './inbound/dropped-lines.ts';
import type {Pause} from './outbound/account-pause.ts';

/** The bridge's health, or the account's pause in the place of its outbound part. */
type ChannelHealth = Omit<BridgeHealth, 'outbound'> & {
  readonly outbound:
    | BridgeHealth['outbound']
    | {readonly open: false; readonly because: string; readonly trouble?: ChannelStatus['trouble']};
};

type StatusDeps = {
  readonly config: Pick<SignalConfig, 'account' | 'endpoint'>;
  readonly records: Records;
  readonly onStatus: (status: ChannelStatus) => void;
};

type SignalStatus = {
  readonly of: (health: BridgeHealth) => ChannelStatus;
  readonly reportHealth: (health: BridgeHealth) => void;
  readonly reportPause: (pause: Pause | undefined) => void;
  /** Something changed in the store. */
  readonly refresh: () => void;
};

/**
 * Publishes the channel's status when a part of it changed: the bridge's health, the account's pause, or stored
 * records.
 */
export const createStatus = ({config, records, onStatus}: StatusDeps): SignalStatus => {
  let health: BridgeHealth | undefined;
  let pause: Pause | undefined;
  let published: ChannelStatus | undefined;

  const of = (current: BridgeHealth): ChannelStatus =>
    withRecords(statusOf(withPause(current, pause), config), records);

  const refresh = (): void => {
    if (health === undefined) return;
    const status = of(health);
    if (published !== undefined && isSameStatus(status, published)) return;
    published = status;
    onStatus(status);
  };

  return {
    of,
    reportHealth: current => {
      health = current;
      refresh();
    },
    reportPause: current => {
      pause = current;
      refresh();
    },
    refresh,
  };
};

/** `config`: the account and the endpoint. */
const statusOf = (
  health: ChannelHealth,
  {account = health.account, endpoint}: Pick<SignalConfig, 'account' | 'endpoint'>,
): ChannelStatus => {
  const {inbound, outbound, warnings, version, restarts, replays, life, lastReceivedAt, provenAt} = health;
  const because = outbound.open ? (inbound.open ? warnings[0] : inbound.because) : outbound.because;
  return {
    channel: 'signal',
    inbound: inbound.open ? 'up' : 'down',
    outbound: outbound.open ? 'up' : 'down',
    detail: because,
    inboundDetail: !inbound.open ? inbound.because : undefined,
    outboundDetail: !outbound.open ? outbound.because : undefined,
    trouble: outbound.open ? undefined : outbound.trouble,
    account,
    endpoint,
    version,
    life: life.kind,
    replays,
    warnings,
    restarts,
    lastReceivedAt,
    provenAt,
  };
};

/** Adds the account's pause to the health. */
const withPause = (health: BridgeHealth, pause: Pause | undefined): ChannelHealth =>
  health.outbound.open && pause !== undefined
    ? {
        ...health,
        outbound: {open: false, because: pause.because, trouble: pause.token === undefined ? 'limit' : 'captcha'},
      }
    : health;

type Records = {
  readonly store: Pick<Store, 'cursors' | 'ledger'>;
  /** True if an address has been allowed since. Its contact request isn't shown then. */
  readonly isServed: (address: Address) => boolean;
  /** Sentences about lost messages. */
  readonly lost: () => readonly string[];
  readonly dropped: Pick<DroppedLines, 'warnings' | 'count'>;
};

/** Adds what is stored: contact requests, untrusted safety numbers, lost and dropped messages. */
const withRecords = (status: ChannelStatus, {store, isServed, lost, dropped}: Records): ChannelStatus => {
  const contactRequests = readContactRequests(store.cursors, 'signal').filter(({address}) => !isServed(address));
  // A message that arrived later was readable, so the safety number is trusted again.
  const untrusted = readUntrusted(store.cursors).filter(
    ({address, lastAt}) => (store.ledger.of(address).newestIn?.at ?? 0) < lastAt,
  );
  const missing = [...lost(), ...dropped.warnings()];
  const count = dropped.count();
  return {
    ...status,
    warnings: [...(status.warnings ?? []), ...missing],
    ...(missing.length > 0 && {lost: missing}),
    ...(count > 0 && {dropped: count}),
    ...(contactRequests.length > 0 && {contactRequests}),
    ...(untrusted.length > 0 && {untrusted}),
  };
};

/** Compares statuses without the times of the last message and the last check, which aren't changes. */
const isSameStatus = (a: ChannelStatus, b: ChannelStatus): boolean => comparable(a) === comparable(b);

const comparable = ({lastReceivedAt: _in, lastSentAt: _out, provenAt: _proven, ...status}: ChannelStatus): string =>
  JSON.stringify(status);
