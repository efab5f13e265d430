// The audit of jobs: each change is an event with its action and its author, and `why` lists them.
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type CronFixture, openCronFixture} from '../support/cron-fixture.ts';

const FILE = '---\nschedule: "30 * * * *"\ntimezone: UTC\nannounce: none\n---\nWhat matters today?\n';

test('changes by the person at the terminal, by the agent, in a chat, in a file and in the configuration', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/old.md': FILE},
    answers: [{calls: [{name: 'cron', input: {action: 'pause', name: 'standup'}}]}, 'Paused.'],
  });
  const {call: ask, say} = fixture.now();
  await ask('cron.list', {});
  expect(changes(fixture)).toEqual([]);

  await ask('cron.create', {name: 'standup', schedule: '0 9 * * *', prompt: 'Hi'});
  await ask('cron.edit', {name: 'standup', prompt: 'Hello'});
  await say('pause the standup');
  await fixture.signal.says('alice-uuid', '/cron resume standup');
  await fixture.sent(1);
  fixture.write('cron/by-hand.md', FILE);
  await fixture.sees('the new file', async () => changes(fixture).some(([name]) => name === 'by-hand'));
  rmSync(join(fixture.home, 'workspace/cron/old.md'));
  await fixture.sees('the end of a file', async () => changes(fixture).some(([, action]) => action === 'removed'));
  const cron = [{name: 'late', cron: '0 22 * * *', message: 'Bye', announce: 'none'}];
  await ask('config.set', {key: 'cron', value: cron});
  await ask('cron.remove', {name: 'standup'});

  const [turn] = fixture.now().events.filter(event => event.type === 'turn.started');
  const turnId = turn?.type === 'turn.started' ? turn.turnId : undefined;
  expect(changes(fixture)).toEqual([
    ['standup', 'added', {kind: 'terminal', user: 'alice'}],
    ['standup', 'edited', {kind: 'terminal', user: 'alice'}],
    ['standup', 'paused', {kind: 'tool', user: 'alice', turnId}],
    ['standup', 'resumed', {kind: 'person', user: 'alice'}],
    ['by-hand', 'added', {kind: 'file'}],
    ['old', 'removed', {kind: 'file'}],
    ['late', 'added', {kind: 'config'}],
    ['standup', 'removed', {kind: 'terminal', user: 'alice'}],
  ]);
});

test('why lists who changed a job, and its runs are no changes', async () => {
  await using fixture = await openCronFixture({files: {'cron/standup.md': FILE}, answers: ['Done.']});
  const {call: ask, clock} = fixture.now();
  await ask('cron.list', {});
  await clock.advance(31 * 60_000);
  await fixture.ended();
  await ask('cron.pause', {name: 'standup'});
  await ask('cron.resume', {name: 'standup'});
  const {steps} = await ask('why', {id: 'standup'});
  expect(steps.filter(({kind}) => kind === 'cron').map(({what}) => what)).toEqual([
    'job standup paused at the terminal',
    'job standup resumed at the terminal',
    expect.stringContaining('job standup runs next'),
  ]);
});

test('why names who removed a job, also one that never ran', async () => {
  await using fixture = await openCronFixture();
  const {call: ask} = fixture.now();
  await ask('cron.create', {name: 'standup', schedule: '0 9 * * *', prompt: 'Hi'});
  await ask('cron.remove', {name: 'standup'});
  const {steps} = await ask('why', {id: 'standup'});
  expect(steps.map(({what}) => what)).toEqual([
    'job standup added at the terminal',
    'job standup removed at the terminal',
  ]);
  await expect(ask('why', {id: 'never'})).rejects.toThrow('No record of "never".');
});

test('an edit says what it changed, old and new, in the event, in why and in the plan, also after a restart', async () => {
  await using fixture = await openCronFixture({files: {'cron/standup.md': FILE}});
  const {call: ask} = fixture.now();
  await ask('cron.list', {});
  await ask('cron.edit', {name: 'standup', schedule: '0 10 * * *', prompt: 'What now?'});
  const [edited] = fixture
    .now()
    .events.filter(event => event.type === 'cron.changed')
    .filter(({action}) => action === 'edited');
  expect(edited).toMatchObject({
    before: {cron: '30 * * * *', message: 'What matters today?'},
    after: {cron: '0 10 * * *', message: 'What now?'},
  });
  const {steps} = await ask('why', {id: 'standup'});
  expect(steps[0]?.what).toBe(
    'job standup edited at the terminal; schedule: 30 * * * * → 0 10 * * *; prompt: What matters today? → What now?',
  );
  await fixture.restart();
  const job = await fixture.now().call('cron.get', {name: 'standup'});
  expect(job.changed).toMatchObject({action: 'edited', by: {kind: 'terminal', user: 'alice'}});
});

test('other addresses of a person change the jobs for them: the configuration did it', async () => {
  const users = [{name: 'owner', trust: 'full', match: ['terminal:default']}];
  await using fixture = await openCronFixture({files: {'cron/standup.md': FILE}, config: {users}});
  const {call: ask} = fixture.now();
  await ask('cron.list', {});
  const value = [{...users[0], match: ['terminal:default', 'signal:owner-uuid']}];
  expect(await ask('config.set', {key: 'users', value})).toEqual({problems: []});
  await fixture.sees('the change', async () => changes(fixture).length > 0);
  expect(changes(fixture)).toEqual([['standup', 'edited', {kind: 'config'}]]);
});

const changes = (fixture: CronFixture) =>
  fixture
    .now()
    .events.flatMap(event =>
      event.type === 'cron.changed' && event.action !== undefined ? [[event.job.name, event.action, event.by]] : [],
    );
