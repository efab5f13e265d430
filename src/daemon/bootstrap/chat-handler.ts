// Handles what people write on a channel, and their answers to reminders.
import {isChat} from '../../shared/records/session-key.ts';
import {answeredMessage} from '../channels/inbox/answered-message.ts';
import {createChatCommands} from '../flows/chat/chat-commands.ts';
import {chatStatus} from '../flows/chat/chat-status.ts';
import {createInboundHandler} from '../flows/chat/inbound-handler.ts';
import {createReadVoice} from '../flows/chat/voice-message.ts';
import {createAnswerReminder} from '../flows/reminders/answer-reminder.ts';
import {describeModel} from '../models/model-registry.ts';
import type {InboundHandler} from '../ports/channel.ts';
import {resolveRoute} from '../routing/resolve-route.ts';
import {chooseChat} from '../sessions/chosen-chat.ts';
import {createCommandRunner} from './agent/agent-tools.ts';
import type {ConnectOptions} from './channels/channel-entries.ts';

export const chatHandler = ({
  store,
  services,
  agent,
  scheduler,
  sessionService,
  conversations,
  cronStarter,
  boot,
  env,
  redactor,
}: ConnectOptions): InboundHandler => {
  const {world, config, people, instants} = store;
  const {index, outbox, reminders, sessions, cronJobs, cronFiles} = services;
  return createInboundHandler({
    ...world,
    router: agent.router,
    index,
    outbox,
    isJob: name => cronJobs.list().jobs.some(job => job.name === name),
    current: people.current,
    userIn: people.userIn,
    named: answeredMessage,
    resolveRoute: inbound => resolveRoute(config.current(), {...inbound, text: '', at: 0}),
    readVoice: createReadVoice({
      ...world,
      outbox,
      program: () => config.current().speech?.command,
      run: createCommandRunner({store, workspace: agent.workspace, env, redactor, tooLong: TOO_LONG}),
      zoneOf: people.zoneOf,
      owner: people.owner,
      closing: boot.closing.signal,
    }),
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
      reach: services.reach,
      reminderService: reminders,
      sessionService,
      conversations: {
        ...conversations,
        cut: async session =>
          world.store.sessions.get(session) === undefined ? undefined : conversations.cut(session),
        made: user => index.list().filter(({key, user: whose}) => isChat(key) && whose === user),
        choose: (user, session) => world.store.transact(() => chooseChat(world.store, user, session)),
      },
      jobs: {
        list: async () => {
          await cronFiles.whenRead();
          return cronJobs.list();
        },
        run: async name => {
          await cronFiles.whenRead();
          return cronStarter.runNow(name);
        },
        setPaused: async (name, paused, by) => {
          await cronFiles.whenRead();
          return cronStarter.setPaused(name, paused, by);
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

const TOO_LONG = 'It took longer than 2 minutes and was ended.';
