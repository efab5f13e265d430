// Imports reminders from a calendar file. The UID identifies each item, so a second import updates changed items and
// adds no duplicates. The whole file is read first, in a worker thread, then its items are set in batches of one
// commit. An interrupted import can be repeated.
import {setImmediate} from 'node:timers/promises';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit, Store} from '../../ports/store.ts';
import {type Actor, askedFor} from '../../routing/actor.ts';
import type {CalendarItem, ReadCalendar, ReadOptions, Skipped} from '../../schedule/calendar/read-calendar.ts';
import {markedCancelled} from '../../schedule/reminder-moves.ts';
import {published} from '../../schedule/series/advance.ts';
import type {NewReminder, ReminderService, SetExactly} from '../reminders/reminder-actions.ts';

type ImportCalendarDeps = Core & {
  readonly reminders: Pick<ReminderService, 'set'>;
  /** The configured time for dates without a time. */
  readonly morning: () => string | undefined;
  readonly readFile: ReadCalendarFile;
};

/** `isKnown`: a reminder with this id exists. */
export type ReadCalendarFile = (
  ics: string,
  options: Omit<ReadOptions, 'isOwn'> & {readonly isKnown: (id: string) => boolean},
) => Promise<ReadCalendar | {readonly problem: string}>;

export type Imported = {
  readonly added: number;
  readonly updated: number;
  /** Reminders whose alarm or entry is gone from the file. Left out if there are none. */
  readonly cancelled?: number;
  /** Entries that were exported from here, of reminders that still exist. Left out if there are none. */
  readonly own?: number;
  readonly skipped: readonly Skipped[];
};

/**
 * `isConfirmed`: the caller knows how many reminders the file makes. Without it, more than 500 are refused, with their
 * number.
 */
export const importCalendar = async (
  deps: ImportCalendarDeps,
  {ics, isConfirmed}: {readonly ics: string; readonly isConfirmed: boolean},
  actor: Actor,
): Promise<Imported> => {
  // Others write into a person's calendar: an invitation is text from outside.
  const by = {...actor, limits: [{trust: 'public', by: {kind: 'calendar'}}]} as const;
  const read = await deps.readFile(ics, {
    zone: deps.people.zoneOf(actor.user),
    morning: deps.morning(),
    isKnown: id => deps.store.reminders.get(id as ReminderId) !== undefined,
  });
  if ('problem' in read) throw new GatewayError('invalid', read.problem);
  const now = deps.clock.now();
  const unknown = read.items.filter(
    item =>
      readMark(deps.store.cursors.get(markOf(item.key))) === undefined && (item.kind === 'series' || item.at > now),
  ).length;
  if (unknown > MOST_UNASKED && !isConfirmed) throw tooMany(unknown);
  const {own} = read;
  const skipped: Skipped[] = [...read.skipped];
  const counts = {added: 0, updated: 0, same: 0};
  let cancelled = 0;
  for (let begin = 0; begin < read.items.length; begin += BATCH) {
    const batch = read.items.slice(begin, begin + BATCH);
    for (const {item, kept} of await keepBatch(deps, batch, by)) {
      if (typeof kept === 'string') counts[kept]++;
      else {
        skipped.push({uid: item.uid, reason: kept.reason});
        // The entry was moved into the past.
        if (kept.isOver === true) cancelled += cancelKnown(deps.store, item.key, actor) ?? 0;
      }
    }
  }
  cancelled += await cancelGone(deps.store, read.sizes, actor);
  const {added, updated} = counts;
  return {added, updated, cancelled: cancelled > 0 ? cancelled : undefined, own: own > 0 ? own : undefined, skipped};
};

const tooMany = (count: number): GatewayError =>
  new GatewayError('refused', `The file makes ${count} reminders. Confirm that you want them all.`, {
    fault: 'too-many',
    count,
  });

/** One commit for the whole batch. Its items are prepared one by one, with the daemon's other work between them. */
const keepBatch = async (
  deps: ImportCalendarDeps,
  batch: readonly CalendarItem[],
  actor: Actor,
): Promise<readonly {readonly item: CalendarItem; readonly kept: ImportOutcome}[]> => {
  const asked: {readonly item: CalendarItem; readonly request: Asked | Refused | 'same'}[] = [];
  for (const item of batch) {
    asked.push({item, request: await requestOf(item, deps)});
    await setImmediate();
  }
  return await Promise.all(
    asked.map(async ({item, request}) => ({item, kept: await keepItem(deps, item, request, actor)})),
  );
};

/**
 * Cancels what an earlier version of the file set for an alarm that is gone, or for an entry that is cancelled or done.
 */
const cancelGone = async (store: Store, sizes: ReadCalendar['sizes'], actor: Actor): Promise<number> => {
  let cancelled = 0;
  for (const [at, {name, items}] of sizes.entries()) {
    if (at % BATCH === 0) await setImmediate();
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

const keepItem = async (
  deps: ImportCalendarDeps,
  item: CalendarItem,
  request: Asked | Refused | 'same',
  actor: Actor,
): Promise<ImportOutcome> => {
  if (request === 'same' || 'reason' in request) return request;
  const {store, reminders} = deps;
  const mark = markOf(item.key);
  const content = JSON.stringify(item);
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
    for (const reminder of [old, halfDone(store, item, known)])
      if (reminder !== undefined) cancel(store, reminder, actor, emit);
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

const requestOf = async (
  item: CalendarItem,
  {store, clock, times: {instants}}: ImportCalendarDeps,
): Promise<Asked | Refused | 'same'> => {
  if (readMark(store.cursors.get(markOf(item.key)))?.content === JSON.stringify(item)) return 'same';
  const now = clock.now();
  if (item.kind === 'once')
    return item.at <= now ? {reason: 'Its time has passed.', isOver: true} : {at: isoOf(item.at)};
  const {rule} = item;
  const lacking = instants.lacks?.(rule.rule);
  if (lacking !== undefined) return {reason: lacking};
  const repeat = {...rule, words: ''};
  const [next] = instants.after(repeat, now, 1);
  if (next === undefined) return {reason: 'It has no future dates.', isOver: true};
  const skipped: EpochMs[] = [];
  for (const [index, at] of item.without.entries()) {
    if (index % SLICE === 0) await setImmediate();
    if (at > now && instants.between(repeat, at, at, 1).length > 0) skipped.push(at);
  }
  if (skipped.length > MOST_SKIPPED)
    return {reason: `It leaves out too many coming dates: ${MOST_SKIPPED} are the most.`};
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
const MOST_UNASKED = 500;
const MOST_SKIPPED = 300;
/** Reminders of one commit: few enough not to hold the daemon. */
const BATCH = 50;
const SLICE = 10;
