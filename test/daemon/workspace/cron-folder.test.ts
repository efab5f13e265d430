import {execFileSync} from 'node:child_process';
import {chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type CronFolder, followCronFolder, readCronFolder} from '../../../src/daemon/workspace/cron-folder.ts';
import {type Clock, systemClock} from '../../../src/shared/time/clock.ts';
import {isZone} from '../../../src/shared/time/zone.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {jobSchedules} from '../../support/job-schedules.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {until} from '../../support/until.ts';

const job = (prompt = 'Hello', schedule = '0 9 * * *') => `---\nschedule: ${schedule}\n---\n${prompt}\n`;

test('a missing folder holds no jobs', async () => {
  using home = tempDir();
  expect(await readCronFolder(home.path, knowledge())).toEqual({jobs: [], invalid: []});
});

test('every file that ends in .md is a job, by name; files that editors leave are not', async () => {
  using home = tempDir();
  const folder = cronIn(home.path);
  for (const name of ['b.md', 'a.md', 'stand up.md', 'größe.md']) writeFileSync(join(folder, name), job());
  const litter = [
    '.a.md.swp',
    '.#a.md',
    '#a.md#',
    'a.md~',
    '~a.md',
    'a~.md',
    '4913',
    'a.md.tmp',
    '.hidden.md',
    'notes.txt',
  ];
  for (const name of litter) writeFileSync(join(folder, name), 'no job at all');
  const {jobs, invalid} = await readCronFolder(home.path, knowledge());
  expect(jobs.map(({name}) => name)).toEqual(['a', 'b', 'größe', 'stand up']);
  expect(invalid).toEqual([]);
});

test('a file in .state is never read as a job, whatever it contains', async () => {
  using home = tempDir();
  mkdirSync(join(cronIn(home.path), '.state'));
  writeFileSync(join(home.path, 'cron/.state/a.last.md'), job());
  expect(await readCronFolder(home.path, knowledge())).toEqual({jobs: [], invalid: []});
});

test('a job name is unique: the later file is reported', async () => {
  using home = tempDir();
  const folder = cronIn(home.path);
  writeFileSync(join(folder, 'a.md'), job());
  writeFileSync(join(folder, 'b.md'), job().replace('---\n', '---\nname: a\n'));
  const {jobs, invalid} = await readCronFolder(home.path, knowledge());
  expect(jobs.map(({origin}) => origin)).toEqual(['cron/a.md']);
  expect(invalid).toEqual([{file: 'cron/b.md', line: 2, reason: 'name: "a" is the name of cron/a.md already.'}]);
});

