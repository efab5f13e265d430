import {expect, test} from 'vitest';
import type {Wire} from '../../src/shared/fields/wire.ts';
import type {TraceStep} from '../../src/shared/records/trace.ts';
import {MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {MODE} from '../support/conversation-mode.ts';
import {aJob, openCronFixture} from '../support/cron-fixture.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test('why of an answer shows the question, model, trust, tool calls, settings made in it, and the answer', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({
    home: home.path,
    models: scriptedModel([CALL, 'I will remind you.']).models,
  });
  await fixture.say('remind me in a minute to stretch');
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  const answer = messages.at(-1);
  const {because, steps} = await fixture.call('why', {id: answer?.id ?? ''});
  expect(because).toBe('Because owner wrote in main on terminal today 12:00 CET.');
  const {turnId = ''} = answer ?? {};
  expect(told(steps)).toEqual([
    ['message', 'message from user owner terminal in main: "remind me in a minute to stretch"'],
    ['turn', 'the agent started in main (test/scripted, trust full)'],
    ['tool', expect.stringMatching(/^tool reminder \{"action":"set".*\}: ok, "Reminder scheduled \(id: rem_/u)],
    ['message', 'answered in main: "I will remind you."'],
    ['reminder', expect.stringMatching(/^set a reminder: due today 12:01 CET, "stretch"$/u)],
    ['turn', 'turn ended: replied'],
  ]);
  expect(new Set(steps.map(({trust}) => trust))).toEqual(new Set(['full']));
  expect(await fixture.call('why', {id: turnId})).toEqual({because, steps});
  const [asked] = messages;
  expect(await fixture.call('why', {id: asked?.id ?? ''})).toEqual({because, steps});
});

test('why of a reminder set in a conversation begins with the message that asked for it', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({
    home: home.path,
    models: scriptedModel([CALL, 'I will.', 'Found.', 'Told.']).models,
  });
  await fixture.say('remind me in a minute to stretch');
  const {reminder} = await fixture.event('reminder.set');
  await fixture.clock.advance(MINUTE);
  await fixture.event('reminder.settled');
  const {because, steps} = await fixture.call('why', {id: reminder.id});
  expect(because).toBe(
    'Because owner asked in main today 12:00 CET for a reminder, for today 12:01 CET: "stretch"; it waits at the terminal.',
  );
  expect(told(steps).map(([, what]) => what.split(' ').slice(0, 3).join(' '))).toEqual([
    'message from user',
    'the agent started',
    `tool reminder {"action":"set","message":"stretch","mode":"agent","when":"in`,
    'answered in main:',
    'turn ended: replied',
    'reminder set in',
    'reminder was due',
    'started in a',
    'a conversation of',
    'the agent started',
    'answered in a',
    'turn ended: replied',
    'added to main',
    'the agent started',
    'answered in main:',
    'turn ended: replied',
    'queued for the',
    'accepted for the',
    'run ended: ran',
  ]);
  // The place travels as data, too.
  expect(steps.find(({what}) => what.startsWith('started in'))).toMatchObject({
    what: 'started in a conversation of its own',
    session: `rooster:cron:reminder-${reminder.id}`,
  });
  expect(steps.find(({what}) => what.startsWith('queued for the'))).toMatchObject({address: 'terminal:default'});
  expect(steps.find(({what}) => what.startsWith('reminder set in'))).toMatchObject({trust: 'full', detail: 'stretch'});
});

test('why of a verbatim reminder shows its message and later changes made in another turn', async () => {
  using home = tempDir();
  const model = scriptedModel([
    ({prompt}) => ({
      calls: [{name: 'reminder', input: {action: 'snooze', id: idIn(JSON.stringify(prompt)), when: 'in 10 minutes'}}],
    }),
    'Snoozed.',
  ]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {id} = await fixture.call('reminder.set', {in: '1m', message: 'stretch'});
  await fixture.clock.advance(MINUTE);
  await fixture.event('reminder.settled');
  await fixture.say(`snooze ${id}`);
  const {steps} = await fixture.call('why', {id});
  const {turnId} = await fixture.event('turn.ended');
  expect(told(steps)).toEqual([
    [
      'reminder',
      'reminder set in main for owner, by hand: due today 12:01 CET, word for word, to the terminal: "stretch"',
    ],
    ['run', 'reminder was due'],
    ['run', 'started in a conversation of its own'],
    ['message', 'added to main word for word: "stretch"'],
    ['delivery', 'queued for the terminal: "stretch"'],
    ['delivery', 'accepted for the terminal'],
    ['run', 'run ended: ran'],
    ['reminder', `snoozed until today 12:11 CET (in ${turnId})`],
  ]);
  const {steps: ofTurn} = await fixture.call('why', {id: turnId});
  expect(told(ofTurn)).toContainEqual(['reminder', 'reminder snoozed in it, due today 12:11 CET: "stretch"']);
});

test('the trace of a reminder names its setting, its delivery, a failure and its cancellation', async () => {
  using home = tempDir();
  const signal = fakeChannel();
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}];
  await using fixture = await openTestDaemon({home: home.path, config: {users}, channels: [signal]});
  signal.answer('never');
  const {id} = await fixture.call('reminder.set', {in: '1m', message: 'stretch', to: 'signal:alice-uuid'});
  await fixture.clock.advance(MINUTE);
  await fixture.event('delivery.dead');
  const kinds = (events: readonly {readonly type: string}[]) => events.map(({type}) => type);
  expect(kinds(fixture.events)).toEqual(
    expect.arrayContaining(['reminder.set', 'reminder.fired', 'delivery.queued', 'delivery.dead']),
  );
  const {steps} = await fixture.call('why', {id});
  const lines = told(steps).map(([, what]) => what);
  for (const part of ['reminder set in', 'reminder was due', 'queued for', 'is not on signal'])
    expect(lines).toContainEqual(expect.stringContaining(part));
  const other = await fixture.call('reminder.set', {in: '1h', message: 'tea'});
  await fixture.call('reminder.cancel', {id: other.id});
  expect(told((await fixture.call('why', {id: other.id})).steps).at(-1)?.[1]).toContain('cancelled');
});

