// Connects the configured Signal, or the channel that replaces it.
import type {ChannelConnection, ConnectOptions} from '../channels/channel-entries.ts';
import {connectStandIn} from '../channels/standing-in.ts';

export const connectSignal = (options: ConnectOptions): ChannelConnection => {
  const standIn = options.channels?.find(({name}) => name === 'signal');
  return standIn === undefined ? configured(options) : connectStandIn(standIn, options);
};

const configured = (options: ConnectOptions): ChannelConnection => {
  const {
    signal,
    store: {config},
  } = options;
  return {
    ...signal,
    follow: async () => {
      if (config.current().signal === undefined && signal.status() === undefined) return;
      const {signalOpener} = await import('./open-signal.ts');
      await signal.follow(signalOpener(options));
    },
  };
};
