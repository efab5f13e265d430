// Builds the context of the offline assistant: the message, the earlier messages, and the open question. All facts come
// from stored messages and records. No code parses text that Rooster wrote. Pure.
import type {JobOrder} from '../../../shared/languages/answers.ts';
import {commandWords} from '../../../shared/languages/commands.ts';
import type {Language} from '../../../shared/languages/language.ts';
import type {ReminderId, TurnId} from '../../../shared/records/ids.ts';
import type {Reminder, UndoneChange} from '../../../shared/records/jobs/jobs.ts';
import {type Message, nameOfSource, type ToolCall} from '../../../shared/records/message.ts';
import {type Made, NOTHING_MADE, ownWords} from '../../../shared/records/message-details.ts';
import {isIsolated, purposeOf} from '../../../shared/records/session-key.ts';
import {reaches} from '../../../shared/records/trust.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Form, Memory} from './intent.ts';
import {inEnglish, spelled} from './wording.ts';

export type Conversation = {
  /** The message to answer, without a leading agent name. */
  readonly text: string;
  readonly origin: Origin;
  /** The question that this message may answer. */
  readonly form?: Form;
  /** The question as it was asked. Undefined if it was asked twice. */
  readonly asked?: string;
  /** The language of the last question. */
  readonly language?: string;
  /** The numbered list in the last answer. */
  readonly listed: readonly ReminderId[];
  /** The reminder that "it" refers to. */
  readonly mentioned?: Mentioned;
  /** The reminders that rang here since the last answer, each once. */
  readonly rung: readonly ReminderId[];
  /** The reminders of the last message that set some, if this conversation has changed nothing since. */
  readonly lastSet?: LastSet;
  /** For an edited message: what its earlier text had set. */
  readonly edited: Made;
  /** Announcements of jobs and reminders in this conversation, oldest first. */
  readonly announced: readonly Announced[];
  /** True if the last tool call before this message was a successful reminder call. */
  readonly justChanged: boolean;
  /** The output of a scheduled job's tools, which precedes the prompt. */
  readonly lookedUp: readonly string[];
  /** Reminder changes already made in this turn. */
  readonly done: readonly DoneCall[];
  /** Job changes already made in this turn, and those of which that isn't known. */
  readonly doneJobs: readonly DoneJob[];
  readonly canRemind: boolean;
  /** True if the answer may mention Rooster's configuration. */
  readonly isOwner: boolean;
  readonly markdown: boolean;
};

/** The author of the text. `reminder`, `cron`, `alarm`: a scheduled prompt. `announcement`: a result to pass on. */
type Origin = 'person' | 'announcement' | 'reminder' | 'cron' | 'alarm' | 'system';

/** `fired`: the reminder fired here and is still open. `isLast`: the reminder was the last message. */
type Mentioned = {readonly id: ReminderId; readonly fired: boolean; readonly isLast: boolean};

type LastSet = {readonly ids: readonly ReminderId[]; readonly at: EpochMs};

export type Announced = {readonly name: string; readonly text: string};

type DoneJob = {readonly action: JobOrder; readonly name: string; readonly unknown?: true};

type DoneCall = {readonly action: string; readonly id: ReminderId; readonly undone?: UndoneChange};

/** A reminder, and the change of it that was taken back. */
export type Undone = {readonly id: ReminderId; readonly change?: UndoneChange};

type TurnInput = {
  readonly turn: Turn;
  /** All messages, with those of this turn at the end. */
  readonly messages: readonly Message[];
  readonly agent: string;
  readonly memory: Memory | undefined;
  readonly lookedUp: readonly string[];
  readonly languages: readonly Language[];
  /** The reminders that a turn set, in order. */
  readonly setIn: (turn: TurnId) => readonly Reminder[];
  /** The undo that this turn has carried out already. */
  readonly undone?: Undone;
};

