// Jobs without a model, or with a gate: with the real shell.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {DAY, HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {aJob, type CronHouse, openCronHouse} from '../support/cron-house.ts';

const aFile = (keys: string, prompt = 'What matters today?') =>
  `---\nschedule: "* * * * *"\nannounce: none\n${keys}---\n${prompt}\n`;
const aCommand = (command: string, keys = '') => `---\nschedule: "* * * * *"\n${keys}run: ${command}\n---\n`;

test("a command's output is the result, delivered word for word, and no model is called", async () => {
  await using house = await openCronHouse({
    files: {'cron/disk.md': aCommand('echo disk 91 %', 'deliver: signal:alice-uuid\n')},
  });
  await nextMinute(house);
  expect(await house.ended()).toMatchObject({name: 'disk', status: 'ran', output: 'disk 91 %'});
  expect(await house.sent(1)).toEqual(['disk 91 %']);
  expect(house.wanted).toEqual([]);
});

test('a command without output sends nothing', async () => {
  await using house = await openCronHouse({
    files: {'cron/quiet.md': aCommand('"true"', 'deliver: signal:alice-uuid\n')},
  });
  await nextMinute(house);
  expect(await house.ended()).toMatchObject({status: 'suppressed', output: ''});
  expect(house.signal.texts).toEqual([]);
});

test('a failing command is a failed run with its exit code and last output, never a message', async () => {
  await using house = await openCronHouse({
    files: {'cron/bad.md': aCommand('echo no space left; exit 3', 'deliver: signal:alice-uuid\n')},
  });
  await nextMinute(house);
  const {status, error} = await house.ended();
  expect({status, error}).toEqual({status: 'failed', error: 'The command of bad failed: Exit code 3.\nno space left'});
});

test('a command gets no secret of the daemon, and its time limit ends it', async () => {
  await using house = await openCronHouse({
    files: {'cron/slow.md': aCommand('echo started; sleep 600', 'timeout: 1s\n')},
  });
  await nextMinute(house);
  await house.sees('the command', async () => (await runs(house))[0]);
  await new Promise<void>(resolve => setTimeout(resolve, 500));
  const ended = house.ended();
  await house.now().clock.advance(1_100);
  await house.now().clock.advance(3_000);
  expect((await ended).error).toContain('It took too long and was ended. The key timeout sets the limit.\nstarted');
});

test.each([
  ['exit 1', 'The gate said no: exit code 1.'],
  ['"true"', 'The gate printed nothing.'],
])('a gate that runs %j skips the run, which is recorded and costs nothing', async (gate, error) => {
  await using house = await openCronHouse({files: {'cron/mail.md': aFile(`gate: ${gate}\n`)}});
  await nextMinute(house);
  expect(await house.ended()).toMatchObject({name: 'mail', status: 'skipped', error});
  expect(house.wanted).toEqual([]);
});

test('the output of a gate that passes is in the prompt', async () => {
  await using house = await openCronHouse({
    files: {'cron/mail.md': aFile('gate: echo 3 new messages\n')},
    answers: ['done'],
  });
  await nextMinute(house);
  expect(await house.ended()).toMatchObject({status: 'ran', output: 'done'});
  expect(JSON.stringify(house.model.asked[0]?.prompt)).toContain('3 new messages');
});

test("a gate that the shell can't find fails the run, since its job would never run otherwise", async () => {
  await using house = await openCronHouse({files: {'cron/mail.md': aFile('gate: no-such-program-here\n')}});
  await nextMinute(house);
  expect(await house.ended()).toMatchObject({status: 'failed', error: expect.stringContaining('Exit code 127.')});
  expect(house.wanted).toEqual([]);
});

test('jobs of the configuration have gates and commands too', async () => {
  await using house = await openCronHouse({
    jobs: [
      {name: 'load', cron: '* * * * *', run: 'echo load 0.3', announce: 'none'},
      aJob({name: 'asked', gate: 'exit 1'}),
    ],
  });
  await nextMinute(house);
  expect(await house.ended(({name}) => name === 'load')).toMatchObject({status: 'ran', output: 'load 0.3'});
  expect(await house.ended(({name}) => name === 'asked')).toMatchObject({status: 'skipped'});
});

test('a one-off job runs once at its time, and never again', async () => {
  const once = '---\nat: 2026-11-21 12:05\ntimezone: Europe/Berlin\nrun: echo sing\nannounce: none\n---\n';
  await using house = await openCronHouse({files: {'cron/sing.md': once}});
  expect(await job(house, 'sing')).toMatchObject({nextAt: '2026-11-21T11:05:00.000Z', at: '2026-11-21T12:05'});
  const ended = house.ended();
  await house.now().clock.advance(5 * MINUTE);
  expect(await ended).toMatchObject({status: 'ran', scheduledFor: '2026-11-21T11:05:00.000Z', late: false});
  expect(await job(house, 'sing')).not.toHaveProperty('nextAt');
  await house.now().clock.advance(2 * DAY);
  await house.restart();
  await house.now().clock.advance(HOUR);
  expect(await runs(house)).toHaveLength(1);
});

