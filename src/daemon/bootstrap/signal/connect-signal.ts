// Connects the configured Signal.
import type {ChannelConnection, ConnectOptions} from '../channels/channel-entries.ts';

export const connectSignal = (options: ConnectOptions): ChannelConnection => {
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
