// ItemRef: what a person points at, in whatever view: enough to ask the daemon about it. The one name by which actions that
// work on anything (why, copy, read in full) know their object, so that each of them works in every view: `selectedItem` in
// lists/selected.ts names it in the lists.
import type {AlarmId, DeliveryId, MessageId, ReminderId, RunId, TurnId} from '../../shared/records/ids.ts';

export type ItemRef =
  | {readonly kind: 'message'; readonly id: MessageId}
  | {readonly kind: 'turn'; readonly id: TurnId}
  | {readonly kind: 'run'; readonly id: RunId}
  | {readonly kind: 'reminder'; readonly id: ReminderId}
  | {readonly kind: 'alarm'; readonly id: AlarmId}
  /** A cron job, by its name. */
  | {readonly kind: 'job'; readonly id: string}
  | {readonly kind: 'delivery'; readonly id: DeliveryId}
  /** What comes by itself in a quiet conversation, by its row. */
  | {readonly kind: 'idle'; readonly id: string}
  /** An event, by its number. */
  | {readonly kind: 'event'; readonly id: number};

/** Also what the daemon knows nothing of: a file that isn't a job. */
export type NounKind = ItemRef['kind'] | 'invalid';
