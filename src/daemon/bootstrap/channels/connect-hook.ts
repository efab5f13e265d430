// Connects the configured targets: programs that get alarms and results of jobs.
import {createChannelConnection} from './channel-connection.ts';
import type {ChannelConnection, ConnectOptions} from './channel-entries.ts';

export const connectHook = (options: ConnectOptions): ChannelConnection => {
  const {world, config} = options.store;
  const targets = () => {
    const all = config.current().targets;
    return Object.keys(all).length === 0 ? undefined : all;
  };
  const connection = createChannelConnection({
    ...world,
    name: 'hook',
    config: targets,
    identityOf: all => JSON.stringify(all),
  });
  return {
    ...connection,
    follow: async () => {
      if (targets() === undefined && connection.status() === undefined) return;
      const {targetsOpener} = await import('./open-hook.ts');
      await connection.follow(targetsOpener(options));
    },
  };
};
