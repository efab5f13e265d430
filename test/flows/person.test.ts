// One person in two places: what comes in anywhere is one conversation, and each answer goes back the way its question came.
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {openPersonFixture, PEOPLE} from '../support/person-fixture.ts';
import {until} from '../support/until.ts';

test('a conversation from the terminal continues on the phone with the same context, and the other way round', async () => {
  await using fixture = await openPersonFixture(['Nice.', 'Blue, you said.', 'On the phone, just now.']);
  expect(await fixture.now().say('my bicycle is blue')).toBe('Nice.');
  await fixture.signal.says('alice-uuid', 'what colour is it?');
  expect(await fixture.sent(1)).toEqual([['signal:alice-uuid', 'Blue, you said.']]);
  expect(await fixture.now().say('when did I ask?')).toBe('On the phone, just now.');
  expect(JSON.stringify(fixture.model.asked[1]?.prompt)).toContain('my bicycle is blue');
  expect(await fixture.said()).toEqual([
    ['user', 'terminal', 'my bicycle is blue'],
    ['assistant', 'terminal', 'Nice.'],
    ['user', 'signal', 'what colour is it?'],
    ['assistant', 'signal', 'Blue, you said.'],
    ['user', 'terminal', 'when did I ask?'],
    ['assistant', 'terminal', 'On the phone, just now.'],
  ]);
  // A question from the terminal rings nowhere.
  await fixture.now().clock.advance(HOUR);
  expect(fixture.signal.attempts).toHaveLength(1);
  const {sessions} = await fixture.now().call('session.list', {});
  expect(sessions).toMatchObject([{key: 'rooster:main', kind: 'main', user: 'alice', person: 'alice', trust: 'full'}]);
});

test('the prompt has the formatting and the tools of the place where the message was written', async () => {
  await using fixture = await openPersonFixture(['Hello.', 'Hello.']);
  await fixture.now().say('hello');
  await fixture.signal.says('alice-uuid', 'hello');
  await fixture.sent(1);
  const [atTerminal, onSignal] = fixture.model.asked;
  const names = (asked = atTerminal) => asked?.tools?.map(({name}) => name);
  expect(JSON.stringify(onSignal?.prompt[0])).toContain('written on signal');
  expect(JSON.stringify(atTerminal?.prompt[0])).toContain('written on terminal');
  expect(names()).not.toContain('signal_react');
  expect(names(onSignal)).toContain('signal_react');
});

test('another configured person has one conversation under their name, apart from the owner', async () => {
  await using fixture = await openPersonFixture(['Hello Bob.', 'Hello Alice.']);
  await fixture.signal.says('bob-uuid', 'hello');
  expect(await fixture.sent(1)).toEqual([['signal:bob-uuid', 'Hello Bob.']]);
  await fixture.now().say('hello');
  expect(await fixture.said('rooster:person:bob')).toEqual([
    ['user', 'signal', 'hello'],
    ['assistant', 'signal', 'Hello Bob.'],
  ]);
  const {sessions} = await fixture.now().call('session.list', {});
  expect(sessions.find(({key}) => key === 'rooster:person:bob')).toMatchObject({
    kind: 'person',
    title: 'bob',
    user: 'bob',
    person: 'bob',
    trust: 'inner',
  });
  expect(JSON.stringify(fixture.model.asked[1]?.prompt)).not.toContain('Hello Bob.');
});

test('a message from the terminal between a question on Signal and its answer causes no quote', async () => {
  let release = (): void => {};
  const waits = new Promise<void>(resolve => {
    release = resolve;
  });
  const slow = async () => {
    await waits;
    return 'At nine.';
  };
  await using fixture = await openPersonFixture([slow, 'Yes.']);
  await fixture.signal.says('alice-uuid', 'when does it open?');
  await until('it is asked', () => fixture.model.asked.length === 1);
  await fixture.now().call('session.send', {text: 'are you there?'});
  release();
  await fixture.sent(1);
  expect(fixture.signal.sent[0]).toMatchObject({to: 'signal:alice-uuid', text: 'At nine.'});
  expect(fixture.signal.sent[0]?.quote).toBeUndefined();
  await until('the terminal is answered too', () => fixture.model.asked.length === 2);
  await fixture.now().event('turn.ended', ({source}) => source.kind === 'user' && source.channel === 'terminal');
});

test('a stop on the phone stops the turn that was begun at the terminal', async () => {
  await using fixture = await openPersonFixture([{hang: true}]);
  await fixture.now().call('session.send', {text: 'count to a million'});
  await until('it is asked', () => fixture.model.asked.length === 1);
  await fixture.signal.says('alice-uuid', '/stop');
  expect(await fixture.now().event('turn.ended')).toMatchObject({outcome: 'aborted', session: 'rooster:main'});
  expect(await fixture.sent(1)).toEqual([['signal:alice-uuid', 'Stopped.']]);
});

