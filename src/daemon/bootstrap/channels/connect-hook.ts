// Connects the configured targets: programs that get alarms and results of jobs.

import {openTargets} from '../../channels/hook/channel.ts';
import type {Config} from '../../config/config-schema.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {createOutboxService} from '../../flows/outbox-service.ts';
import {createRequestOnce} from '../../system/http/request-once.ts';
import {readSecret} from '../../system/read-secret.ts';
import type {ConnectOptions} from '../parts.ts';
import type {ChannelConnection} from './channel-connection.ts';
import {createChannelConnection, NO_LISTENER, type OpenChannel, type OpenedChannel} from './channel-connection.ts';

export const connectHook = (options: ConnectOptions): ChannelConnection => {
  const {core, config} = options;
  const targets = () => {
    const all = config.current().targets;
    return Object.keys(all).length === 0 ? undefined : all;
  };
  const connection = createChannelConnection({
    ...core,
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
  ({core, config, env, redactor}: ConnectOptions): OpenChannel<Config['targets'], OpenedChannel> =>
  async () => {
    const channel = openTargets({
      clock: core.clock,
      targets: () => config.current().targets,
      secretOf: secret => {
        const reading = readSecret(secret, env);
        if (reading.kind === 'secret') redactor.know(reading.value);
        return reading;
      },
      owner: () => core.people.owner() ?? 'owner',
      request: createRequestOnce(),
    });
    const drain = startOutboxDrain({...core, channel, jitter: Math.random});
    // Deliveries that waited for a secret or another address are tried at once.
    createOutboxService({store: core.store, reschedule: drain.reschedule}).unblock(channel.name);
    return {channel, drain, listening: NO_LISTENER};
  };
