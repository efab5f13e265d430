// Reads one line of a topic's stream. Pure.
import {isRecord} from '../../../shared/fields/is-record.ts';
import {SECOND} from '../../../shared/time/time.ts';

export type StreamEvent =
  | {readonly kind: 'alive'}
  | {readonly kind: 'message'; readonly id: string; readonly time: number; readonly text: string}
  /** An unknown event. */
  | {readonly kind: 'other'};

export const readStreamEvent = (line: string): StreamEvent => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return OTHER;
  }
  if (!isRecord(value)) return OTHER;
  const {event, id, time, message = ''} = value;
  if (event === 'open' || event === 'keepalive') return {kind: 'alive'};
  if (event !== 'message' || typeof id !== 'string' || !ID.test(id) || typeof message !== 'string') return OTHER;
  return {kind: 'message', id, time: Number.isSafeInteger(time) ? Number(time) * SECOND : 0, text: message};
};

const OTHER: StreamEvent = {kind: 'other'};
/** The id becomes part of a URL later. */
const ID = /^[\w-]{1,64}$/u;
