// Moves a clock of tests from timer to timer until something has happened.
import type {ChildProcess} from 'node:child_process';
import {subscribe} from 'node:diagnostics_channel';
import type {Worker} from 'node:worker_threads';
import {vi} from 'vitest';
import {SECOND} from '../../src/shared/time/time.ts';
import {type FakeClock, rest} from './fake-clock.ts';
import {lookNow} from './until.ts';

/**
 * Advances the clock until the promise is settled, each time to the next timer. Before each step everything is done that
 * needs no time (`rest`), modules are loaded, and each `until` looks: so no timer fires that a real machine wouldn't
 * have reached, and the clock stops at the instant of the event.
 *
 * Programs, threads and timers of the machine (a server of a test may have some) take real time. While there are any, a
 * step takes a second at most, and a moment of real time.
 */
export const whileTimePasses = async <T>(clock: FakeClock, waited: Promise<T>): Promise<T> => {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  waited.then(over, over);
  for (;;) {
    await rest();
    await vi.dynamicImportSettled();
    lookNow();
    const takesRealTime = running.size > 0 || process.getActiveResourcesInfo().includes('Timeout');
    await rest();
    if (isOver) return waited;
    const untilNext = Math.max(0, (clock.nextTimerAt ?? clock.now() + SECOND) - clock.now());
    await clock.advance(takesRealTime ? Math.min(untilNext, SECOND) : untilNext);
    if (takesRealTime) await new Promise<void>(resolve => setTimeout(resolve, REAL_MS));
  }
};

/** The programs and threads that this process has started. */
const running = new Set<ChildProcess | Worker>();

const note = (started: ChildProcess | Worker): void => {
  running.add(started);
  started.once('exit', () => running.delete(started));
};

subscribe('child_process', message => note((message as {process: ChildProcess}).process));
subscribe('worker_threads', message => note((message as {worker: Worker}).worker));

const REAL_MS = 2;
