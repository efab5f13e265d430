// A job that repeats is retried within its own period.
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {DAY, HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type CronFixture, openCronFixture} from '../support/cron-fixture.ts';

/** At noon each day; it succeeds once the file `fixed` exists. */
const daily = (keys = '') =>
  `---\nschedule: "0 12 * * *"\ndeliver: signal:alice-uuid\n${keys}run: while test -e hold; do sleep 0.1; done; echo x >> tries; test -e fixed && echo pills\n---\n`;
const asked = (keys = '') => `---\nschedule: "0 12 * * *"\nannounce: none\n${keys}---\nWhat matters today?\n`;

test('a failed run is retried after 1, 5 and 15 minutes, as the same run, and its result arrives', async () => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  await noon(fixture);
  const first = await retrying(fixture, 2);
  expect(first).toMatchObject({status: 'running', retries: 1, error: expect.stringContaining('Exit code 1.')});
  expect(minuteOf(first)).toBe('12:01');
  const {last} = await fixture.now().call('cron.get', {name: 'pills'});
  expect(last).toMatchObject({status: 'running', retryAt: first.retryAt});
  await fixture.now().clock.advance(MINUTE);
  expect(minuteOf(await retrying(fixture, 3))).toBe('12:06');
  await fixture.now().clock.advance(5 * MINUTE);
  expect(minuteOf(await retrying(fixture, 4))).toBe('12:21');
  fixture.write('fixed', '');
  await fixture.now().clock.advance(15 * MINUTE);
  const ended = await fixture.ended();
  expect(ended).toMatchObject({id: first.id, status: 'ran', attempt: 4, retries: 3, output: 'pills'});
  expect(ended).not.toHaveProperty('error');
  expect(ended).not.toHaveProperty('retryAt');
  expect(await runs(fixture)).toHaveLength(1);
});

test('the person is notified once that a job fails, with the reason, and once that it works again', async () => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  await noon(fixture);
  for (const [attempt, wait] of [
    [2, MINUTE],
    [3, 5 * MINUTE],
    [4, 15 * MINUTE],
    [5, 30 * MINUTE],
  ] as const) {
    await retrying(fixture, attempt);
    await fixture.now().clock.advance(wait);
  }
  await retrying(fixture, 6);
  expect(await fixture.sent(1)).toEqual([
    'The job "pills" failed: The command of pills failed: Exit code 1. Rooster retries.',
  ]);
  fixture.write('fixed', '');
  await fixture.now().clock.advance(HOUR);
  await fixture.ended(({status}) => status === 'ran');
  expect((await fixture.sent(3)).slice(1).toSorted()).toEqual(['The job "pills" works again.', 'pills']);
  const notes = (await fixture.history('rooster:main')).filter(({role}) => role === 'system');
  expect(notes.map(({text}) => text)).toEqual([
    'The job "pills" failed: The command of pills failed: Exit code 1. Rooster retries.',
    'The job "pills" works again.',
  ]);
});

test('the output of a failed command stands on a line of its own before the advice', async () => {
  const file =
    '---\nschedule: "0 12 * * *"\ndeliver: signal:alice-uuid\nretry: never\nrun: echo no space left; exit 1\n---\n';
  await using fixture = await openCronFixture({files: {'cron/disk.md': file}});
  await noon(fixture);
  expect(await fixture.sent(1)).toEqual([
    'The job "disk" failed: The command of disk failed: Exit code 1. no space left\n' +
      "Until it works again, failures are only listed: rooster runs --name 'disk'",
  ]);
});

test('a failure that a retry fixes notifies nobody', async () => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  await noon(fixture);
  await retrying(fixture, 2);
  fixture.write('fixed', '');
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.sent(1)).toEqual(['pills']);
  expect((await fixture.history('rooster:main')).filter(({role}) => role === 'system')).toEqual([]);
});

