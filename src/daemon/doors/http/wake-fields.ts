// The fields of a wake-up. Pure.
import {isRecord} from '../../../shared/fields/is-record.ts';
import {rawMember} from './raw-member.ts';
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
