// Handles what people write on a channel, and their answers to reminders. Loaded with the first channel that receives.
import {createChatCommands} from '../flows/chat/chat-commands.ts';
import {chatStatus} from '../flows/chat/chat-status.ts';
import {createInboundHandler} from '../flows/chat/inbound-handler.ts';
import {createAnswerReminder} from '../flows/reminders/answer-reminder.ts';
import {describeModel} from '../models/model-registry.ts';
import type {InboundHandler} from '../ports/channel.ts';
import {resolveRoute} from '../routing/resolve-route.ts';
import type {ConnectOptions} from './channels/channel-entries.ts';

export const chatHandler = ({
  store,
  services,
  agent,
  scheduler,
  sessionService,
  cronStarter,
  boot,
  env,
}: ConnectOptions): InboundHandler => {
  const {world, config, people, instants} = store;
  const {index, outbox, reminders, sessions, cronJobs, cronFiles} = services;
  return createInboundHandler({
    ...world,
    router: agent.router,
    index,
    outbox,
    resolveRoute: inbound => resolveRoute(config.current(), {...inbound, text: '', at: 0}),
    takeAnswer: createAnswerReminder({
      ...world,
      outbox,
      index,
      resolveWhen: store.timeReaders.resolveWhen,
      instants,
      reschedule: () => scheduler.reschedule(),
    }),
    commands: createChatCommands({
      ...world,
      outbox,
      reminderService: reminders,
      sessionService,
      jobs: {
        list: async () => {
          await cronFiles.whenRead();
          return cronJobs.list();
        },
        run: async name => {
          await cronFiles.whenRead();
          return cronStarter.runNow(name);
        },
        setPaused: async (name, paused) => {
          await cronFiles.whenRead();
          return cronStarter.setPaused(name, paused);
        },
      },
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
