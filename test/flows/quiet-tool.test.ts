// The agent plans quiet for its person, lists it and removes it; each answer says how to take it back. It is Saturday noon in Berlin.
import {expect, test} from 'vitest';
import {HOUR} from '../../src/shared/time/time.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const open = async (...answers: readonly ScriptedTurn[]) => {
  const dir = tempDir();
  const idle = {heartbeat: {enabled: false}, reflection: {enabled: false}};
  const users = [{name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default']}];
  const daemon = await openTestDaemon({
    home: dir.path,
    config: {users, ...idle},
    models: scriptedModel(answers).models,
  });
  return {
    daemon,
    [Symbol.asyncDispose]: async () => {
      await daemon[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

const calling = (input: object): ScriptedTurn => ({calls: [{name: 'quiet', input}]});

const toolTexts = async (daemon: TestDaemon): Promise<readonly string[]> => {
  const {messages} = await daemon.call('session.history', {session: 'rooster:main', limit: 50});
  return messages.flatMap(({tool, text}) => (tool?.name === 'quiet' ? [text] : []));
};

const planned = async (daemon: TestDaemon): Promise<unknown> =>
  (await daemon.call('daemon.status', {})).people?.[0]?.planned;

const SUNDAY = {fromAt: '2026-11-22T07:00:00.000Z', untilAt: '2026-11-22T17:00:00.000Z'};

test('a planned span is said back with its undo, is listed, and the undo takes it back', async () => {
  await using scene = await open(
    calling({action: 'set', when: 'sunday 8 to 18'}),
    'Planned.',
    calling({action: 'list'}),
    'There.',
    calling({action: 'remove', number: 1}),
    'Removed.',
    calling({action: 'list'}),
    'None.',
  );
  const {daemon} = scene;
  await daemon.say('quiet on sunday from 8 to 18');
  expect(await planned(daemon)).toEqual([SUNDAY]);
  await daemon.say('what is planned?');
  await daemon.say('take it back');
  expect(await planned(daemon)).toBeUndefined();
  await daemon.say('and now?');
  expect(await toolTexts(daemon)).toEqual([
    'Quiet is planned: tomorrow 08:00 CET to tomorrow 18:00 CET. Reminders still ring. Undo: remove number 1; the person can say "/quiet off 1".',
    '1. tomorrow 08:00 CET to tomorrow 18:00 CET',
    `Removed the planned quiet tomorrow 08:00 CET to tomorrow 18:00 CET. Undo: set from "${SUNDAY.fromAt}" until "${SUNDAY.untilAt}".`,
    'No quiet is planned.',
  ]);
});

test('the undo of a removal plans the same span again, also while it runs', async () => {
  await using scene = await open(
    calling({action: 'set', when: 'sunday 8 to 18'}),
    'Planned.',
    calling({action: 'remove', number: 1}),
    'Removed.',
    calling({action: 'set', from: SUNDAY.fromAt, until: SUNDAY.untilAt}),
    'Planned again.',
  );
  const {daemon} = scene;
  await daemon.say('quiet on sunday');
  await daemon.clock.advance(22 * HOUR);
  await daemon.say('not any more');
  await daemon.say('but yes');
  expect(await planned(daemon)).toEqual([SUNDAY]);
});

test.each([
  [{action: 'set', when: 'tomato'}, /"tomato" isn't a span I understand\. Example: saturday 8 to 18\./u],
  [{action: 'set', when: '2h'}, /isn't a span I understand/u],
  [{action: 'set', when: 'sunday', from: 'monday'}, /Give either "when", or "from" and "until"\./u],
  [{action: 'remove', number: 3}, /No planned quiet has the number 3\./u],
  [{action: 'remove'}, /Give the "number" of the list\./u],
])('%j is refused with a sentence, and nothing changes', async (input, sentence) => {
  await using scene = await open(calling(input), 'It did not work.');
  await scene.daemon.say('quiet please');
  expect((await toolTexts(scene.daemon)).at(-1)).toMatch(sentence);
  expect(await planned(scene.daemon)).toBeUndefined();
});

test('a span that is planned again after a crash is one span', async () => {
  const set = calling({action: 'set', when: 'sunday 8 to 18'});
  await using scene = await open(set, 'Planned.', set, 'Planned.');
  await scene.daemon.say('quiet on sunday');
  await scene.daemon.say('quiet on sunday');
  expect(await planned(scene.daemon)).toEqual([SUNDAY]);
});
