import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import type {SessionKey} from '../../src/shared/records/session-key.ts';
import {MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {settle} from '../support/fake-clock.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const MAIN = 'rooster:main';

/** Says something in a conversation and waits for the answer. */
const sayIn = async (fixture: TestDaemon, session: SessionKey, text: string): Promise<void> => {
  const {turnId} = await fixture.call('session.send', {session, text});
  await fixture.event('turn.ended', each => each.turnId === turnId);
};

const textsIn = async (fixture: TestDaemon, session: SessionKey): Promise<readonly string[]> =>
  (await fixture.call('session.history', {session})).messages.map(({text}) => text);

const titlesIn = async (fixture: TestDaemon, archived = false): Promise<readonly string[]> =>
  (await fixture.call('session.list', {archived})).sessions.map(({title}) => title);

const titleOf = (fixture: TestDaemon, key: SessionKey): string | undefined =>
  fixture.events
    .flatMap(event => (event.type === 'session.updated' && event.state.key === key ? [event.state.title] : []))
    .at(-1);

test('a conversation is made, talked in, and keeps its messages apart from the main one', async () => {
  using home = tempDir();
  using model = scriptedModel(['in the chat', 'in main']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const chat = await fixture.call('session.create', {title: 'Project X'});
  expect(chat).toMatchObject({
    key: 'rooster:chat:project-x',
    kind: 'chat',
    title: 'Project X',
    person: 'owner',
    messages: 0,
  });
  await sayIn(fixture, chat.key, 'hello chat');
  await fixture.say('hello main');
  expect(await textsIn(fixture, chat.key)).toEqual(['hello chat', 'in the chat']);
  expect(await textsIn(fixture, MAIN)).toEqual(['hello main', 'in main']);
  expect(JSON.stringify(model.asked[1]?.prompt)).not.toContain('hello chat');
});

test('the same key makes one conversation, even after a restart, and a title is taken once', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const one = await fixture.call('session.create', {title: 'Trip', key: 'k1'});
  expect(await fixture.call('session.create', {title: 'Other', key: 'k1'})).toEqual(one);
  await expect(fixture.call('session.create', {title: 'trip'})).rejects.toMatchObject({code: 'conflict'});
  await using later = await fixture.restart();
  expect((await later.call('session.create', {key: 'k1'})).key).toBe(one.key);
  expect(await titlesIn(later)).toEqual(['Trip']);
});

test('nobody can write into a conversation that nobody made', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await expect(fixture.call('session.send', {session: 'rooster:chat:nowhere', text: 'hi'})).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await titlesIn(fixture)).toEqual([]);
});

