// Follows the event log for reminders that wait for an event. A match is stored together with the position in the log,
// so an event counts once, also after a crash; what happened while the daemon was down counts after its start. The ring
// follows as for any reminder that is due. Without such a reminder nothing is read.
import type {GatewayEvent} from '../../../../shared/events/gateway-event.ts';
import type {Reminder} from '../../../../shared/records/jobs/jobs.ts';
import type {StartsOn} from '../../../../shared/records/jobs/starting-event.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {type EpochMs, MINUTE} from '../../../../shared/time/time.ts';
import type {Core} from '../../../core.ts';
import type {Emit} from '../../../ports/store.ts';
import {published} from '../../../schedule/series/advance.ts';
import {type Happened, happenedIn, startsIt} from './match-event.ts';
import {goneSentence, type WatchedJobs} from './read-event.ts';

export type EventFollower = Disposable & {
  /** True if events of the log were not looked at yet. */
  readonly isBehind: () => boolean;
  /** Looks at the next events, and makes the reminders due that they start. */
  readonly catchUp: (now: EpochMs) => void;
  /** Marks the reminders whose job or person no longer exists, and tells each person once. */
  readonly checkGone: () => void;
};

type Following = Core &
  WatchedJobs & {
    /** True if the user was removed from the configuration. @default never */
    readonly isGone?: (user: string | undefined) => boolean;
  };

export const followEvents = (deps: Following): EventFollower => {
  const {store, log, reschedule} = deps;
  let isWatched = false;
  /** Everything up to this number was looked at. */
  let upTo = Number(store.cursors.get(CURSOR) ?? 0);

  const look = (): void => {
    const since = store.reminders.onEvents().map(({followed}) => followed?.seq ?? 0);
    isWatched = since.length > 0;
    if (isWatched) upTo = Math.max(upTo, Math.min(...since));
  };

  const take = (events: readonly GatewayEvent[]): void => {
    if (events.some(isAboutWatching)) look();
    const [first] = events;
    if (!isWatched || first === undefined) return;
    if (events.some(event => happenedIn(event) !== undefined)) reschedule();
    else if (upTo === first.seq - 1) upTo += events.length;
  };

  /** `passed`: the number of the last event that was looked at. */
  const match = (happened: readonly Happened[], passed: number, now: EpochMs): void => {
    const matches = store.reminders.onEvents().flatMap(before => {
      const matched = happened.filter(each => startsIt(deps, before, each));
      return matched.length === 0 ? [] : [{before, matched}];
    });
    if (matches.length === 0 && passed - Number(store.cursors.get(CURSOR) ?? 0) < MOST_REREAD) return;
    store.transact(emit => {
      for (const {before, matched} of matches) start(deps, before, matched, now, emit);
      store.cursors.set(CURSOR, String(passed));
    });
  };

  look();
  const following = store.onCommitted(events => {
    try {
      take(events);
    } catch (error) {
      log.error({error}, `Couldn't follow the events for reminders: ${errorMessage(error)}`);
    }
  });
  return {
    isBehind: () => isWatched && upTo < store.events.seq,
    catchUp: now => {
      if (!isWatched || upTo >= store.events.seq) return;
      const events = store.events.after(upTo, AT_ONCE) ?? newest(deps, upTo);
      const passed = events.at(-1)?.seq ?? store.events.seq;
      match(
        events.flatMap(event => happenedIn(event) ?? []),
        passed,
        now,
      );
      upTo = passed;
    },
    checkGone: () => {
      const changed = store.reminders.onEvents().filter(({on, gone}) => on && isOver(deps, on) !== (gone === true));
      if (changed.length === 0) return;
      store.transact(emit => {
        for (const before of changed) markGone(deps, before, emit);
      });
    },
    [Symbol.dispose]: () => following[Symbol.dispose](),
  };
};

const isAboutWatching = (event: GatewayEvent): boolean =>
  'reminder' in event && event.reminder !== undefined && event.reminder.on !== undefined;

/** Makes a reminder due. One that rang a moment ago rings once for all that happens until its next ring. */
const start = (
  {store}: Core,
  before: Reminder,
  [first, ...others]: readonly Happened[],
  now: EpochMs,
  emit: Emit,
): void => {
  const {event: known, once, followed, on} = before;
  if (first === undefined) return;
  const {language} = on ?? {};
  const words = on?.kind === 'message' ? on.words : undefined;
  const begun = first.event.kind === 'message' ? {...first.event, words, language} : {...first.event, language};
  const more = known === undefined ? others.length : (known.more ?? 0) + 1 + others.length;
  const event = {...(known ?? begun), more: once === true || more === 0 ? undefined : more};
  const reminder: Reminder = {
    ...before,
    event,
    fireAt: known === undefined ? dueAt(first, followed?.rangAt, now) : before.fireAt,
    followed: {...followed, seq: others.at(-1)?.event.seq ?? first.event.seq},
  };
  store.reminders.update(reminder, before);
  emit({type: 'reminder.started', session: before.sourceSession, cause: first.event.id, reminder: published(reminder)});
};

const dueAt = ({keptAt}: Happened, rangAt: EpochMs | undefined, now: EpochMs): EpochMs => {
  const at = Math.min(keptAt, now);
  // After a clock that was set back, the last ring lies ahead.
  return rangAt === undefined || now - rangAt >= RINGS_APART_MS ? at : Math.min(rangAt, now) + RINGS_APART_MS;
};

/** The log no longer has all of them. */
const newest = ({store, log}: Core, upTo: number): readonly GatewayEvent[] => {
  log.warn({since: upTo}, 'Some events are too old to start reminders: the log no longer has them.');
  return store.events.before(store.events.seq + 1, AT_ONCE).events;
};

const isOver = ({watchedJobs, isGone}: Following, on: StartsOn): boolean => {
  if (on.kind === 'run') return !watchedJobs().some(({name}) => name === on.name);
  return isGone?.(on.from) === true;
};

const markGone = (deps: Core & WatchedJobs, before: Reminder, emit: Emit): void => {
  const {store, clock, ids, index, people} = deps;
  const reminder: Reminder = {...before, gone: before.gone === true ? undefined : true};
  store.reminders.update(reminder, before);
  const about = {session: before.sourceSession, cause: before.id, reminder: published(reminder)};
  emit({type: 'reminder.edited', ...about, changed: [], because: 'gone'});
  if (reminder.gone !== true) return;
  const session = people.current(before.sourceSession);
  const at = clock.now();
  const {trust} = index.touch({session, trust: people.ceilingOf(session), at, routed: false}, emit);
  const source = {kind: 'reminder', name: before.id} as const;
  const text = goneSentence(reminder);
  const message = store.messages.add({id: ids.next('msg'), session, role: 'system', text, at, source});
  emit({type: 'message.added', session, trust, message});
  index.changed(session, emit);
};

const CURSOR = 'reminders.events';
/** The most events that are looked at again after a crash. */
const MOST_REREAD = 1_000;
const AT_ONCE = 500;
/** A reminder that rings each time rings at most this often. */
const RINGS_APART_MS = 10 * MINUTE;
