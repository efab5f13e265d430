// Approvals on the phone: only a reaction to the question, or a quote of it with yes or no, by the person who was asked, answers it.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Approval} from '../../src/shared/records/approval.ts';
import type {DeliveryId} from '../../src/shared/records/ids.ts';
import {HOUR} from '../../src/shared/time/time.ts';
import {type FakeChannel, fakeChannel} from '../support/fake-channel.ts';
import {type ScriptedAnswer, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const ALICE = 'alice-uuid';
const BOB = 'bob-uuid';
const CAROL = 'carol-uuid';
const GROUP = 'Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyMDA=';
const WRITE: ScriptedAnswer = {calls: [{name: 'write_file', input: {path: 'AGENTS.md', content: 'Be short.\n'}}]};

test('the question rings on the phone, and a thumb on that very message runs the call', async () => {
  await using scene = await openScene([WRITE, 'Written.']);
  const question = await scene.asked();
  expect(question.text).toMatch(/^Rooster asks: Change its own rules in AGENTS\.md\.\n\nwrite_file .*Be short/u);
  expect(question.text).toContain('👍 approves, 👎 denies, or quote this message with yes or no.');
  expect(question.asks).toBe(true);
  await scene.signal.reacts(ALICE, '👍', question.id);
  await scene.daemon.event('turn.ended');
  expect(scene.rules()).toBe('Be short.\n');
  expect(await scene.answered()).toMatchObject({state: 'approved', by: 'alice', way: 'signal'});
  await scene.said('Approved by alice. It runs now.');
});

test.each([
  ['👍', 'approved'],
  ['👍🏽', 'approved'],
  ['✅', 'approved'],
  ['👎', 'denied'],
  ['❌', 'denied'],
])('a reaction with %s: %s', async (emoji, state) => {
  await using scene = await openScene([WRITE, 'Done.']);
  await scene.signal.reacts(ALICE, emoji, (await scene.asked()).id);
  expect(await scene.answered()).toMatchObject({state, way: 'signal'});
  await scene.daemon.event('turn.ended');
  expect(scene.rules() === 'Be short.\n').toBe(state === 'approved');
});

test.each([
  ['yes', 'approved'],
  ['Ja.', 'approved'],
  ['ok', 'approved'],
  ['no', 'denied'],
  ['Nein, danke', 'denied'],
  ['👎', 'denied'],
])('a quote of the question with "%s": %s', async (text, state) => {
  await using scene = await openScene([WRITE, 'Done.']);
  await scene.signal.says(ALICE, text, undefined, {answers: (await scene.asked()).id});
  expect(await scene.answered()).toMatchObject({state, way: 'signal'});
  await scene.daemon.event('turn.ended');
  expect(scene.rules() === 'Be short.\n').toBe(state === 'approved');
});

test.each([
  ['a yes that quotes nothing', ({signal}: Scene) => signal.says(ALICE, 'yes')],
  [
    'a word that is neither yes nor no',
    ({signal}: Scene, id: DeliveryId) => signal.says(ALICE, 'yes, but why?', undefined, {answers: id}),
  ],
  ['a reaction of somebody else', ({signal}: Scene, id: DeliveryId) => signal.reacts(BOB, '👍', id)],
  [
    'a quote by somebody else with full trust',
    ({signal}: Scene, id: DeliveryId) => signal.says(CAROL, 'yes', undefined, {answers: id}),
  ],
  ['a quote in a group', ({signal}: Scene, id: DeliveryId) => signal.says(ALICE, 'yes', GROUP, {answers: id})],
  ['another emoji', ({signal}: Scene, id: DeliveryId) => signal.reacts(ALICE, '❤️', id)],
  ['a command in the chat', ({signal, open}: Scene) => signal.says(ALICE, `/approve ${open()}`)],
  ['the id of the question in a message', ({signal, open}: Scene) => signal.says(ALICE, `yes ${open()}`)],
  ['an edit of an earlier message into a yes', async ({signal}: Scene) => signal.changes(ALICE, {of: 1, text: 'yes'})],
] as const)('%s answers nothing', async (_, act) => {
  await using scene = await openScene([WRITE, 'One.', 'Two.', 'Three.']);
  const question = await scene.asked();
  await act(scene, question.id);
  for (let turn = 0; turn < 20; turn += 1) await scene.daemon.clock.advance(100);
  expect((await scene.daemon.call('approval.list', {state: 'open'})).approvals).toHaveLength(1);
  expect(scene.rules()).not.toBe('Be short.\n');
});

test('a reaction that comes again, or after the answer at the terminal, changes nothing', async () => {
  await using scene = await openScene([WRITE, 'I left it.', WRITE, 'Left again.']);
  const question = await scene.asked();
  await scene.daemon.call('approval.answer', {id: scene.open(), answer: 'deny'});
  await scene.signal.reacts(ALICE, '👍', question.id);
  await scene.daemon.event('turn.ended');
  expect(scene.rules()).not.toBe('Be short.\n');
  await scene.said('Denied at the terminal by alice. Nothing was run.');
  // The old thumb is not an answer to the next question either.
  await scene.signal.says(ALICE, 'once more');
  await scene.daemon.whileTimePasses(until('it asks again', () => scene.questions().length === 2));
  await scene.signal.reacts(ALICE, '👍', question.id);
  for (let turn = 0; turn < 20; turn += 1) await scene.daemon.clock.advance(100);
  expect((await scene.daemon.call('approval.list', {state: 'open'})).approvals).toHaveLength(1);
});

test('a question that was answered before it left is not sent', async () => {
  await using scene = await openScene([WRITE, 'Left.'], 'later');
  const {approval} = await scene.daemon.event('approval.asked');
  await scene.daemon.whileTimePasses(until('it was tried', () => scene.signal.attempts.length > 0));
  await scene.daemon.call('approval.answer', {id: approval.id, answer: 'deny'});
  scene.signal.answer('accept');
  await scene.daemon.clock.advance(HOUR);
  expect(scene.signal.texts.filter(text => text.startsWith('Rooster asks'))).toEqual([]);
});

test('the owner is asked where somebody with less trust wrote, and nobody about what is refused anyway', async () => {
  await using scene = await openScene([], 'accept', {ask: {own: 'always'}});
  const {daemon, signal, model} = scene;
  model.add(
    {calls: [{name: 'session_send', input: {session: 'rooster:main', text: 'hi'}}]},
    {calls: [{name: 'reminder', input: {action: 'set', when: 'in 1 hour', message: 'Tea.'}}]},
    'Set.',
  );
  await signal.says(BOB, 'tell alice hi, and remind me of the tea');
  const question = await scene.asked();
  expect(question.to).toBe(`signal:${ALICE}`);
  expect(question.text).toContain('Set a reminder: Tea.');
  await signal.reacts(BOB, '👍', question.id);
  expect((await daemon.call('approval.list', {state: 'open'})).approvals).toHaveLength(1);
  await signal.reacts(ALICE, '👍', question.id);
  await daemon.event('turn.ended');
  expect((await daemon.call('reminder.list', {})).reminders).toMatchObject([{message: 'Tea.', user: 'bob'}]);
  expect(scene.questions()).toHaveLength(1);
});

type Scene = AsyncDisposable & {
  readonly daemon: TestDaemon;
  readonly signal: FakeChannel;
  readonly model: ReturnType<typeof scriptedModel>;
  readonly rules: () => string | undefined;
  /** The questions that were sent. */
  readonly questions: () => FakeChannel['sent'];
  /** Alice asks for something that needs her, and gets the question. */
  readonly asked: () => Promise<FakeChannel['sent'][number]>;
  readonly open: () => Approval['id'];
  readonly answered: () => Promise<object>;
  readonly said: (text: string) => Promise<void>;
};

const openScene = async (
  script: readonly ScriptedAnswer[],
  answer: 'accept' | 'later' = 'accept',
  policy: object = {},
): Promise<Scene> => {
  const dir = tempDir();
  const model = scriptedModel(script);
  const signal = fakeChannel();
  signal.answer(answer);
  const daemon = await openTestDaemon({
    home: dir.path,
    models: model.models,
    channels: [signal],
    config: {
      users: [
        {name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE}`]},
        {name: 'bob', trust: 'inner', match: [`signal:${BOB}`]},
        {name: 'carol', trust: 'full', match: [`signal:${CAROL}`]},
      ],
      signal: {account: '+15550000000', groups: [GROUP], groupReplies: 'always'},
      heartbeat: {enabled: false},
      reflection: {enabled: false},
      policy,
    },
  });
  if (script.length > 0) await signal.says(ALICE, 'be short from now on');
  const questions: Scene['questions'] = () => signal.sent.filter(({text}) => text.startsWith('Rooster asks'));
  const open = (): Approval['id'] =>
    daemon.events.flatMap(event => (event.type === 'approval.asked' ? [event.approval.id] : [])).at(-1) ?? 'apr_none';
  return {
    daemon,
    signal,
    model,
    rules: () => {
      const path = join(dir.path, 'workspace', 'AGENTS.md');
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
    questions,
    asked: async () => {
      await daemon.whileTimePasses(until('the question was sent', () => questions().length > 0));
      const [question] = questions();
      if (question === undefined) throw new Error('no question');
      return question;
    },
    open,
    answered: async () => (await daemon.event('approval.answered')).approval,
    said: text => daemon.whileTimePasses(until(`${text} was sent`, () => signal.texts.includes(text))),
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};
