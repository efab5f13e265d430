// Connects the configured mailbox.
import {createChannelConnection} from './channel-connection.ts';
import type {ChannelConnection, ConnectOptions} from './channel-entries.ts';
import {isReplaced} from './is-replaced.ts';

export const connectMail = (options: ConnectOptions): ChannelConnection | undefined => {
  const {world, config} = options.store;
  if (isReplaced(options, 'mail')) return undefined;
  const connection = createChannelConnection({
    ...world,
    name: 'mail',
    config: () => config.current().mail,
    identityOf: mail => JSON.stringify(mail),
  });
  return {
    ...connection,
    follow: async () => {
      if (config.current().mail === undefined && connection.status() === undefined) return;
      const {mailOpener} = await import('./open-mail.ts');
      await connection.follow(mailOpener(options));
    },
  };
};
