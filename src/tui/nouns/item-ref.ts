// ItemRef: the selected item in any view: enough to ask the daemon about it. Actions that work on anything (why, copy,
// read in full) take one, so they work in every view. For lists, see `selectedItem` in lists/selected.ts.
import type {AlarmId, DeliveryId, MessageId, ReminderId, RunId, TurnId} from '../../shared/records/ids.ts';

export type ItemRef =
  | {readonly kind: 'message'; readonly id: MessageId}
  | {readonly kind: 'turn'; readonly id: TurnId}
  | {readonly kind: 'run'; readonly id: RunId}
  | {readonly kind: 'reminder'; readonly id: ReminderId}
  | {readonly kind: 'alarm'; readonly id: AlarmId}
  /** A cron job, by name. */
  | {readonly kind: 'job'; readonly id: string}
  | {readonly kind: 'delivery'; readonly id: DeliveryId}
  /** A planned heartbeat or reflection, by its row. */
  | {readonly kind: 'idle'; readonly id: string}
  /** An event, by number. */
  | {readonly kind: 'event'; readonly id: number};

/** Includes kinds that have no trace of their own: an invalid cron file, and the expected call of a hook. */
export type NounKind = ItemRef['kind'] | 'invalid' | 'expected';
