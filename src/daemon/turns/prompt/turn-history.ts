// Converts stored messages into a prompt that every provider accepts, even after a crash or stop. The user comes first,
// every tool call is followed by its result, no message is empty, and ids are unique. Pure.
import type {LanguageModelV4FilePart, LanguageModelV4Prompt} from '@ai-sdk/provider';
import {isRecord} from '../../../shared/fields/is-record.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import {isInterrupted, type Message, type MessageSource, type ToolCall} from '../../../shared/records/message.ts';
import {abridged} from '../../../shared/text/shortened.ts';
import {framedText, isHeartbeat, mark} from './framed-text.ts';
import type {Pictures} from './turn-pictures.ts';

export type PromptMessage = LanguageModelV4Prompt[number];

/** Messages are oldest first and don't include the system prompt. `pictures` are shown to the model. */
export const promptMessages = (
  messages: readonly Message[],
  pictures: Pictures = NO_PICTURES,
): readonly PromptMessage[] => {
  const entries = closed(paired(withoutVainWakes(messages), pictures));
  const [first] = entries;
  const opened =
    first === undefined || first.kind === 'said' ? entries : [{kind: 'said', text: EARLIER} as const, ...entries];
  return merged(opened).flatMap(written);
};

/** Appends a request to the prompt, in the last message if that is the user's. */
export const withRequest = (messages: readonly PromptMessage[], text: string): readonly PromptMessage[] => {
  const last = messages.at(-1);
  return last?.role === 'user'
    ? [...messages.slice(0, -1), {...last, content: [...last.content, textPart(text)]}]
    : [...messages, {role: 'user', content: [textPart(text)]}];
};

/** Text from a person or the daemon (`said`), or the model's own text and calls (`own`). */
type HistoryEntry =
  | {
      readonly kind: 'said';
      readonly text: string;
      readonly pictures?: readonly LanguageModelV4FilePart[];
      readonly turnId?: TurnId | undefined;
      /** The entry needs a message of its own. */
      readonly alone?: boolean;
    }
  | {readonly kind: 'own'; readonly text: string; readonly calls: readonly AnsweredCall[]};

type AnsweredCall = {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: {readonly ok: boolean; readonly text: string};
};

/** A tool result belongs to the newest earlier call with its id. A second result, or one without a call, is dropped. */
const paired = (messages: readonly Message[], pictures: Pictures): readonly HistoryEntry[] => {
  const answers = new Map<ToolCall, Message>();
  const open = new Map<string, ToolCall>();
  for (const message of messages) {
    for (const call of message.toolCalls ?? []) open.set(call.callId, call);
    const call = message.tool === undefined ? undefined : open.get(message.tool.callId);
    if (call === undefined) continue;
    answers.set(call, message);
    open.delete(call.callId);
  }
  const idOf = uniqueIds();
  return messages.flatMap((message): readonly HistoryEntry[] => {
    if (message.role === 'tool') return [];
    if (!isOwn(message)) {
      const {turnId} = message;
      const [text, shown] = [framedText(message), picturesOf(message, pictures)];
      return nonEmpty({kind: 'said', text, pictures: shown, turnId, alone: isHeartbeat(message)});
    }
    const calls = (message.toolCalls ?? []).map(call => {
      const answer = answers.get(call);
      return {
        id: idOf(call.callId),
        name: toolName(call.name),
        input: inputOf(call.input),
        answer: answer === undefined ? INTERRUPTED : {ok: answer.tool?.ok ?? true, text: answer.text},
      };
    });
    return nonEmpty({kind: 'own', text: message.text, calls});
  });
};

/** Drops scheduled messages without an answer. Otherwise the next one would share a message with earlier failures. */
const withoutVainWakes = (messages: readonly Message[]): readonly Message[] => {
  const current = currentTurn(messages);
  const answered = new Set(messages.flatMap(({role, turnId}) => (role === 'assistant' && turnId ? [turnId] : [])));
  return messages.filter(
    ({role, turnId, source}) =>
      role !== 'user' ||
      turnId === undefined ||
      turnId === current ||
      answered.has(turnId) ||
      !BY_CLOCK.has(source.kind),
  );
};

/**
 * Ends each earlier turn with a model message. Otherwise an unanswered message would look like a part of the next one.
 */
