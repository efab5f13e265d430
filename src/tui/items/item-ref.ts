// ItemRef: what a person points at, in whatever view: enough to ask the daemon about it. The one name by which actions that
// work on anything (why, copy, read in full) know their object, so that each of them works in every view: `selectedItem` in
// lists/selected.ts names it in the lists.
import type {DeliveryId, MessageId, ReminderId, RunId, TurnId} from '../../shared/ids.ts';

export type ItemRef =
  | {readonly kind: 'message'; readonly id: MessageId}
  | {readonly kind: 'turn'; readonly id: TurnId}
  | {readonly kind: 'run'; readonly id: RunId}
  | {readonly kind: 'reminder'; readonly id: ReminderId}
  /** A cron job, by its name. */
  | {readonly kind: 'cron'; readonly id: string}
  | {readonly kind: 'delivery'; readonly id: DeliveryId}
  /** An event, by its number. */
  | {readonly kind: 'event'; readonly id: number};

/** Whether both are the same thing. */
export const sameItem = (one: ItemRef, other: ItemRef): boolean => one.kind === other.kind && one.id === other.id;

/** What an id of the daemon's is the id of; undefined for one that nothing here can show. */
export const refOfId = (id: string): ItemRef | undefined => {
  if (id.startsWith('msg_')) return {kind: 'message', id: id as MessageId};
  if (id.startsWith('turn_')) return {kind: 'turn', id: id as TurnId};
  if (id.startsWith('run_')) return {kind: 'run', id: id as RunId};
  if (id.startsWith('rem_')) return {kind: 'reminder', id: id as ReminderId};
  if (id.startsWith('dlv_')) return {kind: 'delivery', id: id as DeliveryId};
  return undefined;
};
