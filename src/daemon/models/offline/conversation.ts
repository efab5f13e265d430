// The prompt of a model call, read as a conversation: what is to be answered, what was said before it, and what was done about
// it so far. All the assistant knows is in here; any prompt gives one.
import type {LanguageModelV4CallOptions, LanguageModelV4ToolResultPart} from '@ai-sdk/provider';
import type {EpochMs} from '../../../shared/time.ts';
import {isZone} from '../../../shared/zone.ts';
import {spelled} from './spelling.ts';

export type Conversation = {
  readonly now: EpochMs;
  /** The user's zone. */
  readonly zone: string;
  /** What is to be answered, without its frame. */
  readonly text: string;
  readonly origin: Origin;
  /** What a scheduled job's tools found before it, in order. */
  readonly lookedUp: readonly string[];
  /** What came before it, oldest first. */
  readonly before: readonly Entry[];
  /** What was done about it in this turn, in order. */
  readonly done: readonly ToolUse[];
  /** Whether reminders can be set, listed and changed here. */
  readonly canRemind: boolean;
  /** Whether it can be looked at what is scheduled. */
  readonly canSeeSchedule: boolean;
  /** Whether it is the person Rooster belongs to, who may be told how it is set up. */
  readonly ofOwner: boolean;
  /** Whether Markdown is drawn where the answer is read. */
  readonly markdown: boolean;
};

/** Whose words these are. `summary`: the daemon wants the conversation made shorter. */
type Origin = 'person' | 'announcement' | 'reminder' | 'cron' | 'alarm' | 'notice' | 'summary';

export type Entry =
  | {readonly kind: 'said'; readonly text: string}
  | {readonly kind: 'own'; readonly text: string}
  | {readonly kind: 'used'; readonly use: ToolUse};

export type ToolUse = {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly ok: boolean;
  readonly output: string;
};

/** `homeZone` counts where the prompt names no zone. */
export const readConversation = (
  {prompt, tools, toolChoice}: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice'>,
  {now, homeZone}: {readonly now: EpochMs; readonly homeZone: string},
): Conversation => {
  const system = prompt.flatMap(message => (message.role === 'system' ? [message.content] : [])).join('\n');
  const entries = entriesOf(prompt);
  const current = entries.findLastIndex(entry => entry.kind === 'said' && !ASIDE.test(entry.text));
  const said = entries[current];
  const isOffered = (tool: string): boolean =>
    toolChoice?.type !== 'none' && (tools ?? []).some(({name}) => name === tool);
  return {
    now,
    zone: zoneIn(system) ?? homeZone,
    ...framedText(said?.kind === 'said' ? said.text : '', system),
    before: entries.slice(0, Math.max(0, current)),
    done: entries.slice(current + 1).flatMap(entry => (entry.kind === 'used' ? [entry.use] : [])),
    canRemind: isOffered(TOOL),
    canSeeSchedule: isOffered(SCHEDULE),
    ofOwner: !/\bTrust: (?:inner|familiar|public)\b/u.test(sectionOf(system, 'Who you are talking to')),
    markdown: !/\bplain text\b/u.test(sectionOf(system, 'Formatting')),
  };
};

export const TOOL = 'reminder';
export const SCHEDULE = 'schedule';

const entriesOf = (prompt: LanguageModelV4CallOptions['prompt']): readonly Entry[] => {
  const answers = new Map<string, LanguageModelV4ToolResultPart>();
  for (const message of prompt) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) if (part.type === 'tool-result') answers.set(part.toolCallId, part);
  }
  return prompt.flatMap((message): readonly Entry[] => {
    if (message.role === 'user') {
      return message.content.flatMap(part => (part.type === 'text' ? [{kind: 'said' as const, text: part.text}] : []));
    }
    if (message.role !== 'assistant') return [];
    return message.content.flatMap((part): readonly Entry[] => {
      if (part.type === 'text') return [{kind: 'own', text: part.text}];
      if (part.type !== 'tool-call') return [];
      const answer = answers.get(part.toolCallId);
      if (answer === undefined) return [];
      return [{kind: 'used', use: {name: part.toolName, input: fieldsOf(part.input), ...outputOf(answer.output)}}];
    });
  });
};

const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? {...input} : {};

const outputOf = (output: LanguageModelV4ToolResultPart['output']): {readonly ok: boolean; readonly output: string} => {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return {ok: output.type === 'text', output: output.value};
    case 'execution-denied':
      return {ok: false, output: output.reason ?? 'it was not allowed.'};
    case 'json':
    case 'error-json':
      return {ok: output.type === 'json', output: JSON.stringify(output.value)};
    default:
      return {ok: true, output: output.value.map(part => (part.type === 'text' ? part.text : '')).join('\n')};
  }
};

/** The text that counts, taken out of the words the daemon puts around what no person wrote. */
const framedText = (text: string, system: string): Pick<Conversation, 'text' | 'origin' | 'lookedUp'> => ({
  lookedUp: [],
  ...unframed(text, system),
});

