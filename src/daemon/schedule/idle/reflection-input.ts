// What a reflection is shown of its conversation: what both sides said, word for word and in order, each with its local time;
// files by their names; the use of a tool as one line. What tools answered is never in it. Pure.
import {
  type Attachment,
  type Message,
  type MessageSource,
  nameOfSource,
  type ToolCall,
} from '../../../shared/records/message.ts';
import {onOneLine} from '../../../shared/text/one-line.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {isZone, wallTimeAt} from '../../../shared/time/zone.ts';

export type ReflectionInput = {
  /** In reading order. */
  readonly messages: readonly Message[];
  /** How many older ones there are besides. */
  readonly older: number;
  readonly zone: string;
  /** In how many words the use of a tool is told. */
  readonly summarize: (call: ToolCall) => string;
  /** The file in which the conversation can be read. */
  readonly copy: string;
  /** How long it may be, in characters. What does not fit is the oldest, and that it is left out is said. */
  readonly limit: number;
};

export const reflectionInput = ({messages, older, zone, summarize, copy, limit}: ReflectionInput): string => {
  const known = isZone(zone) ? zone : 'UTC';
  const failed = new Set(messages.flatMap(({tool}) => (tool?.ok === false ? [tool.callId] : [])));
  const told = messages.flatMap(message => {
    const lines = linesOf(message, summarize, failed);
    return lines.length === 0 ? [] : [`[${localTime(message.at, known)}] ${lines.join('\n')}`];
  });
  const shown = newestWithin(told, limit);
  const left = told.length - shown.length + older;
  return [...(left === 0 ? [] : [leftOut(left, copy)]), ...shown].join('\n');
};

const linesOf = (
  message: Message,
  summarize: ReflectionInput['summarize'],
  failed: ReadonlySet<string>,
): readonly string[] => {
  const {role, text, source, attachments = [], toolCalls = []} = message;
  if (role === 'tool' || (role === 'system' && source.kind === 'system' && source.name === 'compaction')) return [];
  const lines = [
    ...(text.trim() === '' ? [] : [indented(withoutMiddle(text.trim()))]),
    ...attachments.map(formatFile),
    ...toolCalls.map(call => formatUse(call, summarize(call), failed.has(call.callId))),
  ];
  return lines.length === 0 ? [] : [`${speaker(message)}: ${lines.join(`\n${INDENT}`)}`];
};

const speaker = ({role, source}: Message): string => {
  if (role === 'system') return 'note';
  if (role === 'assistant' && source.kind === 'agent') return source.interrupted ? 'you (cut off)' : 'you';
  if (role === 'assistant') return `delivered (${originOf(source)})`;
  if (source.kind === 'user') return source.name ?? 'somebody';
  return originOf(source);
};

const originOf = (source: MessageSource): string => {
  const words = source.kind === 'cron' ? 'scheduled job' : source.kind;
  const name = nameOfSource(source);
  return name === undefined ? words : `${words} ${name}`;
};

const formatFile = ({name, path, type}: Attachment): string =>
  `(with the ${type.startsWith('image/') ? 'picture' : 'file'} ${onOneLine(name ?? path.slice(path.lastIndexOf('/') + 1))})`;

const formatUse = ({name}: ToolCall, summary: string, hasFailed: boolean): string =>
  `(used ${name}${summary === '' ? '' : `: ${onOneLine(summary)}`}${hasFailed ? ', which failed' : ''})`;

/** No line of what somebody wrote begins like the beginning of a message. */
const indented = (text: string): string => text.replaceAll(/\r\n?|[\n\u2028\u2029]/gu, `\n${INDENT}`);

const withoutMiddle = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const [head, tail] = [beginningOf(text, LONGEST_HEAD), text.slice(LONGEST_HEAD - LONGEST).replace(HALF_AT_START, '')];
  return `${head}\n[… ${text.length - LONGEST} characters are left out here …]\n${tail}`;
};

const newestWithin = (told: readonly string[], limit: number): readonly string[] => {
  let room = limit;
  let from = told.length;
  // The newest is told in any case: each is bounded.
  for (; from > 0; from -= 1) {
    room -= (told[from - 1] ?? '').length + 1;
    if (room < 0 && from < told.length) break;
  }
  return told.slice(from);
};

const leftOut = (count: number, copy: string): string =>
  `[${count} earlier ${count === 1 ? 'message is' : 'messages are'} left out here; the conversation is in ${copy}, for read_file.]`;

/** `2026-11-21 12:03` */
const localTime = (at: EpochMs, zone: string): string => {
  const {year, month, day, hour, minute} = wallTimeAt(at, zone);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
};

const two = (value: number): string => String(value).padStart(2, '0');

const INDENT = '  ';
/** Of one message. */
const LONGEST = 8_000;
const LONGEST_HEAD = 5_000;
/** What is left of a character of two units. */
const HALF_AT_START = /^[\udc00-\udfff]/u;
