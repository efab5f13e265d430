// Connects the configured ntfy server.

import type {Environment} from '../../../shared/records/places.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {NtfyChannel} from '../../channels/ntfy/channel.ts';
import {openNtfy} from '../../channels/ntfy/channel.ts';
import type {NtfyConfig} from '../../config/config-schema.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {createOutboxService} from '../../flows/outbox-service.ts';
import {chatHandler} from '../chat-handler.ts';
import type {ConnectOptions} from '../parts.ts';
import type {ChannelConnection} from './channel-connection.ts';
import {createChannelConnection, type OpenChannel, type OpenedChannel} from './channel-connection.ts';

type OpenedNtfy = OpenedChannel & {readonly channel: NtfyChannel};

export const connectNtfy = (options: ConnectOptions): ChannelConnection => {
  const {core, config} = options;
  const connection = createChannelConnection<NtfyConfig, OpenedNtfy>({
    ...core,
    name: 'ntfy',
    config: () => config.current().ntfy,
    identityOf: ntfy => JSON.stringify(ntfy),
  });
  return {
    ...connection,
    status: () => connection.opened()?.channel.shownStatus() ?? connection.status(),
    follow: () => connection.follow(ntfyOpener(options)),
  };
};

const ntfyOpener =
  (options: ConnectOptions): OpenChannel<NtfyConfig, OpenedNtfy> =>
  async (config, onStatus) => {
    const {core, env, redactor} = options;
    const token = tokenOf(config, env);
    if (token !== undefined) redactor.know(token);
    const channel = openNtfy({...core, config, token, chance: Math.random, onStatus});
    const drain = startOutboxDrain({...core, channel, jitter: Math.random});
    // Retries immediately the deliveries that waited for a valid configuration.
    createOutboxService({store: core.store, reschedule: drain.reschedule}).unblock(channel.name);
    const listening = await channel.listen(chatHandler(options));
    return {channel, drain, listening};
  };

const tokenOf = ({token}: NtfyConfig, env: Environment): string | undefined => {
  if (typeof token !== 'object') return token;
  const value = env[token.env];
  if (value !== undefined && value !== '') return value;
  const sentence = `The variable ${token.env} of ntfy.token isn't set. Export it, then run: rooster daemon restart`;
  throw new GatewayError('invalid', sentence);
};
