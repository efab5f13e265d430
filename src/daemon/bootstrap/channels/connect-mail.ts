// Connects the configured mailbox.
import {createChannelConnection} from './channel-connection.ts';
import type {ChannelConnection, ConnectOptions} from './channel-entries.ts';

export const connectMail = (options: ConnectOptions): ChannelConnection => {
  const {world, config} = options.store;
  const connection = createChannelConnection({
    ...world,
    name: 'mail',
    config: () => config.current().mail,
    identityOf: mail => JSON.stringify(mail),
  });
  const follow = async (): Promise<void> => {
    if (config.current().mail === undefined && connection.status() === undefined) return;
    const {mailOpener} = await import('./open-mail.ts');
    await connection.follow(mailOpener(options));
  };
  return {
    ...connection,
    follow,
    reopen: () => {
      connection.expire();
      return follow();
    },
  };
};
