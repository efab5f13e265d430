// Jobs without a model, or with a gate: with the real shell.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {DAY, HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {aJob, type CronFixture, openCronFixture} from '../support/cron-fixture.ts';
import {fakeSandbox} from '../support/fake-sandbox.ts';
import {until} from '../support/until.ts';

const aFile = (keys: string, prompt = 'What matters today?') =>
  `---\nschedule: "* * * * *"\nannounce: none\n${keys}---\n${prompt}\n`;
const aCommand = (command: string, keys = '') => `---\nschedule: "* * * * *"\n${keys}run: ${command}\n---\n`;

test("a command's output is the result, delivered word for word, and no model is called", async () => {
  await using fixture = await openCronFixture({
    files: {'cron/disk.md': aCommand('echo disk 91 %', 'deliver: signal:alice-uuid\n')},
  });
  await nextMinute(fixture);
  expect(await fixture.ended()).toMatchObject({name: 'disk', status: 'ran', output: 'disk 91 %'});
  expect(await fixture.sent(1)).toEqual(['disk 91 %']);
  expect(fixture.wanted).toEqual([]);
});

test('a command without output sends nothing', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/quiet.md': aCommand('"true"', 'deliver: signal:alice-uuid\n')},
  });
  await nextMinute(fixture);
  expect(await fixture.ended()).toMatchObject({status: 'suppressed', output: ''});
  expect(fixture.signal.texts).toEqual([]);
});

test('a failing command is a failed run with its exit code and last output, never a message', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/bad.md': aCommand('echo no space left; exit 3', 'deliver: signal:alice-uuid\n')},
  });
  await nextMinute(fixture);
  const {status, error} = await fixture.ended();
  expect({status, error}).toEqual({status: 'failed', error: 'The command of bad failed: Exit code 3.\nno space left'});
});

test('a command gets no secret of the daemon, and its time limit ends it', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/slow.md': aCommand('echo started; touch began; sleep 600', 'timeout: 1s\n')},
  });
  await nextMinute(fixture);
  await until('the command', () => existsSync(join(fixture.home, 'workspace', 'began')));
  const ended = fixture.ended();
  await fixture.now().clock.advance(1_100);
  await fixture.now().clock.advance(3_000);
  expect((await ended).error).toContain('It took too long and was ended. The key timeout sets the limit.\nstarted');
});

test.each([
  ['exit 1', 'The gate skipped the run. Exit code 1.'],
  ['"true"', 'The gate printed nothing.'],
])('a gate that runs %j skips the run, which is recorded and costs nothing', async (gate, error) => {
  await using fixture = await openCronFixture({files: {'cron/mail.md': aFile(`gate: ${gate}\n`)}});
  await nextMinute(fixture);
  expect(await fixture.ended()).toMatchObject({name: 'mail', status: 'skipped', error});
  expect(fixture.wanted).toEqual([]);
});

test('the output of a gate that passes is in the prompt', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/mail.md': aFile('gate: echo 3 new messages\n')},
    answers: ['done'],
  });
  await nextMinute(fixture);
  expect(await fixture.ended()).toMatchObject({status: 'ran', output: 'done'});
  expect(JSON.stringify(fixture.model.asked[0]?.prompt)).toContain('3 new messages');
});

test("a gate that the shell can't find fails the run, since its job would never run otherwise", async () => {
  await using fixture = await openCronFixture({files: {'cron/mail.md': aFile('gate: no-such-program-here\n')}});
  await nextMinute(fixture);
  expect(await fixture.ended()).toMatchObject({status: 'failed', error: expect.stringContaining('Exit code 127.')});
  expect(fixture.wanted).toEqual([]);
});

test('jobs of the configuration have gates and commands too', async () => {
  await using fixture = await openCronFixture({
    jobs: [
      {name: 'load', cron: '* * * * *', run: 'echo load 0.3', announce: 'none'},
      aJob({name: 'asked', gate: 'exit 1'}),
    ],
  });
  await nextMinute(fixture);
  expect(await fixture.ended(({name}) => name === 'load')).toMatchObject({status: 'ran', output: 'load 0.3'});
  expect(await fixture.ended(({name}) => name === 'asked')).toMatchObject({status: 'skipped'});
});

