// Conversations of the agent that talk to each other: messages, delegated tasks, broadcasts. The whole daemon, a scripted model.
import {describe, expect, test} from 'vitest';
import {MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestHouse, type TestHouse} from '../support/test-house.ts';
import {until} from '../support/until.ts';

const users = [
  {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice']},
  {name: 'bob', trust: 'inner', match: ['signal:bob']},
  {name: 'carol', trust: 'familiar', match: ['signal:carol']},
];
const BOB = 'rooster:person:bob';
const CAROL = 'rooster:person:carol';

const openDesk = async (turns: readonly ScriptedTurn[], config: object = {}) => {
  const dir = tempDir();
  const model = scriptedModel(turns);
  const signal = fakeChannel('signal');
  const signalConfig = {account: '+15555550100', groups: ['G=']};
  let house = await openTestHouse({
    home: dir.path,
    models: model.models,
    channels: [signal],
    config: {users, signal: signalConfig, heartbeat: {enabled: false}, reflection: {enabled: false}, ...config},
  });
  return {
    model,
    signal,
    get house() {
      return house;
    },
    restart: async () => {
      house = await house.restart();
    },
    [Symbol.asyncDispose]: async () => {
      await house[Symbol.asyncDispose]();
      model[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

const call = (name: string, input: object): ScriptedTurn => ({calls: [{name, input}]});

const said = async (house: TestHouse, session: string) =>
  (await house.call('session.history', {session: session as `${string}:${string}`})).messages;

const ended = (house: TestHouse, session: string, nth = 1) =>
  house.event('turn.ended', event => {
    const all = house.events.filter(each => each.type === 'turn.ended' && each.session === session);
    return event.session === session && all.length >= nth && all[nth - 1] === event;
  });

/** Lets a person's conversation exist. */
const knows = (house: TestHouse, session: string) =>
  house.call('session.record', {session: session as `${string}:${string}`, text: 'Known.'});

const toolAnswer = async (house: TestHouse, session = 'rooster:main') =>
  (await said(house, session)).findLast(({role}) => role === 'tool')?.text;

describe('session_send', () => {
  test('a note is read by the next turn there, and starts none', async () => {
    await using desk = await openDesk([
      call('session_send', {session: BOB, text: 'Alice is late.'}),
      'Noted.',
      'I know.',
    ]);
    const {house, model} = desk;
    await knows(house, BOB);
    await house.say('Tell Bob later.');
    expect((await said(house, BOB)).at(-1)).toMatchObject({
      text: 'Alice is late.',
      source: {kind: 'session', name: 'rooster:main'},
      frame: {kind: 'session', from: 'rooster:main', depth: 1},
      trust: 'inner',
    });
    await house.call('session.send', {session: BOB, text: 'Hi.'});
    await ended(house, BOB);
    expect(JSON.stringify(model.asked.at(-1)?.prompt)).toContain('You wrote this in another of your conversations');
  });

  test('a turn answers the people there, with at most their trust', async () => {
    const asking: ScriptedTurn = ({prompt, tools = []}) =>
      prompt.at(-1)?.role === 'tool' ? 'Asked.' : `Key? ${tools.some(({name}) => name === 'bash')}`;
    await using desk = await openDesk([
      call('session_send', {session: BOB, text: 'Ask Bob for the key.', mode: 'turn'}),
      asking,
      asking,
    ]);
    const {house, signal} = desk;
    await knows(house, BOB);
    await house.say('Ask Bob.');
    await house.whileTimePasses(house.event('delivery.sent', ({delivery}) => delivery.address === 'signal:bob'));
    expect(signal.sent.map(({to, text}) => ({to, text}))).toEqual([{to: 'signal:bob', text: 'Key? false'}]);
  });

  test('below full trust only conversations of the same person are reached', async () => {
    await using desk = await openDesk([call('session_send', {session: 'rooster:main', text: 'x'}), 'No.']);
    const {house, signal} = desk;
    await knows(house, 'rooster:main');
    await signal.says('bob', 'Tell Alice.');
    await ended(house, BOB);
    expect(await toolAnswer(house, BOB)).toContain('only conversations of the same person');
  });

  test.each([
    ['rooster:cron:morning', "isn't a conversation"],
    ['rooster:main', 'That is this conversation'],
    ['hen:main', "isn't a conversation"],
    [CAROL, 'No conversation'],
  ])('%s is refused', async (session, reason) => {
    await using desk = await openDesk([call('session_send', {session, text: 'x'}), 'No.']);
    await desk.house.say('Send.');
    expect(await toolAnswer(desk.house)).toContain(reason);
  });

  test('two conversations that answer each other stop after three messages, and the refusal is recorded', async () => {
    // The main conversation asks Bob's, which asks Carol's, which asks Bob's, which may ask nobody any more.
    const next: ScriptedTurn = asked => {
      const last = JSON.stringify(asked.prompt.at(-1));
      if (asked.prompt.at(-1)?.role === 'tool') return 'Passed.';
      const to = last.includes('conversations, rooster:main') || last.includes(`conversations, ${CAROL}`) ? CAROL : BOB;
      return {calls: [{name: 'session_send', input: {session: to, text: 'Your turn.', mode: 'turn'}}]};
    };
    await using desk = await openDesk(
      Array.from({length: 8}, () => next),
      {users: users.map(user => ({...user, trust: 'full'}))},
    );
    const {house} = desk;
    await knows(house, BOB);
    await knows(house, CAROL);
    await house.say('Begin.');
    const refused = await house.event('policy.refused');
    expect(refused.reason).toContain('passed this on 3 times');
    await ended(house, BOB, 2);
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
    await using desk = await openDesk(Array.from({length: 5}, () => decide));
    const {house} = desk;
    await house.say('Count the files.');
    await house.say('What has the weather?');
    resolve('42');
    await ended(house, 'rooster:main', 3);
    const [run] = (await house.call('delegation.list', {})).delegations;
    expect(run).toMatchObject({
      status: 'ran',
      output: '42',
      delegated: {session: 'rooster:main', task: 'Count the files.'},
    });
    expect((await said(house, 'rooster:main')).slice(-2)).toMatchObject([
      {text: '42', source: {kind: 'delegation', name: run?.id}, frame: {kind: 'delegation', ok: true, depth: 1}},
      {text: 'There are 42 files.'},
    ]);
    expect(offered).toEqual(['read_file']);
    const steps = (await house.call('why', {id: run?.id ?? ''})).steps.map(({what}) => what).join('\n');
    expect(steps).toContain('Count the files.');
  });

  test('a failure comes back as one', async () => {
    await using desk = await openDesk([]);
    const {house, model} = desk;
    const failing = {error: new Error('no such thing')};
    model.add(failing, failing, failing, 'It failed.');
    await knows(house, 'rooster:main');
    await house.call('session.delegate', {session: 'rooster:main', task: 'Do it.'});
    await house.whileTimePasses(ended(house, 'rooster:main'));
    expect((await said(house, 'rooster:main')).at(-2)).toMatchObject({frame: {kind: 'delegation', ok: false}});
  });

  test('the same key is the same task', async () => {
    await using desk = await openDesk(['Done.', 'It is done.']);
    const {house} = desk;
    const request = {session: 'rooster:main', task: 'Do it.', key: 'k'} as const;
    const [one, two] = await Promise.all([
      house.call('session.delegate', request),
      house.call('session.delegate', request),
    ]);
    expect(one.id).toBe(two.id);
    await ended(house, 'rooster:main');
  });

  test('a stopped task leaves a note, and no turn', async () => {
    await using desk = await openDesk([{hang: true}]);
    const {house} = desk;
    const {id, session} = await house.call('session.delegate', {session: 'rooster:main', task: 'Do it.'});
    await house.event('turn.started', event => event.session === session);
    await until('the model is asked', () => desk.model.asked.length === 1);
    await house.call('delegation.stop', {id});
    await house.event(
      'message.added',
      ({message}) => message.source.kind === 'delegation' && message.session === 'rooster:main',
    );
    expect((await said(house, 'rooster:main')).at(-1)).toMatchObject({text: 'A person stopped the task.'});
    await expect(house.call('delegation.stop', {id})).rejects.toThrow(/already ended/u);
  });

  test('more than five at once are refused', async () => {
    await using desk = await openDesk(Array.from({length: 4}, () => ({hang: true}) as const));
    const {house} = desk;
    const request = {session: 'rooster:main', task: 'Do it.'} as const;
    const made = await Promise.all(Array.from({length: 5}, () => house.call('session.delegate', request)));
    await expect(house.call('session.delegate', request)).rejects.toThrow(/5 tasks of this conversation are running/u);
    await until('four work', () => desk.model.asked.length === 4);
    for (const {id} of made.toReversed()) await house.call('delegation.stop', {id});
  });

  test('a task that a restart interrupts is worked on again, and reported once', async () => {
    await using desk = await openDesk([{hang: true}, 'Done.', 'It is done.']);
    const {session} = await desk.house.call('session.delegate', {session: 'rooster:main', task: 'Do it.'});
    await desk.house.event('turn.started', event => event.session === session);
    await desk.restart();
    const {house} = desk;
    await ended(house, 'rooster:main');
    expect((await said(house, 'rooster:main')).filter(({source}) => source.kind === 'delegation')).toHaveLength(1);
    expect((await house.call('delegation.list', {})).delegations).toMatchObject([{status: 'ran', attempt: 2}]);
  });

  test('it takes too long: it ends, and says so', async () => {
    await using desk = await openDesk([{hang: true}, 'It took too long.']);
    const {house} = desk;
    await house.call('session.delegate', {session: 'rooster:main', task: 'Do it.', limitMs: MINUTE});
    await house.whileTimePasses(ended(house, 'rooster:main'));
    expect((await said(house, 'rooster:main')).at(-2)?.text).toContain('took longer than');
  });
});

test('without a model, what comes from another conversation is passed on and carries out nothing', async () => {
  using dir = tempDir();
  await using house = await openTestHouse({home: dir.path, config: {}});
  await house.call('session.delegate', {task: 'remind me in 20 minutes to stretch'});
  await ended(house, 'rooster:main');
  expect((await house.call('reminder.list', {})).reminders).toEqual([]);
});

describe('broadcast', () => {
  test('each gets it word for word in their own conversation, once', async () => {
    const to = ['bob', 'carol', 'bob', 'signal:group:G=', 'nobody'];
    await using desk = await openDesk([call('broadcast', {to, text: 'Dinner at eight.'}), 'Sent.']);
    const {house, signal} = desk;
    await house.say('Tell them.');
    expect(await toolAnswer(house)).toContain('On its way to bob, carol, signal:group:G=.\nNot sent to nobody');
    await house.whileTimePasses(house.event('delivery.sent', ({delivery}) => delivery.address === 'signal:group:G='));
    expect(signal.sent.map(({to: address, text}) => `${address} ${text}`).sort()).toEqual([
      'signal:bob Dinner at eight.',
      'signal:carol Dinner at eight.',
      'signal:group:G= Dinner at eight.',
    ]);
    expect((await said(house, BOB)).at(-1)).toMatchObject({
      role: 'assistant',
      source: {kind: 'broadcast', name: 'rooster:main'},
    });
  });

  test('rephrased, the agent tells it there; if it cannot, the text goes out', async () => {
    const failing = {error: new Error('down')};
    await using desk = await openDesk(['Bob, dinner is at eight.', failing, failing, failing]);
    const {house, signal} = desk;
    const one = await house.call('session.broadcast', {to: ['bob'], text: 'Dinner at eight.', mode: 'rephrase'});
    expect(one).toEqual({sent: [{to: 'bob', session: BOB}], refused: []});
    await ended(house, BOB);
    await house.call('session.broadcast', {to: ['carol'], text: 'Dinner at eight.', mode: 'rephrase'});
    await house.whileTimePasses(ended(house, CAROL));
    await house.whileTimePasses(house.event('delivery.sent', ({delivery}) => delivery.address === 'signal:carol'));
    expect(signal.sent.map(({text}) => text)).toEqual(['Bob, dinner is at eight.', 'Dinner at eight.']);
  });

  test('the same key sends nothing twice', async () => {
    await using desk = await openDesk([]);
    const {house} = desk;
    const request = {to: ['bob'], text: 'Dinner.', key: 'k'};
    await house.call('session.broadcast', request);
    await house.call('session.broadcast', request);
    expect((await house.call('outbox.list', {})).deliveries).toHaveLength(1);
  });
});