test('a reminder set at the terminal rings on the phone, and "done" there or a snooze here mean the same one', async () => {
  await using fixture = await openPersonFixture([]);
  const {id} = await fixture.now().call('reminder.set', {in: '10m', message: 'stretch'});
  await fixture.now().clock.advance(10 * MINUTE);
  expect(await fixture.sent(1)).toEqual([['signal:alice-uuid', 'stretch']]);
  await fixture.signal.says('alice-uuid', 'snooze 5m');
  expect((await fixture.now().event('reminder.snoozed')).reminder).toMatchObject({id});
  await fixture.sent(2);
  await fixture.now().clock.advance(5 * MINUTE);
  await fixture.sent(3);
  expect(await fixture.now().call('reminder.done', {id})).toMatchObject({id, state: 'done'});
  await fixture.signal.says('alice-uuid', 'done');
  expect((await fixture.sent(4)).at(-1)?.[1]).toContain('already done');
  expect((await fixture.said()).map(([, channel]) => channel)).toEqual(Array(6).fill('signal'));
});

test('a reminder set from the phone goes to that address, one set at the terminal to all', async () => {
  const call = (message: string) => ({
    calls: [{name: 'reminder', input: {action: 'set', when: 'in 1 hour', message, mode: 'verbatim'}}],
  });
  const users = [{...PEOPLE[0], match: [...PEOPLE[0].match, 'signal:alice-tablet']}];
  await using fixture = await openPersonFixture([call('milk'), 'Set.', call('bread'), 'Set.'], {users});
  await fixture.signal.says('alice-uuid', 'remind me of the milk');
  await fixture.sent(1);
  await fixture.now().say('and of the bread');
  const {reminders} = await fixture.now().call('reminder.list', {});
  const ways = new Map(reminders.map(one => [one.message, one.ways]));
  expect(ways.get('milk')).toEqual(['signal:alice-uuid']);
  expect(ways.get('bread')).toEqual(['signal:alice-uuid', 'signal:alice-tablet']);
  // Both ring with it, and the conversation has it once.
  await fixture.now().clock.advance(HOUR);
  await fixture.sent(4);
  expect((await fixture.said()).filter(([, , text]) => text === 'bread')).toHaveLength(1);
});

test("an answer at the terminal isn't one on the phone: a failed question from there is asked once more, for the phone", async () => {
  const broken = {error: Object.assign(new Error('down'), {statusCode: 400})};
  await using fixture = await openPersonFixture([broken, 'Good morning.', 'At nine.']);
  await fixture.signal.says('alice-uuid', 'when does it open?');
  const [line] = await fixture.sent(1);
  expect(line?.[1]).toContain("I couldn't answer this just now.");
  expect(await fixture.now().say('good morning')).toBe('Good morning.');
  expect((await fixture.sent(2)).at(-1)).toEqual(['signal:alice-uuid', 'At nine.']);
  await fixture.now().clock.advance(45 * SECOND);
  expect(fixture.model.asked).toHaveLength(3);
  expect(fixture.signal.sent).toHaveLength(2);
});

test('after a kill during a turn from the phone, it is answered there once; one from the terminal is not', async () => {
  await using fixture = await openPersonFixture([{hang: true}, 'At nine.']);
  await fixture.signal.says('alice-uuid', 'when does it open?');
  await until('it is asked', () => fixture.model.asked.length === 1);
  await fixture.now().call('session.send', {text: 'and the bakery?'});
  fixture.model.add('At six.');
  await fixture.restart({users: PEOPLE});
  expect(await fixture.sent(1)).toEqual([['signal:alice-uuid', 'At nine.']]);
  await until('the queued message is answered too', () => fixture.model.asked.length === 3);
  await fixture.now().clock.advance(MINUTE);
  expect(fixture.signal.sent).toHaveLength(1);
});

test('a key of one address means the conversation: an injection into it is answered at that address', async () => {
  await using fixture = await openPersonFixture(['Told you.']);
  const request = {session: 'rooster:dm:signal:alice-uuid', text: 'say it', deliver: true} as const;
  expect(await fixture.now().call('session.inject', request)).toMatchObject({session: 'rooster:main'});
  expect(await fixture.sent(1)).toEqual([['signal:alice-uuid', 'Told you.']]);
});

test('the answer of an alarm that Bob set from his phone goes there', async () => {
  const set = {calls: [{name: 'alarm', input: {action: 'set', when: 'in 1 hour', message: 'Look at the oven.'}}]};
  await using fixture = await openPersonFixture([set, 'I will look.', 'The oven is off.']);
  await fixture.signal.says('bob-uuid', 'look at the oven in an hour');
  await fixture.sent(1);
  expect((await fixture.now().call('alarm.list', {})).alarms).toMatchObject([{session: 'rooster:person:bob'}]);
  await fixture.now().clock.advance(HOUR);
  expect((await fixture.sent(2)).at(-1)).toEqual(['signal:bob-uuid', 'The oven is off.']);
  expect((await fixture.said('rooster:person:bob')).at(-1)).toEqual(['assistant', 'signal', 'The oven is off.']);
});

test('with a conversation for each address, the terminal and the phone know nothing of each other', async () => {
  const users = PEOPLE.map(user => ({...user, conversation: 'each'}));
  await using fixture = await openPersonFixture(['Nice.', 'I do not know.'], {users});
  await fixture.now().say('my bicycle is blue');
  await fixture.signal.says('alice-uuid', 'what colour is it?');
  await fixture.sent(1);
  expect(JSON.stringify(fixture.model.asked[1]?.prompt)).not.toContain('blue');
  expect(await fixture.said('rooster:dm:signal:alice-uuid')).toHaveLength(2);
});
