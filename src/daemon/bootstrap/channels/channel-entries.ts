// One entry for each channel. A new channel doesn't compile until its entry is complete.
import {CHANNELS, type ChannelName} from '../../../shared/records/channels.ts';
import {HOOK} from '../../channels/send-only/hook.ts';
import {NOTIFY} from '../../channels/send-only/notify.ts';
import type {Config} from '../../config/config-schema.ts';
import type {DaemonOptions} from '../daemon-options.ts';
import type {ConnectOptions} from '../parts.ts';
import {connectSignal} from '../signal/connect-signal.ts';
import type {ChannelConnection} from './channel-connection.ts';
import {type ConfiguredChannel, connectChannel, sendOnly} from './connect-channel.ts';
import {connectStandIn} from './connect-stand-in.ts';
import {MAIL} from './mail-channel.ts';
import {NTFY} from './ntfy-channel.ts';

type ChannelEntry = {
  /** True if the configuration lets the outbox send there. */
  readonly sends: (config: Config) => boolean;
  readonly connect: (options: ConnectOptions) => ChannelConnection | undefined;
  /** True if an injected channel in its place is listened to, and not only sent to. @default false */
  readonly standInListens?: boolean;
};

/** Connects a channel, or the injected one that replaces it. Undefined if nothing needs a connection. */
export const connectNamed = (name: ChannelName, options: ConnectOptions): ChannelConnection | undefined => {
  const {connect, standInListens = false} = CHANNEL_ENTRIES[name];
  const standIn = options.channels?.find(channel => channel.name === name);
  if (standIn === undefined) return connect(options);
  return standInListens ? connectStandIn(standIn, options) : undefined;
};

/** The configured channels that send. */
export const sendingChannels = (config: Config): readonly ChannelName[] =>
  CHANNELS.filter(name => CHANNEL_ENTRIES[name].sends(config));

/** True if deliveries can leave on a channel: it is configured, or injected. */
export const servesChannel = (
  {channels = []}: Pick<DaemonOptions, 'channels'>,
  config: Config,
  name: string,
): boolean =>
  channels.some(channel => channel.name === name) || sendingChannels(config).some(sending => sending === name);

const configured = <C>(channel: ConfiguredChannel<C>): ChannelEntry => ({
  sends: config => channel.configured(config) !== undefined,
  connect: options => connectChannel(channel, options),
});

const CHANNEL_ENTRIES: Readonly<Record<ChannelName, ChannelEntry>> = {
  // Nothing is sent to the terminal: socket clients fetch its deliveries.
  terminal: {sends: () => false, connect: () => undefined},
  signal: {sends: ({signal}) => signal !== undefined, connect: connectSignal, standInListens: true},
  ntfy: configured(NTFY),
  notify: configured(sendOnly(NOTIFY)),
  hook: configured(sendOnly(HOOK)),
  mail: {...configured(MAIL), standInListens: true},
};
