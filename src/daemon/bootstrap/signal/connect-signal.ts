// Connects the configured Signal to the agent.

import {receiptsAndReactions} from '../../outputs.ts';
import {resolveRoute} from '../../routing/resolve-route.ts';
import {createContactNames} from '../../sessions/names.ts';
import {type ChannelConnection, startSending} from '../channels/channel-connection.ts';
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
      gate,
    } = options;
    const {openSignal} = await import('../../channels/signal/channel.ts');
    const {config} = core;
    const opened = openSignal({
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
      held: gate && (() => gate.passed()),
      outgoing: caller => receiptsAndReactions(caller, gate, core.clock),
    });
    const {channel, drain} = startSending(core, gate, opened);
    const listening = await channel.listen(chatHandler(options));
    return {channel, drain, listening};
  };
