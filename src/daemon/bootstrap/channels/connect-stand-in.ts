// An injected channel in the place of a configured one: what it receives is handled as that channel's.
import type {Channel} from '../../ports/channel.ts';
import {chatHandler} from '../chat-handler.ts';
import type {ConnectOptions} from '../parts.ts';
import type {ChannelConnection} from './channel-connection.ts';

/** It has the status and deliveries of any injected channel. */
export const connectStandIn = (channel: Channel, options: ConnectOptions): ChannelConnection => {
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
