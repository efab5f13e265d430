// Approvals: a call that the policy gives to a person runs only after their answer to exactly its arguments, once, also if the daemon is
// killed meanwhile.
import {existsSync, mkdirSync, readFileSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Approval} from '../../src/shared/records/approval.ts';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {openDoor, SECRET} from '../support/http-door.ts';
import {imagesBeforeCommits} from '../support/kill-images.ts';
import {type ScriptedAnswer, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const RULES = {path: 'AGENTS.md', content: 'Be short.\n'};
const WRITE: ScriptedAnswer = {calls: [{name: 'write_file', input: RULES}]};
const CONFIG = {
  users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
  heartbeat: {enabled: false},
  reflection: {enabled: false},
};

test('a call that needs a person waits for the answer, and runs once after it', async () => {
  await using scene = await openScene([WRITE, 'Written.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  expect(approval).toMatchObject({
    tool: 'write_file',
    effect: 'Change its own rules in AGENTS.md.',
    state: 'open',
    asks: 'alice',
  });
  expect(JSON.parse(approval.arguments)).toEqual(RULES);
  expect(approval.digest).toMatch(/^[0-9a-f]{64}$/u);
  expect(scene.rules()).not.toBe(RULES.content);
  expect(daemon.events.some(({type}) => type === 'turn.tool')).toBe(false);
  const answered = await daemon.call('approval.answer', {id: approval.id, answer: 'approve'});
  expect(answered).toMatchObject({state: 'approved', by: 'alice', way: 'terminal'});
  await daemon.event('turn.ended');
  expect(scene.rules()).toBe(RULES.content);
  expect(await outputs(daemon)).toEqual(['Replaced AGENTS.md (1 line).']);
});

test('after a no the call does not run, and the turn goes on with that as its output', async () => {
  await using scene = await openScene([WRITE, 'I left it.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  await daemon.call('approval.answer', {id: approval.id, answer: 'deny'});
  await daemon.event('turn.ended');
  expect(scene.rules()).not.toBe(RULES.content);
  expect((await outputs(daemon))[0]).toMatch(/^Not run\. .*alice was asked and said no\./u);
});

test('while a question is open, why says who is waited for and until when; afterwards the transcript says who answered', async () => {
  await using scene = await openScene([WRITE, 'I left it.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  const why = async () => (await daemon.call('why', {id: approval.id})).steps.map(({what}) => what);
  expect(await why()).toContainEqual(
    expect.stringMatching(/^tool write_file .*: waits for the answer of alice until today 13:00 CET$/u),
  );
  expect((await why()).join('\n')).not.toContain('outcome unknown');
  await daemon.clock.advance(12 * SECOND);
  await daemon.call('approval.answer', {id: approval.id, answer: 'deny'});
  await daemon.event('turn.ended');
  expect(await why()).toContainEqual(expect.stringMatching(/^tool write_file .*: not run, /u));
  expect(await why()).toContainEqual(expect.stringMatching(/^alice denied it at the terminal after 12 seconds/u));
  const {messages} = await daemon.call('session.history', {session: MAIN});
  expect(messages.find(({role}) => role === 'tool')?.tool).toEqual({
    ...{callId: approval.callId, name: 'write_file', ok: false, tookMs: 0, notRun: true},
    asked: {state: 'denied', way: 'terminal', by: 'alice', afterMs: 12 * SECOND},
  });
});

test('the first answer counts, and a later one is told which it was', async () => {
  await using scene = await openScene([WRITE, 'I left it.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  const answers = await Promise.allSettled([
    daemon.call('approval.answer', {id: approval.id, answer: 'deny'}),
    daemon.call('approval.answer', {id: approval.id, answer: 'approve'}),
  ]);
  expect(answers.map(({status}) => status)).toEqual(['fulfilled', 'rejected']);
  expect(answers[1]).toMatchObject({reason: {message: 'It was already denied at the terminal.'}});
  await daemon.event('turn.ended');
  expect(scene.rules()).not.toBe(RULES.content);
});

test('at its deadline a question is over, and an answer in the same instant comes too late', async () => {
  await using scene = await openScene([WRITE, 'Nobody answered.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  await daemon.clock.advance(HOUR - MINUTE);
  expect((await daemon.call('approval.get', {id: approval.id})).state).toBe('open');
  await daemon.clock.advance(MINUTE);
  await expect(daemon.call('approval.answer', {id: approval.id, answer: 'approve'})).rejects.toThrow(
    'Nobody answered in time; nothing was run.',
  );
  await daemon.event('turn.ended');
  expect((await outputs(daemon))[0]).toContain('Nobody answered in time (1 hour).');
  expect(scene.rules()).not.toBe(RULES.content);
});

test('waiting for a person does not use up the time limit of the turn', async () => {
  await using scene = await openScene([WRITE, 'Written.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  await daemon.clock.advance(40 * MINUTE);
  await daemon.call('approval.answer', {id: approval.id, answer: 'approve'});
  expect((await daemon.event('turn.ended')).outcome).toBe('replied');
});

test('a stopped turn leaves no open question', async () => {
  await using scene = await openScene([WRITE]);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  await daemon.call('session.stop', {session: MAIN});
  expect((await daemon.event('turn.ended')).outcome).toBe('aborted');
  expect(await daemon.call('approval.get', {id: approval.id})).toMatchObject({state: 'expired', way: 'stopped'});
  await expect(daemon.call('approval.answer', {id: approval.id, answer: 'approve'})).rejects.toThrow(
    'Its turn was stopped; nothing was run.',
  );
});

test.each([
  ['without its tool', {name: 'bash', input: {command: 'touch ran', outside: true}}],
  [
    'and may no longer do it',
    {name: 'alarm', input: {action: 'set', when: 'in 1 h', deliver: 'hook:neo', message: 'x'}},
  ],
])('a question whose turn went on after a restart %s is over, and says so', async (_, call) => {
  const run: ScriptedAnswer = {calls: [call]};
  const hooks = {ci: {secret: SECRET, target: MAIN, reply: 'note', trust: 'inner'}};
  await using door = await openDoor({answers: [run, 'I could not.'], config: {hooks, policy: {}}});
  await door.fixture.call('session.send', {text: 'install it'});
  const {approval} = await door.fixture.event('approval.asked');
  // With words of somebody with less trust the turn has fewer tools, and may do less.
  await door.post('/hooks/ci', 'It failed.', {'content-type': 'text/plain'});
  await door.restart();
  await door.fixture.event('turn.ended', ({outcome}) => outcome === 'replied');
  await door.fixture.clock.advance(MINUTE);
  const {id} = approval;
  expect(await door.fixture.call('approval.get', {id})).toMatchObject({state: 'expired', way: 'stopped'});
});

test('a program has nobody who could answer: its call is refused at once, and told', async () => {
  await using scene = await openScene([WRITE, 'I could not.']);
  const {daemon} = scene;
  await daemon.call('session.inject', {session: MAIN, text: 'be short from now on'});
  await daemon.event('turn.ended');
  const {approval} = await daemon.event('approval.answered');
  expect(approval).toMatchObject({state: 'denied', way: 'nobody'});
  expect((await outputs(daemon))[0]).toContain('nobody can be asked now');
  expect(scene.rules()).not.toBe(RULES.content);
});

test('"always" makes a rule for exactly what was shown, which answers the next time and can be revoked', async () => {
  await using scene = await openScene([
    WRITE,
    'Written.',
    WRITE,
    'Again.',
    {calls: [{name: 'write_file', input: {...RULES, content: 'Be long.\n'}}]},
    'Left.',
    WRITE,
    'Left.',
  ]);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  await daemon.call('approval.answer', {id: approval.id, answer: 'approve', always: {scope: 'call'}});
  await ended(daemon, 1);
  await daemon.say('once more');
  const ruled = await daemon.event('approval.answered', each => each.approval.way === 'rule');
  const {rules} = await daemon.call('approval.rules', {});
  expect(rules).toMatchObject([{id: ruled.approval.rule, scope: 'call', allows: [approval.digest], by: 'alice'}]);

  await daemon.call('session.send', {text: 'now long'});
  const other = await daemon.event('approval.asked', each => each.approval.id !== approval.id);
  await daemon.call('approval.answer', {id: other.approval.id, answer: 'deny'});
  await ended(daemon, 3);

  await daemon.call('approval.revoke', {id: rules[0]?.id ?? 'rule_none'});
  await daemon.call('session.send', {text: 'short again'});
  await until('it asks again', () => asked(daemon).length === 3);
  await daemon.call('approval.answer', {id: asked(daemon)[2]?.id ?? 'apr_none', answer: 'deny'});
  await ended(daemon, 4);
});

test('a rule that the call does not name is refused, and the question stays open', async () => {
  await using scene = await openScene([WRITE, 'Left.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  await expect(
    daemon.call('approval.answer', {id: approval.id, answer: 'approve', always: {scope: 'host'}}),
  ).rejects.toThrow('This call names no host.');
  expect((await daemon.call('approval.list', {state: 'open'})).approvals).toHaveLength(1);
  await daemon.call('approval.answer', {id: approval.id, answer: 'deny'});
  await daemon.event('turn.ended');
});

test('a path that leads elsewhere once it was approved is not written', async () => {
  await using scene = await openScene(
    [{calls: [{name: 'write_file', input: {path: 'notes/today.md', content: 'x'}}]}, 'Left.'],
    {...CONFIG, policy: {ask: {own: 'always'}}},
  );
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'note it'});
  const {approval} = await daemon.event('approval.asked');
  symlinkSync('cron', join(scene.workspace, 'notes'));
  mkdirSync(join(scene.workspace, 'cron'), {recursive: true});
  await daemon.call('approval.answer', {id: approval.id, answer: 'approve'});
  await daemon.event('turn.ended');
  expect((await outputs(daemon))[0]).toMatch(/^Not run: what this call would do changed/u);
  expect(existsSync(join(scene.workspace, 'cron', 'today.md'))).toBe(false);
});

test.each([
  ['once after a yes', 'approve'],
  ['never after a no', 'deny'],
] as const)('the call of a daemon that is killed at any moment has its effect %s', async (_, answer) => {
  using dir = tempDir();
  const home = join(dir.path, 'home');
  const scene = await openScene([WRITE, 'Written.'], CONFIG, home);
  const {daemon} = scene;
  const life = imagesBeforeCommits(home, dir.path);
  await daemon.call('session.send', {text: 'be short from now on', key: 'k1'});
  const {approval} = await daemon.event('approval.asked');
  await daemon.call('approval.answer', {id: approval.id, answer});
  await daemon.event('turn.ended');
  life[Symbol.dispose]();
  await scene[Symbol.asyncDispose]();
  expect(life.images.length).toBeGreaterThan(5);
  let asking = 0;
  for (const image of life.images) {
    const {models} = scriptedModel(
      Array.from({length: 4}, () => (asking: {readonly prompt: unknown}) => answerTo(asking)),
    );
    await using next = await openTestDaemon({
      home: image.home,
      models,
      config: CONFIG,
      clock: fakeClock(daemon.clock.now()),
    });
    const rules = (): string | undefined => textAt(join(image.home, 'workspace', 'AGENTS.md'));
    // The client repeats what was not confirmed.
    await next.call('session.send', {text: 'be short from now on', key: 'k1'});
    await calm(next, async open => {
      expect([image.name, rules()]).not.toEqual([image.name, RULES.content]);
      await next.call('approval.answer', {id: open.id, answer});
    });
    // A turn at the terminal that was killed before its call was stored is not repeated.
    const {approvals} = await next.call('approval.list', {state: answer === 'approve' ? 'approved' : 'denied'});
    const times = answer === 'approve' ? approvals.length : 0;
    expect([image.name, rules() === RULES.content]).toEqual([image.name, times === 1]);
    const {messages} = await next.call('session.history', {session: MAIN, limit: 50});
    expect([image.name, messages.filter(({tool}) => tool?.ok).length]).toEqual([image.name, times]);
    asking += approvals.length;
    expect([image.name, (await next.call('approval.list', {state: 'open'})).approvals]).toEqual([image.name, []]);
  }
  expect(asking).toBeGreaterThan(4);
});

test.each([
  ['elsewhere: it is not carried on', true],
  ['where it led: it is carried on', false],
])('the path of an approved call leads, after a crash while it ran, %s', async (_, isSwapped) => {
  using dir = tempDir();
  const home = join(dir.path, 'home');
  const config = {...CONFIG, policy: {ask: {own: 'always'}}};
  const note: ScriptedAnswer = {calls: [{name: 'write_file', input: {path: 'notes/today.md', content: 'x'}}]};
  const scene = await openScene([note, 'Noted.'], config, home);
  const life = imagesBeforeCommits(home, dir.path);
  await scene.daemon.call('session.send', {text: 'note it'});
  const {approval} = await scene.daemon.event('approval.asked');
  await scene.daemon.call('approval.answer', {id: approval.id, answer: 'approve'});
  await scene.daemon.event('turn.ended');
  life[Symbol.dispose]();
  await scene[Symbol.asyncDispose]();
  const image = life.images.find(({name}) => name.includes('turn.tool ended'));
  const workspace = join(image?.home ?? '', 'workspace');
  rmSync(join(workspace, 'notes'), {recursive: true});
  mkdirSync(join(workspace, 'elsewhere'));
  if (isSwapped) symlinkSync('elsewhere', join(workspace, 'notes'));
  const {models} = scriptedModel(['Done.']);
  await using next = await openTestDaemon({
    home: image?.home ?? '',
    models,
    config,
    clock: fakeClock(scene.daemon.clock.now()),
  });
  await until('the turn goes on', () => next.events.some(({type}) => type === 'turn.ended'));
  expect(existsSync(join(workspace, 'elsewhere', 'today.md'))).toBe(false);
  expect(existsSync(join(workspace, 'notes', 'today.md'))).toBe(!isSwapped);
});

/** Calls the tool, and answers once it has run. */
const answerTo = ({prompt}: {readonly prompt: unknown}): ScriptedAnswer =>
  JSON.stringify(prompt).includes('tool-result') ? 'Written.' : WRITE;

/** Answers what is asked until nothing runs any more. */
const calm = async (
  daemon: TestDaemon,
  answer: (open: {readonly id: Approval['id']}) => Promise<void>,
): Promise<void> => {
  for (let still = 0; still < 5; ) {
    await daemon.clock.advance(20);
    const [open] = (await daemon.call('approval.list', {state: 'open'})).approvals;
    if (open !== undefined) await answer(open);
    const {sessions} = await daemon.call('session.list', {});
    still = open !== undefined || sessions.some(({busy, queued}) => busy || queued > 0) ? 0 : still + 1;
  }
};

const MAIN = 'rooster:main';

type Scene = AsyncDisposable & {
  readonly daemon: TestDaemon;
  readonly workspace: string;
  readonly rules: () => string | undefined;
};

const openScene = async (
  script: readonly ScriptedAnswer[],
  config: unknown = CONFIG,
  home?: string,
): Promise<Scene> => {
  const dir = tempDir();
  const model = scriptedModel(script);
  const place = home ?? dir.path;
  const daemon = await openTestDaemon({home: place, models: model.models, config});
  const workspace = join(place, 'workspace');
  return {
    daemon,
    workspace,
    rules: () => textAt(join(workspace, 'AGENTS.md')),
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const textAt = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

const asked = (daemon: TestDaemon) =>
  daemon.events.flatMap(event => (event.type === 'approval.asked' ? [event.approval] : []));

const ended = (daemon: TestDaemon, count: number): Promise<void> =>
  until('the turns have ended', () => daemon.events.filter(({type}) => type === 'turn.ended').length === count);

/** The answers of the tools, in order. */
const outputs = async (daemon: TestDaemon): Promise<readonly string[]> => {
  const {messages} = await daemon.call('session.history', {session: MAIN, limit: 50});
  return messages.filter(({role}) => role === 'tool').map(({text}) => text);
};

test('a dry run says how often a policy would have asked, and changes nothing', async () => {
  const note: ScriptedAnswer = {calls: [{name: 'write_file', input: {path: 'notes.md', content: 'x'}}]};
  await using scene = await openScene([note, 'Noted.', WRITE, 'Left.', note, 'Not noted.']);
  const {daemon} = scene;
  await daemon.say('note it');
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  await daemon.call('approval.answer', {id: approval.id, answer: 'deny'});
  await ended(daemon, 2);
  await daemon.call('session.inject', {session: MAIN, text: 'note it'});
  await ended(daemon, 3);
  const usual = await daemon.call('approval.policy', {});
  expect(usual.preview).toMatchObject({calls: 3, asked: 1, atNight: 0, refused: 0});
  const tried = await daemon.call('approval.policy', {ask: {own: 'always', rules: 'never'}});
  expect(tried.ask).toMatchObject({own: 'always', rules: 'never', mail: 'always'});
  expect(tried.preview).toMatchObject({calls: 3, asked: 1, refused: 1});
  expect(tried.preview.byKind.filter(({asked}) => asked > 0)).toEqual([{kind: 'own', asked: 1}]);
  expect((await daemon.call('approval.policy', {})).ask).toEqual(usual.ask);
  await daemon.clock.advance(8 * 24 * HOUR);
  expect((await daemon.call('approval.policy', {})).preview.calls).toBe(0);
});

test('why of a call, and of its turn, says who was asked, who answered, how long after, and by which rule', async () => {
  await using scene = await openScene([WRITE, 'Written.', WRITE, 'Again.']);
  const {daemon} = scene;
  await daemon.call('session.send', {text: 'be short from now on'});
  const {approval} = await daemon.event('approval.asked');
  await daemon.clock.advance(12_000);
  await daemon.call('approval.answer', {id: approval.id, answer: 'approve', always: {scope: 'call'}});
  await ended(daemon, 1);
  await daemon.say('once more');
  const ruled = await daemon.event('approval.answered', each => each.approval.way === 'rule');
  const said = async (id: string) => (await daemon.call('why', {id})).steps.filter(step => step.id.startsWith('apr_'));
  const steps = await said(approval.id);
  const {rules} = await daemon.call('approval.rules', {});
  expect(steps.map(({what}) => what)).toEqual([
    'asked alice for a yes, in the attached terminals: Change its own rules in AGENTS.md.',
    `alice approved it at the terminal after 12 seconds, and made the rule for exactly one call of write_file (${rules[0]?.id})`,
  ]);
  expect(await said(approval.turnId)).toEqual(steps);
  const {messages} = await daemon.call('session.history', {session: MAIN, limit: 50});
  expect(await said(messages.find(({turnId}) => turnId === approval.turnId)?.id ?? '')).toEqual(steps);
  expect((await said(ruled.approval.id)).map(({what}) => what)).toEqual([
    `allowed by the rule for exactly one call of write_file (${rules[0]?.id}): Change its own rules in AGENTS.md.`,
  ]);
});
