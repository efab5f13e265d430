// One entry for each channel. A new channel doesn't compile until its entry is complete.

import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {ChannelName} from '../../../shared/records/channels.ts';
import type {Config} from '../../config/config-schema.ts';
import type {ConversationService} from '../../flows/conversations/conversation-service.ts';
import type {CronStarter} from '../../flows/cron/cron-starter.ts';
import type {SessionService} from '../../flows/session-service.ts';
import type {Channel} from '../../ports/channel.ts';
import type {Scheduler} from '../../schedule/scheduler.ts';
import type {AgentPart} from '../build-agent.ts';
import type {ServicesPart} from '../build-services.ts';
import type {StorePart} from '../build-store.ts';
import type {BuildOptions} from '../daemon-options.ts';
import {connectSignal} from '../signal/connect-signal.ts';
import type {SignalConnection} from '../signal/signal-connection.ts';
import {connectHook} from './connect-hook.ts';
import {connectMail} from './connect-mail.ts';
import {connectNotify} from './connect-notify.ts';
import {connectNtfy} from './connect-ntfy.ts';
import {connectStandIn} from './connect-stand-in.ts';

/** Parameters of a channel when it connects. */
export type ConnectOptions = BuildOptions & {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly agent: AgentPart;
  readonly scheduler: Scheduler;
  readonly cronStarter: CronStarter;
  readonly sessionService: SessionService;
  readonly conversations: ConversationService;
  readonly signal: SignalConnection;
};

/** A channel in the daemon, configured or not. Disposing closes it. */
export type ChannelConnection = AsyncDisposable & {
  /** The open channel. Undefined while it isn't open. */
  readonly channel: () => Channel | undefined;
  readonly status: () => ChannelStatus | undefined;
  /** Opens, closes or reopens the channel to match the current configuration. */
  readonly follow: () => Promise<void>;
  /** Closes the channel and opens it again. */
  readonly reopen?: () => Promise<void>;
  /** Sends due deliveries now. */
  readonly reschedule: () => void;
  /** Stops passing messages to the agent. Deliveries still leave. */
  readonly stopIntake: () => Promise<void>;
};

type ChannelEntry = {
  /** True if the outbox sends on this channel. Deliveries to the terminal aren't sent: socket clients fetch them. */
  readonly sends: (config: Config) => boolean;
  /** Undefined for a channel that needs no connection. */
  readonly connect: ((options: ConnectOptions) => ChannelConnection) | undefined;
  /** True if an injected channel in its place is listened to, and not only sent to. @default false */
  readonly standInListens?: boolean;
};

/** Connects a channel, or the injected one that replaces it. Undefined if nothing needs a connection. */
export const connectChannel = (name: ChannelName, options: ConnectOptions): ChannelConnection | undefined => {
  const {connect, standInListens = false} = CHANNEL_ENTRIES[name];
  const standIn = options.channels?.find(channel => channel.name === name);
  if (standIn === undefined) return connect?.(options);
  return standInListens ? connectStandIn(standIn, options) : undefined;
};

/** True if deliveries can leave on a channel: it is configured, or injected. */
export const servesChannel = ({channels = []}: Pick<BuildOptions, 'channels'>, config: Config, name: string): boolean =>
  channels.some(channel => channel.name === name) ||
  (Object.hasOwn(CHANNEL_ENTRIES, name) && CHANNEL_ENTRIES[name as ChannelName].sends(config));

export const CHANNEL_ENTRIES: Readonly<Record<ChannelName, ChannelEntry>> = {
  terminal: {sends: () => false, connect: undefined},
  signal: {sends: ({signal}) => signal !== undefined, connect: connectSignal, standInListens: true},
  ntfy: {sends: ({ntfy}) => ntfy !== undefined, connect: connectNtfy},
  notify: {sends: ({notify}) => notify !== undefined, connect: connectNotify},
  hook: {sends: ({targets}) => Object.keys(targets).length > 0, connect: connectHook},
  mail: {sends: ({mail}) => mail !== undefined, connect: connectMail, standInListens: true},
};
