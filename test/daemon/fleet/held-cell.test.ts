// A cell that a daemon holds: what may leave, and when. With a store of its own, a log in memory and clocks moved by hand.
import {readFileSync} from 'node:fs';
import {describe, expect, test, vi} from 'vitest';
import {type HeldCell, holdCell} from '../../../src/daemon/fleet/held-cell.ts';
import {keepLease} from '../../../src/daemon/fleet/lease-keeper.ts';
import type {Commit} from '../../../src/daemon/ports/commit-log.ts';
import type {FleetLog, LogSize} from '../../../src/daemon/ports/fleet-log.ts';
import {marksOf} from '../../../src/daemon/store/copy/database-copy.ts';
import {type OpenStore, openStore} from '../../../src/daemon/store/store.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {SECOND} from '../../../src/shared/time/time.ts';
import {type FakeClock, fakeClock} from '../../support/fake-clock.ts';
import {until} from '../../support/until.ts';
import {whileTimePasses} from '../../support/while-time-passes.ts';
import {aReminder, recordingLog, tempFolder} from '../store/store-fixture.ts';

describe('a held cell', () => {
  test('lets pass what follows from commits that the log has, in order', async () => {
    await using life = await aLife();
    life.remember('a');
    const first = life.leaves('a');
    life.remember('b');
    const second = life.leaves('b');
    expect(life.left).toEqual([]);
    await Promise.all([first, second]);
    expect(life.left).toEqual(['a', 'b']);
    expect(life.log.commits.map(({number}) => number - life.begun)).toEqual([1, 2]);
    expect(life.cell.passed()).toBeUndefined();
  });

  test('begins with a snapshot where the log has nothing to continue', async () => {
    await using life = await aLife();
    expect(life.log.snapshots).toEqual([{number: life.begun, hasBytes: true}]);
  });

  test('keeps all while the log does not answer, and appends it in one call afterwards', async () => {
    await using life = await aLife();
    life.log.fails = true;
    life.remember('a');
    const a = life.leaves('a');
    await life.settle();
    expect(life.cell.closed()).toBe('It is gone.');
    life.remember('b');
    const b = life.leaves('b');
    await life.clock.advance(5 * SECOND);
    expect(life.left).toEqual([]);
    expect(life.cell.problems()).toMatchObject([{key: 'fleet', reason: 'It is gone.'}]);
    life.log.fails = false;
    const calls = life.log.appends;
    await life.clock.advance(2 * SECOND);
    await Promise.all([a, b]);
    expect(life.left).toEqual(['a', 'b']);
    expect(life.log.appends).toBe(calls + 1);
    expect(life.cell.problems()).toEqual([]);
  });

  test('says when it begins to wait for the log, why, and when that is over', async () => {
    await using life = await aLife();
    const reasons: (string | undefined)[] = [];
    using _ = life.cell.onClosed(reason => reasons.push(reason));
    life.log.fails = true;
    await life.clock.advance(4 * SECOND);
    expect(reasons).toEqual(['It is gone.']);
    life.remember('a');
    await life.clock.advance(4 * SECOND);
    life.log.fails = false;
    await life.clock.advance(2 * SECOND);
    expect(reasons).toEqual(['It is gone.', undefined]);
  });

  test('is as far behind as its oldest change that the log lacks, however long it was idle before', async () => {
    await using life = await aLife();
    await life.clock.advance(300 * SECOND);
    life.log.fails = true;
    life.remember('a');
    await life.clock.advance(5 * SECOND);
    expect(life.cell.status().behindMs).toBe(5 * SECOND);
  });

  test('ends when another daemon has the cell, and lets nothing pass', async () => {
    await using life = await aLife();
    life.log.fence = 8;
    life.remember('late');
    void life.leaves('late');
    await until('it is told', () => life.onLost.mock.calls.length === 1);
    await life.clock.advance(30 * SECOND);
    expect(life.left).toEqual([]);
    expect(life.onLost).toHaveBeenCalledOnce();
  });

  test('renews its lease, so that it holds the cell for ever', async () => {
    await using life = await aLife();
    for (let seconds = 0; seconds < 60; seconds += 1) {
      await life.clock.advance(SECOND);
      expect(life.cell.passed()).toBeUndefined();
    }
  });

  test.for([
    ['was stopped', (life: Life) => life.stop(11 * SECOND)],
    ['slept, so that its own clock stood still', (life: Life) => life.sleep(11 * SECOND)],
    ['had its clock set forward', (life: Life) => life.sleep(3_600 * SECOND)],
  ] as const)('that %s asks before anything passes again', async ([, happen]) => {
    await using life = await aLife();
    life.log.holds = true;
    happen(life);
    void life.leaves('late');
    await life.settle();
    expect(life.left).toEqual([]);
    expect(life.cell.closed()).toBe('The lease has to be renewed first.');
    life.log.answer();
    await life.clock.advance(3 * SECOND);
    await life.settle();
    life.log.answer();
    await life.settle();
    expect(life.left).toEqual(['late']);
  });

  test('that was stopped, and whose clock was set back meanwhile, asks, too', async () => {
    await using life = await aLife();
    life.log.holds = true;
    life.stop(11 * SECOND);
    life.sleep(-3_600 * SECOND);
    void life.leaves('late');
    await life.settle();
    expect(life.left).toEqual([]);
  });

  test('that was stopped while another daemon took the cell lets nothing pass', async () => {
    await using life = await aLife();
    life.stop(11 * SECOND);
    life.log.fence = 8;
    void life.leaves('late');
    await life.clock.advance(10 * SECOND);
    expect(life.left).toEqual([]);
    expect(life.onLost).toHaveBeenCalledOnce();
  });

  test('does not count a renewal from before the stop', async () => {
    await using life = await aLife();
    life.log.holds = true;
    await life.clock.advance(3 * SECOND);
    life.stop(11 * SECOND);
    void life.leaves('late');
    life.log.answer();
    await life.settle();
    expect(life.left).toEqual([]);
  });

  test.for([{bytes: 64 * 1024 * 1024}, {commits: 7_499}])(
    'writes a snapshot when the log has grown by 64 MB or 7,500 commits, and goes on meanwhile: %o',
    async grownBy => {
      await using life = await aLife({grownBy});
      life.remember('a');
      await life.leaves('a');
      await whileTimePasses(
        life.clock,
        until('it is there', () => life.log.snapshots.length > 0),
      );
      expect(life.log.snapshots).toEqual([{number: life.begun + 1, hasBytes: true}]);
    },
  );

  test('writes no snapshot before that, and counts from the last one', async () => {
    await using life = await aLife({grownBy: {commits: 7_498}});
    const onCopy = vi.fn();
    life.log.onCopy = onCopy;
    life.remember('a');
    await life.leaves('a');
    await life.clock.advance(SECOND);
    expect(onCopy).not.toHaveBeenCalled();
    life.remember('b');
    await life.leaves('b');
    await whileTimePasses(
      life.clock,
      until('it is there', () => life.log.snapshots.length > 0),
    );
    life.remember('c');
    await life.leaves('c');
    await life.clock.advance(SECOND);
    expect(onCopy).toHaveBeenCalledOnce();
  });

  test('fell too far behind during a snapshot: it writes another, and goes on', async () => {
    await using life = await aLife({grownBy: {bytes: 64 * 1024 * 1024}});
    life.log.onCopy = () => {
      life.log.onCopy = () => {};
      life.log.fails = true;
      life.remember('b');
    };
    life.remember('a');
    await life.clock.advance(5 * SECOND);
    // More than is kept in memory.
    for (let part = 0; part < 20; part += 1) life.store.cursors.set('large', `${part}`.repeat(1024 * 1024));
    life.remember('c');
    const c = life.leaves('c');
    life.log.fails = false;
    await whileTimePasses(life.clock, c);
    expect(life.log.snapshots.at(-1)?.number).toBeGreaterThanOrEqual(life.begun + 23);
    await whileTimePasses(
      life.clock,
      until('the lease is renewed with its next try', () => life.cell.closed() === undefined),
    );
  });

  test('whose log has lost commits, as after a failover, writes a snapshot and goes on', async () => {
    await using life = await aLife();
    life.log.lost = true;
    life.remember('a');
    const a = life.leaves('a');
    await whileTimePasses(life.clock, a);
    expect(life.log.snapshots.at(-1)).toEqual({number: life.begun + 1, hasBytes: true});
    life.remember('b');
    await life.leaves('b');
    expect(life.log.commits.map(({number}) => number - life.begun)).toEqual([2]);
  });

  test('writes the last commits when it ends, and gives the cell back', async () => {
    const life = await aLife();
    life.remember('a');
    const ending = life[Symbol.asyncDispose]();
    await life.clock.advance(SECOND);
    await ending;
    expect(life.log.commits.map(({number}) => number - life.begun)).toEqual([1]);
    expect(life.log.released).toBe(true);
  });

  test('ends in time without the log', async () => {
    const life = await aLife();
    life.log.fails = true;
    life.remember('a');
    await life.settle();
    const ending = life[Symbol.asyncDispose]();
    await life.clock.advance(5 * SECOND);
    await ending;
    expect(life.log.commits).toEqual([]);
  });

  test('ends in time while PostgreSQL is silent', async () => {
    const life = await aLife();
    life.log.isSilent = true;
    life.remember('a');
    await life.clock.advance(3 * SECOND);
    const onEnded = vi.fn();
    void life.cell[Symbol.asyncDispose]().then(onEnded);
    await life.clock.advance(4 * SECOND);
    expect(onEnded).toHaveBeenCalled();
    await life[Symbol.asyncDispose]();
  });
});

