// Connects the configured notify command.
import {createChannelConnection} from './channel-connection.ts';
import type {ChannelConnection, ConnectOptions} from './channel-entries.ts';

export const connectNotify = (options: ConnectOptions): ChannelConnection => {
  const {world, config} = options.store;
  const connection = createChannelConnection({
    ...world,
    name: 'notify',
    config: () => config.current().notify,
    identityOf: ({command}) => JSON.stringify(command),
  });
  return {
    ...connection,
    // Without its program the channel rejects each delivery and isn't shown as up.
    status: () => {
      const status = connection.status();
      const [missing] = status?.warnings ?? [];
      return status === undefined || missing === undefined ? status : {...status, outbound: 'down', detail: missing};
    },
    follow: async () => {
      if (config.current().notify === undefined && connection.status() === undefined) return;
      const {notifyOpener} = await import('./open-notify.ts');
      await connection.follow(notifyOpener(options));
    },
  };
};