test("a file that should be a job and can't be read is reported with a sentence", async () => {
  using home = tempDir();
  const folder = cronIn(home.path);
  writeFileSync(join(folder, 'capital.MD'), job());
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dead.md'));
  mkdirSync(join(folder, 'folder.md'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  const {jobs, invalid} = await readCronFolder(home.path, knowledge());
  expect(jobs).toEqual([]);
  expect(invalid).toEqual([
    {
      file: 'cron/capital.MD',
      line: 1,
      reason: 'The name of a job ends in .md, in small letters: rename this file.',
    },
    {file: 'cron/dead.md', line: 1, reason: "It is a link to a file that doesn't exist."},
    {file: 'cron/folder.md', line: 1, reason: 'It is a folder: a job is a file.'},
    {file: 'cron/pipe.md', line: 1, reason: "It isn't a plain file."},
  ]);
});

test.each([
  ['the group', 0o660],
  ['everybody', 0o606],
])('a file that %s may write is reported with a command that fixes it, and then runs', async (_, mode) => {
  using home = tempDir();
  const path = join(cronIn(home.path), 'a job.md');
  writeFileSync(path, job());
  chmodSync(path, mode);
  await using follower = follow(home.path);
  await follower.sees('the reason', ({invalid}) => invalid.length === 1);
  const cure = `chmod go-w '${path}'`;
  const {jobs, invalid} = await readCronFolder(home.path, knowledge());
  const reason = `Other users can write it and could run commands through it. Fix: ${cure}`;
  expect([jobs, invalid]).toEqual([[], [{file: 'cron/a job.md', line: 1, reason}]]);
  execFileSync('sh', ['-c', cure]);
  await follower.sees('the job', ({jobs: found}) => found.map(({name}) => name).join() === 'a job');
});

test.runIf(process.getuid?.() === 0)('a file of another user is reported, even behind a link', async () => {
  using home = tempDir();
  const folder = cronIn(home.path);
  const elsewhere = join(home.path, 'elsewhere.md');
  writeFileSync(elsewhere, job());
  chownSync(elsewhere, 65_534, 65_534);
  symlinkSync(elsewhere, join(folder, 'a.md'));
  const reason = expect.stringMatching(/^It belongs to another user, .*: chown 0 \S+\/a\.md$/u);
  expect(await readCronFolder(home.path, knowledge())).toEqual({
    jobs: [],
    invalid: [{file: 'cron/a.md', line: 1, reason}],
  });
});

test('each problem is fixed while the folder is watched', {tags: ['deep']}, async () => {
  using home = tempDir();
  const folder = cronIn(home.path);
  writeFileSync(join(folder, 'a.MD'), job());
  symlinkSync(join(home.path, 'dotfiles.md'), join(folder, 'b.md'));
  mkdirSync(join(folder, 'c.md'));
  await using follower = follow(home.path);
  await follower.sees('all three', ({invalid}) => invalid.length === 3);
  renameSync(join(folder, 'a.MD'), join(folder, 'a.md'));
  await follower.sees('the new name', ({jobs}) => jobs.map(({name}) => name).join() === 'a');
  writeFileSync(join(home.path, 'dotfiles.md'), job());
  await follower.sees('the file of the link', ({jobs}) => jobs.map(({name}) => name).join() === 'a,b');
  rmSync(join(folder, 'c.md'), {recursive: true});
  await follower.sees('nothing wrong', ({invalid}) => invalid.length === 0);
});

test('an unreadable file, a pipe, a dead link or a flood of files stops no other job', async () => {
  using home = tempDir();
  const folder = cronIn(home.path);
  writeFileSync(join(folder, 'good.md'), job());
  writeFileSync(join(folder, 'locked.md'), job(), {mode: 0o000});
  writeFileSync(join(folder, 'flood.md'), job('x'.repeat(300_000)));
  writeFileSync(join(folder, 'bomb.md'), job().replace('schedule', BOMB));
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dead.md'));
  execFileSync('mkfifo', [join(folder, 'pipe.md')]);
  const {jobs, invalid} = await readCronFolder(home.path, knowledge());
  chmodSync(join(folder, 'locked.md'), 0o600);
  // Root can read everything.
  const isRoot = process.getuid?.() === 0;
  expect(jobs.map(({name}) => name)).toEqual(isRoot ? ['good', 'locked'] : ['good']);
  expect(invalid.map(({file}) => file)).toEqual(
    ['bomb', 'dead', 'flood', ...(isRoot ? [] : ['locked']), 'pipe'].map(name => `cron/${name}.md`),
  );
});

test('a file in another encoding is reported, not read with replaced letters', async () => {
  using home = tempDir();
  writeFileSync(join(cronIn(home.path), 'a.md'), Buffer.from(job('Gr\u00fc\u00dfe'), 'latin1'));
  const {jobs, invalid} = await readCronFolder(home.path, knowledge());
  expect(jobs).toEqual([]);
  expect(invalid).toEqual([{file: 'cron/a.md', line: 1, reason: "It isn't UTF-8 text. Save it as UTF-8."}]);
});

test('a job is followed while it is written, edited, renamed and deleted', async () => {
  using home = tempDir();
  await using follower = follow(home.path);
  const folder = cronIn(home.path);
  writeFileSync(join(folder, 'a.md'), job('one'));
  await follower.sees('the job', ({jobs}) => jobs[0]?.message === 'one');
  writeFileSync(join(folder, 'a.md'), job('two'));
  await follower.sees('the edit', ({jobs}) => jobs[0]?.message === 'two');
  // As most editors save: a new file replaces the old one.
  writeFileSync(join(folder, '.a.md.swp'), job('three'));
  renameSync(join(folder, '.a.md.swp'), join(folder, 'a.md'));
  await follower.sees('the save', ({jobs}) => jobs[0]?.message === 'three');
  renameSync(join(folder, 'a.md'), join(folder, 'b.md'));
  await follower.sees('the new name', ({jobs}) => jobs.map(({name}) => name).join() === 'b');
  rmSync(join(folder, 'b.md'));
  await follower.sees('the end', ({jobs}) => jobs.length === 0);
  // No problem was reported at any time.
  expect(follower.seen.flatMap(({invalid}) => invalid)).toEqual([]);
});

test('a link to a file elsewhere is followed while that file is edited, replaced and deleted', {
  tags: ['deep'],
}, async () => {
  using home = tempDir();
  const elsewhere = join(home.path, 'dotfiles.md');
  writeFileSync(elsewhere, job('one'));
  symlinkSync(elsewhere, join(cronIn(home.path), 'a.md'));
  await using follower = follow(home.path);
  await follower.sees('the job', ({jobs}) => jobs[0]?.message === 'one');
  writeFileSync(elsewhere, job('two'));
  await follower.sees('the edit', ({jobs}) => jobs[0]?.message === 'two');
  writeFileSync(`${elsewhere}.new`, job('three'));
  renameSync(`${elsewhere}.new`, elsewhere);
  await follower.sees('the replacement', ({jobs}) => jobs[0]?.message === 'three');
  rmSync(elsewhere);
  await follower.sees('the end', ({jobs}) => jobs.length === 0);
});

test("a half-written save isn't reported, and a lasting mistake is", async () => {
  using home = tempDir();
  const clock = fakeClock();
  await using follower = follow(home.path, clock);
  const timePasses = async (what: string, holds: () => boolean) => {
    for (let tries = 0; !holds(); tries += 1) {
      if (tries > 3_000) throw new Error(`this did not come: ${what}`);
      await clock.advance(10);
      await new Promise<void>(resolve => setTimeout(resolve, 1));
    }
  };
  const file = join(cronIn(home.path), 'a.md');
  writeFileSync(file, job('one'));
  await timePasses('the job', () => follower.last().jobs.length === 1);
  writeFileSync(file, '---\nschedu');
  // It has been read once and may be incomplete: the next read is in 700 ms.
  await until('a look', () => (clock.nextTimerAt ?? Infinity) - clock.now() <= 250);
  await clock.advance(250);
  await until('the doubt', () => (clock.nextTimerAt ?? Infinity) - clock.now() <= 700);
  writeFileSync(file, job('two'));
  await timePasses('the whole save', () => follower.last().jobs[0]?.message === 'two');
  expect(follower.seen.flatMap(({invalid}) => invalid)).toEqual([]);
  writeFileSync(file, '---\nschedu');
  await timePasses('the mistake', () => follower.last().invalid[0]?.file === 'cron/a.md');
  expect(follower.last().jobs).toEqual([]);
  writeFileSync(file, job('three'));
  await timePasses('the mending', () => follower.last().jobs.length === 1 && follower.last().invalid.length === 0);
});

test('a folder replaced by another one is followed', async () => {
  using home = tempDir();
  await using follower = follow(home.path);
  writeFileSync(join(cronIn(home.path), 'a.md'), job());
  await follower.sees('the job', ({jobs}) => jobs.length === 1);
  renameSync(join(home.path, 'cron'), join(home.path, 'old'));
  mkdirSync(join(home.path, 'new'));
  writeFileSync(join(home.path, 'new/b.md'), job());
  rmSync(join(home.path, 'cron'), {recursive: true, force: true});
  renameSync(join(home.path, 'new'), join(home.path, 'cron'));
  await follower.sees('the other folder', ({jobs}) => jobs.map(({name}) => name).join() === 'b');
  writeFileSync(join(home.path, 'cron/c.md'), job());
  await follower.sees('what comes into it', ({jobs}) => jobs.map(({name}) => name).join() === 'b,c');
});

test('a folder with constant writes is still read', async () => {
  using home = tempDir();
  await using follower = follow(home.path);
  const folder = cronIn(home.path);
  writeFileSync(join(folder, 'a.md'), job());
  const writing = setInterval(() => writeFileSync(join(folder, 'noise.txt'), String(performance.now())), 20);
  try {
    await follower.sees('the job', ({jobs}) => jobs.length === 1);
  } finally {
    clearInterval(writing);
  }
});

test('a workspace that is created later is found', async () => {
  using home = tempDir();
  const root = join(home.path, 'workspace');
  await using follower = follow(root);
  await follower.sees('nothing', ({jobs}) => jobs.length === 0);
  mkdirSync(join(root, 'cron'), {recursive: true});
  writeFileSync(join(root, 'cron/a.md'), job());
  await follower.sees('the job', ({jobs}) => jobs.length === 1);
});

const cronIn = (root: string): string => {
  mkdirSync(join(root, 'cron'), {recursive: true});
  return join(root, 'cron');
};

/** Two seconds is the promise; a busy machine gets a little more. */
const follow = (root: string, clock: Clock = systemClock()) => {
  const seen: CronFolder[] = [];
  const last = (): CronFolder => seen.at(-1) ?? {jobs: [], invalid: []};
  const watch = followCronFolder({
    root,
    knowledge,
    clock,
    log: memoryLog(),
    onChange: folder => seen.push(folder),
  });
  return {
    seen,
    last,
    sees: (what: string, holds: (folder: CronFolder) => boolean) => until(what, () => seen.length > 0 && holds(last())),
    [Symbol.asyncDispose]: async () => watch[Symbol.dispose](),
  };
};

/** A few lines of YAML that expand to some million entries. */
const BOMB = `a: &a [${'x,'.repeat(200)}]\nb: &b [${'*a,'.repeat(200)}]\nc: [${'*b,'.repeat(200)}]\nschedule`;

const knowledge = () => ({readSchedule: jobSchedules.read, isZone, targetsOf: () => undefined, tools: {}});
