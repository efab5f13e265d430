// Imports reminders from a calendar file. The UID identifies each item, so a second import updates changed items and adds no duplicates.
// The whole file is parsed first, then each item is set separately. An interrupted import can be repeated.
import {present} from '../../../shared/fields/present.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import type {World} from '../../ports/system.ts';
import type {Actor} from '../../routing/actor.ts';
import {type CalendarItem, readCalendar, type Skipped} from '../../schedule/calendar/read-calendar.ts';
import type {Instants} from '../../schedule/series/advance.ts';
import type {NewReminder, ReminderService} from '../reminders/reminder-actions.ts';

export type ImportCalendarDeps = Pick<World, 'store' | 'clock'> & {
  readonly instants: Instants;
  readonly reminders: Pick<ReminderService, 'set' | 'cancel' | 'skip'>;
  readonly zoneOf: (user: string | undefined) => string;
  /** The configured time for dates without a time. */
  readonly morning: () => string | undefined;
};

export type Imported = {readonly added: number; readonly updated: number; readonly skipped: readonly Skipped[]};

export const importCalendar = async (deps: ImportCalendarDeps, ics: string, actor: Actor): Promise<Imported> => {
  const read = readCalendar(ics, {zone: deps.zoneOf(actor.user), ...present({morning: deps.morning()})});
  if ('problem' in read) throw new GatewayError('invalid', read.problem);
  await deps.instants.load();
  const skipped: Skipped[] = [...read.skipped];
  const counts = {added: 0, updated: 0, same: 0};
  for (const item of read.items) {
    const kept = await keepItem(deps, item, actor);
    if (typeof kept === 'string') counts[kept]++;
    else skipped.push({uid: item.uid, reason: kept.reason});
  }
  return {added: counts.added, updated: counts.updated, skipped};
};

type Kept = 'added' | 'updated' | 'same' | {readonly reason: string};

const keepItem = async (deps: ImportCalendarDeps, item: CalendarItem, actor: Actor): Promise<Kept> => {
  const {store, reminders} = deps;
  const own = /^(rem_[\w-]+?)(?:-later)?@rooster$/u.exec(item.uid)?.[1];
  if (own !== undefined && store.reminders.get(own as ReminderId) !== undefined) {
    return {reason: 'It was exported from here.'};
  }
  const mark = `calendar.${item.key}`;
  const known = readMark(store.cursors.get(mark));
  const content = JSON.stringify(item);
  if (known?.content === content) return 'same';
  const request = requestOf(item, deps);
  if ('reason' in request) return request;
  const times = (known?.times ?? 0) + 1;
  try {
    // Sets the new reminder before cancelling the old one, so an interruption never loses both.
    const set = await reminders.set({...request, key: `calendar ${item.key} ${times}`}, actor);
    await skipMissing(deps, set, item, actor);
    const old = known && store.reminders.get(known.id);
    if (old?.state === 'pending' && old.id !== set.id) await reminders.cancel(old.id, actor);
    await store.transactBatched(() => store.cursors.set(mark, JSON.stringify({id: set.id, content, times})));
    return known === undefined ? 'added' : 'updated';
  } catch (error) {
    if (error instanceof GatewayError) return {reason: error.message};
    throw error;
  }
};

const requestOf = (item: CalendarItem, deps: ImportCalendarDeps): NewReminder | {readonly reason: string} => {
  const now = deps.clock.now();
  const {text, zone} = item;
  const always = {message: text, mode: 'verbatim', zone} as const;
  if (item.kind === 'once') {
    return item.at <= now ? {reason: 'Its time has passed.'} : {...always, at: isoOf(item.at)};
  }
  const {rule, until, count} = item.rule;
  const repeat = {...item.rule, words: ''};
  const [next] = deps.instants.after(repeat, now, 1);
  if (next === undefined) return {reason: 'It has no occurrence to come.'};
  // The imported series starts at its next occurrence, so past occurrences reduce the count.
  const left = count && count - deps.instants.between(repeat, BEFORE_ALL, now, count).length;
  return {...always, at: isoOf(next), repeat: rule, ...present({until, count: left})};
};

/** Skips the coming occurrences that the file excludes. */
const skipMissing = async (
  {reminders, instants, clock}: ImportCalendarDeps,
  {id, repeat, skipped = []}: Reminder,
  item: CalendarItem,
  actor: Actor,
): Promise<void> => {
  if (item.kind === 'once' || repeat === undefined) return;
  const isToCome = (at: EpochMs): boolean =>
    at > clock.now() && !skipped.includes(at) && instants.between(repeat, at, at, 1).length > 0;
  for (const at of item.without.filter(isToCome)) await reminders.skip(id, isoOf(at), actor);
};

/** `times` counts how often the item was set, so each of its reminders has a distinct key. */
type Mark = {readonly id: ReminderId; readonly content: string; readonly times: number};

const readMark = (text: string | undefined): Mark | undefined => (text === undefined ? undefined : JSON.parse(text));

const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
