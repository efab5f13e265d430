// A conversation with the offline assistant: a real store in memory, the real reminder service, and turns as the daemon stores them.

import {onTestFinished} from 'vitest';
import {createOfflineAnswerer} from '../../src/daemon/flows/offline/answer-offline.ts';
import type {ReminderService} from '../../src/daemon/flows/reminders/reminder-actions.ts';
import {createReminderService} from '../../src/daemon/flows/reminders/reminder-service.ts';
import {findWhen, resolveWhen} from '../../src/daemon/schedule/moments/human-time.ts';
import {createInstants} from '../../src/daemon/schedule/series/instants.ts';
import {readSentence} from '../../src/daemon/schedule/words/read-sentence.ts';
import {runOfflineStep} from '../../src/daemon/turns/offline-turn.ts';
import type {Language} from '../../src/shared/languages/language.ts';
import {LANGUAGES} from '../../src/shared/languages/languages.ts';
import type {Address} from '../../src/shared/records/address.ts';
import type {ReminderId, TurnId} from '../../src/shared/records/ids.ts';
import type {CronJob} from '../../src/shared/records/jobs/cron-job.ts';
import {REMINDER_STATES, type Reminder} from '../../src/shared/records/jobs/jobs.ts';
import type {Message} from '../../src/shared/records/message.ts';
import type {SessionKey} from '../../src/shared/records/session-key.ts';
import type {Trust} from '../../src/shared/records/trust.ts';
import type {Turn} from '../../src/shared/records/turn.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {aSession} from '../daemon/store/store-fixture.ts';
import {countingIds} from './counting-ids.ts';
import {fakeClock} from './fake-clock.ts';
import {memoryLog} from './memory-log.ts';
import {openNewStore} from './new-database.ts';
import {testCore} from './test-core.ts';

/** Saturday 21 November 2026, 14:00 in Berlin. */
export const NOON = Date.UTC(2026, 10, 21, 13);
export const BERLIN = 'Europe/Berlin';

export type TalkOptions = {
  readonly zone?: string;
  readonly trust?: Trust;
  readonly session?: SessionKey;
  readonly promptChannel?: string;
  readonly delivery?: readonly Address[];
  readonly jobs?: readonly CronJob[];
  readonly languages?: readonly Language[];
  readonly locale?: string;
  /** The programs of this computer. @default none */
  readonly programs?: readonly string[];
};

export type Said = {readonly reply: string; readonly calls: readonly Readonly<Record<string, unknown>>[]};

