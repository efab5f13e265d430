// The channels on which deliveries leave.
import {CHANNELS, type ChannelName} from '../../../shared/records/channels.ts';
import type {Config} from '../../config/config-schema.ts';
import type {DaemonOptions} from '../daemon-options.ts';

/**
 * True if the configuration lets the outbox send there. Deliveries to the terminal aren't sent: socket clients fetch
 * them.
 */
const SENDS: Readonly<Record<ChannelName, (config: Config) => boolean>> = {
  terminal: () => false,
  signal: ({signal}) => signal !== undefined,
  ntfy: ({ntfy}) => ntfy !== undefined,
  notify: ({notify}) => notify !== undefined,
  hook: ({targets}) => Object.keys(targets).length > 0,
  mail: ({mail}) => mail !== undefined,
};

/** The configured channels that send. */
export const sendingChannels = (config: Config): readonly ChannelName[] => CHANNELS.filter(name => SENDS[name](config));

/** True if deliveries can leave on a channel: it is configured, or injected. */
export const servesChannel = (
  {channels = []}: Pick<DaemonOptions, 'channels'>,
  config: Config,
  name: string,
): boolean =>
  channels.some(channel => channel.name === name) || sendingChannels(config).some(sending => sending === name);
