// Connects the configured notify command.

import {openNotify} from '../../channels/notify/channel.ts';
import type {NotifyConfig} from '../../config/config-schema.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {findProgram} from '../../system/find-program.ts';
import {createCommandRunner} from '../agent/agent-tools.ts';
import type {ConnectOptions} from '../parts.ts';
import type {ChannelConnection} from './channel-connection.ts';
import {createChannelConnection, NO_LISTENER, type OpenChannel, type OpenedChannel} from './channel-connection.ts';

export const connectNotify = (options: ConnectOptions): ChannelConnection => {
  const {core, config} = options;
  const connection = createChannelConnection({
    ...core,
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
    follow: () => connection.follow(notifyOpener(options)),
  };
};

const notifyOpener =
  (options: ConnectOptions): OpenChannel<NotifyConfig, OpenedChannel> =>
  async config => {
    const {
      core,
      agent: {workspace},
      env,
    } = options;
    const channel = openNotify({
      clock: core.clock,
      config,
      zone: () => core.people.zoneOf(core.people.owner()),
      run: createCommandRunner({...options, workspace, tooLong: TOO_LONG}),
      find: program => findProgram(program, env['PATH'], workspace.files.root),
    });
    const drain = startOutboxDrain({...core, channel, jitter: Math.random});
    return {channel, drain, listening: NO_LISTENER};
  };

const TOO_LONG = 'It took longer than 30 seconds and was ended.';
