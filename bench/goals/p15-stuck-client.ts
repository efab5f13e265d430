// P15: a client that stopped reading costs the daemon a bounded amount of memory, and the others nothing. The events are made
// by reminders that are set in the real daemon; the time is from asking for one until a follower hears of it.
import type {Goal} from '../goal.ts';
import {inTurn, median, medianRatio, ms, quantile} from '../support/figures.ts';
import {pause, residentMB, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';
import {connectTo} from '../support/wire-client.ts';

export const stuckClient: Goal = {
  name: 'P15',
  title: 'one stuck client',
  measure: async ({rounds}) => {
    const growth: Record<'without' | 'with', number[]> = {without: [], with: []};
    const measure = async (side: 'without' | 'with'): Promise<number> => {
      const {p99, grownMB} = await traffic(side === 'with');
      growth[side].push(grownMB);
      return p99;
    };
    const {without, stuck} = await inTurn(Math.ceil(rounds / 2) + 1, {
      without: () => measure('without'),
      stuck: () => measure('with'),
    });
    const more = median(growth.with.map((value, index) => value - (growth.without[index] ?? 0)));
    return [
      {
        what: 'memory that one stuck client costs',
        figure: Math.max(0, more),
        unit: 'MB',
        limit: {is: '≤', value: BOUND_MB + 4},
        sides: `grew ${median(growth.with).toFixed(1)} MB : ${median(growth.without).toFixed(1)} MB`,
      },
      {
        what: 'p99 of the others, with it ÷ without',
        figure: medianRatio(stuck, without),
        unit: '×',
        limit: {is: '≤', value: 1.2},
        sides: `${ms(median(stuck))} : ${ms(median(without))}`,
      },
    ];
  },
};

const traffic = async (hasStuckOne: boolean): Promise<{readonly p99: number; readonly grownMB: number}> => {
  using folder = tempFolder();
  await using daemon = await startRealDaemon(folder.path);
  const followers = await Promise.all([connectTo(daemon.socket), connectTo(daemon.socket), connectTo(daemon.socket)]);
  using stuck = await connectTo(daemon.socket);
  const askedAt = new Map<string, number>();
  const took: number[] = [];
  for (const follower of followers) {
    follower.onEvent(event => {
      if (event.type !== 'reminder.set') return;
      const {message} = event['reminder'] as {message: string};
      took.push(performance.now() - (askedAt.get(message) ?? Number.NaN));
    });
    await follower.call('events.subscribe', {});
  }
  const set = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index += 1) {
      const message = `${index} ${TEXT}`;
      askedAt.set(message, performance.now());
      await daemon.client.call('reminder.set', {in: '1 day', message});
    }
  };
  await set(0, WARM);
  took.length = 0;
  const before = residentMB(daemon.pid);
  if (hasStuckOne) {
    await stuck.call('events.subscribe', {});
    stuck.socket.pause();
  }
  await set(WARM, WARM + SETS);
  while (took.length < SETS * followers.length) await pause(1);
  const grownMB = residentMB(daemon.pid) - before;
  for (const follower of followers) follower[Symbol.dispose]();
  return {p99: quantile(took, 0.99), grownMB};
};

/** Unsent bytes that the daemon keeps for a client. */
const BOUND_MB = 1;
/** Long enough for the events to fill the socket and the bound after it a few times. */
const TEXT = 'a long message '.repeat(70);
/** V8's heap grows in steps of some MB; after so many, both sides have the same steps before and after them. */
const WARM = 2_000;
const SETS = 3_000;
