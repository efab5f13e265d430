import {expect, test} from 'vitest';
import {createStore} from '../../../src/tui/store/store.ts';
import {fakeClock} from '../../support/fake-clock.ts';

const counter = () => {
  const clock = fakeClock();
  const store = createStore<number, number>({reduce: (sum, step) => sum + step, initial: 0, clock});
  let heard = 0;
  const unsubscribe = store.subscribe(() => {
    heard += 1;
  });
  return {clock, store, unsubscribe, heard: () => heard};
};

test('the effect of a key is published immediately', () => {
  const {store, heard} = counter();
  store.dispatch(1);
  store.dispatch(1);
  expect([store.get(), heard()]).toEqual([2, 2]);
});

test('five hundred events a second cause at most twenty-one updates, and the state is never behind', async () => {
  const {clock, store, heard} = counter();
  for (let index = 0; index < 500; index += 1) {
    store.dispatch(1, 'soon');
    expect(store.get()).toBe(index + 1);
    await clock.advance(2);
  }
  await clock.advance(50);
  expect(heard()).toBeLessThanOrEqual(21);
  expect(clock.timers).toBe(0);
});

test('the first event after a pause is published immediately, and a key flushes waiting events', async () => {
  const {clock, store, heard} = counter();
  await clock.advance(1_000);
  store.dispatch(1, 'soon');
  expect(heard()).toBe(1);
  store.dispatch(1, 'soon');
  expect(heard()).toBe(1);
  store.dispatch(1);
  expect(heard()).toBe(2);
  await clock.advance(1_000);
  expect(heard()).toBe(2);
});

test('a dispatch without a change publishes nothing', () => {
  const {store, heard} = counter();
  store.dispatch(0);
  expect(heard()).toBe(0);
});

test('an unsubscribed listener gets nothing more', () => {
  const {store, heard, unsubscribe} = counter();
  unsubscribe();
  store.dispatch(1);
  expect(heard()).toBe(0);
});

test('a clock that is set back silences nothing', async () => {
  const {clock, store, heard} = counter();
  store.dispatch(1, 'soon');
  clock.set(clock.now() - 3_600_000);
  store.dispatch(1, 'soon');
  expect(heard()).toBe(2);
});