type MemoryLog = {
  readonly commits: Commit[];
  readonly snapshots: {number: number; hasBytes: boolean}[];
  fence: number;
  fails: boolean;
  /** It no longer has all commits that it had answered, until it gets a snapshot. */
  lost: boolean;
  /** It never answers. */
  isSilent: boolean;
  /** Renewals wait for `answer`. */
  holds: boolean;
  answer: () => void;
  /** Called before the database is copied. */
  onCopy: () => void;
  appends: number;
  released: boolean;
};

type Life = AsyncDisposable & {
  readonly clock: FakeClock;
  readonly cell: HeldCell;
  readonly store: OpenStore;
  readonly log: MemoryLog;
  /** The number of the first snapshot, or of the log that is continued. */
  readonly begun: number;
  readonly left: readonly string[];
  readonly onLost: ReturnType<typeof vi.fn>;
  readonly remember: (message: string) => void;
  /** Sends this when it may leave. */
  readonly leaves: (word: string) => Promise<void>;
  readonly settle: () => Promise<void>;
  /** Both clocks go on, and the process doesn't. */
  readonly stop: (ms: number) => void;
  /** Only the wall's clock goes on. */
  readonly sleep: (ms: number) => void;
};

/** `grownBy`: a log that is continued. */
const aLife = async ({grownBy}: {readonly grownBy?: Partial<LogSize>} = {}): Promise<Life> => {
  const folder = tempFolder();
  const clock = fakeClock();
  let asleepMs = 0;
  const steady = (): number => clock.now() - asleepMs;
  const log: MemoryLog = {
    commits: [],
    snapshots: [],
    fence: 7,
    fails: false,
    lost: false,
    isSilent: false,
    holds: false,
    answer: () => {},
    onCopy: () => {},
    appends: 0,
    released: false,
  };
  const checked = <T>(value: () => T): Promise<T> =>
    log.isSilent
      ? new Promise(() => {})
      : log.fails
        ? Promise.reject(new GatewayError('unavailable', 'It is gone.'))
        : Promise.resolve(value());
  const fleetLog = {
    append: (lease, commits) => {
      log.appends += 1;
      return checked(() => {
        if (lease.fence !== log.fence) return false;
        if (log.lost) throw new GatewayError('conflict', "They don't continue the log.");
        log.commits.push(...commits);
        return true;
      });
    },
    renew: async lease => {
      if (log.holds)
        await new Promise<void>(resolve => {
          log.answer = resolve;
        });
      return await checked(() => lease.fence === log.fence);
    },
    release: () =>
      checked(() => {
        log.released = true;
      }),
    sinceSnapshot: () => checked(() => ({bytes: 0, commits: 0, ...grownBy})),
    writeSnapshot: (_, {number, file}) =>
      checked(() => {
        log.lost = false;
        log.snapshots.push({number, hasBytes: readFileSync(file).length > 0});
        return true;
      }),
  } satisfies Partial<FleetLog>;
  const store = openStore({path: `${folder.path}/rooster.db`, clock, log: recordingLog(), isLogged: true});
  store.transact(() => store.cursors.set('fleet.fence', '7'));
  const begun = Number(store.cursors.get('store.commits'));
  const onLost = vi.fn();
  const keeper = keepLease(
    {fleetLog, lease: {cell: 'anna', fence: 7, schema: 1}, clock, steady, log: recordingLog(), onLost},
    {wall: clock.now(), steady: steady()},
  );
  const cell = await holdCell({
    fleetLog: fleetLog as unknown as FleetLog,
    keeper,
    commitLog: {
      ...store.commitLog,
      copyTo: file => {
        log.onCopy();
        return store.commitLog.copyTo(file);
      },
    },
    written: grownBy === undefined ? undefined : begun,
    snapshot: {
      path: `${folder.path}/snapshot`,
      numberOf: path => Number(marksOf(path, ['store.commits'])?.['store.commits']),
    },
    clock,
    log: recordingLog(),
    seq: () => store.events.seq,
  });
  const left: string[] = [];
  return {
    ...{clock, cell, store, log, begun, left, onLost},
    remember: message => store.transact(() => store.reminders.add(aReminder(message))),
    leaves: async word => {
      await cell.passed();
      left.push(word);
    },
    settle: async () => {
      await clock.advance(0);
    },
    stop: ms => clock.set(clock.now() + ms),
    sleep: ms => {
      asleepMs += ms;
      clock.set(clock.now() + ms);
    },
    [Symbol.asyncDispose]: async () => {
      const ending = cell[Symbol.asyncDispose]();
      await clock.advance(10 * SECOND);
      await ending;
      store[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
};
