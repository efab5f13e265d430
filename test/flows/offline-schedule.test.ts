// Scheduled questions to the offline assistant, in the whole daemon: answered as if a person asked them then.
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {startedRun} from '../support/started-run.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

test.each([
  ['what time is it?', /^It is 12:01 CET, Saturday, 21 November\.$/u],
  ['what is next?', /^Next, (?:today at 15:00 CET|today 15:00 CET): call Bob\.$/u],
  ['What matters today?', /^(?:Today:\n1\. today 15:00: call Bob|You have .+\n1\. today 15:00: call Bob)$/u],
  ['list my reminders', /^You have one reminder:\n1\. today 15:00: call Bob$/u],
  ['what is the weather?', /it needs a model, and none is configured: "what is the weather\?"\.$/u],
])('a reminder for the agent that asks "%s" is answered', async (asked, told) => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await fixture.call('reminder.set', {when: 'today at 15:00', message: 'call Bob'});
  await fixture.call('reminder.set', {in: '1m', message: asked, mode: 'agent'});
  await fixture.clock.advance(MINUTE);
  const {run} = await fixture.event('run.ended');
  expect(run).toMatchObject({status: 'ran', output: expect.stringMatching(told)});
  const {deliveries} = await fixture.call('outbox.list', {});
  expect(deliveries.map(({text}) => text)).toEqual([run.output]);
});

test("without a model a job whose task is a program on the daemon's PATH fails, and its creation says so", async () => {
  using home = tempDir();
  const program = join(home.path, 'bake');
  writeFileSync(program, '#!/bin/sh\n', {mode: 0o755});
  await using fixture = await openTestDaemon({home: home.path, env: {PATH: home.path}});
  expect(await fixture.say('create a job to bake all every day at 12:05')).toMatch(/needs a model/u);
  await fixture.call('cron.create', {name: 'bread', schedule: 'at 12:05', prompt: 'bake all'});
  await fixture.call('cron.create', {name: 'cake', schedule: 'at 12:05', prompt: 'decorate all'});
  await fixture.clock.advance(10 * MINUTE);
  const ended = async (name: string) => (await fixture.event('run.ended', each => each.run.name === name)).run;
  expect(await ended('bread')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('begin it with "Say:"'),
  });
  expect(await ended('cake')).toMatchObject({status: 'ran', output: 'decorate all'});
});

test("a cron job without a user is the operator's and sees their reminders", async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({
    home: home.path,
    config: {cron: [{name: 'morning', cron: '1 12 * * *', message: 'What matters today?'}]},
  });
  await fixture.call('reminder.set', {when: 'today at 15:00', message: 'call Bob'});
  await jobsTold(fixture, fixture.clock);
  await fixture.clock.advance(MINUTE);
  const {run} = await fixture.event('run.ended');
  expect(run.output).toContain('today 15:00: call Bob');
});

test('a job that needs a model fails without a retry, and its person gets one message', async () => {
  using home = tempDir();
  const signal = fakeChannel();
  const alice = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']};
  const job = {name: 'poem', cron: '0 * * * *', message: 'Write a poem', user: 'alice', deliver: 'signal:alice-uuid'};
  await using fixture = await openTestDaemon({
    home: home.path,
    channels: [signal],
    config: {users: [alice], cron: [job]},
  });
  await jobsTold(fixture, fixture.clock);
  for (const hour of [13, 14, 15]) {
    await fixture.clock.advance(HOUR);
    const due = `2026-11-21T${hour - 1}:00:00.000Z`;
    const {run} = await fixture.event('run.ended', each => each.run.scheduledFor === due);
    expect(run).toMatchObject({
      status: 'failed',
      attempt: 1,
      error: expect.stringContaining('no model is configured.'),
    });
  }
  const told = `The job "poem" failed: no model is configured. Run "rooster setup model", or give the job a command ("run"). To send only the text, begin it with "Say:". Until it works again, failures are only listed: rooster runs --name 'poem'`;
  await until('the message', () => signal.texts.length > 0);
  expect(signal.texts).toEqual([told]);
  const {deliveries} = await fixture.call('outbox.list', {});
  expect(deliveries.map(({address, text}) => [address, text])).toEqual([['signal:alice-uuid', told]]);
});

