// The conversation of a phone: chosen per person, stored, and kept apart from the others.
import {expect, test} from 'vitest';
import type {SessionKey} from '../../src/shared/records/session-key.ts';
import {MINUTE} from '../../src/shared/time/time.ts';
import {type AlarmFixture, openAlarmFixture} from '../support/alarm-fixture.ts';
import type {TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

/** Writes on Signal and waits for the answer. */
const writer =
  (fixture: AlarmFixture) =>
  async (text: string, sender = 'alice-uuid'): Promise<string | undefined> => {
    const {signal} = fixture;
    const before = signal.texts.length;
    expect(await signal.says(sender, text)).toEqual({kind: 'kept'});
    await fixture.now().whileTimePasses(until(`an answer to ${text}`, () => signal.texts.length > before));
    return signal.texts.at(-1);
  };

const textsIn = async (fixture: TestDaemon, session: SessionKey): Promise<readonly string[]> =>
  (await fixture.call('session.history', {session})).messages.map(({text}) => text);

test('/new NAME makes a conversation, the phone talks there, and /chat main goes back', async () => {
  await using by = await openAlarmFixture({answers: ['in main', 'in the garden', 'back in main']});
  const writes = writer(by);
  expect(await writes('hello')).toBe('in main');
  expect(await writes('/new Garden')).toBe('Started "Garden". You are in it now. /chat main goes back.');
  expect(await writes('when do I sow?')).toBe('in the garden');
  expect(await writes('/chats')).toMatch(/- main\n- Garden, .*\(you are here\)/u);
  expect(await writes('/chat main')).toBe('Now in "main".');
  expect(await writes('thanks')).toBe('back in main');
  const {sessions} = await by.now().call('session.list', {});
  const garden = sessions.find(({title}) => title === 'Garden');
  expect(garden).toMatchObject({key: 'rooster:chat:garden', person: 'alice'});
  expect(await textsIn(by.now(), 'rooster:chat:garden')).toEqual(['when do I sow?', 'in the garden']);
  expect(JSON.stringify(by.model.asked[1]?.prompt)).not.toContain('hello');
});

test('the choice outlives the daemon, belongs to one person, and ends when the conversation is archived', async () => {
  await using by = await openAlarmFixture({answers: ['for bob', 'in the garden', 'in main']});
  const writes = writer(by);
  await writes('/new Garden');
  expect(await writes('hi', 'bob-uuid')).toBe('for bob');
  expect(await writes('/chats', 'bob-uuid')).not.toContain('Garden');
  expect(await writes('/chat garden', 'bob-uuid')).toContain('No conversation "garden".');
  await by.restart();
  expect(await writes('still here?')).toBe('in the garden');
  await by.now().call('session.archive', {session: 'rooster:chat:garden'});
  expect(await writes('and now?')).toBe('in main');
});

test('/find finds messages of all conversations of the person, and none of anybody else', async () => {
  await using by = await openAlarmFixture({answers: ['noted', 'noted too', 'hello bob']});
  const writes = writer(by);
  await writes('the garage code is 4711');
  await writes('/new Garden');
  await writes('roses beside the garage');
  await writes('my garage is full', 'bob-uuid');
  const lines = (await writes('/find garage'))?.split('\n') ?? [];
  expect(lines).toEqual([
    expect.stringMatching(/^- .*: roses beside the garage$/u),
    expect.stringMatching(/^- .*: the garage code is 4711$/u),
  ]);
  expect(await writes('/find code garage')).toMatch(/4711$/u);
  expect(await writes('/find moon')).toBe('No message with "moon".');
  expect(await writes('/find')).toBe('Write what to find: /find TEXT.');
});

test('/jobs lists the jobs, and /cron is the same', async () => {
  await using by = await openAlarmFixture({answers: []});
  const writes = writer(by);
  expect(await writes('/jobs')).toBe('No jobs.');
  expect(await writes('/cron')).toBe('No jobs.');
  expect(await writes('/jobs stop')).toBe('Unknown: /jobs stop. Use /jobs, or /jobs run, pause or resume and a name.');
});

test('a deleted conversation takes the phone back to the own one', async () => {
  await using by = await openAlarmFixture({answers: ['in main']});
  const writes = writer(by);
  await writes('/new Garden');
  await by.now().call('session.delete', {session: 'rooster:chat:garden'});
  expect(await writes('hello?')).toBe('in main');
});

test("another person's conversation keeps that person's trust", async () => {
  await using by = await openAlarmFixture({answers: ['yes']});
  const writes = writer(by);
  await writes('/new Books', 'bob-uuid');
  expect(await writes('read it?', 'bob-uuid')).toBe('yes');
  const {sessions} = await by.now().call('session.list', {});
  expect(sessions.find(({title}) => title === 'Books')).toMatchObject({user: 'bob', trust: 'inner', person: 'bob'});
  const started = by.now().events.find(event => event.type === 'message.added' && event.message.text === 'read it?');
  expect(started).toMatchObject({trust: 'inner', session: 'rooster:chat:books'});
});

test('an alarm that is set in a conversation wakes it and answers where its person is', async () => {
  await using by = await openAlarmFixture({answers: ['noted', 'wake up']});
  const writes = writer(by);
  await writes('/new Books', 'bob-uuid');
  await writes('wake me', 'bob-uuid');
  await by.now().call('alarm.set', {in: '20m', message: 'wake bob', session: 'rooster:chat:books'});
  const before = by.signal.texts.length;
  await by.clock.advance(20 * MINUTE);
  await by.now().whileTimePasses(until('the alarm', () => by.signal.texts.length > before));
  const {deliveries} = await by.now().call('outbox.list', {limit: 1});
  expect(deliveries).toMatchObject([{text: 'wake up', address: 'signal:bob-uuid'}]);
  expect(await textsIn(by.now(), 'rooster:chat:books')).toContain('wake up');
});
