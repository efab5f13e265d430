// A daemon killed between every two steps of trying one way after the other: nothing is lost, each way gets one message, and a second one
// after an unknown outcome is marked.
// @module-tag deep
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {isoOf, MINUTE} from '../../src/shared/time/time.ts';
import {count, kept, NOWHERE, openToRead} from '../support/crash-home.ts';
import {configure, type IsOver, live, onTopic, scene, stepsOf} from '../support/crash-ntfy.ts';
import {everyThird, PLAYED} from '../support/crash-steps.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {tempDir} from '../support/temp-dir.ts';

const WAYS = ['ntfy:default', 'ntfy:alice'];
const alice = {match: ['terminal:default', ...WAYS], reach: WAYS, reachAfter: 1};

test(`killed before commits: each way is called once, or twice and marked, and no way is left out${PLAYED}`, async () => {
  using due = await dueReminder();
  const commits = await stepsOf(due.path, bothSent, {alice});
  expect(commits.length).toBeGreaterThanOrEqual(6);
  const steps = everyThird(commits);
  const ends = await sideBySide(steps, async step => {
    await using home = await scene(due.path, {alice});
    const isDead = await live(home, bothSent, step);
    if (isDead) await live(home, bothSent);
    using database = openToRead(home.path);
    const rows = database.prepare('SELECT address, repeat FROM deliveries ORDER BY ord').all();
    return {
      isDead,
      addresses: rows.map(row => row['address']),
      repeats: rows.filter(row => row['repeat'] === 1).length,
      escalations: count(home.path, 'SELECT count(*) AS n FROM escalations'),
      first: onTopic(home.server, 'top').map(({message}) => message),
      second: onTopic(home.server, 'top-alice').map(({message}) => message),
    };
  });
  expect(ends.filter(({isDead}) => isDead).length).toBeGreaterThan(steps.length / 2);
  for (const {addresses, repeats, escalations, first, second} of ends) {
    expect(addresses).toEqual(WAYS);
    expect(escalations).toBe(1);
    for (const text of second) expect(text).toMatch(/^Tea\n\n\(Late: [^\n]*\)\n\n\(also on ntfy\)$/u);
    expect(second.length).toBeGreaterThanOrEqual(1);
    // Both may be on their way at once.
    expect(Math.max(first.length, second.length)).toBeLessThanOrEqual(2);
    expect(first[0]).toMatch(/^Tea/u);
    const extra = first.length + second.length - WAYS.length;
    expect(repeats).toBeGreaterThanOrEqual(extra);
  }
});

/** A home whose daemon died before a reminder was due. */
const dueReminder = async (): Promise<Disposable & {readonly path: string}> => {
  using home = tempDir();
  configure(home.path, NOWHERE, alice);
  await using daemon = await startRealDaemon({home: home.path});
  await daemon.call('reminder.set', {in: '1h', message: 'Tea'});
  await daemon.kill('SIGKILL');
  using database = new DatabaseSync(`${home.path}/rooster.db`);
  database.prepare('UPDATE reminders SET fireAt = ?').run(isoOf(Date.now() - MINUTE));
  database.close();
  return kept(home.path);
};

const bothSent: IsOver = ({path}) =>
  count(path, `SELECT count(*) AS n FROM deliveries WHERE state = 'sent'`) === WAYS.length;
