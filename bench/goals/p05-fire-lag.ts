// P5: a single reminder fires when it is due, never before: its job is started no later than a timer of Node is late anyway, and
// the commit that claims it. Measured on the daemon's own scheduler, source and memory, in a process of their own, as the timers
// are. The commit is one of bare SQLite at the same pace: in a row they take a third of the time, since neither processor nor
// disk has gone to rest. All three are the worst of a hundred. When a client of the real daemon hears of a verbatim reminder,
// which has then been told, is said beside it.

import type {Goal} from '../goal.ts';
import {median, medianRatio, ms, quantile} from '../support/figures.ts';
import {reminderAt} from '../support/memory.ts';
import {messageOf, startProgram} from '../support/program.ts';
import {openRaw} from '../support/raw-sqlite.ts';
import {pause, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';
import {connectTo} from '../support/wire-client.ts';

export const fireLag: Goal = {
  name: 'P5',
  title: 'reminders on time',
  measure: async ({quick}) => {
    const count = quick ? 150 : 500;
    const rounds: {readonly lag: number; readonly bound: number; readonly p50: number; readonly timer: number}[] = [];
    let early = 0;
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      const fired = await started(count);
      const timers = await messageOf<readonly number[]>(startProgram('timer-lag.ts', [count, EVERY_MS]));
      const bound = 2 * quantile(timers, 0.99) + quantile(await commitTimes(count), 0.99);
      rounds.push({lag: quantile(fired.lags, 0.99), bound, p50: median(fired.lags), timer: median(timers)});
      early += fired.early;
    }
    const of = (key: 'lag' | 'bound' | 'p50' | 'timer'): readonly number[] => rounds.map(round => round[key]);
    const heard = await eventOf(count);
    return [
      {
        what: 'lateness p99 ÷ (twice a timer’s p99 + a commit)',
        figure: medianRatio(of('lag'), of('bound')),
        unit: '×',
        limit: {is: '≤', value: 1},
        sides: `${ms(median(of('lag')))} : ${ms(median(of('bound')))}; p50 ${ms(median(of('p50')))} : ${ms(median(of('timer')))}`,
      },
      {
        what: 'fired too early',
        figure: early + heard.early,
        unit: '',
        limit: {is: '≤', value: 0},
        sides: `of ${(rounds.length + 1) * count}`,
      },
      {
        what: 'a verbatim one, until a client has its event: p99',
        figure: quantile(heard.lags, 0.99),
        unit: 'ms',
        sides: `p50 ${ms(median(heard.lags))}`,
      },
    ];
  },
};

type Lateness = {readonly lags: readonly number[]; readonly early: number};

const started = async (count: number): Promise<Lateness> => {
  using folder = tempFolder();
  return await messageOf<Lateness>(startProgram('fire-lag.ts', [folder.file('rooster.db'), count, EVERY_MS]));
};

const eventOf = async (count: number): Promise<Lateness> => {
  using folder = tempFolder();
  await using daemon = await startRealDaemon(folder.path);
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
  return {lags, early};
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
/** The worst of a hundred is another in each. */
const ROUNDS = 3;
