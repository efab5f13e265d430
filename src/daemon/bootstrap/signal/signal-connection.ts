// The connection to Signal, open while the configuration names an account or endpoint.

import type {SignalChannel} from '../../channels/signal/channel.ts';
import type {Config, SignalConfig} from '../../config/config-schema.ts';
import type {World} from '../../ports/system.ts';
import {
  createChannelConnection,
  type OpenableConnection,
  type OpenChannel,
  type OpenedChannel,
} from '../channels/channel-connection.ts';

type SignalConnectionDeps = Pick<World, 'store' | 'log'> & {readonly config: () => Config};

type OpenedSignal = OpenedChannel & {readonly channel: SignalChannel};

export type OpenSignal = OpenChannel<SignalConfig, OpenedSignal>;

export type SignalConnection = Omit<OpenableConnection<SignalConfig, OpenedSignal>, 'opened' | 'channel'> & {
  /** The open channel. Undefined while Signal isn't open. */
  readonly channel: () => SignalChannel | undefined;
};

export const createSignalConnection = ({store, log, config}: SignalConnectionDeps): SignalConnection => {
  const connection = createChannelConnection<SignalConfig, OpenedSignal>({
    store,
    log,
    name: 'signal',
    config: () => config().signal,
    // Allowed senders are checked per message instead.
    identityOf: ({account, endpoint, command}) => JSON.stringify([account, endpoint, command]),
    onUnchanged: ({channel}) => channel.resolveContacts(),
  });
  return {...connection, channel: () => connection.opened()?.channel};
};
