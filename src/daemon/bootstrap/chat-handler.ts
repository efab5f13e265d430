// Handles what people write on a channel, and their answers to reminders.
import {isChat, isIsolated} from '../../shared/records/session-key.ts';
import {answeredMessage} from '../channels/inbox/answered-message.ts';
import {createAnswerApproval, createApprovalHint} from '../flows/approvals/on-phone.ts';
import {createChatCommands} from '../flows/chat/chat-commands.ts';
import {chatStatus} from '../flows/chat/chat-status.ts';
import {createInboundHandler} from '../flows/chat/inbound-handler.ts';
import {createReadVoice} from '../flows/chat/voice-message.ts';
import {setQuiet} from '../flows/reach/set-quiet.ts';
import {createAnswerReminder} from '../flows/reminders/answer-reminder.ts';
import {describeModel} from '../models/model-registry.ts';
import type {InboundHandler, TakeAnswer} from '../ports/channel.ts';
import {resolveRoute} from '../routing/resolve-route.ts';
import {chooseChat} from '../sessions/chosen-chat.ts';
import {createCommandRunner} from './agent/agent-tools.ts';
import type {ConnectOptions} from './parts.ts';

export const chatHandler = ({
  core,
  services: {reminders, cronJobs, cronFiles},
  agent,
  schedule: {cron},
  sessionService,
  conversations,
  env,
  redactor,
  sandbox,
  gate,
}: ConnectOptions): InboundHandler => {
  const {store, clock, config, index, sessions} = core;
  return createInboundHandler({
    ...core,
    router: agent.router,
    isJob: name => cronJobs.list().jobs.some(job => job.name === name),
    named: answeredMessage,
    resolveRoute: origin => resolveRoute(config(), origin),
    readVoice: createReadVoice({
      ...core,
      run: createCommandRunner({core, workspace: agent.workspace, env, redactor, sandbox, gate, tooLong: TOO_LONG}),
    }),
    takeAnswer: firstOf(
      createAnswerApproval(core, agent.approvals),
      createAnswerReminder(core),
      createApprovalHint(core),
    ),
    commands: createChatCommands({
      ...core,
      reminderService: reminders,
      sessionService,
      conversations: {
        ...conversations,
        cut: async session => (store.sessions.get(session) === undefined ? undefined : conversations.cut(session)),
        made: user => index.list().filter(({key, user: whose}) => isChat(key) && whose === user),
        withUser: user =>
          index.list().flatMap(({key, user: whose}) => (whose === user && !isIsolated(key) ? [key] : [])),
        search: (session, words, limit) => store.messages.search(words, {session, limit}),
        choose: (user, session) => store.transact(() => chooseChat(store, user, session)),
      },
      setQuiet: (person, words) => setQuiet(core, person, words),
      jobs: {
        list: async () => {
          await cronFiles.whenRead();
          return cronJobs.list();
        },
        run: async name => {
          await cronFiles.whenRead();
          return cron.runNow(name);
        },
        pauseJob: async (name, until, by) => {
          await cronFiles.whenRead();
          return await cron.pauseJob(name, until, by);
        },
        resumeJob: async (name, by) => {
          await cronFiles.whenRead();
          return cron.resumeJob(name, by);
        },
      },
      status: session =>
        chatStatus(
          {store, sessions, now: clock.now(), startedAt: core.startedAt, model: describeModel(config(), env)},
          session,
        ),
    }),
  });
};

/** Asks one after the other until one takes the answer. */
const firstOf =
  (...takers: readonly TakeAnswer[]): TakeAnswer =>
  async answer => {
    for (const take of takers) if ((await take(answer)) === 'taken') return 'taken';
    return 'not-ours';
  };

const TOO_LONG = 'It took longer than 2 minutes and was ended.';
