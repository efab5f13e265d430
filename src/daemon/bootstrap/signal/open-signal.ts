// Opens Signal with everything it needs from the agent. Loaded when Signal is configured.
import {present} from '../../../shared/fields/present.ts';
import {openSignal as openChannel} from '../../channels/signal/channel.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {createChatCommands} from '../../flows/chat/chat-commands.ts';
import {chatStatus} from '../../flows/chat/chat-status.ts';
import {createInboundHandler} from '../../flows/chat/hear-person.ts';
import {createAnswerReminder} from '../../flows/reminders/answer-reminder.ts';
import {describeModel} from '../../models/model-registry.ts';
import type {InboundHandler} from '../../ports/channel.ts';
import {resolveRoute} from '../../routing/resolve-route.ts';
import {createContactNames} from '../../sessions/names.ts';
import type {ConnectOptions} from '../channel-entries.ts';
import {resolveWhen} from '../resolve-when.ts';
import type {OpenSignal} from './signal-connection.ts';

export const signalOpener =
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
      refusal: (sender, group) => {
        const route = resolveRoute(config.current(), {channel: 'signal', sender, text: '', at: 0, ...present({group})});
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
    const listening = await channel.listen(signalHandler(options));
    return {channel, drain, listening};
  };

/** Handles what people write on Signal, whichever channel brings it. */
export const signalHandler = ({
  store,
  services,
  agent,
  scheduler,
  sessionService,
  boot,
  env,
}: ConnectOptions): InboundHandler => {
  const {world, config, people} = store;
  const {index, outbox, reminders, sessions} = services;
  return createInboundHandler({
    ...world,
    router: agent.router,
    index,
    outbox,
    resolveRoute: inbound => resolveRoute(config.current(), {...inbound, text: '', at: 0}),
    takeAnswer: createAnswerReminder({...world, outbox, index, resolveWhen, reschedule: () => scheduler.reschedule()}),
    commands: createChatCommands({
      ...world,
      outbox,
      reminderService: reminders,
      sessionService,
      zoneOf: people.zoneOf,
      status: session =>
        chatStatus(
          {
            store: world.store,
            sessions,
            now: world.clock.now(),
            startedAt: boot.startedAt,
            model: describeModel(config.current(), env),
          },
          session,
        ),
    }),
  });
};
