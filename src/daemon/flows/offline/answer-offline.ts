// Answers a turn without a model. The message becomes an intent, the services carry out the intent, and the results
// become the answer.
import {setImmediate} from 'node:timers/promises';
import type {Language} from '../../../shared/languages/language.ts';
import {LANGUAGES, languageOf} from '../../../shared/languages/languages.ts';
import type {Message} from '../../../shared/records/message.ts';
import {ownWords} from '../../../shared/records/message-details.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import {withWays} from '../../delivery/targets.ts';
import {offlineMemory} from '../../sessions/offline-memory.ts';
import type {AnswerOffline, OfflineTurn} from '../../turns/offline-turn.ts';
import {type ActionDeps, createActions} from './actions.ts';
import {carryOut, carryOutEdited, editedIntent} from './carry-out.ts';
import {type Conversation, readConversation, type Undone} from './conversation.ts';
import type {Memory} from './intent.ts';
import {interpret} from './interpret.ts';
import {type IsProgram, scheduledIntent} from './scheduled.ts';
import {changedText} from './sentences.ts';
import {createTimeReader, type FindWhen, type TimeReader} from './times.ts';
import {isOwnCommand, languageNamed} from './wording.ts';

type OfflineDeps = ActionDeps & {
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
    const conversation = await conversationOf(deps, asked);
    const asking = asked.messages.findLast(({turnId, role}) => turnId === turn.id && role === 'user');
    const said = asking === undefined ? '' : ownWords(asking);
    const {languages = LANGUAGES} = deps;
    const languageShown = languageNamed(said, languages) ?? readWhen(said, here)?.language;
    // A hostile sentence takes up to 40 ms each time it is read: for its language, for its request, and for the time
    // that is set.
    await setImmediate();
    const language = languageShown ?? (isOwnCommand(said, languages) ? undefined : conversation.language);
    const times = createTimeReader(readWhen, {...here, languages, language: languageOf(languages, language, locale)});
    // A model made changes before it failed, or the daemon stopped after them. The answer lists the changes and repeats
    // none.
    if (conversation.done.length + conversation.doneJobs.length > 0) return doneText(deps, conversation, times);
    const {mentioned} = conversation;
    const read =
      conversation.origin === 'person'
        ? interpret(conversation, times, mentioned && deps.store.reminders.get(mentioned.id)?.message)
        : scheduledIntent(conversation, times, deps.isProgram);
    const intent = editedIntent(read, conversation, deps.store.reminders.get);
    if (intent.intent === 'fail') return {failed: intent.reason};
    await setImmediate();
    const answering = {times, conversation, actions: createActions(deps, asked), isProgram: deps.isProgram};
    const {text, ...memory} = await carryOutEdited(intent, answering, () => carryOut(intent, answering));
    if (memory.form !== undefined || memory.listed !== undefined)
      remember(deps, turn.session, {
        ...memory,
        turnId: turn.id,
        language,
        ...(memory.form !== undefined && intent.intent !== 'again' && {asked: text}),
      });
    return text;
  };

const conversationOf = async (deps: OfflineDeps, {turn, messages}: OfflineTurn): Promise<Conversation> => {
  const {cursors, reminders} = deps.store;
  const stored = cursors.get(offlineMemory(turn.session));
  return readConversation({
    turn,
    messages,
    languages: deps.languages ?? LANGUAGES,
    agent: deps.agent(),
    memory: stored === undefined ? undefined : (JSON.parse(stored) as Memory),
    lookedUp: readToolOutputs(deps, turn, messages),
    setIn: reminders.ofTurn,
    undone: await findUndone(deps, turn),
  });
};

/** Only a turn that was carried on has an earlier start. */
const findUndone = async ({store}: OfflineDeps, {id, attempt = 1, queuedAt}: Turn): Promise<Undone | undefined> => {
  if (attempt === 1) return undefined;
  const events = await store.events.about([id], queuedAt);
  const last = events.findLast(({type}) => type === 'reminder.undone');
  return last?.type === 'reminder.undone' ? {id: last.reminder.id, change: last.undone} : undefined;
};

/** The output of a scheduled job's tools, which precedes the prompt. */
const readToolOutputs = ({store}: OfflineDeps, {id}: Turn, messages: readonly Message[]): readonly string[] => {
  const {runId} = messages.find(({turnId}) => turnId === id) ?? {};
  const outputs = runId === undefined ? [] : store.preTools.of(runId);
  return outputs.map(({output = ''}) => output.trim()).filter(output => output !== '');
};

const doneText = ({store, people}: OfflineDeps, {done, doneJobs}: Conversation, times: TimeReader): string =>
  [
    ...done.flatMap(({action, id, undone}) => {
      const reminder = store.reminders.get(id);
      return reminder === undefined ? [] : [changedText(action, {...withWays(people.person)(reminder), undone}, times)];
    }),
    ...doneJobs.map(({action, name, unknown}) =>
      unknown ? times.texts.jobs.notChanged(action, name, UNKNOWN) : times.texts.jobs.changed[action](name),
    ),
  ].join('\n');

const remember = ({store}: OfflineDeps, session: SessionKey, memory: Memory): void =>
  store.transact(() => store.cursors.set(offlineMemory(session), JSON.stringify(memory)));

const UNKNOWN = "Rooster stopped meanwhile, so it isn't known whether it happened. Look, and ask again if it didn't.";
