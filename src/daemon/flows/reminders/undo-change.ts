// Stores the last change of each caller for undo: one step, for ten minutes, across restarts.
import {fromWire, toWire, type Wire} from '../../../shared/events/wire.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import type {CursorStore} from '../../ports/store.ts';
import type {Actor} from '../../routing/actor.ts';

type LastChange = {readonly at: EpochMs; readonly before: Reminder; readonly after: Reminder};

/** Runs inside the transaction of the change. */
export const keepForUndo = (cursors: CursorStore, actor: Actor, change: LastChange): void =>
  cursors.set(nameOf(actor), JSON.stringify(toWire(change)));

/** The caller's last change; throws if there is nothing to undo. */
export const lastChange = (cursors: CursorStore, actor: Actor, now: EpochMs): LastChange => {
  const text = cursors.get(nameOf(actor)) ?? '';
  const change = text === '' ? undefined : fromWire<LastChange>(JSON.parse(text) as Wire<LastChange>);
  if (change !== undefined && now - change.at <= LONGEST_MS) return change;
  throw new GatewayError('not_found', 'There is nothing to undo from the last 10 minutes.');
};

export const forgetChange = (cursors: CursorStore, actor: Actor): void => cursors.set(nameOf(actor), '');

/** True if the reminder is unchanged since the change. */
export const isUnchanged = (kept: Reminder, {after}: LastChange): boolean =>
  JSON.stringify(sorted(kept)) === JSON.stringify(sorted(after));

const sorted = (reminder: Reminder): unknown =>
  Object.entries(toWire(reminder)).toSorted(([one], [other]) => (one < other ? -1 : 1));

const nameOf = ({user, operator}: Actor): string => `reminders.undo.${user ?? (operator ? '' : '?')}`;

const LONGEST_MS = 10 * MINUTE;
