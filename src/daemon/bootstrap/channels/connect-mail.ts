// Connects the configured mailbox, or the channel that replaces it.
import {createChannelConnection} from './channel-connection.ts';
import type {ChannelConnection, ConnectOptions} from './channel-entries.ts';
import {connectStandIn} from './standing-in.ts';

export const connectMail = (options: ConnectOptions): ChannelConnection => {
  const {world, config} = options.store;
  const standIn = options.channels?.find(({name}) => name === 'mail');
  if (standIn !== undefined) return connectStandIn(standIn, options);
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
