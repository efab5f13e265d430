// The account of signal-cli belongs to its cell: the daemon that takes over goes on with it, and no other uses it.
// @module-tag deep
import {existsSync, readFileSync, rmSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type PostgresServer, startPostgres, whyNoPostgres} from '../support/postgres.ts';
import {ensureBuilt} from '../support/rooster-home.ts';
import {type SignalCellHome, signalFleet} from '../support/signal-fleet.ts';
import {until, untilGiven} from '../support/until.ts';

const why = whyNoPostgres();

describe.skipIf(why !== undefined)(
  why === undefined ? 'a cell on Signal' : `a cell on Signal (skipped: ${why})`,
  () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      ensureBuilt();
      postgres = await startPostgres();
    });
    afterAll(() => postgres[Symbol.asyncDispose]());

    test('sends and answers on the machine that took over, and no message is answered twice', async () => {
      await using world = await signalFleet(postgres, 'anna');
      const {one, two, model} = world;
      await one.run(['daemon', 'start']);
      await one.receive('good morning', 1);
      await one.receive('just before the end', 2);
      // An answer of the daemon says that PostgreSQL has all before it, and a second later the files.
      await until('both are sent', () => one.sends().length === 2);
      await one.run(['reminders']);
      await two.run(['daemon', 'start']);
      expect(await two.role()).toBe('standby');
      await filesAreSent();
      const before = one.sends();
      // It comes due before the lease of the dead daemon is over.
      await one.run(['remind', '6s', 'tea']);
      process.kill(one.pid(), 'SIGKILL');
      one.endCli();
      expect(before).toEqual(['You said: good morning', 'You said: just before the end']);
      rmSync(one.path, {recursive: true});

      await holds(two);
      await until('the reminder is on the phone', () => two.sends().some(message => message.includes('tea')));
      await two.receive('are you there?', 3);
      expect([...model.asked]).toEqual([
        ['good morning', 1],
        ['just before the end', 1],
        ['are you there?', 1],
      ]);
      expect(two.sends().map(message => message.split('\n')[0])).toEqual([
        ...before,
        expect.stringContaining('tea'),
        'You said: are you there?',
      ]);
      expect((await two.run(['status'])).out).toMatch(/^Channel +signal up, \+15550000001$/mu);
      expect(existsSync(one.path)).toBe(false);
    });

    test('ends a signal-cli that a killed daemon left, before it stands by, and brings the account back later', async () => {
      await using world = await signalFleet(postgres, 'berta');
      const {one, two} = world;
      await one.run(['daemon', 'start']);
      await one.receive('good morning', 1);
      await two.run(['daemon', 'start']);
      await filesAreSent();
      const left = one.cli() ?? 0;
      process.kill(one.pid(), 'SIGKILL');
      await holds(two);
      expect(runs(left), 'it lives longer than its daemon').toBe(true);

      await one.run(['daemon', 'start']);
      expect(await one.role()).toBe('standby');
      expect(runs(left)).toBe(false);
      await two.receive('are you there?', 2);
      await filesAreSent();
      await two.run(['daemon', 'stop']);
      await holds(one);
      await one.receive('and you?', 3);
      expect(one.sends()).toEqual(['You said: good morning', 'You said: are you there?', 'You said: and you?']);
    });

    test('ends a signal-cli that a killed daemon left, when it has the cell again after another one had it', async () => {
      await using world = await signalFleet(postgres, 'clara');
      const {one, two} = world;
      await one.run(['daemon', 'start']);
      await one.receive('good morning', 1);
      await two.run(['daemon', 'start']);
      await filesAreSent();
      const left = one.cli() ?? 0;
      process.kill(one.pid(), 'SIGKILL');
      await holds(two);
      await two.receive('are you there?', 2);
      await filesAreSent();
      await two.run(['daemon', 'stop']);
      expect(runs(left), 'it lives longer than its daemon').toBe(true);

      await one.run(['daemon', 'start']);
      expect(await one.role()).toBe('holder');
      expect(runs(left)).toBe(false);
      await one.receive('and you?', 3);
      expect(one.sends()).toEqual(['You said: good morning', 'You said: are you there?', 'You said: and you?']);
    });

    test('leaves messages at Signal while they could not be kept, for whoever has the cell then', async () => {
      await using world = await signalFleet(postgres, 'dora');
      const {one} = world;
      await one.run(['daemon', 'start']);
      await one.receive('good morning', 1);
      postgres.freeze();
      try {
        one.enqueue('one moment', 2);
        await until('one that comes in the first moments is taken', () => one.waiting() === 0);
        await untilGiven('it knows that PostgreSQL is silent', async () =>
          (await one.run(['status'])).out.includes('PostgreSQL') ? true : undefined,
        );
        one.enqueue('are you there?', 3);
        await new Promise(resolve => setTimeout(resolve, 2_000));
        expect(one.waiting()).toBe(1);
      } finally {
        postgres.thaw();
      }
      await until('it is answered', () => one.sends().includes('You said: are you there?'));
      expect(one.waiting()).toBe(0);
    });
  },
);

const holds = (home: SignalCellHome): Promise<boolean> =>
  untilGiven('it holds the cell', async () => ((await home.role()) === 'holder' ? true : undefined));

/** Files that have changed are sent within a second. */
const filesAreSent = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 2_000));

const runs = (pid: number): boolean => {
  try {
    // A process that nobody has waited for yet has ended, too.
    return !/^\d+ \(.*\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