const closed = (entries: readonly HistoryEntry[]): readonly HistoryEntry[] => {
  const current = entries.findLast(entry => entry.kind === 'said' && entry.turnId !== undefined);
  const turnOf = (entry: HistoryEntry | undefined): TurnId | undefined =>
    entry?.kind === 'said' ? entry.turnId : undefined;
  return entries.flatMap((entry, index): readonly HistoryEntry[] => {
    const next = entries[index + 1];
    if (entry.kind === 'own' || next?.kind !== 'said') return [entry];
    const turnId = turnOf(entry);
    const ended = turnId !== undefined && turnId !== turnOf(current) && turnId !== turnOf(next);
    if (ended) return [entry, {kind: 'own', text: UNANSWERED, calls: []}];
    return next.alone ? [entry, {kind: 'own', text: SEEN, calls: []}] : [entry];
  });
};

/** The current turn owns the last messages. */
const currentTurn = (messages: readonly Message[]): TurnId | undefined =>
  messages.findLast(({turnId}) => turnId !== undefined)?.turnId;

const nonEmpty = (entry: HistoryEntry): readonly HistoryEntry[] =>
  entry.text.trim() !== '' || (entry.kind === 'own' && entry.calls.length > 0) ? [entry] : [];

const picturesOf = ({attachments = []}: Message, pictures: Pictures): readonly LanguageModelV4FilePart[] =>
  attachments.flatMap(({path, type}) => {
    const bytes = pictures.get(path);
    return bytes === undefined ? [] : [{type: 'file', mediaType: type, data: {type: 'data', data: bytes}} as const];
  });

/** Only the agent's own answers count. Text delivered for it, and interrupted answers, become notes. */
const isOwn = ({role, source}: Message): boolean =>
  role === 'assistant' && source.kind === 'agent' && !isInterrupted(source);

/** Arguments that aren't a JSON object are wrapped in one, because providers accept only objects. */
const inputOf = (input: unknown): Readonly<Record<string, unknown>> =>
  isRecord(input) ? {...input} : {unreadable: typeof input === 'string' ? abridged(input, LONGEST_UNREADABLE) : input};

/** Providers restrict ids differently. Short, plain and unique ids work with all. */
const uniqueIds = (): ((id: string) => string) => {
  const used = new Set<string>();
  return id => {
    const plain = /^[\w-]{1,40}$/u.test(id) ? id : `call_${used.size + 1}`;
    let unique = plain;
    for (let again = 2; used.has(unique); again += 1) unique = `${plain.slice(0, 34)}_${again}`;
    used.add(unique);
    return unique;
  };
};

const toolName = (name: string): string => name.replaceAll(/[^\w-]/gu, '_').slice(0, 64) || 'unknown';

/** Joins neighbours of the same role, as some providers demand. Each text stays a separate part. */
const merged = (entries: readonly HistoryEntry[]): readonly (readonly HistoryEntry[])[] => {
  const groups: HistoryEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const joins = last?.kind === entry.kind && !(last.kind === 'own' && last.calls.length > 0);
    if (joins) group?.push(entry);
    else groups.push([entry]);
  }
  return groups;
};

const written = (group: readonly HistoryEntry[]): readonly PromptMessage[] => {
  const own = group.filter(entry => entry.kind === 'own');
  if (own.length === 0) {
    const spoken = group.filter(entry => entry.kind === 'said');
    return [{role: 'user', content: spoken.flatMap(({text, pictures = []}) => [textPart(text), ...pictures])}];
  }
  const text = own
    .map(entry => entry.text)
    .filter(part => part.trim() !== '')
    .join('\n\n');
  const calls = own.flatMap(entry => entry.calls);
  const assistant: PromptMessage = {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [textPart(text)]),
      ...calls.map(({id, name, input}) => ({type: 'tool-call' as const, toolCallId: id, toolName: name, input})),
    ],
  };
  if (calls.length === 0) return [assistant];
  const answers: PromptMessage = {
    role: 'tool',
    content: calls.map(({id, name, answer}) => {
      const value = answer.text.trim() === '' ? '(no output)' : answer.text.toWellFormed();
      const output = {type: answer.ok ? ('text' as const) : ('error-text' as const), value};
      return {type: 'tool-result', toolCallId: id, toolName: name, output};
    }),
  };
  return [assistant, answers];
};

/** Half of a surrogate pair, from shortened text, is invalid JSON to some providers. */
const textPart = (text: string) => ({type: 'text' as const, text: text.toWellFormed()});

const NO_PICTURES: Pictures = new Map();
const INTERRUPTED = {ok: false, text: 'interrupted: it is not known whether this was carried out'};
/** Sources of turns that no person started. */
const BY_CLOCK: ReadonlySet<MessageSource['kind']> = new Set(['cron', 'reminder', 'alarm', 'system']);
/** Enough of invalid arguments for the model to see what is wrong. */
const LONGEST_UNREADABLE = 4_000;
const UNANSWERED = '[No full answer was given.]';
const SEEN = '[Seen.]';
const EARLIER = mark('Earlier messages of this conversation are not shown.');
