// Connects the configured ntfy server.
import type {NtfyChannel} from '../../channels/ntfy/channel.ts';
import type {NtfyConfig} from '../../config/config-schema.ts';
import {createChannelConnection, type OpenedChannel} from './channel-connection.ts';
import type {ChannelConnection, ConnectOptions} from './channel-entries.ts';

export type OpenedNtfy = OpenedChannel & {readonly channel: NtfyChannel};

export const connectNtfy = (options: ConnectOptions): ChannelConnection => {
  const {world, config} = options.store;
  const connection = createChannelConnection<NtfyConfig, OpenedNtfy>({
    ...world,
    name: 'ntfy',
    config: () => config.current().ntfy,
    identityOf: ntfy => JSON.stringify(ntfy),
  });
  return {
    ...connection,
    status: () => connection.opened()?.channel.shownStatus() ?? connection.status(),
    follow: async () => {
      if (config.current().ntfy === undefined && connection.status() === undefined) return;
      const {ntfyOpener} = await import('./open-ntfy.ts');
      await connection.follow(ntfyOpener(options));
    },
  };
};