test('a job with pre-tools reports their output, and that no model processed it', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const folder = join(home.path, 'workspace', 'cron');
  mkdirSync(folder, {recursive: true});
  const tools = 'pre_tools:\n  - name: bash\n    input:\n      command: echo 3 commits';
  writeFileSync(
    join(folder, 'standup.md'),
    `---\nschedule: 1 12 * * *\ntimezone: Europe/Berlin\n${tools}\n---\nSummarize it.`,
  );
  await jobsTold(fixture, fixture.clock);
  const runId = await startedRun(fixture.call('cron.run', {name: 'standup'}));
  const {run} = await fixture.event('run.ended', each => each.run.id === runId);
  expect(run.output).toMatch(
    /^Tool output of the job:\n```\n3 commits[\s\S]*```\nThis task wasn't done: it needs a model, and none is configured\. Summarize it\.$/u,
  );
});

test.each([
  ['when does the report job run?', 'report runs after another job.'],
  ['when does the party job run?', 'party is over.'],
  ['wann läuft der Job report?', 'report läuft nach einem anderen Job.'],
])("asked “%s”, the offline assistant knows of a job's other ways to run", async (text, told) => {
  using home = tempDir();
  const cron = [
    {name: 'backup', cron: '0 9 * * *', run: 'echo x'},
    {name: 'report', after: 'backup', run: 'echo x'},
    {name: 'party', at: '2026-11-20 18:00', run: 'echo x'},
  ];
  await using fixture = await openTestDaemon({home: home.path, config: {cron}});
  await jobsTold(fixture, fixture.clock);
  const {turnId} = await fixture.call('session.send', {text});
  await fixture.event('turn.ended', event => event.turnId === turnId);
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.at(-1)?.text).toBe(told);
});

test.each([
  [
    'list cron jobs',
    /^- Tomorrow at 09:00 CET: standup \(job, 0 9 \* \* \* in Europe\/Berlin\)\n- Disabled: leap \(job, /u,
  ],
  ['what jobs do I have', /standup/u],
  ['which jobs are scheduled?', /standup/u],
  ['which job runs next?', /standup/u],
  ['show my schedule', /^- Today at 15:00 CET: call Bob\n- Tomorrow at 09:00 CET: standup/u],
  ['when does standup run next', /^standup runs next tomorrow at 09:00 CET\.$/u],
  ['when does the leap job run?', /^leap is disabled\.$/u],
  ['when will the sweep run?', /^There is no job "the sweep"\. Your jobs: leap, standup\.$/u],
])("asked “%s”, the offline assistant reads its user's schedule", async (text, told) => {
  using home = tempDir();
  const users = [
    {name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default']},
    {name: 'bob', trust: 'inner', match: ['signal:bob-uuid']},
  ];
  const standup = {name: 'standup', cron: '0 9 * * *', timezone: 'Europe/Berlin', message: 'What matters today?'};
  const leap = {...standup, name: 'leap', enabled: false, user: 'alice'};
  await using fixture = await openTestDaemon({
    home: home.path,
    config: {users, cron: [standup, leap, {...standup, name: 'secret', user: 'bob'}]},
  });
  await fixture.call('reminder.set', {when: 'today at 15:00', message: 'call Bob'});
  await jobsTold(fixture, fixture.clock);
  const {turnId} = await fixture.call('session.send', {text});
  await fixture.event('turn.ended', event => event.turnId === turnId);
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.at(-1)?.text).toMatch(told);
  expect(messages.at(-1)?.text).not.toContain('secret');
});

test('the offline assistant pauses, resumes and runs a job, and names those there are', async () => {
  using home = tempDir();
  const standup = {name: 'standup', cron: '0 9 * * *', timezone: 'Europe/Berlin', run: 'echo hello', announce: 'none'};
  await using fixture = await openTestDaemon({home: home.path, config: {cron: [standup]}});
  await jobsTold(fixture, fixture.clock);
  const says = async (text: string) => {
    const {turnId} = await fixture.call('session.send', {text});
    await fixture.event('turn.ended', event => event.turnId === turnId);
    return (await fixture.call('session.history', {session: 'rooster:main'})).messages.at(-1)?.text;
  };
  expect(await says('pause the standup job')).toBe("Paused standup. It doesn't run until you resume it.");
  expect(await fixture.call('cron.get', {name: 'standup'})).toMatchObject({paused: true});
  expect(await says('please resume the standup job')).toBe('Resumed standup.');
  expect(await fixture.call('cron.get', {name: 'standup'})).toMatchObject({paused: false});
  expect(await says('run the standup job now')).toBe('Started standup. Its result follows.');
  expect((await fixture.event('run.ended')).run).toMatchObject({name: 'standup', output: 'hello'});
  expect(await says('pause the sweep job')).toBe('There is no job "sweep". Your jobs: standup.');
});

test('a job is deleted only after a question, and a reminder about a job is still a reminder', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await jobsTold(fixture, fixture.clock);
  const says = async (text: string) => {
    const {turnId} = await fixture.call('session.send', {text});
    await fixture.event('turn.ended', event => event.turnId === turnId);
    return (await fixture.call('session.history', {session: 'rooster:main'})).messages.at(-1)?.text;
  };
  await says('make a job that says good morning at 8 every weekday');
  const file = join(home.path, 'workspace/cron/good-morning.md');
  expect(await says('delete the good morning job')).toBe(
    'Delete the job good-morning and its file cron/good-morning.md? Say yes or no.',
  );
  expect(await says('no')).toBe('OK, the job stays.');
  expect(existsSync(file)).toBe(true);
  expect(await says('lösche den Job good morning')).toBe(
    'Soll ich den Job good-morning und seine Datei cron/good-morning.md löschen? Sag ja oder nein.',
  );
  expect(await says('ja')).toBe('good-morning ist gelöscht.');
  expect(existsSync(file)).toBe(false);
  await says('remind me tomorrow at 9 about the job interview');
  expect(await says('cancel the job interview')).toBe('Cancelled: the job interview.');
  expect(await says('delete the standup job')).toBe('There is no job "standup".');
});

