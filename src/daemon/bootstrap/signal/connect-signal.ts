// Connects the configured Signal to the agent.
import {openSignal as openChannel} from '../../channels/signal/channel.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {resolveRoute} from '../../routing/resolve-route.ts';
import {createContactNames} from '../../sessions/names.ts';
import type {ChannelConnection, ConnectOptions} from '../channels/channel-entries.ts';
import {chatHandler} from '../chat-handler.ts';
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
      store: {world, config},
      services: {index},
      agent: {workspace},
      places,
    } = options;
    const channel = openChannel({
      ...world,
      config: signal,
      database: places.database,
      files: workspace.files,
      users: () => config.current().users,
      agentName: options.store.agent,
      groupReplies: () => config.current().signal?.groupReplies ?? 'mention',
      withdraws: () => config.current().signal?.withdraw === true,
      refusal: (sender, group) => {
        const route = resolveRoute(config.current(), {channel: 'signal', sender, text: '', at: 0, group});
        return route.kind === 'refused' ? route.reason : undefined;
      },
      names: createContactNames({
        store: world.store,
        index,
        agent: options.store.agent,
        isConfigured: address => options.store.people.personAt(address) !== undefined,
      }),
      chance: Math.random,
      onStatus,
    });
    const drain = startOutboxDrain({...world, channel, jitter: Math.random});
    const listening = await channel.listen(chatHandler(options));
    return {channel, drain, listening};
  };
