// Connects Signal: the configured one, or the channel that stands in for it.
import type {Channel} from '../../ports/channel.ts';
import type {ChannelConnection, ConnectOptions} from '../channel-entries.ts';

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

/** Its status and its deliveries are those of every channel that is handed in; only what it receives is Signal's. */
const standingIn = (channel: Channel, options: ConnectOptions): ChannelConnection => {
  let listening: Promise<AsyncDisposable> | undefined;
  let closed = false;
  const listen = async (): Promise<AsyncDisposable> => {
    const {signalHandler} = await import('./open-signal.ts');
    return closed ? NOTHING : channel.listen(signalHandler(options));
  };
  const stopIntake = async (): Promise<void> => {
    closed = true;
    await (await listening)?.[Symbol.asyncDispose]();
  };
  return {
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