test('somebody without full trust changes no job', async () => {
  using home = tempDir();
  const users = [{name: 'alice', trust: 'inner', match: ['terminal:default']}];
  const standup = {name: 'standup', cron: '0 9 * * *', message: 'What matters?', user: 'alice'};
  await using fixture = await openTestDaemon({home: home.path, config: {users, cron: [standup]}});
  await jobsTold(fixture, fixture.clock);
  const {turnId} = await fixture.call('session.send', {text: 'pause the standup job'});
  await fixture.event('turn.ended', event => event.turnId === turnId);
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.at(-1)?.text).toContain("I couldn't pause standup");
  expect(await fixture.call('cron.get', {name: 'standup'})).toMatchObject({paused: false});
});

test('a job asked for without a model is written as a file, runs, and is said once however often it is asked for', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const asked = 'make a job that says good morning at 8 every weekday';
  expect(await fixture.say(asked)).toBe(
    'Created the job good-morning: 0 8 * * 1-5 in Europe/Berlin. Next: Mon 23 Nov 08:00. Its file: cron/good-morning.md',
  );
  await fixture.say(asked);
  const {jobs} = await fixture.call('cron.list', {});
  expect(jobs.map(({name, message}) => [name, message])).toEqual([['good-morning', 'Say: good morning']]);
  expect((await fixture.call('reminder.list', {})).reminders).toEqual([]);
  const runId = await startedRun(fixture.call('cron.run', {name: 'good-morning'}));
  const {run} = await fixture.event('run.ended', each => each.run.id === runId);
  expect(run).toMatchObject({status: 'ran', output: 'Good morning.'});
  expect(await fixture.say('change the good morning job to 9')).toBe(
    'To change good-morning, run: rooster cron edit good-morning. With a model, say the change in your words.',
  );
});

test('a new job that needs a model says so where none is connected', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  expect(await fixture.say('make a job that checks my disk space every night at 2')).toContain(
    '\nIts task needs a model, and none is connected. Until then its runs fail.',
  );
  expect(await fixture.say('create a cron job to water the plants every monday at 9')).not.toContain('needs a model');
  const runId = await startedRun(fixture.call('cron.run', {name: 'checks-my-disk-space'}));
  const {run} = await fixture.event('run.ended', each => each.run.id === runId);
  expect(run).toMatchObject({status: 'failed'});
});
