import {expect, test} from 'vitest';
import {createForgetter} from '../../../src/daemon/flows/forget-old.ts';
import type {Store} from '../../../src/daemon/ports/store.ts';
import {DAY, type EpochMs, MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {aDelivery, aReminder, aRun, openTestStore} from '../store/store-fixture.ts';

const firedAt = (store: Store, id: string, at: EpochMs): void => {
  store.reminders.add(aReminder(id, {state: 'fired', fireAt: at, firedAt: at, runId: `run_${id}`}));
  store.runs.claim(aRun(id, {kind: 'reminder', name: `rem_${id}`, status: 'ran', scheduledFor: at, startedAt: at}));
};

test('records that ended ninety days ago are pruned a while after new activity', async () => {
  using store = openTestStore();
  const clock = fakeClock();
  using forgetter = createForgetter({store, clock, log: memoryLog()});
  firedAt(store, 'old', clock.now() - 91 * DAY);
  firedAt(store, 'new', clock.now() - 89 * DAY);
  forgetter.schedule();
  expect(store.reminders.get('rem_old')).toBeDefined();
  await clock.advance(MINUTE);
  expect(store.reminders.get('rem_old')).toBeUndefined();
  expect(store.runs.get('run_old')).toBeUndefined();
  expect(store.reminders.get('rem_new')).toBeDefined();
  expect(store.runs.get('run_new')).toBeDefined();
  expect(clock.timers).toBe(0);
});

test('an old delivery that arrived is pruned; an undelivered one stays', async () => {
  using store = openTestStore();
  const clock = fakeClock();
  using forgetter = createForgetter({store, clock, log: memoryLog()});
  const createdAt = clock.now() - 91 * DAY;
  store.transact(() => {
    for (let count = 0; count < 700; count += 1) {
      store.deliveries.add(aDelivery(String(count), {state: 'sent', createdAt}));
    }
    store.deliveries.add(aDelivery('dead', {state: 'dead', createdAt}));
    store.deliveries.add(aDelivery('new', {state: 'sent', createdAt: clock.now() - 89 * DAY}));
  });
  forgetter.schedule();
  await clock.advance(MINUTE);
  expect(store.deliveries.list({limit: 9}).map(({id}) => id)).toEqual(['dlv_new', 'dlv_dead']);
  expect(clock.timers).toBe(0);
});

test('many old records are pruned in small steps until none are left', async () => {
  using store = openTestStore();
  const clock = fakeClock();
  using forgetter = createForgetter({store, clock, log: memoryLog()});
  store.transact(() => {
    for (let count = 0; count < 1_000; count += 1) firedAt(store, String(count), clock.now() - 91 * DAY + count);
  });
  forgetter.schedule();
  await clock.advance(MINUTE);
  expect(store.runs.list({kind: 'reminder', limit: 9})).toEqual([]);
  expect(store.reminders.list({state: 'fired', limit: 9})).toEqual([]);
});

test('a pruning that fails on the disk is logged and retried with the next one', async () => {
  using store = openTestStore();
  const clock = fakeClock();
  const log = memoryLog();
  let isFull = true;
  const transact: Store['transact'] = work => {
    if (isFull) throw new Error('database or disk is full');
    return store.transact(work);
  };
  using forgetter = createForgetter({store: {...store, transact}, clock, log});
  firedAt(store, 'old', clock.now() - 91 * DAY);
  forgetter.schedule();
  await clock.advance(MINUTE);
  expect(JSON.stringify(log.lines)).toContain("Couldn't delete old records.");
  isFull = false;
  forgetter.schedule();
  await clock.advance(MINUTE);
  expect(store.reminders.get('rem_old')).toBeUndefined();
});

test('disposing leaves no timer', () => {
  using store = openTestStore();
  const clock = fakeClock();
  const forgetter = createForgetter({store, clock, log: memoryLog()});
  forgetter.schedule();
  forgetter[Symbol.dispose]();
  expect(clock.timers).toBe(0);
});
