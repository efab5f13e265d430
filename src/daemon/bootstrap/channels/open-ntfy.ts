// Opens the ntfy channel. Loaded only when a topic is configured.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Environment} from '../../../shared/records/places.ts';
import {openNtfy} from '../../channels/ntfy/channel.ts';
import type {NtfyConfig} from '../../config/config-schema.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {createOutboxService} from '../../flows/outbox-service.ts';
import type {OpenedNtfy} from '../channels/connect-ntfy.ts';
import {chatHandler} from '../chat-handler.ts';
import type {OpenChannel} from './channel-connection.ts';
import type {ConnectOptions} from './channel-entries.ts';

export const ntfyOpener =
  (options: ConnectOptions): OpenChannel<NtfyConfig, OpenedNtfy> =>
  async (config, onStatus) => {
    const {
      store: {world},
      env,
      redactor,
    } = options;
    const token = tokenOf(config, env);
    if (token !== undefined) redactor.know(token);
    const channel = openNtfy({...world, config, token, chance: Math.random, onStatus});
    const drain = startOutboxDrain({...world, channel, jitter: Math.random});
    // Retries immediately the deliveries that waited for a valid configuration.
    createOutboxService({store: world.store, reschedule: drain.reschedule}).unblock(channel.name);
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
