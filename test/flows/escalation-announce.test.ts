// Ways of unprompted results, reports and notes. A clock moved by hand.
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const ALICE = {
  name: 'alice',
  trust: 'full',
  match: ['terminal:default', 'signal:alice-uuid', 'ntfy:default'],
  reach: ['terminal', 'signal', 'ntfy'],
};
const JOB = {name: 'news', at: '2026-11-21 12:05', message: 'What is new?', timezone: 'Europe/Berlin', user: 'alice'};

const openScene = async ({job = {}, answers = []}: {job?: object; answers?: readonly ScriptedTurn[]} = {}) => {
  const dir = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  const idle = {heartbeat: {enabled: false}, reflection: {enabled: false}};
  const config = {users: [ALICE], cron: [{...JOB, ...job}], ...idle};
  const models = scriptedModel(answers).models;
  const fixture = await openTestDaemon({home: dir.path, config, channels: [signal, ntfy], models});
  await jobsTold(fixture, fixture.clock);
  return {
    fixture,
    rang: () => ({signal: signal.texts, ntfy: ntfy.texts}),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const key = (fixture: TestDaemon) => fixture.call('client.presence', {active: true, focused: true});
const ran = (fixture: TestDaemon) => fixture.event('run.ended', ({run}) => run.kind === 'cron' || run.kind === 'alarm');
const MAIN = 'rooster:main';

const show = async (fixture: TestDaemon) => {
  const {messages} = await fixture.call('session.history', {session: MAIN, limit: 1});
  await fixture.call('session.read', {session: MAIN, upTo: messages[0]?.id ?? 'msg_0'});
};

test.each([
  ['direct', ['Rain.']],
  ['rephrase', ['Rain.', 'Take an umbrella.']],
] as const)(
  "a job's result (%s) goes to the phone of somebody who is away, and on after fifteen minutes",
  async (announce, answers) => {
    await using scene = await openScene({job: {announce}, answers});
    const {fixture} = scene;
    await fixture.clock.advance(5 * MINUTE);
    await ran(fixture);
    await fixture.clock.advance(SECOND);
    const said = answers.at(-1);
    expect(scene.rang()).toEqual({signal: [said], ntfy: []});
    await fixture.clock.advance(14 * MINUTE);
    expect(scene.rang()).toEqual({signal: [said], ntfy: []});
    await fixture.clock.advance(2 * MINUTE);
    expect(scene.rang()).toEqual({signal: [said], ntfy: [said]});
  },
);

test("a job's result stays at the terminal where somebody sees it, once in the conversation", async () => {
  await using scene = await openScene({job: {announce: 'direct'}, answers: ['Rain.']});
  const {fixture} = scene;
  await fixture.clock.advance(4 * MINUTE);
  await key(fixture);
  await fixture.clock.advance(MINUTE);
  await ran(fixture);
  await show(fixture);
  await fixture.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: [], ntfy: []});
  const {messages} = await fixture.call('session.history', {session: MAIN});
  expect(messages.filter(({text}) => text === 'Rain.')).toHaveLength(1);
});

test('an address in the job gets the result and nothing else does', async () => {
  await using scene = await openScene({job: {announce: 'direct', deliver: 'ntfy:default'}, answers: ['Rain.']});
  const {fixture} = scene;
  await fixture.clock.advance(4 * MINUTE);
  await key(fixture);
  await fixture.clock.advance(MINUTE);
  await ran(fixture);
  await fixture.clock.advance(HOUR);
  expect(scene.rang()).toEqual({signal: [], ntfy: ['Rain.']});
});

test("an alarm's answer at the terminal is not said twice, and follows to the phone if nobody saw it", async () => {
  await using scene = await openScene({job: {enabled: false}, answers: ['The build is green.']});
  const {fixture} = scene;
  await fixture.call('alarm.set', {in: '5m', message: 'Look at the build.'});
  await fixture.clock.advance(4 * MINUTE);
  await key(fixture);
  await fixture.clock.advance(MINUTE);
  await ran(fixture);
  const {messages} = await fixture.call('session.history', {session: MAIN});
  expect(messages.filter(({text}) => text === 'The build is green.')).toHaveLength(1);
  await fixture.clock.advance(16 * MINUTE);
  expect(scene.rang()).toEqual({signal: ['The build is green.'], ntfy: []});
});

test("a note about a failed job goes to the phone of a person who is away, and to the next way if the phone doesn't get it", async () => {
  await using scene = await openScene({job: {retry: 'never'}, answers: NO_MODEL});
  const {fixture} = scene;
  await fixture.clock.advance(5 * MINUTE);
  await fixture.whileTimePasses(ran(fixture));
  await fixture.clock.advance(SECOND);
  expect(scene.rang()).toEqual({signal: [expect.stringContaining('The job "news" failed')], ntfy: []});
  await fixture.clock.advance(16 * MINUTE);
  expect(scene.rang().ntfy).toEqual(scene.rang().signal);
  const {messages} = await fixture.call('session.history', {session: MAIN});
  expect(messages.filter(({role}) => role === 'system')).toHaveLength(1);
});

const NO_MODEL: readonly ScriptedTurn[] = Array.from({length: 3}, () => ({error: new Error('no model today')}));
