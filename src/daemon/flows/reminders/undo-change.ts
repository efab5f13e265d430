// Stores the last change of each caller for undo: one step, for ten minutes, across restarts.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {fromWire, toWire, type Wire} from '../../../shared/fields/wire.ts';
import type {Reminder, UndoneChange} from '../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {CursorStore} from '../../ports/store.ts';
import type {Actor} from '../../routing/actor.ts';
import {UNDO_MS} from '../../schedule/reminder-moves.ts';

type LastChange = {
  readonly at: EpochMs;
  readonly before: Reminder;
  readonly after: Reminder;
  /** Absent in a change that an older version stored. */
  readonly change?: UndoneChange;
  /** The others that changed with it. */
  readonly more?: readonly {readonly before: Reminder; readonly after: Reminder}[];
};

/** The changes that can be undone, by the event of each. */
export const UNDOABLE: Readonly<Partial<Record<GatewayEvent['type'], UndoneChange>>> = {
  'reminder.snoozed': 'snooze',
  'reminder.cancelled': 'cancel',
  'reminder.done': 'done',
  'reminder.skipped': 'skip',
  'reminder.edited': 'edit',
  'reminder.paused': 'pause',
  'reminder.resumed': 'resume',
};

/** Runs inside the transaction of the change. */
export const keepForUndo = (cursors: CursorStore, actor: Actor, change: LastChange): void =>
  cursors.set(nameOf(actor), JSON.stringify(toWire(change)));

const readChange = (cursors: CursorStore, actor: Actor, now: EpochMs): LastChange | undefined => {
  const text = cursors.get(nameOf(actor)) ?? '';
  const change = text === '' ? undefined : fromWire<LastChange>(JSON.parse(text) as Wire<LastChange>);
  return change !== undefined && now - change.at <= UNDO_MS ? change : undefined;
};

/** The caller's last change; throws if there is nothing to undo. */
export const lastChange = (cursors: CursorStore, actor: Actor, now: EpochMs): LastChange => {
  const change = readChange(cursors, actor, now);
  if (change !== undefined) return change;
  throw new GatewayError('not_found', 'There is nothing to undo from the last 10 minutes.', {fault: 'nothing-to-undo'});
};

/** When it was made. Undefined if there is nothing to undo. */
export const lastChangedAt = (cursors: CursorStore, actor: Actor, now: EpochMs): EpochMs | undefined =>
  readChange(cursors, actor, now)?.at;

export const forgetChange = (cursors: CursorStore, actor: Actor): void => cursors.set(nameOf(actor), '');

/** True if the reminder is unchanged since the change. */
export const isUnchanged = (kept: Reminder, {after}: Pick<LastChange, 'after'>): boolean =>
  JSON.stringify(sorted(kept)) === JSON.stringify(sorted(after));

const sorted = (reminder: Reminder): unknown =>
  Object.entries(toWire(reminder)).toSorted(([one], [other]) => (one < other ? -1 : 1));

const nameOf = ({user, operator}: Actor): string => `reminders.undo.${user ?? (operator ? '' : '?')}`;
