// Formats a conversation for a reflection: both sides' messages in order, with local times; files by name, tool calls
// as one line, no tool output. Pure.

import {type Message, type MessageSource, nameOfSource, type ToolCall} from '../../../shared/records/message.ts';
import type {Attachment} from '../../../shared/records/message-details.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import {type EpochMs, twoDigits} from '../../../shared/time/time.ts';
import {isZone, wallTimeAt} from '../../../shared/time/zone.ts';

export type ReflectionInput = {
  /** In reading order. */
  readonly messages: readonly Message[];
  /** Number of older messages. */
  readonly older: number;
  readonly zone: string;
  /** One-line summary of a tool call. */
  readonly summarize: (call: ToolCall) => string;
  /** The path of the conversation's readable copy. */
  readonly copy: string;
  /** The longest text in characters. Older messages are dropped, with a note about it. */
  readonly limit: number;
};

export const reflectionInput = ({messages, older, zone, summarize, copy, limit}: ReflectionInput): string => {
  const known = isZone(zone) ? zone : 'UTC';
  const failed = new Set(messages.flatMap(({tool}) => (tool?.ok === false ? [tool.callId] : [])));
  const lines = messages.flatMap(message => {
    const lines = linesOf(message, summarize, failed);
    return lines.length === 0 ? [] : [`[${localTime(message.at, known)}] ${lines.join('\n')}`];
  });
  const shown = newestWithin(lines, limit);
  const left = lines.length - shown.length + older;
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
  const label = source.kind === 'cron' ? 'scheduled job' : source.kind;
  const name = nameOfSource(source);
  return name === undefined ? label : `${label} ${name}`;
};

const formatFile = ({name, path, type}: Attachment): string =>
  `(with the ${type.startsWith('image/') ? 'picture' : 'file'} ${oneLine(name ?? path.slice(path.lastIndexOf('/') + 1))})`;

const formatUse = ({name}: ToolCall, summary: string, hasFailed: boolean): string =>
  `(used ${name}${summary === '' ? '' : `: ${oneLine(summary)}`}${hasFailed ? ', which failed' : ''})`;

/** Indents further lines, so that none looks like the start of a message. */
const indented = (text: string): string => text.replaceAll(/\r\n?|[\n\u2028\u2029]/gu, `\n${INDENT}`);

const withoutMiddle = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const [head, tail] = [beginningOf(text, LONGEST_HEAD), text.slice(LONGEST_HEAD - LONGEST).replace(HALF_AT_START, '')];
  return `${head}\n[… ${text.length - LONGEST} characters are left out here …]\n${tail}`;
};

const newestWithin = (lines: readonly string[], limit: number): readonly string[] => {
  let room = limit;
  let from = lines.length;
  // The newest message is always included; its length is limited.
  for (; from > 0; from -= 1) {
    room -= (lines[from - 1] ?? '').length + 1;
    if (room < 0 && from < lines.length) break;
  }
  return lines.slice(from);
};

const leftOut = (count: number, copy: string): string =>
  `[${count} earlier ${count === 1 ? 'message is' : 'messages are'} left out here; the conversation is in ${copy}, for read_file.]`;

/** `2026-11-21 12:03` */
const localTime = (at: EpochMs, zone: string): string => {
  const {year, month, day, hour, minute} = wallTimeAt(at, zone);
  return `${year}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}:${twoDigits(minute)}`;
};

const INDENT = '  ';
/** For one message. */
const LONGEST = 8_000;
const LONGEST_HEAD = 5_000;
/** The second half of a split character. */
const HALF_AT_START = /^[\udc00-\udfff]/u;
