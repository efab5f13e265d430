// Imports reminders from a calendar file. The UID identifies each item, so a second import updates changed items and adds no duplicates.
// The whole file is parsed first, then each item is set in one transaction of its own. An interrupted import can be repeated.
import {present} from '../../../shared/fields/present.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {isoOf} from '../../../shared/time/time.ts';
import type {Emit, Store} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {type Actor, askedFor} from '../../routing/actor.ts';
import {
  type CalendarItem,
  type ReadCalendar,
  readCalendar,
  type Skipped,
} from '../../schedule/calendar/read-calendar.ts';
import {markedCancelled} from '../../schedule/reminder-moves.ts';
import {type Instants, published} from '../../schedule/series/advance.ts';
import type {NewReminder, ReminderService, SetExactly} from '../reminders/reminder-actions.ts';

type ImportCalendarDeps = Pick<World, 'store' | 'clock'> & {
  readonly instants: Instants;
  readonly reminders: Pick<ReminderService, 'set'>;
  readonly zoneOf: (user: string | undefined) => string;
  /** The configured time for dates without a time. */
  readonly morning: () => string | undefined;
};

export type Imported = {
  readonly added: number;
  readonly updated: number;
  /** Reminders whose alarm or entry is gone from the file. Left out if there are none. */
  readonly cancelled?: number;
  /** Entries that were exported from here, of reminders that still exist. Left out if there are none. */
  readonly own?: number;
  readonly skipped: readonly Skipped[];
};

export const importCalendar = async (deps: ImportCalendarDeps, ics: string, actor: Actor): Promise<Imported> => {
  const read = readCalendar(ics, {
    zone: deps.zoneOf(actor.user),
    ...present({morning: deps.morning()}),
    isOwn: uid => {
      const own = OWN_UID.exec(uid)?.[1];
      return own !== undefined && deps.store.reminders.get(own as ReminderId) !== undefined;
    },
  });
  if ('problem' in read) throw new GatewayError('invalid', read.problem);
  await deps.instants.load();
  const {own} = read;
  const skipped: Skipped[] = [...read.skipped];
  const counts = {added: 0, updated: 0, same: 0};
  let cancelled = 0;
  for (const item of read.items) {
    const kept = await keepItem(deps, item, actor);
    if (typeof kept === 'string') counts[kept]++;
    else {
      skipped.push({uid: item.uid, reason: kept.reason});
      // The entry was moved into the past.
      if (kept.isOver === true) cancelled += cancelKnown(deps.store, item.key, actor) ?? 0;
    }
  }
  cancelled += cancelGone(deps.store, read.sizes, actor);
  const {added, updated} = counts;
  return {added, updated, ...(cancelled > 0 && {cancelled}), ...(own > 0 && {own}), skipped};
};

/** Cancels what an earlier version of the file set for an alarm that is gone, or for an entry that is cancelled or done. */
const cancelGone = (store: Store, sizes: ReadCalendar['sizes'], actor: Actor): number => {
  let cancelled = 0;
  for (const {name, items} of sizes) {
    // An alarm that had passed left no mark.
    for (let index = items, missing = 0; missing < MOST_MISSING; index += 1) {
      const gone = cancelKnown(store, `${name} ${index}`, actor);
      missing = gone === undefined ? missing + 1 : 0;
      cancelled += gone ?? 0;
    }
  }
  return cancelled;
};

/** The number of reminders that this cancelled. Undefined if no import knows the item. */
const cancelKnown = (store: Store, key: string, actor: Actor): number | undefined => {
  const mark = markOf(key);
  const known = readMark(store.cursors.get(mark));
  if (known === undefined) return undefined;
  return store.transact(emit => {
    const old = store.reminders.get(known.id);
    if (old !== undefined) cancel(store, old, actor, emit);
    store.cursors.set(mark, '');
    return old?.state === 'pending' ? 1 : 0;
  });
};

type ImportOutcome = 'added' | 'updated' | 'same' | Refused;

type Refused = {readonly reason: string; readonly isOver?: true};

const keepItem = async (deps: ImportCalendarDeps, item: CalendarItem, actor: Actor): Promise<ImportOutcome> => {
  const {store, reminders} = deps;
  const mark = markOf(item.key);
  const content = JSON.stringify(item);
  if (readMark(store.cursors.get(mark))?.content === content) return 'same';
  const request = requestOf(item, deps);
  if ('reason' in request) return request;
  const {exactly, ...moment} = request;
  let outcome: ImportOutcome = 'same';
  const within: SetExactly['within'] = (add, emit) => {
    const known = readMark(store.cursors.get(mark));
    const old = known && store.reminders.get(known.id);
    outcome = known === undefined ? 'added' : 'updated';
    // Another import of the same file was faster.
    if (old !== undefined && known?.content === content) {
      outcome = 'same';
      return old;
    }
    const set = add();
    for (const one of [old, halfDone(store, item, known)]) if (one !== undefined) cancel(store, one, actor, emit);
    store.cursors.set(mark, JSON.stringify({id: set.id, content, times: known?.times ?? 0}));
    return set;
  };
  try {
    const asked = {message: item.text, mode: 'verbatim', zone: item.zone, ...moment} as const;
    await reminders.set(asked, actor, {...exactly, within});
    return outcome;
  } catch (error) {
    if (error instanceof GatewayError) return {reason: error.message};
    throw error;
  }
};

type Asked = Pick<NewReminder, 'at'> & {readonly exactly?: Pick<SetExactly, 'rule' | 'skipped'>};

const requestOf = (item: CalendarItem, {clock, instants}: ImportCalendarDeps): Asked | Refused => {
  const now = clock.now();
  if (item.kind === 'once')
    return item.at <= now ? {reason: 'Its time has passed.', isOver: true} : {at: isoOf(item.at)};
  const {rule} = item;
  const lacking = instants.lacks?.(rule.rule);
  if (lacking !== undefined) return {reason: lacking};
  const repeat = {...rule, words: ''};
  const [next] = instants.after(repeat, now, 1);
  if (next === undefined) return {reason: 'It has no future dates.', isOver: true};
  const skipped = item.without.filter(at => at > now && instants.between(repeat, at, at, 1).length > 0);
  return {exactly: {rule, skipped}};
};

/** A reminder that an interrupted import of an older version left without its mark. */
const halfDone = (store: Store, {key}: CalendarItem, known: Mark | undefined): Reminder | undefined =>
  store.reminders.byKey(`calendar ${key} ${(known?.times ?? 0) + 1}`);

const cancel = (store: Store, reminder: Reminder, actor: Actor, emit: Emit): void => {
  if (reminder.state !== 'pending') return;
  const cancelled = markedCancelled(reminder);
  store.reminders.update(cancelled);
  const about = {session: actor.session, ...askedFor(actor, cancelled.id), reminder: published(cancelled)};
  emit({type: 'reminder.cancelled', ...about});
};

/** `times`: how often an older version set the item, under a key with that number. */
type Mark = {readonly id: ReminderId; readonly content: string; readonly times: number};

/** The mark of an item that is gone is empty. */
const readMark = (text = ''): Mark | undefined => (text === '' ? undefined : JSON.parse(text));

const markOf = (key: string): string => `calendar.${key}`;

const MOST_MISSING = 4;
const OWN_UID = /^(rem_[\w-]+?)(?:-later)?@rooster$/u;
