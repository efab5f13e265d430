// One entry for each channel. A new channel doesn't compile until its entry is complete.

import {CHANNELS, type ChannelName} from '../../../shared/records/channels.ts';
import type {Environment} from '../../../shared/records/places.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {openNtfy} from '../../channels/ntfy/channel.ts';
import {HOOK} from '../../channels/send-only/hook.ts';
import {NOTIFY} from '../../channels/send-only/notify.ts';
import type {Config, NtfyConfig} from '../../config/config-schema.ts';
import type {Channel} from '../../ports/channel.ts';
import {chatHandler} from '../chat-handler.ts';
import type {DaemonOptions} from '../daemon-options.ts';
import type {ConnectOptions} from '../parts.ts';
import {connectSignal} from '../signal/connect-signal.ts';
import type {ChannelConnection} from './channel-connection.ts';
import {type ConfiguredChannel, connectChannel, sendOnly} from './connect-channel.ts';
import {MAIL} from './mail-channel.ts';

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

const tokenOf = ({token}: NtfyConfig, env: Environment): string | undefined => {
  if (typeof token !== 'object') return token;
  const value = env[token.env];
  if (value !== undefined && value !== '') return value;
  const sentence = `The variable ${token.env} of ntfy.token isn't set. Export it, then run: rooster daemon restart`;
  throw new GatewayError('invalid', sentence);
};

/** The configured ntfy server. */
const NTFY: ConfiguredChannel<NtfyConfig> = {
  name: 'ntfy',
  configured: ({ntfy}) => ntfy,
  waitsForFix: true,
  open: async (config, {core, env, redactor}, onStatus) => {
    const token = tokenOf(config, env);
    if (token !== undefined) redactor.know(token);
    return openNtfy({...core, config, token, chance: Math.random, onStatus});
  },
};

const CHANNEL_ENTRIES: Readonly<Record<ChannelName, ChannelEntry>> = {
  // Nothing is sent to the terminal: socket clients fetch its deliveries.
  terminal: {sends: () => false, connect: () => undefined},
  signal: {sends: ({signal}) => signal !== undefined, connect: connectSignal, standInListens: true},
  ntfy: configured(NTFY),
  notify: configured(sendOnly(NOTIFY)),
  hook: configured(sendOnly(HOOK)),
  mail: {...configured(MAIL), standInListens: true},
};

/**
 * An injected channel in the place of a configured one: what it receives is handled as that channel's. It has the
 * status and deliveries of any injected channel.
 */
const connectStandIn = (channel: Channel, options: ConnectOptions): ChannelConnection => {
  let listening: Promise<AsyncDisposable> | undefined;
  let closed = false;
  const listen = async (): Promise<AsyncDisposable> => {
    return closed ? NOTHING_TO_CLOSE : channel.listen(chatHandler(options));
  };
  const stopIntake = async (): Promise<void> => {
    closed = true;
    await (await listening)?.[Symbol.asyncDispose]();
  };
  return {
    channel: () => channel,
    status: () => undefined,
    follow: async () => {
      listening ??= listen();
      await listening;
    },
    reschedule: () => {},
    stopIntake,
    [Symbol.asyncDispose]: async () => {},
  };
};

const NOTHING_TO_CLOSE: AsyncDisposable = {[Symbol.asyncDispose]: async () => {}};
