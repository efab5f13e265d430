// Connects the configured targets: programs that get alarms and results of jobs.

import {openTargets} from '../../channels/hook/channel.ts';
import type {Config} from '../../config/config-schema.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {createOutboxService} from '../../flows/outbox-service.ts';
import {createRequestOnce} from '../../system/http/request-once.ts';
import {readSecret} from '../../system/read-secret.ts';
import {createChannelConnection, NO_LISTENER, type OpenChannel, type OpenedChannel} from './channel-connection.ts';
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
    follow: () => connection.follow(targetsOpener(options)),
  };
};

const targetsOpener =
  ({store: {world, config, people}, env, redactor}: ConnectOptions): OpenChannel<Config['targets'], OpenedChannel> =>
  async () => {
    const channel = openTargets({
      clock: world.clock,
      targets: () => config.current().targets,
      secretOf: secret => {
        const reading = readSecret(secret, env);
        if (reading.kind === 'secret') redactor.know(reading.value);
        return reading;
      },
      owner: () => people.owner() ?? 'owner',
      request: createRequestOnce(),
    });
    const drain = startOutboxDrain({...world, channel, jitter: Math.random});
    // Deliveries that waited for a secret or another address are tried at once.
    createOutboxService({store: world.store, reschedule: drain.reschedule}).unblock(channel.name);
    return {channel, drain, listening: NO_LISTENER};
  };
