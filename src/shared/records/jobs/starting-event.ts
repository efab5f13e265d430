// The events that start reminders instead of a time: a person's message, or the end of a job's run.
import {isRecord} from '../../fields/is-record.ts';
import type {EpochMs} from '../../time/time.ts';
import type {MessageId, ReminderId, RunId} from '../ids.ts';

/** The endings of a job's run: `ran` includes runs that had nothing to announce. */
export const RUN_ENDINGS = ['ran', 'failed', 'skipped'] as const;
export type RunEnding = (typeof RUN_ENDINGS)[number];

/**
 * The event that a reminder waits for. A message: of a person by their name in the configuration, with these words, or
 * both. A run: of the job with this name, with this ending, else with any but `skipped`.
 */
export type StartsOn = (
  | {readonly kind: 'message'; readonly from?: string; readonly words?: string}
  | {readonly kind: 'run'; readonly name: string; readonly status?: RunEnding}
) & {
  /** The language of the sentence that said it, in which its ring says what happened. Absent for English. */
  readonly language?: string;
};

/** The event that started a reminder. The text of the message is never part of it. */
export type StartingEvent = (
  | {readonly kind: 'message'; readonly id: MessageId; readonly words?: string}
  | {readonly kind: 'run'; readonly id: RunId; readonly status: RunEnding}
) & {
  /** The person who wrote, or the job. */
  readonly who: string;
  readonly at: EpochMs;
  /** Its number in the event log. */
  readonly seq: number;
  /** Number of further such events until it rang. */
  readonly more?: number;
  /** The reminder that waited for it, if that goes on waiting. */
  readonly of?: ReminderId;
  readonly language?: string;
};

/** The events that a reminder has followed. */
export type Followed = {
  /** Events up to this number don't start it. */
  readonly seq: number;
  /** The last ring, of one that rings each time. */
  readonly rangAt?: EpochMs;
  readonly ring?: ReminderId;
};

type OnEvent = {readonly state: string; readonly on?: unknown; readonly event?: unknown};

/** The event that a reminder waits for, and whether only once. Also accepts the wire form. */
export type Waiting = {readonly on: StartsOn; readonly once?: boolean};

/** It waits for an event, so nothing is due. Also accepts the wire form. */
export const waitsForEvent = ({state, on, event}: OnEvent): boolean =>
  state === 'pending' && on !== undefined && event === undefined;

/** It waits for an event, or goes on waiting after it rings: it has no time that a person could change. */
export const isWatching = (reminder: OnEvent & {readonly once?: boolean}): boolean =>
  waitsForEvent(reminder) || (reminder.state === 'pending' && reminder.on !== undefined && reminder.once !== true);

/** Enough for its readers: a database may be damaged. */
export const isStartsOn = (value: unknown): boolean =>
  isRecord(value) && (value['kind'] === 'message' || (value['kind'] === 'run' && typeof value['name'] === 'string'));

export const isStartingEvent = (value: unknown): boolean =>
  isRecord(value) &&
  (value['kind'] === 'message' || value['kind'] === 'run') &&
  typeof value['who'] === 'string' &&
  Number.isSafeInteger(value['at']) &&
  Number.isSafeInteger(value['seq']);

export const isFollowed = (value: unknown): boolean => isRecord(value) && Number.isSafeInteger(value['seq']);