test('a one-off job that came due while the daemon was down runs at its start, late, and once', async () => {
  const once = '---\nat: 2026-11-21 11:05\nrun: echo sing\nannounce: none\n---\n';
  await using house = await openCronHouse({files: {'cron/sing.md': once}});
  await house.restart(() => house.now().clock.set(Date.parse('2026-11-22T09:00:00Z')));
  const [run] = await house.sees('the run', async () => (await runs(house)).length > 0 && runs(house));
  expect(run).toMatchObject({late: true, scheduledFor: '2026-11-21T11:05:00.000Z'});
  await house.sees('its end', async () => (await runs(house))[0]?.status === 'ran');
  await house.restart();
  await house.now().clock.advance(HOUR);
  expect(await runs(house)).toHaveLength(1);
});

test('a one-off job written after its time says that it is past and does not run', async () => {
  await using house = await openCronHouse({
    files: {'cron/sing.md': '---\nat: 2026-11-20 11:05\nrun: echo sing\n---\n'},
  });
  await house.now().clock.advance(DAY);
  expect(await runs(house)).toEqual([]);
  expect(await job(house, 'sing')).not.toHaveProperty('nextAt');
});

test('a job that waits for another one runs each time that one has succeeded', async () => {
  await using house = await openCronHouse({
    files: {
      'cron/backup.md': aCommand('test -e broken && exit 1; echo saved', 'announce: none\n'),
      'cron/check.md': '---\nafter: backup\nrun: echo checked\nannounce: none\n---\n',
      'cron/report.md': '---\nafter: check\nrun: echo reported\nannounce: none\n---\n',
    },
  });
  await nextMinute(house);
  const report = await house.ended(({name}) => name === 'report');
  expect(report).toMatchObject({status: 'ran', output: 'reported', schedule: 'after check'});
  house.write('broken', '');
  await nextMinute(house);
  await house.ended(({name, status}) => name === 'backup' && status === 'failed');
  expect((await runs(house)).map(({name, status}) => `${name} ${status}`)).toEqual([
    'backup failed',
    'report ran',
    'check ran',
    'backup ran',
  ]);
});

test('a job that waits for an unknown job, or for itself, is invalid with file and line', async () => {
  await using house = await openCronHouse({
    jobs: [{name: 'last', after: 'nothing', run: 'echo x'}],
    files: {
      'cron/a.md': '---\nafter: b\nrun: echo a\n---\n',
      'cron/b.md': '---\nannounce: none\nafter: a\nrun: echo b\n---\n',
      'cron/backup.md': aCommand('echo x'),
      'cron/c.md': '---\nafter: bakcup\nrun: echo c\n---\n',
    },
  });
  const {jobs, invalid} = await house.now().call('cron.list', {});
  expect(jobs.map(({name}) => name)).toEqual(['backup']);
  expect(invalid.map(({file, line, reason}) => `${file.replace(house.home, '')}:${line > 1} ${reason}`)).toEqual([
    '/config.json:false cron[0].after: no valid job is named "nothing".',
    'cron/a.md:true after: these jobs wait for each other: a → b → a.',
    'cron/b.md:true after: these jobs wait for each other: b → a → b.',
    'cron/c.md:true after: no valid job is named "bakcup"; did you mean "backup"?',
  ]);
  const {problems} = await house.now().call('daemon.status', {});
  expect(problems.map(({key}) => key.replace(house.home, '').replace(/\d+$/u, 'n'))).toEqual([
    '/config.json:n',
    'cron/a.md:n',
    'cron/b.md:n',
    'cron/c.md:n',
  ]);
});

test('output of a command from before a kill is announced, and the command does not run again', async () => {
  const counted = 'echo x >> count; echo told';
  await using house = await openCronHouse({files: {'cron/tell.md': aCommand(counted, 'deliver: signal:alice-uuid\n')}});
  await nextMinute(house);
  await house.sent(1);
  await house.restart();
  await house.now().clock.advance(10_000);
  expect(house.signal.texts).toEqual(['told']);
  expect(lines(house, 'count')).toBe(1);
});

const lines = ({home}: CronHouse, file: string): number => {
  const path = join(home, 'workspace', file);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
};

const runs = async (house: CronHouse) => (await house.now().call('run.list', {})).runs;
const job = async (house: CronHouse, name: string) => house.now().call('cron.get', {name});
const nextMinute = async (house: CronHouse) => house.now().clock.advance(MINUTE);