const unframed = (
  text: string,
  system: string,
): Pick<Conversation, 'text' | 'origin'> & Partial<Pick<Conversation, 'lookedUp'>> => {
  if (/^You keep the memory of a conversation\b/u.test(system)) return {text, origin: 'summary'};
  const after = (mark: string): string => {
    const end = text.indexOf(mark);
    return end === -1 ? text : text.slice(end + mark.length);
  };
  if (text.startsWith('[Scheduled task "')) return {text: after(']\n\n'), origin: 'announcement'};
  if (text.startsWith('[This is a scheduled reminder')) return {text: after(']\n\n'), origin: 'reminder'};
  if (/^\[(?:Output of |What you answered the last time\]|The task\])/u.test(text)) {
    return {text: after(THE_TASK), origin: 'cron', lookedUp: outputsBefore(text)};
  }
  if (/^\[Alarm alm_/u.test(text)) return {text: after(']\n\n').replace(PAYLOAD, ''), origin: 'alarm'};
  const [frame, kind] = /^\[(Scheduled job|Alarm|Note from the daemon)\b[^\]]*:\]\n/u.exec(text) ?? [];
  const origin = ORIGINS.get(kind ?? '');
  if (frame !== undefined && origin !== undefined) return {text: text.slice(frame.length), origin};
  // Nothing can be looked at without a model, whatever the file asks: then there is nothing to say.
  if (/^A heartbeat:/mu.test(sectionOf(system, 'This turn'))) return {text: 'HEARTBEAT_OK', origin: 'notice'};
  if (/^(?:The scheduled job\b.* runs\.|The reminder\b.* has fired\.)/mu.test(sectionOf(system, 'This turn'))) {
    return {text, origin: 'cron'};
  }
  return {text: spelled(withoutSpeaker(text.replace(BY_HAND, ''), system)), origin: 'person'};
};

const outputsBefore = (text: string): readonly string[] => {
  const task = text.indexOf(THE_TASK);
  const [, ...found] = text.slice(0, task === -1 ? undefined : task).split(/^\[Output of \S+ \{.*\}\]\n/mu);
  return found.map(output => withoutMarks(output).trim()).filter(output => output !== '');
};

const withoutMarks = (output: string): string => {
  const [, mark, text] = /^\[From here to the end mark (\w+) [^\n]*\]\n([\s\S]*)$/u.exec(output) ?? [];
  return mark === undefined || text === undefined ? output : (text.split(`\n[End mark ${mark}]`)[0] ?? '');
};

/** In a group each line says who wrote it; and the agent may be spoken to by name. */
const withoutSpeaker = (text: string, system: string): string => {
  const [, name] = /^You are (.+?), a personal agent\b/u.exec(system) ?? [];
  const [, speaker] =
    /\bA message from (.+?)(?:, written on \S+)?\.(?:\s|$)/u.exec(sectionOf(system, 'This turn')) ?? [];
  const inGroup = /\bThis is a group:/u.test(system) && speaker !== undefined && text.startsWith(`${speaker}: `);
  const spoken = inGroup ? text.slice(speaker.length + 2) : text;
  const [, called, rest] = /^@?([\w-]+)\s*[,:]\s*(\S[\s\S]*)$/u.exec(spoken) ?? [];
  const isName = [name, 'rooster'].some(known => known?.toLowerCase() === called?.toLowerCase());
  return called !== undefined && rest !== undefined && isName ? rest : spoken;
};

/** The daemon says the zone at the very end; a workspace file before it may hold the same words. */
const zoneIn = (system: string): string | undefined => {
  const zone = [...system.matchAll(/\bA time without a zone means ([A-Za-z][\w+/-]*)/gu)].at(-1)?.[1];
  return zone !== undefined && isZone(zone) ? zone : undefined;
};

/** A section of the daemon's own prompt; the last of that title, since files come before it. */
const sectionOf = (system: string, title: string): string => {
  const start = system.lastIndexOf(`# ${title}\n`);
  if (start === -1) return '';
  const end = system.indexOf('\n# ', start);
  return system.slice(start + title.length + 3, end === -1 ? undefined : end).trim();
};

/** What came with it, behind its words. */
const PAYLOAD = /\n\n\[Payload of alm_\S+, JSON, [\s\S]*$/u;
const THE_TASK = '[The task]\n';
/** What the conversation was told and nobody waits to have answered. */
const ASIDE =
  /^\[(?:Note: |Delivered to the user |Your answer was cut off|Earlier messages of this conversation|Summary of what came before)/u;
const BY_HAND = /^\[(?:Put in by the operator|Message from session\b[^\]]*):\]\n/u;
const ORIGINS: ReadonlyMap<string, Origin> = new Map([
  ['Scheduled job', 'cron'],
  ['Alarm', 'alarm'],
  ['Note from the daemon', 'notice'],
]);
