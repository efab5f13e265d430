// The conversations of a database from before, one for each address, and the one over all addresses that continues them.
import {expect, test} from 'vitest';
import {MIGRATIONS} from '../../src/daemon/store/database/migrations.ts';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {makeOlder} from '../support/older-database.ts';
import {each, openPersonFixture, PEOPLE} from '../support/person-fixture.ts';
import {until} from '../support/until.ts';

const DM = 'rooster:dm:signal:alice-uuid';
const BOBS = 'rooster:dm:signal:bob-uuid';
const JOB = {name: 'news', cron: '0 18 * * *', message: 'What is new?', deliver: 'signal:bob-uuid', announce: 'direct'};

/** The first version, with rows from before messages had channels, in which Bob's newest message is owed a reply. */
const asBefore = (home: string): void => {
  const changes = `
    UPDATE messages SET channel = NULL;
    UPDATE turns SET replyTo = NULL;
    DELETE FROM escalations;
    INSERT INTO ledger (address, inAt, inId) VALUES ('signal:bob-uuid', '2026-11-21T11:00:00.000Z', 'bob-1')
      ON CONFLICT (address) DO UPDATE SET inAt = excluded.inAt, inId = excluded.inId`;
  makeOlder(home, MIGRATIONS.slice(0, 1), changes);
};

test('a database from before keeps everything: open items continue, and links to an earlier conversation still work', async () => {
  const set = {calls: [{name: 'reminder', input: {action: 'set', when: 'in 2 hours', message: 'milk', mode: 'agent'}}]};
  const wake = {calls: [{name: 'alarm', input: {action: 'set', when: 'in 3 hours', message: 'Look at the oven.'}}]};
  const answers = ['Hello Bob.', set, 'Set.', wake, 'I will look.', 'Kept.', {hang: true}] as const;
  await using fixture = await openPersonFixture(answers, {users: each, cron: [JOB]});
  const before = fixture.now();
  await fixture.signal.says('bob-uuid', 'hello');
  await fixture.sent(1);
  await fixture.signal.says('bob-uuid', 'remind me of the milk');
  await fixture.sent(2);
  await fixture.signal.says('bob-uuid', 'look at the oven later');
  await fixture.sent(3);
  // A delivery that waits for its channel, a turn at work, and one that waits.
  fixture.signal.answer('later');
  await fixture.signal.says('alice-uuid', 'keep my blue bicycle in mind');
  await before.whileTimePasses(until('it was tried', () => fixture.signal.attempts.length > 3));
  await fixture.signal.says('alice-uuid', 'is it blue?');
  await until('it is asked', () => fixture.model.asked.length === 7);
  await fixture.signal.says('alice-uuid', 'or red?');
  await before.call('session.rename', {session: BOBS, title: 'Bob the builder'});
  fixture.signal.answer('accept');
  fixture.model.add('Blue.', 'Not red.');
  const now = await fixture.restart({users: PEOPLE, cron: [JOB]}, () => asBefore(fixture.home));
  await jobsTold(now, now.clock);
  const texts = (await fixture.sent(6)).map(([to, text]) => `${to} ${text}`);
  expect(texts.slice(3).toSorted()).toEqual([
    'signal:alice-uuid Blue.',
    'signal:alice-uuid Kept.',
    'signal:alice-uuid Not red.',
  ]);

  // The earlier conversations are read and found as before, and say where they go on.
  const {sessions} = await now.call('session.list', {});
  const goesOn = new Map(sessions.map(({key, continuedIn}) => [key, continuedIn]));
  expect([goesOn.get(DM), goesOn.get(BOBS)]).toEqual(['rooster:main', 'rooster:person:bob']);
  expect(sessions.find(({key}) => key === 'rooster:person:bob')).toMatchObject({earlier: BOBS});
  expect((await fixture.history(BOBS)).at(0)).toMatchObject({text: 'hello'});
  expect((await now.call('message.search', {text: 'bicycle'})).messages).toMatchObject([{session: DM}]);
  expect((await fixture.history('rooster:person:bob')).map(({role, text}) => [role, text])).toEqual([
    [
      'system',
      'The conversation "Bob the builder" continues here. Its earlier messages are in sessions/rooster_dm_signal_bob-uuid.jsonl.',
    ],
  ]);
  // A reply is still owed to Bob, whose last message had none.
  expect(await now.call('ledger.get', {contact: 'bob'})).toMatchObject({newestIn: {id: 'bob-1'}});

  // Plans of the earlier conversation reach the same person, in the one that continues it.
  fixture.model.add('Milk!', 'Buy milk, Bob.', 'The oven is off.', 'All quiet.');
  const count = fixture.signal.sent.length;
  await now.clock.advance(2 * HOUR);
  expect((await fixture.sent(count + 1)).at(-1)).toEqual(['signal:bob-uuid', 'Buy milk, Bob.']);
  await now.clock.advance(HOUR + MINUTE);
  expect((await fixture.sent(count + 2)).at(-1)).toEqual(['signal:bob-uuid', 'The oven is off.']);
  await now.clock.advance(4 * HOUR);
  expect((await fixture.sent(count + 3)).at(-1)).toEqual(['signal:bob-uuid', 'All quiet.']);
  expect((await fixture.said('rooster:person:bob')).map(([role, channel, text]) => [role, channel, text])).toEqual([
    ['system', undefined, expect.stringContaining('Bob the builder')],
    ['user', undefined, 'Milk!'],
    ['assistant', 'signal', 'Buy milk, Bob.'],
    ['user', undefined, 'Look at the oven.'],
    ['assistant', 'signal', 'The oven is off.'],
    ['user', undefined, 'What is new?'],
    ['assistant', 'signal', 'All quiet.'],
  ]);
  expect(await fixture.history(BOBS)).toHaveLength(10);
});

