// Reads how long a message waited at Signal's server. Both instants are the server's, so no other clock has to be
// right.
import {fieldsOf, timestampOf} from './fields.ts';
import {unwrapped} from './read-envelope.ts';

/** In ms; 0 if the envelope doesn't say. */
export const waitedAtServer = (raw: string): number => {
  try {
    const envelope = fieldsOf(unwrapped(JSON.parse(raw))?.['envelope']) ?? {};
    const [from, to] = [envelope['serverReceivedTimestamp'], envelope['serverDeliveredTimestamp']].map(timestampOf);
    return from === undefined || to === undefined ? 0 : Math.max(0, to - from);
  } catch {
    return 0;
  }
};
