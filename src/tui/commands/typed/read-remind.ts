// A line that sets reminders. The daemon reads sentences that say how often, several times, or the time at their end;
// what begins with a time is split here.

import {fromWire, type Wire} from '../../../shared/fields/wire.ts';
import type {TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import {
  isOnlyNumber,
  type ReminderPreview,
  requestsIn,
  type SentenceRequest,
} from '../../../shared/records/jobs/reminder-preview.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type RemindOptions, readRemind, readSentenceLine} from '../../input/remind-words.ts';
import type {CommandPorts} from '../command-ports.ts';

export type RemindRead = {
  readonly options: RemindOptions;
  /** One for each time in the line. */
  readonly requests: readonly SentenceRequest[];
  /** The daemon's reading of the line. */
  readonly preview?: Wire<ReminderPreview>;
};

/** Rejects with the reason where no time and text are found. */
export const remindIn = async ({link}: CommandPorts, line: string): Promise<RemindRead> => {
  const split = readRemind(line);
  const read = readSentenceLine(line);
  let refused: unknown;
  const preview =
    read === undefined
      ? undefined
      : await link.call('reminder.preview', {when: read.sentence}).catch((thrown: unknown) => {
          refused = thrown;
        });
  if (read !== undefined && preview !== undefined) {
    if (preview.text === '' || isOnlyNumber(preview.text)) throw new Error(NO_TEXT);
    // A single time at the beginning keeps the text behind it as it was written.
    if (preview.repeat !== undefined || preview.also !== undefined || preview.on !== undefined || split === undefined)
      return {options: read.options, requests: requestsIn(preview), preview};
  }
  if (split === undefined) {
    // A time that was understood but can't be used, such as one in the past.
    if (refused instanceof GatewayError && refused.fault !== 'no-time') throw refused;
    throw new Error(NO_TIME);
  }
  const {when, message, ...options} = split;
  if (isOnlyNumber(message)) throw new Error(NO_TEXT);
  return {options, requests: [{when, message}]};
};

const NO_TEXT = 'The text is missing. Type both: 20m tea';
const NO_TIME = 'No time found. Write it first: 20m tea, or "next friday 9:00" call Bob';

/** Sets them in order. Rejects with the first refusal; those before it are set. */
export const setReminders = async (
  {link, newKey}: CommandPorts,
  {options, requests}: RemindRead,
): Promise<readonly TimedReminder[]> => {
  const set: TimedReminder[] = [];
  for (const request of requests) {
    set.push(fromWire<TimedReminder>(await link.call('reminder.set', {...options, ...request, key: newKey()})));
  }
  return set;
};