export const readConversation = (input: TurnInput): Conversation => {
  const {turn, messages, lookedUp} = input;
  const before = messages.filter(({turnId, source}) => turnId !== turn.id && nameOfSource(source) !== 'compaction');
  const own = messages.filter(({turnId}) => turnId === turn.id);
  const asking = own.find(({role}) => role === 'user');
  const memory = validMemory(input.memory, before);
  const isOpen = memory !== undefined && before.at(-1)?.turnId === memory.turnId;
  const calls = callReader(input);
  const lastTool = before.findLast(({tool}) => tool !== undefined)?.tool;
  const mentioned = findMentioned(before, calls);
  return {
    ...readMessage(asking === undefined ? '' : ownWords(asking), input),
    // After a list a command says its own language; an answer such as "yes" may not.
    ...(isOpen && memory.form !== undefined && {form: memory.form, asked: memory.asked, language: memory.language}),
    listed: memory?.listed ?? [],
    mentioned,
    rung: findRung(before),
    lastSet: findLastSet(before, calls),
    edited: own.find(({role}) => role === 'user')?.details?.edit?.made ?? NOTHING_MADE,
    announced: readAnnouncements(before),
    justChanged: lastTool?.name === REMINDER && lastTool.ok,
    lookedUp,
    done: own.flatMap(calls).filter(({action}) => action !== 'list'),
    doneJobs: readJobChanges(own),
    canRemind: reaches(turn.trust, 'inner') && purposeOf(turn.session) !== 'reflection',
    isOwner: turn.trust === 'full',
    markdown: (turn.promptChannel ?? 'terminal') === 'terminal',
  };
};

/** The tool name for recorded reminder changes. */
export const REMINDER = 'reminder';

/** A question stays open only until the next answer. */
const validMemory = (memory: Memory | undefined, before: readonly Message[]): Memory | undefined => {
  const answer = before.findLast(isAnswer);
  return answer !== undefined && answer.turnId === memory?.turnId ? memory : undefined;
};

const isAnswer = ({role, source, toolCalls}: Message): boolean =>
  role === 'assistant' && source.kind === 'agent' && toolCalls === undefined;

const readMessage = (text: string, {turn, agent, languages}: TurnInput): Pick<Conversation, 'text' | 'origin'> => {
  const {kind} = turn.source;
  switch (kind) {
    case 'cron':
    case 'reminder':
      return {text, origin: isIsolated(turn.session) ? kind : 'announcement'};
    case 'delegation':
      return {text, origin: isIsolated(turn.session) ? 'cron' : 'announcement'};
    // Text from a program or another conversation is passed on and never executed as a person's command.
    case 'session':
    case 'broadcast':
    case 'webhook':
      return {text, origin: 'announcement'};
    case 'wake':
      return {text, origin: 'alarm'};
    case 'alarm':
    case 'system':
      return {text, origin: kind};
    default: {
      const words = commandWords(languages);
      return {text: spelled(inEnglish(withoutName(text, agent), words), words), origin: 'person'};
    }
  }
};

/** "@Rooster: what is next" */
const withoutName = (text: string, agent: string): string => {
  const [, name, rest] = /^@?([\w-]+)\s*[,:]\s*(\S[\s\S]*)$/u.exec(text) ?? [];
  const isName = [agent, 'rooster'].some(known => known.toLowerCase() === name?.toLowerCase());
  return isName ? (rest ?? text) : text;
};

const findMentioned = (before: readonly Message[], calls: CallsOf): Mentioned | undefined => {
  for (const message of before.toReversed()) {
    const name = nameOfSource(message.source);
    if (isAnnouncement(message) && isReminderId(name))
      return {id: name, fired: true, isLast: message === before.at(-1)};
    const call = calls(message).findLast(({action}) => action !== 'list');
    if (call === undefined) continue;
    return call.action === 'cancel' || call.action === 'done' ? undefined : {id: call.id, fired: false, isLast: false};
  }
  return undefined;
};

