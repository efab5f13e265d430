// Opens the notify channel. Loaded only when a command is configured.
import {openNotify} from '../../channels/notify/channel.ts';
import type {NotifyConfig} from '../../config/config-schema.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {findProgram} from '../../system/find-program.ts';
import {createCommandRunner} from '../agent/agent-tools.ts';
import {NO_LISTENER, type OpenChannel, type OpenedChannel} from './channel-connection.ts';
import type {ConnectOptions} from './channel-entries.ts';

export const notifyOpener =
  (options: ConnectOptions): OpenChannel<NotifyConfig, OpenedChannel> =>
  async config => {
    const {
      store: {world, people},
      agent: {workspace},
      env,
    } = options;
    const channel = openNotify({
      clock: world.clock,
      config,
      zone: () => people.zoneOf(people.owner()),
      run: createCommandRunner({...options, workspace, tooLong: TOO_LONG}),
      find: program => findProgram(program, env['PATH'], workspace.files.root),
    });
    const drain = startOutboxDrain({...world, channel, jitter: Math.random});
    return {channel, drain, listening: NO_LISTENER};
  };

const TOO_LONG = 'It took longer than 30 seconds and was ended.';