test('why of a cron run shows its schedule, the failed announcement, and the finding sent instead', async () => {
  await using fixture = await openCronFixture({jobs: [aJob()], answers: ['Two meetings.', ...NO_MODEL]});
  await fixture.now().clock.advance(MINUTE);
  const run = await fixture.now().whileTimePasses(fixture.ended());
  const {steps} = await fixture.now().call('why', {id: run.id});
  const words = told(steps).map(([, what]) => what);
  const hers = MODE === 'each' ? 'alice on signal' : 'main';
  expect(words.filter(what => what !== 'run ended: ran')).toEqual([
    'job standup was due (* * * * * in Europe/Berlin)',
    'started in a conversation of its own',
    'standup was asked: "What matters today?"',
    'the agent started in standup (test/scripted, trust full)',
    'answered in standup: "Two meetings."',
    'turn ended: replied',
    `added to ${hers} to announce: "Two meetings."`,
    `the agent started in ${hers} (test/scripted, trust full)`,
    expect.stringMatching(/^turn ended: failed, /u),
    `added to ${hers} word for word, since the turn for its announcement ended failed: "Two meetings."`,
    'queued for alice on signal: "Two meetings."',
    'accepted for alice on signal',
  ]);
  expect(words).toContain('run ended: ran');
  expect(words.join('\n')).not.toContain('Scheduled task');
  // The delivery and the message have the same trace; the job's name also gives its next run.
  const {deliveries} = await fixture.now().call('outbox.list', {});
  expect((await fixture.now().call('why', {id: deliveries[0]?.id ?? ''})).steps).toEqual(steps);
  const ofJob = await fixture.now().call('why', {id: 'standup'});
  expect(ofJob.steps.at(-1)?.what).toMatch(
    /^job standup runs next today 12:\d\d(?::\d\d)? CET: \* \* \* \* \* in Europe\/Berlin, from config, for alice/u,
  );
});

test('why of a delivery shows each failed attempt, with its instant and reason', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.answer('later');
  const {id} = await fixture.now().call('reminder.set', {in: '1s', message: 'tea', user: 'alice'});
  await fixture.now().clock.advance(SECOND);
  await fixture.sees('the first failure', async () => fixture.signal.attempts.length === 1);
  fixture.signal.answer('accept');
  await fixture.sent(1);
  const {steps} = await fixture.now().call('why', {id});
  const words = told(steps).map(([, what]) => what);
  expect(words).toContainEqual(expect.stringMatching(/^attempt 1 failed: ./u));
  expect(words).toContain('accepted for alice on signal at attempt 2');
});

test('why of a message that could not be sent ends with the stored error as a sentence of its own', async () => {
  await using fixture = await openCronFixture();
  fixture.signal.answer('never');
  const {id} = await fixture.now().call('reminder.set', {in: '1s', message: 'tea', user: 'alice'});
  await fixture.now().clock.advance(SECOND);
  await fixture.sees('the failure', async () => fixture.signal.attempts.length === 1);
  const dead = async () => (await fixture.now().call('outbox.list', {})).deliveries[0];
  await fixture.sees('the end', async () => (await dead())?.state === 'dead');
  const {because} = await fixture.now().call('why', {id});
  expect(because).toMatch(/: "tea"; it could not be sent to alice on signal\. [^.]+\.$/u);
});

test('why of an unknown id fails with the id', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  await expect(fixture.call('why', {id: 'run_nowhere'})).rejects.toThrow('No record of "run_nowhere".');
});

const told = (steps: readonly Wire<TraceStep>[]) => steps.map(({kind, what}) => [kind, what] as const);
const idIn = (text: string): string => /rem_[\w-]+/u.exec(text)?.[0] ?? '';
const CALL = {
  calls: [{name: 'reminder', input: {action: 'set', message: 'stretch', mode: 'agent', when: 'in 1 minute'}}],
};
const NO_MODEL = Array.from({length: 3}, () => ({error: new Error('no model today')}));
