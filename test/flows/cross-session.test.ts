// Conversations of the agent that talk to each other: messages, delegated tasks, broadcasts. The whole daemon, a scripted model.

import {describe, expect, test} from 'vitest';
import {DAY, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {NOTHING_ASKS} from '../support/nothing-asks.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const users = [
  {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice']},
  {name: 'bob', trust: 'inner', match: ['signal:bob']},
  {name: 'carol', trust: 'familiar', match: ['signal:carol']},
];
const BOB = 'rooster:person:bob';
const CAROL = 'rooster:person:carol';
const GROUP = 'rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

const openScene = async (turns: readonly ScriptedTurn[], config: object = {}) => {
  const dir = tempDir();
  const model = scriptedModel(turns);
  const signal = fakeChannel('signal');
  const signalConfig = {account: '+15555550100', groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']};
  let fixture = await openTestDaemon({
    home: dir.path,
    models: model.models,
    channels: [signal],
    config: {
      users,
      signal: signalConfig,
      heartbeat: {enabled: false},
      reflection: {enabled: false},
      policy: NOTHING_ASKS,
      ...config,
    },
  });
  return {
    model,
    signal,
    get fixture() {
      return fixture;
    },
    restart: async () => {
      fixture = await fixture.restart();
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      model[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

const call = (name: string, input: object): ScriptedTurn => ({calls: [{name, input}]});

const said = async (fixture: TestDaemon, session: string) =>
  (await fixture.call('session.history', {session: session as `${string}:${string}`})).messages;

const ended = (fixture: TestDaemon, session: string, nth = 1) =>
  fixture.event('turn.ended', event => {
    const all = fixture.events.filter(each => each.type === 'turn.ended' && each.session === session);
    return event.session === session && all.length >= nth && all[nth - 1] === event;
  });

/** Lets a person's conversation exist. */
const knows = (fixture: TestDaemon, session: string) =>
  fixture.call('session.record', {session: session as `${string}:${string}`, text: 'Known.'});

const toolAnswer = async (fixture: TestDaemon, session = 'rooster:main') =>
  (await said(fixture, session)).findLast(({role}) => role === 'tool')?.text;

describe('session_send', () => {
  test('a note is read by the next turn there, and starts none', async () => {
    await using scene = await openScene([
      call('session_send', {session: BOB, text: 'Alice is late.'}),
      'Noted.',
      'I know.',
    ]);
    const {fixture, model} = scene;
    await knows(fixture, BOB);
    await fixture.say('Tell Bob later.');
    expect((await said(fixture, BOB)).at(-1)).toMatchObject({
      text: 'Alice is late.',
      source: {kind: 'session', name: 'rooster:main'},
      frame: {kind: 'session', from: 'rooster:main', depth: 1},
      trust: 'inner',
    });
    await fixture.call('session.send', {session: BOB, text: 'Hi.'});
    await ended(fixture, BOB);
    expect(JSON.stringify(model.asked.at(-1)?.prompt)).toContain('You wrote this in another of your conversations');
  });

  test('a turn answers the people there, with at most their trust', async () => {
    const asking: ScriptedTurn = ({prompt, tools = []}) =>
      prompt.at(-1)?.role === 'tool' ? 'Asked.' : `Key? ${tools.some(({name}) => name === 'bash')}`;
    await using scene = await openScene([
      call('session_send', {session: BOB, text: 'Ask Bob for the key.', mode: 'turn'}),
      asking,
      asking,
    ]);
    const {fixture, signal} = scene;
    await knows(fixture, BOB);
    await fixture.say('Ask Bob.');
    await fixture.whileTimePasses(fixture.event('delivery.sent', ({delivery}) => delivery.address === 'signal:bob'));
    expect(signal.sent.map(({to, text}) => ({to, text}))).toEqual([{to: 'signal:bob', text: 'Key? false'}]);
  });

  test('below full trust only conversations of the same person are reached', async () => {
    await using scene = await openScene([call('session_send', {session: 'rooster:main', text: 'x'}), 'No.']);
    const {fixture, signal} = scene;
    await knows(fixture, 'rooster:main');
    await signal.says('bob', 'Tell Alice.');
    await ended(fixture, BOB);
    expect(await toolAnswer(fixture, BOB)).toContain('only conversations of the same person');
  });

  test.each([
    ['rooster:cron:morning', "isn't a conversation"],
    ['rooster:main', 'You are in this conversation already'],
    ['hen:main', "isn't a conversation"],
    [CAROL, 'No conversation'],
  ])('%s is refused', async (session, reason) => {
    await using scene = await openScene([call('session_send', {session, text: 'x'}), 'No.']);
    await scene.fixture.say('Send.');
    expect(await toolAnswer(scene.fixture)).toContain(reason);
  });

  test.each([
    ['injectionsPerMinute', 'more than 1 messages in a minute'],
    ['wakesPerDay', 'more than 1 messages in a day'],
  ])('a note beyond limits.%s is refused, and not stored', async (limit, reason) => {
    const calls = ['One.', 'Two.'].map(text => ({name: 'session_send', input: {session: BOB, text}}));
    await using scene = await openScene([{calls}, 'Done.'], {limits: {[limit]: 1}});
    const {fixture} = scene;
    await knows(fixture, BOB);
    await fixture.say('Tell Bob both.');
    expect(await toolAnswer(fixture)).toContain(reason);
    expect((await said(fixture, BOB)).map(({text}) => text)).toEqual(['Known.', 'One.']);
  });

  test('two conversations that answer each other stop after three messages, and the refusal is recorded', async () => {
    // The main conversation asks Bob's, which asks Carol's, which asks Bob's, which may ask nobody any more.
    const next: ScriptedTurn = asked => {
      const last = JSON.stringify(asked.prompt.at(-1));
      if (asked.prompt.at(-1)?.role === 'tool') return 'Passed.';
      const to = last.includes('conversations, rooster:main') || last.includes(`conversations, ${CAROL}`) ? CAROL : BOB;
      return {calls: [{name: 'session_send', input: {session: to, text: 'Your turn.', mode: 'turn'}}]};
    };
    await using scene = await openScene(
      Array.from({length: 8}, () => next),
      {users: users.map(user => ({...user, trust: 'full'}))},
    );
    const {fixture} = scene;
    await knows(fixture, BOB);
    await knows(fixture, CAROL);
    await fixture.say('Begin.');
    const refused = await fixture.event('policy.refused');
    expect(refused.reason).toContain('passed this on 3 times');
    await ended(fixture, BOB, 2);
  });
});

describe('delegate', () => {
  const task = {task: 'Count the files.', tools: ['read_file'], limit: 5};

  test('the result comes back as a message while the person goes on talking', async () => {
    const {promise, resolve} = Promise.withResolvers<string>();
    let offered: readonly string[] = [];
    const decide: ScriptedTurn = async ({prompt, tools = []}) => {
      const text = JSON.stringify(prompt.at(-1));
      if (text.includes('You gave yourself this task')) {
        offered = tools.map(({name}) => name);
        return await promise;
      }
      if (text.includes('has the weather')) return 'Sunny.';
      if (text.includes('The task that you delegated is done')) return 'There are 42 files.';
      if (prompt.at(-1)?.role === 'tool') return 'I am on it.';
      return {calls: [{name: 'delegate', input: task}]};
    };
    await using scene = await openScene(Array.from({length: 5}, () => decide));
    const {fixture} = scene;
    await fixture.say('Count the files.');
    await fixture.say('What has the weather?');
    resolve('42');
    await ended(fixture, 'rooster:main', 3);
    const [run] = (await fixture.call('delegation.list', {})).delegations;
    expect(run).toMatchObject({
      status: 'ran',
      output: '42',
      delegated: {session: 'rooster:main', task: 'Count the files.'},
    });
    expect((await said(fixture, 'rooster:main')).slice(-2)).toMatchObject([
      {text: '42', source: {kind: 'delegation', name: run?.id}, frame: {kind: 'delegation', ok: true, depth: 1}},
      {text: 'There are 42 files.'},
    ]);
    expect(offered).toEqual(['read_file']);
    const steps = (await fixture.call('why', {id: run?.id ?? ''})).steps.map(({what}) => what).join('\n');
    expect(steps).toContain('Count the files.');
  });

  test('a failure comes back as one', async () => {
    await using scene = await openScene([]);
    const {fixture, model} = scene;
    const failing = {error: new Error('no such thing')};
    model.add(failing, failing, failing, 'It failed.');
    await knows(fixture, 'rooster:main');
    await fixture.call('session.delegate', {session: 'rooster:main', task: 'Do it.'});
    await fixture.whileTimePasses(ended(fixture, 'rooster:main'));
    expect((await said(fixture, 'rooster:main')).at(-2)).toMatchObject({frame: {kind: 'delegation', ok: false}});
  });

  test('the same key is the same task', async () => {
    await using scene = await openScene(['Done.', 'It is done.']);
    const {fixture} = scene;
    const request = {session: 'rooster:main', task: 'Do it.', key: 'k'} as const;
    const [one, two] = await Promise.all([
      fixture.call('session.delegate', request),
      fixture.call('session.delegate', request),
    ]);
    expect(one.id).toBe(two.id);
    await ended(fixture, 'rooster:main');
  });

  test('a stopped task leaves a note, and no turn', async () => {
    await using scene = await openScene([{hang: true}]);
    const {fixture} = scene;
    const {id, session} = await fixture.call('session.delegate', {session: 'rooster:main', task: 'Do it.'});
    await fixture.event('turn.started', event => event.session === session);
    await until('the model is asked', () => scene.model.asked.length === 1);
    await fixture.call('delegation.stop', {id});
    await fixture.event(
      'message.added',
      ({message}) => message.source.kind === 'delegation' && message.session === 'rooster:main',
    );
    expect((await said(fixture, 'rooster:main')).at(-1)).toMatchObject({text: 'A person stopped the task.'});
    await expect(fixture.call('delegation.stop', {id})).rejects.toThrow(/already ended/u);
  });

  test('more than five at once are refused', async () => {
    await using scene = await openScene(Array.from({length: 4}, () => ({hang: true}) as const));
    const {fixture} = scene;
    const request = {session: 'rooster:main', task: 'Do it.'} as const;
    const made = await Promise.all(Array.from({length: 5}, () => fixture.call('session.delegate', request)));
    await expect(fixture.call('session.delegate', request)).rejects.toThrow(
      /5 tasks of this conversation are running/u,
    );
    await until('four work', () => scene.model.asked.length === 4);
    for (const {id} of made.toReversed()) await fixture.call('delegation.stop', {id});
  });

  test('beyond limits.wakesPerDay a conversation gives no further task, until a day has passed', async () => {
    const turn: ScriptedTurn = () => 'Done.';
    await using scene = await openScene(
      Array.from({length: 6}, () => turn),
      {limits: {wakesPerDay: 2}},
    );
    const {fixture} = scene;
    const give = async () => {
      const {id} = await fixture.call('session.delegate', {session: 'rooster:main', task: 'Do it.'});
      await fixture.event('run.ended', ({run}) => run.id === id);
    };
    await give();
    await give();
    await expect(give()).rejects.toThrow('gave 2 tasks in a day');
    await fixture.clock.advance(DAY);
    await give();
    await ended(fixture, 'rooster:main', 3);
  });

  test('a task that a restart interrupts is worked on again, and reported once', async () => {
    await using scene = await openScene([{hang: true}, 'Done.', 'It is done.']);
    const {session} = await scene.fixture.call('session.delegate', {session: 'rooster:main', task: 'Do it.'});
    await scene.fixture.event('turn.started', event => event.session === session);
    await until('its model was asked', () => scene.model.asked.length === 1);
    await scene.restart();
    const {fixture} = scene;
    await ended(fixture, 'rooster:main');
    expect((await said(fixture, 'rooster:main')).filter(({source}) => source.kind === 'delegation')).toHaveLength(1);
    expect((await fixture.call('delegation.list', {})).delegations).toMatchObject([{status: 'ran', attempt: 2}]);
  });

  test('a task that was reported is not reported again, not even where its conversation was deleted', async () => {
    await using scene = await openScene(['Done.', 'It is done.']);
    await knows(scene.fixture, GROUP);
    await scene.fixture.call('session.delegate', {session: GROUP, task: 'Do it.'});
    await ended(scene.fixture, GROUP);
    await scene.fixture.call('session.delete', {session: GROUP});
    await scene.restart();
    await scene.fixture.clock.advance(2 * MINUTE);
    const {sessions} = await scene.fixture.call('session.list', {});
    expect(sessions.map(({key}) => key)).not.toContain(GROUP);
  });

  test('it takes too long: it ends with that reason', async () => {
    await using scene = await openScene([{hang: true}, 'It took too long.']);
    const {fixture} = scene;
    await fixture.call('session.delegate', {session: 'rooster:main', task: 'Do it.', limitMs: MINUTE});
    await fixture.whileTimePasses(ended(fixture, 'rooster:main'));
    expect((await said(fixture, 'rooster:main')).at(-2)?.text).toContain('took longer than');
  });
});

test('without a model, a message from another conversation is passed on and carries out nothing', async () => {
  using dir = tempDir();
  await using fixture = await openTestDaemon({home: dir.path, config: {}});
  await fixture.call('session.delegate', {task: 'remind me in 20 minutes to stretch'});
  await ended(fixture, 'rooster:main');
  expect((await fixture.call('reminder.list', {})).reminders).toEqual([]);
});

describe('broadcast', () => {
  test('each gets it word for word in their own conversation, once', async () => {
    const to = ['bob', 'carol', 'bob', 'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'nobody'];
    await using scene = await openScene([call('broadcast', {to, text: 'Dinner at eight.'}), 'Sent.']);
    const {fixture, signal} = scene;
    await fixture.say('Tell them.');
    expect(await toolAnswer(fixture)).toContain(
      'Queued for bob, carol, signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=.\nNot sent to nobody',
    );
    await fixture.whileTimePasses(
      fixture.event(
        'delivery.sent',
        ({delivery}) => delivery.address === 'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
      ),
    );
    expect(signal.sent.map(({to: address, text}) => `${address} ${text}`).sort()).toEqual([
      'signal:bob Dinner at eight.',
      'signal:carol Dinner at eight.',
      'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8= Dinner at eight.',
    ]);
    expect((await said(fixture, BOB)).at(-1)).toMatchObject({
      role: 'assistant',
      source: {kind: 'broadcast', name: 'rooster:main'},
    });
  });

  test('rephrased, the agent tells it there; if it cannot, the text goes out', async () => {
    const failing = {error: new Error('down')};
    await using scene = await openScene(['Bob, dinner is at eight.', failing, failing, failing]);
    const {fixture, signal} = scene;
    const one = await fixture.call('session.broadcast', {to: ['bob'], text: 'Dinner at eight.', mode: 'rephrase'});
    expect(one).toEqual({sent: [{to: 'bob', session: BOB}], refused: []});
    await ended(fixture, BOB);
    await fixture.call('session.broadcast', {to: ['carol'], text: 'Dinner at eight.', mode: 'rephrase'});
    await fixture.whileTimePasses(ended(fixture, CAROL));
    await fixture.whileTimePasses(fixture.event('delivery.sent', ({delivery}) => delivery.address === 'signal:carol'));
    expect(signal.sent.map(({text}) => text)).toEqual(['Bob, dinner is at eight.', 'Dinner at eight.']);
  });

  test('beyond limits.injectionsPerMinute the rest is refused by name, and nothing is stored or sent for it', async () => {
    await using scene = await openScene([], {limits: {injectionsPerMinute: 1}});
    const {fixture} = scene;
    const {sent, refused} = await fixture.call('session.broadcast', {to: ['bob', 'carol'], text: 'Dinner.'});
    expect(sent).toEqual([{to: 'bob', session: BOB}]);
    expect(refused).toEqual([{to: 'carol', reason: expect.stringContaining('more than 1 messages in a minute')}]);
    expect((await fixture.call('outbox.list', {})).deliveries.map(({address}) => address)).toEqual(['signal:bob']);
    await expect(said(fixture, CAROL)).rejects.toThrow('No conversation');
  });

  test('the same key sends nothing twice', async () => {
    await using scene = await openScene([]);
    const {fixture} = scene;
    const request = {to: ['bob'], text: 'Dinner.', key: 'k'};
    await fixture.call('session.broadcast', request);
    await fixture.call('session.broadcast', request);
    expect((await fixture.call('outbox.list', {})).deliveries).toHaveLength(1);
  });
});
