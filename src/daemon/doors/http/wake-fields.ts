// The fields of a wake-up. Pure.

import {isRecord} from '../../../shared/fields/is-record.ts';
import {type BodyReading, type BodyText, parsed, refused} from './read-body.ts';

export type WakeFields = {
  readonly userId: string;
  readonly conversationId: string | undefined;
  readonly message: string;
  readonly payload: string | undefined;
  readonly alarmId: string;
  readonly origin: string;
  readonly scheduledFor: string | undefined;
};

export const readWake = (body: BodyText): BodyReading<WakeFields> => {
  const data = parsed(body);
  if (data.kind === 'problem') return data;
  const fields = data.value;
  if (!isRecord(fields)) return refused(422, 'The body must be a JSON object.');
  const wrong = [...NEEDED, ...OPTIONAL].find(name => !isFitting(fields[name], NEEDED.includes(name)));
  if (wrong !== undefined) return refused(422, `"${wrong}" must be a text that is not empty, and not too long.`);
  const textOf = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const payload = rawMember(body.text, 'payload');
  return {
    kind: 'read',
    value: {
      userId: textOf('user_id') ?? '',
      conversationId: textOf('conversation_id'),
      message: textOf('message') ?? '',
      payload: payload === 'null' ? undefined : payload,
      alarmId: textOf('alarm_id') ?? '',
      origin: textOf('origin') ?? DEFAULT_ORIGIN,
      scheduledFor: textOf('scheduled_for'),
    },
  };
};

const isFitting = (value: unknown, needed: boolean): boolean => {
  if (value === undefined || value === null || value === '') return !needed;
  return typeof value === 'string' && value.trim() !== '';
};

const NEEDED: readonly string[] = ['user_id', 'message', 'alarm_id'];
const OPTIONAL: readonly string[] = ['conversation_id', 'origin', 'scheduled_for'];
const DEFAULT_ORIGIN = 'chronos';

/**
 * The exact text of a member, because parsing would lose key order, large numbers and `1.0`. `text` must be a valid
 * JSON object. Among duplicate members the last wins, as in JSON.parse. Undefined for a missing member.
 */
export const rawMember = (text: string, member: string): string | undefined => {
  let found: string | undefined;
  let at = skipped(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const start = skipped(text, text.indexOf(':', keyEnd) + 1);
    const end = endOfValue(text, start);
    if (JSON.parse(text.slice(at, keyEnd)) === member) found = text.slice(start, end).trimEnd();
    if (text[end] !== ',') break;
    at = skipped(text, end + 1);
  }
  return found;
};

/** The index of the comma or brace that ends the value. */
const endOfValue = (text: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (depth === 0 && (sign === ',' || sign === '}')) return at;
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return text.length;
};

/** The index after the closing quote. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};

const skipped = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at += 1;
  return at;
};