test.each(['running', 'restarted'])('a retry waits no longer when the clock is set back by a day: %s', async how => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  await noon(fixture);
  await retrying(fixture, 2);
  const {clock} = fixture.now();
  await clock.advance(10 * SECOND);
  const setBack = (): void => clock.set(clock.now() - DAY);
  if (how === 'running') setBack();
  else await fixture.restart(setBack);
  await clock.advance(20 * SECOND);
  fixture.write('fixed', '');
  await clock.advance(MINUTE);
  expect(await fixture.sent(1)).toEqual(['pills']);
});

test("a run isn't retried beyond half of its period, since the next occurrence comes", async () => {
  const often = daily().replace('0 12 * * *', '*/20 * * * *');
  await using fixture = await openCronFixture({files: {'cron/pills.md': often}});
  await fixture.now().clock.advance(20 * MINUTE);
  await retrying(fixture, 2);
  await fixture.now().clock.advance(MINUTE);
  await retrying(fixture, 3);
  const ended = fixture.ended();
  await fixture.now().clock.advance(5 * MINUTE);
  expect(await ended).toMatchObject({status: 'failed', attempt: 3});
});

test('retry: never allows one attempt', async () => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily('retry: never\n')}});
  const ended = fixture.ended();
  await noon(fixture);
  expect(await ended).toMatchObject({status: 'failed', attempt: 1});
  expect(await fixture.sent(1)).toEqual([expect.stringMatching(/^The job "pills" failed: .* Until it works again/u)]);
});

test('a run is retried only if its tools changed nothing', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/looks.md': asked(), 'cron/writes.md': asked('').replace('0 12', '30 12'), 'a.txt': 'a'},
    answers: [
      {calls: [{name: 'read_file', input: {path: 'a.txt'}}]},
      {error: Object.assign(new Error('refused'), {statusCode: 400})},
      'all is well',
      {calls: [{name: 'write_file', input: {path: 'b.txt', content: 'b'}}]},
      {error: Object.assign(new Error('refused'), {statusCode: 400})},
    ],
  });
  await noon(fixture);
  await fixture.sees('the failure', async () => (await runs(fixture))[0]?.retryAt);
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.ended(({name}) => name === 'looks')).toMatchObject({status: 'ran', attempt: 2});
  const ended = fixture.ended(({name}) => name === 'writes');
  await fixture.now().clock.advance(29 * MINUTE);
  await fixture.sees('the failure', async () => (await runs(fixture))[0]?.status === 'failed');
  expect(await ended).toMatchObject({status: 'failed', attempt: 1});
});

test("a waiting retry keeps its time across restarts, which don't count as interruptions", async () => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  await noon(fixture);
  await retrying(fixture, 2);
  for (let restarts = 0; restarts < 7; restarts += 1) await fixture.restart();
  const [waiting] = await runs(fixture);
  expect(waiting).toMatchObject({status: 'running', attempt: 2, retryAt: expect.stringMatching('^2026-11-21T12:01:0')});
  fixture.write('fixed', '');
  await fixture.now().clock.advance(MINUTE + SECOND);
  await fixture.sees('its end', async () => (await runs(fixture))[0]?.status === 'ran');
  expect((await runs(fixture))[0]).toMatchObject({attempt: 2, retries: 1});
});

test('a retry that came due while the daemon was down runs at its start', async () => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  await noon(fixture);
  await retrying(fixture, 2);
  await fixture.restart(() => {
    fixture.write('fixed', '');
    fixture.now().clock.set(Date.parse('2026-11-21T15:00:00Z'));
  });
  await fixture.sees('its end', async () => (await runs(fixture))[0]?.status === 'ran');
});

test('a run by hand replaces a waiting retry', async () => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  await noon(fixture);
  await retrying(fixture, 2);
  fixture.write('fixed', '');
  await fixture.now().call('cron.run', {name: 'pills'});
  await fixture.sees('its end', async () => (await runs(fixture)).every(({status}) => status !== 'running'));
  expect((await runs(fixture)).map(({status, attempt}) => `${status} ${attempt}`)).toEqual(['ran 1', 'failed 1']);
  await fixture.now().clock.advance(HOUR);
  expect(await runs(fixture)).toHaveLength(2);
});

