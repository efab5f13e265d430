// A line that sets reminders. The daemon reads sentences that say how often, several times, or the time at their end; what begins with a time
// is split here.

import {fromWire, type Wire} from '../../../shared/events/wire.ts';
import {omit} from '../../../shared/fields/omit.ts';
import type {TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import {type ReminderPreview, requestsIn, type SentenceRequest} from '../../../shared/records/jobs/reminder-preview.ts';
import {type RemindOptions, readRemind, readSentenceLine} from '../../input/remind-words.ts';
import type {Doors} from '../doors.ts';

export type RemindRead = {
  readonly options: RemindOptions;
  /** One for each time in the line. */
  readonly requests: readonly SentenceRequest[];
  /** The daemon's reading of the line. */
  readonly preview?: Wire<ReminderPreview>;
};

/** Undefined where no time and text are found. */
export const remindIn = async ({link}: Doors, line: string): Promise<RemindRead | undefined> => {
  const split = readRemind(line);
  const read = readSentenceLine(line);
  const preview =
    read === undefined ? undefined : await link.call('reminder.preview', {when: read.sentence}).catch(() => undefined);
  if (read !== undefined && preview !== undefined && preview.text !== '') {
    // A single time at the beginning keeps the text behind it as it was written.
    if (preview.repeat !== undefined || preview.also !== undefined || split === undefined)
      return {options: read.options, requests: requestsIn(preview), preview};
  }
  if (split === undefined) return undefined;
  const {when, message} = split;
  return {options: omit(split, 'when', 'message'), requests: [{when, message}]};
};

/** Sets them in order. Rejects with the first refusal; those before it are set. */
export const setReminders = async (
  {link, newKey}: Doors,
  {options, requests}: RemindRead,
): Promise<readonly TimedReminder[]> => {
  const set: TimedReminder[] = [];
  for (const request of requests) {
    set.push(fromWire<TimedReminder>(await link.call('reminder.set', {...options, ...request, key: newKey()})));
  }
  return set;
};
