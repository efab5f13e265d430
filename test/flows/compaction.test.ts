import {expect, test} from 'vitest';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test('a conversation that outgrows the window continues with a summary and loses nothing', async () => {
  using home = tempDir();
  const long = 'the garden gate code is 4711. '.repeat(60);
  using model = scriptedModel(['noted', 'noted again', 'SUMMARY: the garden gate code is 4711', 'it is 4711'], {
    contextTokens: 1_500,
  });
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.say(long);
  await fixture.say(long);
  expect(await fixture.say('what is the code?')).toBe('it is 4711');
  const last = JSON.stringify(model.asked.at(-1)?.prompt);
  expect(last).toContain('SUMMARY: the garden gate code is 4711');
  expect(last.length).toBeLessThan(long.length * 1.5 + 6_000);
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.filter(({text}) => text === long)).toHaveLength(2);
  expect(messages.some(({role}) => role === 'system')).toBe(true);
});

test('a failed summary changes nothing, and the turn continues', async () => {
  using home = tempDir();
  const long = 'a'.repeat(3_000);
  using model = scriptedModel(
    ['noted', {error: new Error('no')}, {error: new Error('no')}, {error: new Error('no')}, 'still here'],
    {
      contextTokens: 1_000,
    },
  );
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.say(long);
  const answer = fixture.whileTimePasses(fixture.say('and now?'));
  expect(await answer).toBe('still here');
});

test("by hand the older part becomes a summary; the offline assistant says why it can't", async () => {
  using home = tempDir();
  using model = scriptedModel(['one', 'two', 'SUMMARY']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.say('first');
  await fixture.say('second');
  await fixture.call('session.compact', {session: 'rooster:main'});
  expect((await fixture.call('session.history', {session: 'rooster:main'})).messages.at(-1)).toMatchObject({
    role: 'system',
  });
  const offline = await fixture.restart({models: {candidates: async () => [{...model.choice, name: 'offline'}]}});
  await expect(offline.call('session.compact', {session: 'rooster:main'})).rejects.toThrow(/offline assistant can't/u);
  await offline[Symbol.asyncDispose]();
});
