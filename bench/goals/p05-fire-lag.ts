// P5: a single reminder fires when it is due, never before: no later than a timer of Node is late anyway, and the commit that
// claims it. Its lateness is taken where a client hears of it. The commit is one of bare SQLite at the same pace: in a row they
// take a third of the time, since neither processor nor disk has gone to rest. All three are the worst of a hundred.

import type {Goal} from '../goal.ts';
import {median, ms, quantile} from '../support/figures.ts';
import {reminderAt} from '../support/memory.ts';
import {messageOf, startProgram} from '../support/program.ts';
import {openRaw} from '../support/raw-sqlite.ts';
import {pause, startDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';
import {connectTo} from '../support/wire-client.ts';

export const fireLag: Goal = {
  name: 'P5',
  title: 'reminders on time',
  measure: async ({quick}) => {
    const count = quick ? 150 : 500;
    using folder = tempFolder();
    await using daemon = await startDaemon(folder.path);
    using setter = await connectTo(daemon.socket);
    await daemon.client.call('events.subscribe', {});
    const lags: number[] = [];
    let early = 0;
    const {promise: over, resolve} = Promise.withResolvers<void>();
    daemon.client.onEvent(event => {
      if (event.type !== 'reminder.fired') return;
      const heardAt = performance.timeOrigin + performance.now();
      const dueAt = Date.parse((event['reminder'] as {fireAt: string}).fireAt);
      lags.push(heardAt - dueAt);
      if (Date.parse(event.at) < dueAt) early += 1;
      if (lags.length === count) resolve();
    });
    const begin = Date.now() + 2_000;
    const wishes = Array.from({length: count}, (_, index) =>
      setter.call('reminder.set', {at: new Date(begin + index * EVERY_MS).toISOString(), message: `number ${index}`}),
    );
    await Promise.all(wishes);
    await over;
    const timers = await messageOf<readonly number[]>(startProgram('timer-lag.ts', [count, EVERY_MS]));
    const commit = quantile(await commitTimes(count), 0.99);
    const bound = 2 * quantile(timers, 0.99) + commit;
    return [
      {
        what: 'lateness p99 ÷ (twice a timer’s p99 + a commit)',
        figure: quantile(lags, 0.99) / bound,
        unit: '×',
        limit: {is: '≤', value: 1},
        sides: `${ms(quantile(lags, 0.99))} : ${ms(bound)}; p50 ${ms(median(lags))} : ${ms(median(timers))}`,
      },
      {what: 'fired too early', figure: early, unit: '', limit: {is: '≤', value: 0}, sides: `of ${count}`},
    ];
  },
};

const commitTimes = async (count: number): Promise<readonly number[]> => {
  using folder = tempFolder();
  using raw = openRaw(folder.file('raw.db'));
  const took: number[] = [];
  while (took.length < count) {
    await pause(EVERY_MS);
    const row = [reminderAt(0)];
    const before = performance.now();
    raw.addEach(row);
    took.push(performance.now() - before);
  }
  return took;
};

const EVERY_MS = 20;