test('a conversation without a title takes the first words, then once a title by the model', async () => {
  using home = tempDir();
  const title = Promise.withResolvers<string>();
  using model = scriptedModel(['Water it weekly.', () => title.promise, 'Yes.']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {key} = await fixture.call('session.create', {});
  await sayIn(fixture, key, 'How often do I water the big monstera in the hall?');
  expect(titleOf(fixture, key)).toBe('How often do I water the big monstera…');
  await until('the request for a title', () => model.asked.length === 2);
  title.resolve('"Watering the monstera."');
  await until('a title by the model', () => titleOf(fixture, key) === 'Watering the monstera');
  await sayIn(fixture, key, 'really?');
  await settle();
  expect(model.asked).toHaveLength(3);
});

test("the operator's words make a title, an alarm's do not", async () => {
  using home = tempDir();
  const model = scriptedModel(['It is off.', 'The oven', 'Nothing to do.']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const injected = await fixture.call('session.create', {});
  await fixture.call('session.inject', {session: injected.key, text: 'Check the oven.'});
  await fixture.event('turn.ended', ({session}) => session === injected.key);
  await until('a title by the model', () => titleOf(fixture, injected.key) === 'The oven');
  const woken = await fixture.call('session.create', {});
  await fixture.call('alarm.set', {in: '5m', message: 'Look at the lamp.', session: woken.key});
  await fixture.clock.advance(5 * MINUTE);
  await fixture.event('turn.ended', ({session}) => session === woken.key);
  expect(titleOf(fixture, woken.key)).toBe('New conversation');
});

test('a title that a person gives meanwhile stays', async () => {
  using home = tempDir();
  const title = Promise.withResolvers<string>();
  using model = scriptedModel(['An answer.', () => title.promise]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {key} = await fixture.call('session.create', {});
  await sayIn(fixture, key, 'a question');
  await until('the request for a title', () => model.asked.length === 2);
  await fixture.call('session.rename', {session: key, title: 'Mine'});
  title.resolve('Of the model');
  await settle();
  expect(titleOf(fixture, key)).toBe('Mine');
});

test('a fork has copies up to a message, continues on its own, and is found once in a search', async () => {
  using home = tempDir();
  using model = scriptedModel(['one', 'two', 'other two', 'Other title']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.say('first question');
  await fixture.say('second question');
  const {messages} = await fixture.call('session.history', {session: MAIN});
  const from = messages[1]?.id;
  if (from === undefined) throw new Error('no message');
  const fork = await fixture.call('session.fork', {session: MAIN, from});
  expect(fork).toMatchObject({title: 'Fork of main', messages: 2, origin: {how: 'fork', session: MAIN, message: from}});
  await sayIn(fixture, fork.key, 'another second question');
  expect(await textsIn(fixture, fork.key)).toEqual(['first question', 'one', 'another second question', 'other two']);
  expect(await textsIn(fixture, MAIN)).toEqual(['first question', 'one', 'second question', 'two']);
  const prompt = JSON.stringify(model.asked[2]?.prompt);
  expect(prompt).toContain('first question');
  expect(prompt).not.toContain('"second question"');
  const {messages: found} = await fixture.call('message.search', {text: 'first'});
  expect(found.map(({session}) => session)).toEqual([MAIN]);
});

test('archive takes a conversation out of the list; search still finds it, marked as archived; a message restores it', async () => {
  using home = tempDir();
  using model = scriptedModel(['gladly', 'again']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {key} = await fixture.call('session.create', {title: 'Trip'});
  await sayIn(fixture, key, 'book the zeppelin');
  await fixture.call('session.archive', {session: key});
  await fixture.call('session.archive', {session: key});
  expect(await titlesIn(fixture)).toEqual([]);
  expect(await titlesIn(fixture, true)).toEqual(['Trip']);
  expect(await fixture.call('message.search', {text: 'zeppelin'})).toMatchObject({
    messages: [{session: key}],
    archived: [key],
  });
  await fixture.call('session.restore', {session: key});
  expect(await titlesIn(fixture)).toEqual(['Trip']);
  await fixture.call('session.archive', {session: key});
  await sayIn(fixture, key, 'one more');
  expect(await titlesIn(fixture)).toEqual(['Trip']);
  const kinds = fixture.events
    .map(({type}) => type)
    .filter(type => /^session\.(?:archived|restored|created)/u.test(type));
  expect(kinds).toEqual(['session.created', 'session.archived', 'session.restored', 'session.archived']);
});

test('the main conversation is archived by starting over: its messages get their own title, and a place behind it', async () => {
  using home = tempDir();
  using model = scriptedModel(['Good morning.', 'Greetings', 'Fresh.', 'Second greetings']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.say('hello there');
  const first = await fixture.call('session.archive', {session: MAIN});
  expect(first).toMatchObject({title: 'hello there', archived: true, messages: 2, unread: 1});
  expect(first.key).toMatch(/^rooster:chat:main-\d{4}-\d\d-\d\d$/u);
  await until('a title by the model', () => titleOf(fixture, first.key) === 'Greetings');
  expect(await textsIn(fixture, MAIN)).toEqual([]);
  expect(await textsIn(fixture, first.key)).toEqual(['hello there', 'Good morning.']);
  expect(await fixture.say('and now?')).toBe('Fresh.');
  expect(JSON.stringify(model.asked[2]?.prompt)).not.toContain('hello there');
  const {archived} = await fixture.call('session.reset', {session: MAIN, archive: true});
  const all = (await fixture.call('session.list', {archived: true})).sessions;
  expect(all.find(({key}) => key === archived)?.earlier).toBe(first.key);
  expect((await fixture.call('session.list', {})).sessions).toMatchObject([
    {key: MAIN, earlier: archived, messages: 0},
  ]);
  await expect(fixture.call('session.archive', {session: MAIN})).rejects.toMatchObject({code: 'conflict'});
  // A restored one goes on with everything that was said in it.
  await fixture.call('session.restore', {session: first.key});
  expect(await titlesIn(fixture)).toContain('Greetings');
});

test('a message that is only a file without a name is answered', async () => {
  using home = tempDir();
  using model = scriptedModel(['A red barn.']);
  const signal = fakeChannel();
  const config = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]};
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config, channels: [signal]});
  const attachments = [{path: 'received/1.pdf', type: 'application/pdf', size: 3}];
  expect(await signal.says('alice-uuid', '', undefined, {attachments})).toEqual({kind: 'kept'});
  expect(await fixture.event('turn.ended')).toMatchObject({outcome: 'replied'});
});

test('each conversation may have a model of its own', async () => {
  using home = tempDir();
  using model = scriptedModel(['by its own', 'by the usual one']);
  const wanted: (string | undefined)[] = [];
  const models = {
    candidates: (name?: string) => {
      wanted.push(name);
      return model.models.candidates(name);
    },
  };
  await using fixture = await openTestDaemon({home: home.path, models});
  const {key} = await fixture.call('session.create', {title: 'Code'});
  expect(await fixture.call('session.model', {session: key, model: 'anthropic/big'})).toMatchObject({
    model: 'anthropic/big',
  });
  await expect(fixture.call('session.model', {session: key, model: 'nonsense'})).rejects.toMatchObject({
    code: 'invalid',
  });
  await sayIn(fixture, key, 'hello');
  await fixture.say('hello');
  expect(wanted).toEqual(['anthropic/big', undefined]);
  expect(await fixture.call('session.model', {session: key})).not.toHaveProperty('model');
});

const SECRET = 'xylophone';

/** The tables with a row that contains the text, the tables of the search index included. */
const tablesWith = (home: string, text: string): readonly string[] => {
  using database = new DatabaseSync(join(home, 'rooster.db'), {readOnly: true});
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return names.flatMap(({name}) => {
    const rows = database.prepare(`SELECT * FROM "${name}"`).all();
    const has = (value: unknown): boolean =>
      value instanceof Uint8Array ? Buffer.from(value).includes(text) : String(value).includes(text);
    return rows.some(row => Object.values(row).some(has)) ? [String(name)] : [];
  });
};

test('a deleted conversation is gone from history, search, events, copies and every table', async () => {
  using home = tempDir();
  using model = scriptedModel([`I love the ${SECRET}.`, 'in main']);
  const fixture = await openTestDaemon({home: home.path, models: model.models});
  const copy = join(home.path, 'workspace/sessions/rooster_chat_music.jsonl');
  const {key} = await fixture.call('session.create', {title: 'Music'});
  await sayIn(fixture, key, `tell me about the ${SECRET}`);
  await fixture.say('hello');
  await until('a readable copy', () => existsSync(copy) && readFileSync(copy, 'utf8').includes(SECRET));
  const before = fixture.events.length;
  expect(await fixture.call('session.delete', {session: key})).toEqual({heir: MAIN, reminders: 0, alarms: 0});
  await fixture.event('session.deleted');
  await expect(fixture.call('session.history', {session: key})).rejects.toMatchObject({code: 'not_found'});
  expect(await fixture.call('message.search', {text: SECRET})).toEqual({messages: []});
  const {events} = await fixture.call('events.list', {limit: 500});
  expect(JSON.stringify(events)).not.toContain(SECRET);
  expect(events.map(({seq}) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.length).toBeGreaterThan(before);
  expect(JSON.stringify(events)).toContain('in main');
  await until('the copy is removed', () => !existsSync(copy));
  await fixture[Symbol.asyncDispose]();
  expect(tablesWith(home.path, SECRET)).toEqual([]);
  expect(tablesWith(home.path, 'in main')).toEqual(expect.arrayContaining(['events', 'messages']));
});

test('reminders and alarms of a deleted conversation go on in the main one', async () => {
  using home = tempDir();
  using model = scriptedModel(['yes']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {key} = await fixture.call('session.create', {title: 'Trip'});
  await sayIn(fixture, key, 'plan it');
  await fixture.call('alarm.set', {in: '20m', message: 'look at it', session: key});
  expect(await fixture.call('session.delete', {session: key})).toEqual({heir: MAIN, reminders: 0, alarms: 1});
  const {alarms} = await fixture.call('alarm.list', {});
  expect(alarms).toMatchObject([{session: MAIN, message: 'look at it'}]);
  const {events} = await fixture.call('events.list', {limit: 500});
  expect(JSON.stringify(events.filter(({type}) => type === 'alarm.set'))).not.toContain(key);
});

test('a running turn is stopped before its conversation is deleted', async () => {
  using home = tempDir();
  using model = scriptedModel([() => new Promise<string>(() => {})]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {key} = await fixture.call('session.create', {title: 'Trip'});
  await fixture.call('session.send', {session: key, text: 'think'});
  await until('the request', () => model.asked.length === 1);
  await fixture.call('session.send', {session: key, text: 'and think more'});
  await fixture.call('session.delete', {session: key});
  expect(await titlesIn(fixture)).toEqual([]);
});

test('the main conversation and one that a webhook writes to are not deleted', async () => {
  using home = tempDir();
  using model = scriptedModel(['hi']);
  const config = {
    hooks: {
      build: {
        secret: 'a long enough secret',
        scheme: 'bearer',
        trust: 'full',
        target: 'rooster:chat:builds',
        reply: 'turn',
      },
    },
  };
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config});
  await fixture.say('hello');
  await expect(fixture.call('session.delete', {session: MAIN})).rejects.toMatchObject({code: 'refused'});
  const {key} = await fixture.call('session.create', {title: 'Builds'});
  await expect(fixture.call('session.delete', {session: key})).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('hooks.build.target'),
  });
});

test('the index of a search and a fork survive a start; deleted conversations stay gone', async () => {
  using home = tempDir();
  using model = scriptedModel(['the answer', 'more']);
  const fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.say(`about the ${SECRET}`);
  const fork = await fixture.call('session.fork', {session: MAIN, title: 'Branch'});
  await fixture.call('session.archive', {session: MAIN});
  const [archived] = (await fixture.call('session.list', {archived: true})).sessions;
  if (archived === undefined) throw new Error('nothing archived');
  await fixture.call('session.delete', {session: archived.key});
  await using later = await fixture.restart();
  expect(await textsIn(later, fork.key)).toEqual([`about the ${SECRET}`, 'the answer']);
  const {messages} = await later.call('message.search', {text: SECRET});
  expect(messages.map(({session}) => session)).toEqual([fork.key]);
  using database = new DatabaseSync(join(home.path, 'rooster.db'), {readOnly: true});
  expect(database.prepare("SELECT count(*) AS n FROM messages WHERE session LIKE '%:chat:main%'").get()).toEqual({
    n: 0,
  });
});