test.each([
  ['paused', async (fixture: CronFixture) => void (await fixture.now().call('cron.pause', {name: 'pills'}))],
  [
    'removed',
    async (fixture: CronFixture) => {
      rmSync(join(fixture.home, 'workspace/cron/pills.md'));
      await fixture.sees('its absence', async () => (await fixture.now().call('cron.list', {})).jobs.length === 0);
    },
  ],
])("a job that was %s during the wait isn't retried", async (_, change) => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  await noon(fixture);
  await retrying(fixture, 2);
  await change(fixture);
  await fixture.now().clock.advance(10 * MINUTE);
  await fixture.sees('its end', async () => (await runs(fixture))[0]?.status === 'failed');
  expect((await runs(fixture))[0]).toMatchObject({
    attempt: 1,
    error: expect.stringContaining('Not retried:'),
  });
});

const noon = (fixture: CronFixture) => fixture.now().clock.advance(HOUR);
const runs = async (fixture: CronFixture) => (await fixture.now().call('run.list', {})).runs;
const retrying = async (fixture: CronFixture, attempt: number) =>
  (await fixture.now().event('run.retrying', ({run}) => run.attempt === attempt)).run;
const minuteOf = ({retryAt}: {readonly retryAt?: string}): string | undefined => retryAt?.slice(11, 16);

/** The database as it is at a step; put back after the end of the daemon, it is what a kill would have left. */
const copyOf = ({home}: CronFixture): (() => void) => {
  const files = ['rooster.db', 'rooster.db-wal'];
  const copies = files.map(file => (existsSync(join(home, file)) ? readFileSync(join(home, file)) : undefined));
  return () => {
    for (const file of [...files, 'rooster.db-shm']) rmSync(join(home, file), {force: true});
    for (const [index, file] of files.entries()) {
      const copy = copies[index];
      if (copy !== undefined) writeFileSync(join(home, file), copy);
    }
  };
};

const tries = ({home}: CronFixture): number =>
  readFileSync(join(home, 'workspace/tries'), 'utf8').trim().split('\n').length;

test.each([
  ['while its command works', 'started', {attempt: 3, tries: 3}],
  ['once its failure is stored', 'retrying', {attempt: 2, tries: 2}],
  ['once its second failure is stored', 'failed again', {attempt: 3, tries: 3}],
] as const)('a daemon that is killed %s goes on with the same run, and loses nothing', async (_, step, expected) => {
  await using fixture = await openCronFixture({files: {'cron/pills.md': daily()}});
  let left: (() => void) | undefined;
  if (step === 'started') fixture.write('hold', '');
  const begun = fixture.now().event('run.started');
  await noon(fixture);
  await begun;
  if (step === 'started') {
    left = copyOf(fixture);
    rmSync(join(fixture.home, 'workspace/hold'));
  }
  await retrying(fixture, 2);
  if (step === 'retrying') left = copyOf(fixture);
  if (step === 'failed again') {
    await fixture.now().clock.advance(MINUTE);
    await retrying(fixture, 3);
  }
  left ??= copyOf(fixture);
  const back = left;
  await fixture.restart(back);
  if (step === 'started') await fixture.sees('the next failure', async () => (await runs(fixture))[0]?.retryAt);
  fixture.write('fixed', '');
  await fixture.now().clock.advance(6 * MINUTE);
  await fixture.sees('its end', async () => (await runs(fixture))[0]?.status === 'ran');
  expect(await runs(fixture)).toMatchObject([{status: 'ran', attempt: expected.attempt, output: 'pills'}]);
  expect(tries(fixture)).toBe(expected.tries);
  expect(await fixture.sent(1)).toEqual(['pills']);
});
