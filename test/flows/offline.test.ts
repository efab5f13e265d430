// The offline assistant in the whole daemon: a turn like any other, with recorded calls, and in place of a model that fails.

import {expect, test} from 'vitest';
import type {ModelChoice} from '../../src/daemon/ports/model.ts';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import {SECOND} from '../../src/shared/time/time.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test('a reminder set by the offline assistant is a tool call of its turn, and why explains it', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  expect(await fixture.say('remind me in 20 minutes to stretch')).toBe(
    'I will remind you today at 12:20 CET, at the terminal: stretch.',
  );
  const tools = fixture.events.flatMap(event => (event.type === 'turn.tool' ? [event] : []));
  expect(tools).toMatchObject([
    {name: 'reminder', summary: 'set in 20 minutes stretch', phase: 'started'},
    {name: 'reminder', summary: 'set in 20 minutes stretch', phase: 'ended', ok: true},
  ]);
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({role}) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  const {steps} = await fixture.call('why', {id: messages.at(-1)?.id ?? ''});
  expect(steps.map(({kind}) => kind)).toEqual(['message', 'turn', 'tool', 'message', 'reminder', 'turn']);
  expect(fixture.deltas.map(({text}) => text).join('')).toBe(messages.at(-1)?.text);
});

test("an exact time is shown in the person's zone beside the call", async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await fixture.say('remind me to stretch in an hour and again in two hours');
  await fixture.say('remind me every weekday at 8 and every sunday at 10 to take pills');
  await fixture.say('remind me to buy milk at 4pm');
  await fixture.say('snooze milk by 10 minutes');
  const calls = fixture.events.flatMap(event =>
    event.type === 'turn.tool' && event.phase === 'started' ? [event.summary] : [],
  );
  expect(calls).toEqual([
    'set in an hour stretch',
    'set in two hours stretch',
    'set every weekday at 08:00 from Mon 23 Nov 08:00 CET take pills',
    'set every Sunday at 10:00 from tomorrow 10:00 CET take pills',
    'set at 4pm buy milk',
    'list',
    'snooze "buy milk" today 16:10 CET',
  ]);
});

test("answers come in the person's configured language, else in that of the terminal that connected", async () => {
  using home = tempDir();
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default']}];
  await using fixture = await openTestDaemon({home: home.path, config: {users}});
  expect(await fixture.say('show my reminders')).toBe('You have no pending reminders.');
  await fixture.call('hello', {protocol: PROTOCOL, locale: 'de-AT'});
  expect(await fixture.say('show my reminders')).toBe('Du hast keine offenen Erinnerungen.');
  await fixture.call('config.set', {key: 'users[0].locale', value: 'en-GB'});
  expect(await fixture.say('show my reminders')).toBe('You have no pending reminders.');
});

test('an open question survives a restart, but not a new conversation', async () => {
  using home = tempDir();
  const first = await openTestDaemon({home: home.path});
  expect(await first.say('remind me to stretch')).toBe('When should I remind you? "stretch"');
  await using fixture = await first.restart();
  expect(await fixture.say('in 5 minutes')).toContain('stretch');
  expect(await fixture.say('remind me to eat')).toBe('When should I remind you? "eat"');
  await fixture.call('session.reset', {session: 'rooster:main'});
  expect(await fixture.say('in 5 minutes')).not.toContain('eat');
});

test('the offline assistant answers for a failing model and reports what that model did', async () => {
  using home = tempDir();
  const set = {action: 'set', when: 'in 20 minutes', message: 'stretch', mode: 'verbatim'};
  const failing = scriptedModel([{calls: [{name: 'reminder', input: set}]}, {error: GONE}, {error: GONE}]);
  const offline: ModelChoice = {...scriptedModel([]).choice, name: 'offline'};
  await using fixture = await openTestDaemon({
    home: home.path,
    models: {candidates: async () => [failing.choice, offline]},
  });
  expect(await fixture.say('remind me in 20 minutes to stretch')).toBe(
    'I will remind you today at 12:20 CET, at the terminal: stretch.',
  );
  await fixture.clock.advance(SECOND);
  expect((await fixture.call('reminder.list', {})).reminders).toHaveLength(1);
  expect(await fixture.say('hello')).toMatch(/^Hello!/u);
});

test('a model whose window is full is called again before the offline assistant answers', async () => {
  using home = tempDir();
  using model = scriptedModel([{error: TOO_LONG}, 'Here I am.']);
  const offline: ModelChoice = {...scriptedModel([]).choice, name: 'offline'};
  await using fixture = await openTestDaemon({
    home: home.path,
    models: {candidates: async () => [model.choice, offline]},
  });
  expect(await fixture.say('hello')).toBe('Here I am.');
});

const TOO_LONG = {message: 'prompt is too long: 3 > 2', type: 'invalid_request_error'};
const GONE = Object.assign(new Error('gone'), {statusCode: 404});