test('a one-off job runs once at its time, and never again', async () => {
  const once = '---\nat: 2026-11-21 12:05\ntimezone: Europe/Berlin\nrun: echo sing\nannounce: none\n---\n';
  await using fixture = await openCronFixture({files: {'cron/sing.md': once}});
  expect(await job(fixture, 'sing')).toMatchObject({nextAt: '2026-11-21T11:05:00.000Z', at: '2026-11-21T12:05'});
  const ended = fixture.ended();
  await fixture.now().clock.advance(5 * MINUTE);
  expect(await ended).toMatchObject({status: 'ran', scheduledFor: '2026-11-21T11:05:00.000Z', late: false});
  expect(await job(fixture, 'sing')).not.toHaveProperty('nextAt');
  await fixture.now().clock.advance(2 * DAY);
  await fixture.restart();
  await fixture.now().clock.advance(HOUR);
  expect(await runs(fixture)).toHaveLength(1);
});

test('a one-off job that came due while the daemon was down runs at its start, late, and once', async () => {
  const once = '---\nat: 2026-11-21 11:05\nrun: echo sing\nannounce: none\n---\n';
  await using fixture = await openCronFixture({files: {'cron/sing.md': once}});
  await fixture.restart(() => fixture.now().clock.set(Date.parse('2026-11-22T09:00:00Z')));
  const [run] = await fixture.sees('the run', async () => (await runs(fixture)).length > 0 && runs(fixture));
  expect(run).toMatchObject({late: true, scheduledFor: '2026-11-21T11:05:00.000Z'});
  await fixture.sees('its end', async () => (await runs(fixture))[0]?.status === 'ran');
  await fixture.restart();
  await fixture.now().clock.advance(HOUR);
  expect(await runs(fixture)).toHaveLength(1);
});

test('a one-off job written after its time says that it is past and does not run', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/sing.md': '---\nat: 2026-11-20 11:05\nrun: echo sing\n---\n'},
  });
  await fixture.now().clock.advance(DAY);
  expect(await runs(fixture)).toEqual([]);
  expect(await job(fixture, 'sing')).not.toHaveProperty('nextAt');
});

test('a job that waits for another one runs each time that one has succeeded', async () => {
  await using fixture = await openCronFixture({
    files: {
      'cron/backup.md': aCommand('test -e broken && exit 1; echo saved', 'announce: none\n'),
      'cron/check.md': '---\nafter: backup\nrun: echo checked\nannounce: none\n---\n',
      'cron/report.md': '---\nafter: check\nrun: echo reported\nannounce: none\n---\n',
    },
  });
  await nextMinute(fixture);
  const report = await fixture.ended(({name}) => name === 'report');
  expect(report).toMatchObject({status: 'ran', output: 'reported', schedule: 'after check'});
  fixture.write('broken', '');
  await nextMinute(fixture);
  await fixture.ended(({name, status}) => name === 'backup' && status === 'failed');
  expect((await runs(fixture)).map(({name, status}) => `${name} ${status}`)).toEqual([
    'backup failed',
    'report ran',
    'check ran',
    'backup ran',
  ]);
});

test('a paused job that waits for another one does not run, until it goes on', async () => {
  await using fixture = await openCronFixture({
    files: {
      'cron/backup.md': aCommand('echo saved', 'announce: none\n'),
      'cron/check.md': '---\nafter: backup\nrun: echo checked\nannounce: none\n---\n',
    },
  });
  await fixture.now().call('cron.pause', {name: 'check'});
  await nextMinute(fixture);
  await fixture.ended(({name}) => name === 'backup');
  expect((await runs(fixture)).map(({name}) => name)).toEqual(['backup']);
  await fixture.now().call('cron.resume', {name: 'check'});
  await nextMinute(fixture);
  await fixture.ended(({name}) => name === 'check');
});