test('an edit or a deletion of an earlier message finds it there', async () => {
  await using fixture = await openPersonFixture(['Nice.', {hang: true}], {users: each});
  await fixture.signal.says('alice-uuid', 'my bicycle is blue');
  await fixture.sent(1);
  await fixture.signal.says('alice-uuid', 'and fast');
  await until('it is asked', () => fixture.model.asked.length === 2);
  await fixture.signal.says('alice-uuid', 'and new');
  fixture.model.add('Fast.', 'Old, then.');
  await fixture.restart({users: PEOPLE});
  await fixture.sent(3);
  await fixture.signal.changes('alice-uuid', {of: 1});
  expect((await fixture.history(DM)).map(({text}) => text)).toContain('[This message was deleted by its author.]');
  fixture.model.add('Noted.');
  await fixture.signal.changes('alice-uuid', {of: 2, text: 'and slow'});
  expect((await fixture.sent(4)).at(-1)).toEqual(['signal:alice-uuid', 'Noted.']);
  expect((await fixture.said()).at(-2)).toEqual(['user', 'signal', 'and slow']);
  expect(JSON.stringify(fixture.model.asked.at(-1))).toContain(
    '⟦With the message, as data:⟧ Edited. The text before: \\"and fast\\"\\nand slow',
  );
});

test('the note comes once, however often the configuration goes back and forth', async () => {
  await using fixture = await openPersonFixture(['Hello.', 'Again.'], {users: each});
  await fixture.signal.says('alice-uuid', 'hello');
  await fixture.sent(1);
  await fixture.restart({users: PEOPLE});
  await fixture.restart({users: each});
  const apart = await fixture.now().call('session.list', {});
  expect(apart.sessions.find(({key}) => key === DM)).not.toHaveProperty('continuedIn');
  await fixture.signal.says('alice-uuid', 'and again');
  await fixture.sent(2);
  expect(await fixture.said(DM)).toHaveLength(4);
  await fixture.restart({users: PEOPLE});
  expect((await fixture.history()).filter(({source}) => source.kind === 'system')).toHaveLength(1);
});

test('a message that is sent again under its key, after its conversation was continued, is the same message', async () => {
  await using fixture = await openPersonFixture(['Done.'], {users: each});
  const request = {session: DM, text: 'water the plants', key: 'k1'} as const;
  const {turnId} = await fixture.now().call('session.inject', request);
  await fixture.now().event('turn.ended');
  await fixture.restart({users: PEOPLE});
  expect(await fixture.now().call('session.inject', request)).toEqual({session: DM, turnId});
});

test("people who are configured later, and those who aren't, keep the conversation of their address", async () => {
  await using fixture = await openPersonFixture(['Hello.'], {users: each});
  await fixture.signal.says('bob-uuid', 'hello');
  await fixture.sent(1);
  await fixture.restart({users: [PEOPLE[0]]});
  const {sessions} = await fixture.now().call('session.list', {});
  expect(sessions.find(({key}) => key === BOBS)).not.toHaveProperty('continuedIn');
  expect(await fixture.said(BOBS)).toHaveLength(2);
});
