// The store as the daemon opens it, and homes with many reminders in it.
import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Store} from '../../src/daemon/ports/store.ts';
import {openStore} from '../../src/daemon/store/store.ts';
import type {ReminderId, RunId} from '../../src/shared/records/ids.ts';
import type {Reminder, ReminderMode} from '../../src/shared/records/jobs/jobs.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {mainSession} from '../../src/shared/records/session-key.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {DAY, type EpochMs, isoOf} from '../../src/shared/time/time.ts';

export const openAt = (path: string): Store & Disposable =>
  openStore({path, clock: systemClock(), log: {debug: quiet, info: quiet, warn: quiet, error: quiet}});

/** Makes a home, with `count` reminders that are due from `firstAt` on, `everyMs` apart. */
export const makeHome = (
  home: string,
  count: number,
  firstAt = Date.now() + DAY,
  everyMs = 1,
  kind: 'once' | 'series' = 'once',
): void => {
  const {database} = placesOf({ROOSTER_HOME: home}, home);
  mkdirSync(dirname(database), {recursive: true, mode: 0o700});
  using store = openAt(database);
  if (kind === 'once') addReminders(store, count, firstAt, everyMs);
  else addSeries(store, count, firstAt, everyMs);
};

export const addReminders = (
  store: Store,
  count: number,
  firstAt: EpochMs,
  everyMs: number,
  mode: ReminderMode = 'verbatim',
): void => addEach(store, count, index => ({...reminderAt(firstAt + index * everyMs), mode}));

/** The same of reminders that come every day. */
export const addSeries = (
  store: Store,
  count: number,
  firstAt: EpochMs,
  everyMs: number,
  mode: ReminderMode = 'verbatim',
): void => addEach(store, count, index => ({...seriesAt(firstAt + index * everyMs), mode}));

const addEach = (store: Store, count: number, reminder: (index: number) => Reminder): void => {
  for (let from = 0; from < count; from += PAGE) {
    store.transact(() => {
      const to = Math.min(count, from + PAGE);
      for (let index = from; index < to; index += 1) store.reminders.add(reminder(index));
    });
  }
};

/** A reminder as people set them: some 450 bytes with all that belongs to it. */
export const reminderAt = (fireAt: EpochMs): Reminder => {
  last += 1;
  return {
    id: `rem_bench${String(last).padStart(15, '0')}` as ReminderId,
    fireAt,
    message: `Call the dentist about appointment number ${last}, and ask for the bill of the last one, 555-0123.`,
    mode: 'verbatim',
    user: 'owner',
    delivery: ['terminal:default'],
    sourceSession: mainSession('rooster'),
    createdAt: fireAt - DAY,
    state: 'pending',
    zone: 'UTC',
  };
};

/** One that has been going on for a while: it fired yesterday, as the thirtieth time. */
const seriesAt = (fireAt: EpochMs): Reminder => ({
  ...reminderAt(fireAt),
  createdAt: fireAt - 31 * DAY,
  firedAt: fireAt - DAY,
  runId: `run_bench${String(last).padStart(15, '0')}` as RunId,
  occurrence: {n: 30, at: fireAt - DAY},
  repeat: {rule: 'FREQ=DAILY', words: 'every day', zone: 'UTC', start: isoOf(fireAt - 30 * DAY).slice(0, 19)},
  missed: 'latest',
  next: Array.from({length: 5}, (_, day) => fireAt + day * DAY),
  passed: 30,
});

const quiet = (): void => {};
const PAGE = 2_000;
let last = 0;
