// Ten thousand reminders that are due at once, in the real daemon: how long until each is claimed, told in its conversation
// and settled, and how long a client waits for answers meanwhile.
import {quantile} from './figures.ts';
import {addReminders, makeHome, openAt} from './memory.ts';
import {pause, type RealDaemon, startRealDaemon} from './real-daemon.ts';
import {tempFolder} from './temp-folder.ts';

export type Told = {
  readonly toldInMs: number;
  /** The longest that 99 of 100 answers took. */
  readonly answersP99: number;
  readonly startedInMs: number;
};

/** All are due at one instant, while the daemon runs. */
export const dueAtOnce = async (): Promise<Told> => {
  using folder = tempFolder();
  const instant = Date.now() + AHEAD_MS;
  makeHome(folder.path, DUE, instant, 0);
  await using daemon = await startRealDaemon(folder.path);
  await pause(instant - Date.now());
  return {...(await untilNone(daemon, performance.now())), startedInMs: daemon.startedInMs};
};

/** They came due while no daemon ran, and nine times as many are still to come. From the start of the process on. */
export const overdueAtStart = async (): Promise<Told> => {
  using folder = tempFolder();
  makeHome(folder.path, 90_000);
  {
    using store = openAt(folder.file('rooster.db'));
    addReminders(store, DUE, Date.now() - 1_000_000, 1);
  }
  const before = performance.now();
  await using daemon = await startRealDaemon(folder.path);
  return {...(await untilNone(daemon, before)), startedInMs: daemon.startedInMs};
};

/** A verbatim reminder is claimed, delivered and settled in one transaction: when none is pending, all are delivered. */
const untilNone = async ({client}: RealDaemon, since: number): Promise<Pick<Told, 'toldInMs' | 'answersP99'>> => {
  const answers: number[] = [];
  for (;;) {
    const asked = performance.now();
    const {reminders} = await client.call('reminder.list', {state: 'pending', limit: 1});
    const now = performance.now();
    answers.push(now - asked);
    const [next] = reminders as readonly {readonly fireAt: string}[];
    if (next === undefined || Date.parse(next.fireAt) > Date.now() + 3_600_000)
      return {toldInMs: now - since, answersP99: quantile(answers, 0.99)};
    await pause(2);
  }
};

export const DUE = 10_000;
const AHEAD_MS = 2_500;
