// Steering: a message for the running turn reaches the model before its next step, once, also if the daemon is killed meanwhile.

import {join} from 'node:path';
import type {LanguageModelV4CallOptions} from '@ai-sdk/provider';
import {expect, test} from 'vitest';
import {MINUTE} from '../../src/shared/time/time.ts';
import {lastSaid} from '../support/alarm-fixture.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {imagesBeforeCommits} from '../support/kill-images.ts';
import {type ScriptedAnswer, type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const MAIN = 'rooster:main';
const LOOK: ScriptedAnswer = {text: ['Looking.'], calls: [{name: 'schedule', input: {}}]};
const CONFIG = {
  users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
  heartbeat: {enabled: false},
  reflection: {enabled: false},
};

test('a steering message joins the running turn before its next step', async () => {
  await using scene = await openScene([LOOK, 'Blue it is.']);
  const {daemon, model} = scene;
  const first = await daemon.call('session.send', {text: 'paint the door'});
  await scene.asked();
  const {turnId} = await daemon.call('session.send', {text: 'in blue', key: 'k2', steer: true});
  expect(turnId).not.toBe(first.turnId);
  scene.answer();
  await daemon.event('turn.ended');
  expect(lastSaid(model.asked[1] as LanguageModelV4CallOptions)).toBe('in blue');
  expect(await said(daemon)).toEqual(['paint the door', 'Looking.', 'schedule', 'in blue', 'Blue it is.']);
  const {messages} = await daemon.call('session.history', {session: MAIN, limit: 20});
  expect(new Set(messages.map(message => message.turnId))).toEqual(new Set([first.turnId]));
  expect((await daemon.call('session.list', {})).sessions[0]).toMatchObject({queued: 0, busy: false});
  expect(daemon.events.filter(({type}) => type === 'turn.started')).toHaveLength(1);
});

test('a steering message that is sent again under its key stays one message', async () => {
  await using scene = await openScene([LOOK, 'Blue it is.']);
  const {daemon} = scene;
  const first = await daemon.call('session.send', {text: 'paint the door'});
  await scene.asked();
  await daemon.call('session.send', {text: 'in blue', key: 'k2', steer: true});
  scene.answer();
  await daemon.event('turn.ended');
  const again = await daemon.call('session.send', {text: 'in blue', key: 'k2', steer: true});
  expect(again.turnId).toBe(first.turnId);
  expect((await said(daemon)).filter(text => text === 'in blue')).toHaveLength(1);
});

test('several steering messages join in the order in which they were written', async () => {
  await using scene = await openScene([LOOK, 'Done.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'paint the door'});
  await scene.asked();
  for (const text of ['in blue', 'light blue']) await daemon.call('session.send', {text, steer: true});
  scene.answer();
  await daemon.event('turn.ended');
  expect(await said(daemon)).toEqual(['paint the door', 'Looking.', 'schedule', 'in blue', 'light blue', 'Done.']);
});

test('a steering message for a turn that takes no further step is answered on its own', async () => {
  await using scene = await openScene(['Painted.', 'Painted again, in blue.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'paint the door'});
  await scene.asked();
  await daemon.call('session.send', {text: 'in blue', steer: true});
  scene.answer();
  await ended(daemon, 2);
  expect(await said(daemon)).toEqual(['paint the door', 'in blue', 'Painted.', 'Painted again, in blue.']);
});

test('a message that does not steer waits for the end of the turn', async () => {
  await using scene = await openScene([LOOK, 'Painted.', 'Bought.']);
  const {daemon, model} = scene;
  await daemon.call('session.send', {text: 'paint the door'});
  await scene.asked();
  await daemon.call('session.send', {text: 'then buy milk'});
  scene.answer();
  await ended(daemon, 2);
  expect(JSON.stringify(model.asked[1]?.prompt)).not.toContain('milk');
  expect(lastSaid(model.asked[2] as LanguageModelV4CallOptions)).toBe('then buy milk');
});

test('a turn that the person did not start at the terminal is not steered', async () => {
  await using scene = await openScene([LOOK, 'Painted.', 'Blue.']);
  const {daemon, model} = scene;
  await daemon.call('session.inject', {session: MAIN, text: 'paint the door'});
  await scene.asked();
  await daemon.call('session.send', {text: 'in blue', steer: true});
  scene.answer();
  await ended(daemon, 2);
  expect(JSON.stringify(model.asked[1]?.prompt)).not.toContain('blue');
});

test('a steering message can be taken back until it has joined', async () => {
  await using scene = await openScene([LOOK, 'Painted.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'paint the door'});
  await scene.asked();
  const {turnId} = await daemon.call('session.send', {text: 'in blue', steer: true});
  expect(await daemon.call('session.retract', {session: MAIN, turnId})).toEqual({text: 'in blue'});
  scene.answer();
  await daemon.event('turn.ended');
  expect(await said(daemon)).not.toContain('in blue');
});

test('a person who stops the turn gets an answer to what was to steer it', async () => {
  await using scene = await openScene([LOOK, 'Blue it is.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'paint the door'});
  await scene.asked();
  await daemon.call('session.send', {text: 'in blue', steer: true});
  await daemon.call('session.stop', {session: MAIN});
  scene.answer();
  await ended(daemon, 2);
  expect((await said(daemon)).at(-1)).not.toBe('in blue');
});

test("a steering message starts another person's reminder once", async () => {
  const users = [...CONFIG.users, {name: 'bob', trust: 'full', match: ['signal:bob-uuid']}];
  await using scene = await openScene([LOOK, 'Blue it is.'], undefined, {...CONFIG, users});
  const {daemon} = scene;
  const on = {kind: 'message', from: 'alice', words: 'blue'} as const;
  await daemon.call('reminder.set', {on, once: false, message: 'she said it', mode: 'verbatim', user: 'bob'});
  await daemon.call('session.send', {text: 'paint the door'});
  await scene.asked();
  await daemon.call('session.send', {text: 'in blue', steer: true});
  scene.answer();
  await daemon.event('turn.ended');
  await daemon.clock.advance(60 * MINUTE);
  const rings = daemon.events.flatMap(event => (event.type === 'reminder.fired' ? [event.reminder.event] : []));
  expect(rings).toMatchObject([{kind: 'message', who: 'alice'}]);
  expect(rings[0]).not.toHaveProperty('more');
});

test('a daemon that is killed at any moment answers a steering message exactly once', async () => {
  using dir = tempDir();
  const home = join(dir.path, 'home');
  const clock = fakeClock();
  const first = await openScene([LOOK, 'Blue it is.'], home);
  const {daemon} = first;
  await daemon.call('session.send', {text: 'paint the door', key: 'k1'});
  await first.asked();
  const life = imagesBeforeCommits(home, dir.path);
  await daemon.call('session.send', {text: 'in blue', key: 'k2', steer: true});
  first.answer();
  await daemon.event('turn.ended');
  life[Symbol.dispose]();
  await first[Symbol.asyncDispose]();
  expect(life.images.length).toBeGreaterThan(4);
  for (const image of life.images) {
    const model = scriptedModel(Array.from({length: 5}, () => answerOnce));
    await using next = await openTestDaemon({
      home: image.home,
      models: model.models,
      config: CONFIG,
      clock: fakeClock(clock.now()),
    });
    // The client repeats what was not confirmed.
    await next.call('session.send', {text: 'in blue', key: 'k2', steer: true});
    await allAnswered(next);
    const texts = await said(next);
    expect([image.name, texts.filter(text => text === 'in blue')]).toEqual([image.name, ['in blue']]);
    expect([image.name, texts.at(-1)]).toEqual([image.name, 'Blue it is.']);
  }
});

/** Calls the tool for a request, and answers its result. */
const answerOnce: ScriptedTurn = ({prompt}) =>
  JSON.stringify(prompt).includes('in blue') ? 'Blue it is.' : 'Painted.';

type Scene = AsyncDisposable & {
  readonly daemon: TestDaemon;
  readonly model: ReturnType<typeof scriptedModel>;
  /** Resolves when the model was asked for its first step, which waits for `answer`. */
  readonly asked: () => Promise<void>;
  readonly answer: () => void;
};

const openScene = async (
  [first, ...rest]: readonly ScriptedAnswer[],
  home?: string,
  config: unknown = CONFIG,
): Promise<Scene> => {
  const dir = tempDir();
  const {promise, resolve} = Promise.withResolvers<void>();
  const model = scriptedModel([() => promise.then(() => first ?? ''), ...rest]);
  const daemon = await openTestDaemon({home: home ?? dir.path, models: model.models, config});
  return {
    daemon,
    model,
    asked: () => until('the model is asked', () => model.asked.length === 1),
    answer: resolve,
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const ended = (daemon: TestDaemon, count: number): Promise<void> =>
  until('the turns have ended', () => daemon.events.filter(({type}) => type === 'turn.ended').length === count);

const allAnswered = async (daemon: TestDaemon): Promise<void> => {
  for (let calm = 0; calm < 5; ) {
    await daemon.clock.advance(20);
    const {sessions} = await daemon.call('session.list', {});
    calm = sessions.some(({busy, queued}) => busy || queued > 0) ? 0 : calm + 1;
  }
};

/** The texts of the conversation, in order; a tool by its name. */
const said = async (daemon: TestDaemon): Promise<readonly string[]> => {
  const {messages} = await daemon.call('session.history', {session: MAIN, limit: 50});
  return messages.map(({text, tool}) => tool?.name ?? text);
};