const findRung = (before: readonly Message[]): readonly ReminderId[] => {
  const since = before.slice(before.findLastIndex(isAnswer) + 1).filter(isAnnouncement);
  return [...new Set(since.map(({source}) => nameOfSource(source)))].filter(isReminderId);
};

const findLastSet = (before: readonly Message[], calls: CallsOf): LastSet | undefined => {
  for (const message of before.toReversed()) {
    if (message.toolCalls?.some(isUndo) === true) return undefined;
    const changes = calls(message).filter(({action}) => action !== 'list');
    if (changes.length === 0) continue;
    return changes.at(-1)?.action === 'set'
      ? {ids: changes.flatMap(({action, id}) => (action === 'set' ? [id] : [])), at: message.at}
      : undefined;
  }
  return undefined;
};

const isUndo = (call: ToolCall): boolean => call.name === REMINDER && fieldsOf(call).action === 'undo';

type CallsOf = (message: Message) => readonly DoneCall[];

/** Finds the successful reminder calls of a message, each with its reminder. */
const callReader = ({turn, messages, setIn, undone}: TurnInput): CallsOf => {
  const succeeded = new Set(messages.flatMap(({tool}) => (tool?.ok === true ? [tool.callId] : [])));
  return ({toolCalls, turnId}) => {
    if (toolCalls === undefined || turnId === undefined) return [];
    const calls = toolCalls.filter(({name, callId}) => name === REMINDER && succeeded.has(callId));
    const set = calls.some(call => fieldsOf(call).action === 'set') ? [...setIn(turnId)] : [];
    return calls.flatMap((call): readonly DoneCall[] => {
      const {action, id} = fieldsOf(call);
      const taken = action === 'undo' && turnId === turn.id ? undone : undefined;
      const reminderId = action === 'set' ? set.shift()?.id : (taken?.id ?? id);
      return typeof action === 'string' && isReminderId(reminderId)
        ? [{action, id: reminderId, undone: taken?.change}]
        : [];
    });
  };
};

const readJobChanges = (own: readonly Message[]): readonly DoneJob[] => {
  const answers = new Map(own.flatMap(({tool}) => (tool === undefined ? [] : [[tool.callId, tool] as const])));
  return own
    .flatMap(({toolCalls = []}) => toolCalls)
    .filter(({name}) => name === 'cron')
    .flatMap((call): readonly DoneJob[] => {
      const {action, name} = fieldsOf(call);
      const {ok, unknown} = answers.get(call.callId) ?? {};
      const isMeant = (ok || unknown) && typeof name === 'string' && isJobChange(action);
      return isMeant ? [{action, name, unknown}] : [];
    });
};

const isJobChange = (action: unknown): action is DoneJob['action'] =>
  action === 'run' || action === 'pause' || action === 'resume' || action === 'delete';

const fieldsOf = ({input}: ToolCall): {readonly action?: unknown; readonly id?: unknown; readonly name?: unknown} =>
  typeof input === 'object' && input !== null ? input : {};

const readAnnouncements = (before: readonly Message[]): readonly Announced[] =>
  before.flatMap((message, index): readonly Announced[] => {
    if (!isAnnouncement(message)) return [];
    const {kind} = message.source;
    const name = nameOfSource(message.source) ?? kind;
    const next = before[index + 1];
    // The person received the agent's version of the text.
    const input = message.role === 'user' && next !== undefined && isAnswer(next) ? next : message;
    return [{name: kind === 'reminder' ? REMINDER : name, text: input.text}];
  });

/** The result of a run, delivered directly or passed to the agent. */
const isAnnouncement = ({role, source, turnId}: Message): boolean =>
  (source.kind === 'cron' || source.kind === 'reminder') &&
  (role === 'assistant' || (role === 'user' && turnId !== undefined));

const isReminderId = (id: unknown): id is ReminderId => typeof id === 'string' && id.startsWith('rem_');
