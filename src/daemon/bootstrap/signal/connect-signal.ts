// Connects the configured Signal, or the channel that replaces it.
import type {Channel} from '../../ports/channel.ts';
import type {ChannelConnection, ConnectOptions} from '../channels/channel-entries.ts';

export const connectSignal = (options: ConnectOptions): ChannelConnection => {
  const standIn = options.channels?.find(({name}) => name === 'signal');
  return standIn === undefined ? configured(options) : standingIn(standIn, options);
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

/** A replacement channel has the status and deliveries of any channel. Only received messages are handled as Signal's. */
const standingIn = (channel: Channel, options: ConnectOptions): ChannelConnection => {
  let listening: Promise<AsyncDisposable> | undefined;
  let closed = false;
  const listen = async (): Promise<AsyncDisposable> => {
    const {chatHandler} = await import('../chat-handler.ts');
    return closed ? NOTHING : channel.listen(chatHandler(options));
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

const NOTHING: AsyncDisposable = {[Symbol.asyncDispose]: async () => {}};
