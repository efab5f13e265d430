// Answers a turn without a model. The message becomes an intent, the services carry out the intent, and the results
// become the answer.

import {setImmediate} from 'node:timers/promises';
import type {Language} from '../../../shared/languages/language.ts';
import {LANGUAGES, languageOf} from '../../../shared/languages/languages.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {CronJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import type {Core} from '../../core.ts';
import {offlineMemory} from '../../sessions/offline-memory.ts';
import type {AnswerOffline, OfflineTurn} from '../../turns/offline-turn.ts';
import type {ReminderService} from '../reminders/reminder-actions.ts';
import {type CronControl, createActions} from './actions.ts';
import {carryOut} from './carry-out.ts';
import {type Conversation, readConversation} from './conversation.ts';
import {carryOutEdited, editedIntent} from './edited.ts';
import type {Memory} from './intent.ts';
import {interpret} from './interpret.ts';
import {type IsProgram, scheduledIntent} from './scheduled.ts';
import {changedText} from './sentences.ts';
import {createTimeReader, type FindWhen, languageRead, type TimeReader} from './times.ts';
import {beginsInEnglish, languageNamed} from './wording/in-english.ts';

type OfflineDeps = Core & {
  readonly reminderService: ReminderService;
  readonly jobs: (user: string | undefined) => Promise<readonly CronJob[]>;
  readonly cron: CronControl;
  readonly isProgram: IsProgram;
  /** The language of answers where a message leaves it open: `de-DE`. @default English */
  readonly locale?: (turn: Turn) => string;
  /** @default all */
  readonly languages?: readonly Language[];
  /** Parses times in words. Loaded with the first turn. */
  readonly findWhen: FindWhen;
};

export const createOfflineAnswerer =
  (deps: OfflineDeps): AnswerOffline =>
  async asked => {
    const {turn, zone} = asked;
    const readWhen = deps.findWhen;
    const locale = deps.locale?.(turn);
    const here = {now: deps.clock.now(), zone, locale: locale || undefined};
    const conversation = await conversationOf(deps, asked, here.now);
    const said = asked.messages.findLast(({turnId, role}) => turnId === turn.id && role === 'user')?.text ?? '';
    const {languages = LANGUAGES} = deps;
    const shown = languageNamed(said, languages) ?? languageRead(readWhen, said, here);
    // A hostile sentence takes up to 40 ms each time it is read: for its language, for its request, and for the time
    // that is set.
    await setImmediate();
    const language = shown ?? (beginsInEnglish(said) ? undefined : conversation.language);
    const times = createTimeReader(readWhen, {
      ...here,
      languages,
      language: languageOf(languages, language, locale),
    });
    // A model made changes before it failed, or the daemon stopped after them. The answer lists the changes and repeats
    // none.
    if (hasActed(conversation)) return doneText(deps, conversation, times);
    const read =
      conversation.origin === 'person'
        ? interpret(conversation, times, ({id}) => deps.store.reminders.get(id)?.message)
        : scheduledIntent(conversation, times, deps.isProgram);
    const intent = editedIntent(read, conversation, deps.store.reminders.get);
    if (intent.kind === 'fail') return {failed: intent.reason};
    await setImmediate();
    const answering = {times, conversation, actions: createActions(deps, asked), isProgram: deps.isProgram};
    const {text, ...kept} = await carryOutEdited(intent, answering, () => carryOut(intent, answering));
    if (kept.question !== undefined || kept.listed !== undefined)
      remember(deps, turn.session, {
        ...kept,
        turnId: turn.id,
        language,
        ...(kept.question !== undefined && intent.kind !== 'again' && {asked: text}),
      });
    return text;
  };

const conversationOf = async (
  deps: OfflineDeps,
  {turn, zone, messages}: OfflineTurn,
  now: number,
): Promise<Conversation> => {
  const {cursors, reminders} = deps.store;
  const kept = cursors.get(offlineMemory(turn.session));
  return readConversation({
    turn,
    zone,
    messages,
    now,
    languages: deps.languages ?? LANGUAGES,
    agent: deps.agent(),
    memory: kept === undefined ? undefined : (JSON.parse(kept) as Memory),
    lookedUp: lookedUpFor(
      deps,
      messages.find(({turnId}) => turnId === turn.id),
    ),
    setIn: reminders.ofTurn,
    undone: await undoneIn(deps, turn),
  });
};

/** Only a turn that was carried on has an earlier start. */
const undoneIn = async ({store}: OfflineDeps, {id, attempt = 1, queuedAt}: Turn): Promise<ReminderId | undefined> => {
  if (attempt === 1) return undefined;
  const events = await store.events.about([id], queuedAt);
  const last = events.findLast(({type}) => type === 'reminder.undone');
  return last?.type === 'reminder.undone' ? last.reminder.id : undefined;
};

/** The output of a scheduled job's tools, which precedes the prompt. */
const lookedUpFor = ({store}: OfflineDeps, prompt: Message | undefined): readonly string[] =>
  prompt?.runId === undefined
    ? []
    : store.preTools.of(prompt.runId).flatMap(({output = ''}) => (output.trim() === '' ? [] : [output.trim()]));

const hasActed = ({done, doneJobs}: Conversation): boolean => done.length + doneJobs.length > 0;

const doneText = ({store}: OfflineDeps, {done, doneJobs}: Conversation, times: TimeReader): string =>
  [
    ...done.flatMap(({action, id}) => {
      const reminder: Reminder | undefined = store.reminders.get(id);
      return reminder === undefined ? [] : [changedText(action, reminder, times)];
    }),
    ...doneJobs.map(({action, name, unknown}) =>
      unknown ? times.texts.jobs.notChanged(action, name, UNKNOWN) : times.texts.jobs.changed[action](name),
    ),
  ].join('\n');

const remember = ({store}: OfflineDeps, session: SessionKey, memory: Memory): void =>
  store.transact(() => store.cursors.set(offlineMemory(session), JSON.stringify(memory)));

const UNKNOWN = "Rooster stopped meanwhile, so it isn't known whether it happened. Look, and ask again if it didn't.";
