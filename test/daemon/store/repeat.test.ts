import {expect, test} from 'vitest';
import {repeat} from '../../../src/daemon/store/repeat.ts';
import {fakeClock} from '../../support/fake-clock.ts';

test('work starts after the first wait, then after each wait that it returns', async () => {
  const clock = fakeClock();
  const begun = clock.now();
  const times: number[] = [];
  const waits = [10, 30];
  await using _repeated = repeat({
    clock,
    firstMs: 5,
    work: async () => {
      times.push(clock.now() - begun);
      return waits.shift() ?? 100;
    },
  });
  await clock.advance(4);
  expect(times).toEqual([]);
  await clock.advance(1);
  await clock.advance(10);
  await clock.advance(29);
  expect(times).toEqual([5, 15]);
  await clock.advance(1);
  expect(times).toEqual([5, 15, 45]);
});

test('disposal waits for running work and starts no more', async () => {
  const clock = fakeClock();
  const {promise, resolve} = Promise.withResolvers<number>();
  let times = 0;
  const repeated = repeat({
    clock,
    firstMs: 5,
    work: () => {
      times += 1;
      return promise;
    },
  });
  await clock.advance(5);
  let isEnded = false;
  const ended = repeated[Symbol.asyncDispose]().then(() => {
    isEnded = true;
  });
  await clock.advance(5);
  expect(isEnded).toBe(false);
  resolve(1);
  await ended;
  await clock.advance(100);
  expect(times).toBe(1);
});
