// Approvals on the phone: only a reaction to the question, or a quote of it with yes or no, by the person who was asked, answers it.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Approval} from '../../src/shared/records/approval.ts';
import type {DeliveryId} from '../../src/shared/records/ids.ts';
import {HOUR, SECOND} from '../../src/shared/time/time.ts';
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
  expect(question.asks).toBe('en');
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
  await scene.said('Denied by alice at the terminal. Nothing was run.');
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

const HINT =
  'My question still waits. Only 👍 or 👎 on the question itself answers it, or a quote of it with yes or no.';

test.each([
  ['words that quote nothing', ({signal}: Scene) => signal.says(ALICE, 'ok do it')],
  ['an unclear quote', ({signal}: Scene, id: DeliveryId) => signal.says(ALICE, 'maybe', undefined, {answers: id})],
  ['another emoji on the question', ({signal}: Scene, id: DeliveryId) => signal.reacts(ALICE, '❤️', id)],
] as const)('%s while a question is open: one hint says how to answer, and approves nothing', async (_, act) => {
  await using scene = await openScene([WRITE, 'One.', 'Two.']);
  const question = await scene.asked();
  await act(scene, question.id);
  await scene.said(HINT);
  await act(scene, question.id);
  for (let turn = 0; turn < 20; turn += 1) await scene.daemon.clock.advance(100);
  expect(scene.signal.texts.filter(text => text === HINT)).toHaveLength(1);
  expect((await scene.daemon.call('approval.list', {state: 'open'})).approvals).toHaveLength(1);
});

test('words that quote nothing still reach the agent while a question is open', async () => {
  await using scene = await openScene([WRITE, 'Left.', 'Sunny.']);
  const question = await scene.asked();
  await scene.signal.says(ALICE, 'how is the weather?');
  await scene.said(HINT);
  await scene.signal.reacts(ALICE, '👎', question.id);
  await scene.daemon.whileTimePasses(
    until('the agent read it', () => JSON.stringify(scene.model.asked).includes('how is the weather?')),
  );
});

test.each([
  ['a message from somebody else', ({signal}: Scene) => signal.says(CAROL, 'ok do it')],
  ['a command', ({signal}: Scene) => signal.says(ALICE, '/status')],
  ['words in a group', ({signal}: Scene) => signal.says(ALICE, 'ok do it', GROUP)],
  [
    'a message from before the question',
    ({signal, daemon}: Scene) => signal.says(ALICE, 'ok', undefined, {writtenAt: daemon.clock.now() - HOUR}),
  ],
] as const)('%s gets no hint', async (_, act) => {
  await using scene = await openScene([WRITE, 'One.', 'Two.']);
  await scene.asked();
  await act(scene);
  for (let turn = 0; turn < 20; turn += 1) await scene.daemon.clock.advance(100);
  expect(scene.signal.texts).not.toContain(HINT);
});

test('a German is asked, hinted and told in German', async () => {
  await using scene = await openScene([WRITE, 'Erledigt.'], 'accept', {}, 'de-DE');
  await scene.daemon.whileTimePasses(until('it asks', () => scene.signal.sent.length > 0));
  const [question] = scene.signal.sent;
  if (question === undefined) throw new Error('no question');
  expect(question.asks).toBe('de');
  expect(question.text).toMatch(/^Rooster fragt: Die eigenen Regeln in AGENTS\.md ändern\?\n\nwrite_file .*Be short/u);
  expect(question.text).toMatch(
    /👍 erlaubt es, 👎 lehnt es ab; oder zitiere diese Nachricht mit Ja oder Nein\. Bis heute 13:00\./u,
  );
  await scene.signal.says(ALICE, 'vielleicht', undefined, {answers: question.id});
  await scene.said(
    'Meine Frage ist noch offen. Nur 👍 oder 👎 an der Frage selbst beantwortet sie, oder ein Zitat davon mit Ja oder Nein.',
  );
  await scene.daemon.call('approval.answer', {id: scene.open(), answer: 'approve'});
  await scene.said('Erlaubt von alice am Terminal. Es läuft jetzt.');
});

test('while a terminal of the person is in use, the phone rings only if the question is still open after 30 seconds', async () => {
  await using scene = await openScene([], 'accept');
  const {daemon, signal, model} = scene;
  model.add(WRITE, 'Left.', WRITE, 'Left again.');
  await daemon.call('client.presence', {active: true, focused: true});
  const first = daemon.say('be short');
  const {approval} = await daemon.event('approval.asked');
  await daemon.clock.advance(29 * SECOND);
  expect(scene.questions()).toEqual([]);
  await daemon.call('approval.answer', {id: approval.id, answer: 'deny'});
  await first;
  await daemon.clock.advance(HOUR);
  expect(signal.sent).toEqual([]);

  await daemon.call('client.presence', {active: true, focused: true});
  await daemon.call('session.send', {text: 'once more'});
  await daemon.event('approval.asked', event => event.approval.id !== approval.id);
  await daemon.clock.advance(29 * SECOND);
  expect(scene.questions()).toEqual([]);
  await daemon.clock.advance(2 * SECOND);
  await scene.asked();
});

test('a question that waits for the person at the terminal still rings after a restart', async () => {
  await using scene = await openScene([], 'accept');
  const {daemon, signal, model} = scene;
  model.add(WRITE);
  await daemon.call('client.presence', {active: true, focused: true});
  await daemon.call('session.send', {session: 'rooster:main', text: 'be short'});
  await daemon.event('approval.asked');
  const next = fakeChannel();
  await using again = await daemon.restart({channels: [next]});
  await again.clock.advance(20 * SECOND);
  expect([...signal.texts, ...next.texts]).toEqual([]);
  await again.whileTimePasses(until('it rang', () => next.texts.some(text => text.startsWith('Rooster asks'))));
});

test('a question about a message from the phone rings there at once, also while a terminal is in use', async () => {
  await using scene = await openScene([], 'accept');
  scene.model.add(WRITE, 'Left.');
  await scene.daemon.call('client.presence', {active: true, focused: true});
  await scene.signal.says(ALICE, 'be short from now on');
  await scene.daemon.event('approval.asked');
  await scene.daemon.clock.advance(SECOND);
  expect(scene.questions()).toHaveLength(1);
});

test('the owner is asked where somebody with less trust wrote, and nobody about what is refused anyway', async () => {
  await using scene = await openScene([], 'accept', {ask: {own: 'always'}});
  const {daemon, signal, model} = scene;
  model.add(
    {calls: [{name: 'session_send', input: {session: 'rooster:main', text: 'hi'}}]},
    {calls: [{name: 'session_send', input: {session: 'rooster:person:bob', text: 'hi'}}]},
    {calls: [{name: 'alarm', input: {action: 'set', when: 'in 1 hour', message: 'Look.', deliver: 'hook:neo'}}]},
    WRITE,
    {calls: [{name: 'edit_file', input: {path: 'cron/x.md', old_text: 'a', new_text: 'b'}}]},
    {calls: [{name: 'write_file', input: {path: 'memory/alice.md', content: 'x'}}]},
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
  locale?: string,
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
        {name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE}`], locale},
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