export const startOfflineConversation = (options: TalkOptions = {}) => {
  const {zone = BERLIN, trust = 'full', delivery = ['terminal:default'], session = 'rooster:main', jobs = []} = options;
  const {languages = LANGUAGES, locale = '', programs = []} = options;
  const clock = fakeClock(NOON);
  const log = memoryLog();
  const ids = countingIds();
  const store = openNewStore({clock, log});
  onTestFinished(() => store[Symbol.dispose]());
  store.transact(() => store.sessions.put(aSession({key: session, trust, user: 'Alice'})));
  let failure: string | undefined;
  const reminderService = createReminderService({
    ...testCore({
      store,
      clock,
      ids,
      log,
      reschedule: () => {},
      people: {person: () => ({name: 'Alice', trust, zone, addresses: delivery}), zoneOf: () => zone},
      times: {
        resolveWhen: (text, context) => resolveWhen(text, {...context, languages, locale}),
        instants: createInstants(),
        readWords: (text, context) => readSentence(text, {...context, languages, locale}),
      },
    }),
    watchedJobs: () => [],
    whenRead: async () => {},
    channels: ['terminal', 'signal'],
  });
  const answerOffline = createOfflineAnswerer({
    ...testCore({store, clock, agent: () => 'rooster'}),
    jobs: async () => jobs,
    cron: {
      runNow: () => 'run_1',
      pauseJob: async name => jobs.find(job => job.name === name) ?? Promise.reject(new Error('no job')),
      resumeJob: () => undefined,
      remove: async () => undefined,
      edit: () => Promise.reject(new GatewayError('unavailable', 'There is no folder for jobs.')),
      create: () => Promise.reject(new GatewayError('unavailable', 'There is no folder for jobs.')),
    },
    isProgram: name => programs.includes(name),
    languages,
    locale: () => locale,
    findWhen: (text, context) => findWhen(text, {...context, languages, locale}),
    reminderService: unlessFailing(reminderService, () => failure),
  });

  const add = (message: Pick<Message, 'role' | 'text' | 'source'> & Partial<Message>): Message =>
    store.transact(() => store.messages.add({id: ids.next('msg'), session, at: clock.now(), ...message}));

  /** A turn that begins with this message, answered. */
  const begin = async (
    text: string,
    {source, in: where = session, ...message}: Pick<Message, 'source'> & Partial<Message> & {readonly in?: SessionKey},
  ): Promise<Said & {readonly turnId: TurnId}> => {
    const turn: Turn = {
      id: ids.next('turn'),
      session: where,
      state: 'running',
      source,
      trust,
      user: 'Alice',
      ...(options.promptChannel === undefined ? {} : {promptChannel: options.promptChannel}),
      deliver: false,
      queuedAt: clock.now(),
    };
    store.transact(() => store.turns.put(turn));
    add({role: 'user', text, source, turnId: turn.id, session: where, ...message});
    return {...(await answer(turn)), turnId: turn.id};
  };

  const answer = async (turn: Turn): Promise<Said> => {
    const {signal} = new AbortController();
    const end = await runOfflineStep({
      store,
      clock,
      ids,
      log,
      sessionChanged: () => {},
      answerOffline,
      turn,
      zone,
      signal,
      onText: () => {},
    });
    if (end.kind !== 'answered') throw new Error(end.kind === 'failed' ? end.error : `The turn ended: ${end.kind}`);
    const {id: turnId} = turn;
    if (end.text !== '')
      add({role: 'assistant', text: end.text, source: {kind: 'agent'}, turnId, session: turn.session});
    store.transact(() => store.turns.put({...turn, state: 'ended', outcome: 'replied'}));
    const calls = store.messages
      .ofTurn(turnId)
      .flatMap(({toolCalls = []}) => toolCalls.map(({input}) => input as Readonly<Record<string, unknown>>));
    return {reply: end.text, calls};
  };

  const own = (id: string): Reminder => {
    const reminder = store.reminders.get(id as ReminderId);
    if (reminder === undefined) throw new Error(`There is no reminder ${id}.`);
    return reminder;
  };
  /** It fires, without a place. */
  const fired = (id: string): void => {
    const reminder: Reminder = {...own(id), state: 'fired', firedAt: clock.now()};
    store.transact(() => store.reminders.update(reminder));
  };

  return {
    clock,
    store,
    add,
    answer,
    begin,
    fired,
    say: async (text: string): Promise<Said> => {
      const {reply, calls} = await begin(text, {source: {kind: 'user', name: 'Alice', channel: 'terminal'}});
      return {reply, calls};
    },
    /** It fires, and is delivered in this conversation. */
    fire: (id: string): void => {
      fired(id);
      add({role: 'assistant', text: own(id).message, source: {kind: 'reminder', name: id as ReminderId}});
    },
    /** All reminders. */
    kept: (): readonly Reminder[] => REMINDER_STATES.flatMap(state => store.reminders.list({state, limit: 100})),
    /** From now on the services answer everything with this error; without one, normally again. */
    failWith: (error: string | undefined) => {
      failure = error;
    },
    /** Reminders from elsewhere: time, message. */
    given: async (...reminders: readonly (readonly [when: string, message: string])[]): Promise<void> => {
      for (const [when, message] of reminders) {
        await reminderService.set({when, message, mode: 'verbatim'}, {user: 'Alice', operator: false, session});
      }
    },
  };
};

const unlessFailing = (reminderService: ReminderService, failure: () => string | undefined): ReminderService =>
  new Proxy(reminderService, {
    get: (target, name, receiver) => {
      const error = failure();
      if (error === undefined) return Reflect.get(target, name, receiver);
      return () => {
        throw new GatewayError('unavailable', error);
      };
    },
  });