test('a job that waits for an unknown job, or for itself, is invalid with file and line', async () => {
  await using fixture = await openCronFixture({
    jobs: [{name: 'last', after: 'nothing', run: 'echo x'}],
    files: {
      'cron/a.md': '---\nafter: b\nrun: echo a\n---\n',
      'cron/b.md': '---\nannounce: none\nafter: a\nrun: echo b\n---\n',
      'cron/backup.md': aCommand('echo x'),
      'cron/c.md': '---\nafter: bakcup\nrun: echo c\n---\n',
      'cron/day2.md': '---\nafter: day3\nrun: echo d\n---\n',
    },
  });
  const {jobs, invalid} = await fixture.now().call('cron.list', {});
  expect(jobs.map(({name}) => name)).toEqual(['backup']);
  expect(invalid.map(({file, line, reason}) => `${file.replace(fixture.home, '')}:${line > 1} ${reason}`)).toEqual([
    '/config.json:false cron[0].after: no valid job is named "nothing".',
    'cron/a.md:true after: these jobs wait for each other: a → b → a.',
    'cron/b.md:true after: these jobs wait for each other: b → a → b.',
    'cron/c.md:true after: no valid job is named "bakcup"; did you mean "backup"?',
    'cron/day2.md:true after: no valid job is named "day3".',
  ]);
  const {problems} = await fixture.now().call('daemon.status', {});
  expect(problems.map(({key}) => key.replace(fixture.home, '').replace(/\d+$/u, 'n'))).toEqual([
    '/config.json:n',
    'cron/a.md:n',
    'cron/b.md:n',
    'cron/c.md:n',
    'cron/day2.md:n',
  ]);
});

test('output of a command from before a kill is announced, and the command does not run again', async () => {
  const counted = 'echo x >> count; echo told';
  await using fixture = await openCronFixture({
    files: {'cron/tell.md': aCommand(counted, 'deliver: signal:alice-uuid\n')},
  });
  await nextMinute(fixture);
  await fixture.sent(1);
  await fixture.restart();
  await fixture.now().clock.advance(10_000);
  expect(fixture.signal.texts).toEqual(['told']);
  expect(lines(fixture, 'count')).toBe(1);
});

const lines = ({home}: CronFixture, file: string): number => {
  const path = join(home, 'workspace', file);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
};

const runs = async (fixture: CronFixture) => (await fixture.now().call('run.list', {})).runs;
const job = async (fixture: CronFixture, name: string) => fixture.now().call('cron.get', {name});
const nextMinute = async (fixture: CronFixture) => fixture.now().clock.advance(MINUTE);

test('gate, command and pre-tools run in the sandbox that the file names, with the hosts of the configuration', async () => {
  const sandbox = fakeSandbox();
  const keys = 'sandbox: workspace\ngate: echo new\npre_tools:\n  - {name: bash, input: {command: echo looked}}\n';
  await using fixture = await openCronFixture({
    sandbox,
    files: {
      'cron/asks.md': aFile(keys),
      'cron/free.md': aCommand('echo free', 'announce: none\n'),
      'cron/runs.md': aCommand('echo ran', 'announce: none\nsandbox: read-only\n'),
    },
    answers: ['Nothing.'],
    config: {policy: {hosts: ['example.com']}},
  });
  await nextMinute(fixture);
  for (const name of ['asks', 'free', 'runs'])
    expect(await fixture.ended(run => run.name === name)).toMatchObject({status: 'ran'});
  expect(sandbox.orders.toSorted((one, other) => (one.command < other.command ? -1 : 1))).toEqual([
    {command: 'echo looked', profile: 'workspace', hosts: ['example.com'], write: [], secrets: []},
    {command: 'echo new', profile: 'workspace', hosts: ['example.com']},
    {command: 'echo ran', profile: 'read-only', hosts: ['example.com']},
  ]);
});

test('a command whose sandbox does not work fails its run, and does not run outside', async () => {
  const sandbox = fakeSandbox();
  sandbox.breaks("socat isn't installed.");
  await using fixture = await openCronFixture({
    sandbox,
    files: {'cron/runs.md': aCommand('touch ran', 'announce: none\nretry: never\nsandbox: workspace\n')},
  });
  await nextMinute(fixture);
  expect(await fixture.ended()).toMatchObject({
    status: 'failed',
    error: "The command of runs failed: The sandbox can't start. socat isn't installed.",
  });
  expect(existsSync(join(fixture.home, 'workspace', 'ran'))).toBe(false);
});
