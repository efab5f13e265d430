import {expect, test} from 'vitest';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {SECOND} from '../../src/shared/time/time.ts';
import {untilSaved} from '../../src/shared/time/until-saved.ts';
import {fakeClock, settle} from '../support/fake-clock.ts';

const FULL = new GatewayError('unavailable', 'The disk takes no more data.');

test('work that succeeds runs once, without a notice', async () => {
  const clock = fakeClock();
  const told: string[] = [];
  expect(
    await untilSaved(() => 'kept', {clock, closing: new AbortController().signal, onWait: why => told.push(why)}),
  ).toBe('kept');
  expect([told, clock.timers]).toEqual([[], 0]);
});

test('work that fails on a full disk is retried until it succeeds, with one notice', async () => {
  const clock = fakeClock();
  const told: string[] = [];
  let tries = 0;
  const work = (): string => {
    tries += 1;
    if (tries < 4) throw FULL;
    return 'kept';
  };
  const saved = untilSaved(work, {clock, closing: new AbortController().signal, onWait: why => told.push(why)});
  await clock.advance(5 * SECOND);
  expect(tries).toBe(3);
  await clock.advance(SECOND);
  expect(await saved).toBe('kept');
  expect([told, clock.timers]).toEqual([[FULL.message], 0]);
});

test('a closing daemon tries once more, then gives up', async () => {
  const clock = fakeClock();
  const closing = new AbortController();
  let tries = 0;
  const work = (): string => {
    tries += 1;
    throw FULL;
  };
  const saved = untilSaved(work, {clock, closing: closing.signal, onWait: () => {}});
  await settle();
  closing.abort();
  await clock.advance(2 * SECOND);
  expect(await saved).toBeUndefined();
  expect([tries, clock.timers]).toEqual([2, 0]);
});

test('any other error is thrown immediately', async () => {
  const clock = fakeClock();
  const bug = new TypeError('no such column');
  const broken = (): never => {
    throw bug;
  };
  await expect(untilSaved(broken, {clock, closing: new AbortController().signal, onWait: () => {}})).rejects.toBe(bug);
});
