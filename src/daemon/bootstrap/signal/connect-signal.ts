// Connects the configured Signal to the agent.
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {resolveRoute} from '../../routing/resolve-route.ts';
import {createContactNames} from '../../sessions/names.ts';
import type {ChannelConnection} from '../channels/channel-connection.ts';
import {chatHandler} from '../chat-handler.ts';
import type {ConnectOptions} from '../parts.ts';
import type {OpenSignal} from './signal-connection.ts';

export const connectSignal = (options: ConnectOptions): ChannelConnection => {
  const {signal} = options;
  return {
    ...signal,
    follow: () => signal.follow(signalOpener(options)),
  };
};

const signalOpener =
  (options: ConnectOptions): OpenSignal =>
  async (signal, onStatus) => {
    const {
      core,
      agent: {workspace},
      places,
    } = options;
    const {openSignal} = await import('../../channels/signal/channel.ts');
    const {config} = core;
    const channel = openSignal({
      ...core,
      config: signal,
      database: places.database,
      files: workspace.files,
      users: () => config().users,
      agentName: core.agent,
      groupReplies: () => config().signal?.groupReplies ?? 'mention',
      withdraws: () => config().signal?.withdraw === true,
      refusal: (sender, group) => {
        const route = resolveRoute(config(), {channel: 'signal', sender, group});
        return route.kind === 'refused' ? route.reason : undefined;
      },
      names: createContactNames({
        ...core,
        isConfigured: address => core.people.personAt(address) !== undefined,
      }),
      chance: Math.random,
      onStatus,
    });
    const drain = startOutboxDrain({...core, channel, jitter: Math.random});
    const listening = await channel.listen(chatHandler(options));
    return {channel, drain, listening};
  };
