// A person who wrote on a channel always gets a response, and the owner is notified: in the whole daemon, with a scripted model, a fake
// Signal, and a clock moved by hand.
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type AlarmHouse, BOB, MAIN, openAlarmHouse} from '../support/alarm-house.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';
import {until} from '../support/until.ts';

const LINE = "I couldn't answer this just now. I'll tell alice.";
const BROKEN: ScriptedTurn = {error: new Error('no model today'), after: ['Hel']};
const BASH = (command: string) => ({calls: [{name: 'bash', input: {command}}]});

const ends = (house: AlarmHouse): number => house.now().events.filter(({type}) => type === 'turn.ended').length;

/** Bob (or another person) writes, and their turn ends. */
const writes = async (house: AlarmHouse, text: string, sender = 'bob-uuid'): Promise<void> => {
  const before = ends(house);
  expect(await house.signal.says(sender, text)).toEqual({kind: 'kept'});
  await house.now().whileTimePasses(until('the end of the turn', () => ends(house) > before));
  await house.clock.advance(SECOND);
};
const notes = async (house: AlarmHouse): Promise<readonly string[]> => {
  const {sessions} = await house.now().call('session.list', {});
  if (sessions.every(({key}) => key !== MAIN)) return [];
  const {messages} = await house.now().call('session.history', {session: MAIN});
  return messages.filter(({role}) => role === 'system').map(({text}) => text);
};
/** Advances in small steps until the condition holds. */
const sees = (house: AlarmHouse, what: string, holds: () => boolean): Promise<void> =>
  house.now().whileTimePasses(until(what, holds));

test('a failed turn sends one neutral line to the sender and one note to the owner, and is retried later', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, 'Good morning.', 'Hello Bob.']});
  await writes(house, 'hello?');
  expect(house.signal.sent).toMatchObject([{to: 'signal:bob-uuid', text: LINE}]);
  expect(await notes(house)).toEqual([
    'No answer for bob on Signal: test/scripted stopped in the middle of its answer. Try again later, or use another model. Another note follows when answers work again.',
  ]);
  expect((await house.now().call('daemon.status', {})).problems).toMatchObject([{key: 'signal'}]);
  expect(await house.now().say('good morning')).toBe('Good morning.');
  await sees(house, 'Bob is answered', () => house.signal.texts.includes('Hello Bob.'));
  // The same message, sent again: it is there once, without the undelivered answer.
  const {messages} = await house.now().call('session.history', {session: BOB});
  expect(messages.map(({text}) => text)).toEqual(['hello?', LINE, 'Hello Bob.']);
  await house.clock.advance(45 * SECOND);
  expect(house.signal.texts).toEqual([LINE, 'Hello Bob.']);
  expect((await notes(house)).slice(1)).toEqual(['Answers work again. Answered: bob.']);
  expect((await house.now().call('daemon.status', {})).problems).toEqual([]);
});

test('a second failure sends no second line within the hour, and is retried once, together with the first', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, BROKEN, 'Good morning.', 'Hello Bob.']});
  await writes(house, 'hello?');
  await writes(house, 'are you there?');
  expect(house.signal.texts).toEqual([LINE]);
  await house.now().say('good morning');
  await sees(house, 'Bob is answered', () => house.signal.texts.includes('Hello Bob.'));
  await house.clock.advance(MINUTE);
  expect(house.model.asked).toHaveLength(4);
});

test('a turn that fails again is given up: no more attempts or lines, and the owner learns who waits', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, 'Morning.', BROKEN, 'Noon.']});
  await writes(house, 'hello?');
  await house.now().say('good morning');
  await sees(house, 'the second try', () => ends(house) === 3);
  await house.clock.advance(MINUTE);
  await house.now().say('noon');
  await house.clock.advance(MINUTE);
  expect(house.model.asked).toHaveLength(4);
  expect(house.signal.texts).toEqual([LINE]);
  expect((await notes(house)).at(-1)).toBe('Answers work again. Still without an answer: bob.');
});

test("a turn that had used a tool isn't retried", async () => {
  await using house = await openAlarmHouse({answers: [BASH('true'), BROKEN, 'Good morning.']});
  await writes(house, 'turn off the lights');
  await house.now().say('good morning');
  await house.clock.advance(MINUTE);
  expect(house.model.asked).toHaveLength(3);
  expect(house.signal.texts).toEqual([LINE]);
  expect((await notes(house)).at(-1)).toBe('Answers work again. Still without an answer: bob.');
});

test('an empty turn counts as no answer; one that ends with a sentinel does', async () => {
  await using house = await openAlarmHouse({answers: [BASH('true'), '', 'NO_ACTION_NEEDED']});
  await writes(house, 'hello?');
  expect(house.signal.texts).toEqual([LINE]);
  expect((await notes(house))[0]).toContain('ended without an answer');
  await writes(house, 'thanks!', 'carol-uuid');
  expect(house.signal.texts).toEqual([LINE]);
});

test('one note names all who wait; the owner on the phone learns where the reason is', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, BROKEN, BROKEN]});
  await writes(house, 'hello?');
  await writes(house, 'hello?', 'carol-uuid');
  await writes(house, 'hello?', 'alice-uuid');
  expect(house.signal.sent.map(({to}) => to)).toEqual(['signal:bob-uuid', 'signal:carol-uuid', 'signal:alice-uuid']);
  expect(house.signal.texts.at(-1)).toBe(
    "I couldn't answer this just now. The reason is in a note in your own conversation, at the terminal.",
  );
  expect(await notes(house)).toHaveLength(1);
  expect((await notes(house))[0]).toContain('No answer for bob, carol, alice on Signal');
});

test("a turn stopped by the person or the operator isn't a failure", async () => {
  await using house = await openAlarmHouse({answers: [{hang: true}]});
  await house.signal.says('bob-uuid', 'think long');
  await sees(house, 'the model is asked', () => house.model.asked.length === 1);
  await house.signal.says('bob-uuid', '/stop');
  await sees(house, 'the end', () => ends(house) === 1);
  await house.clock.advance(MINUTE);
  expect(house.signal.texts).toEqual(['Stopped.']);
  expect(await notes(house)).toEqual([]);
});

test('strangers get no line', async () => {
  await using house = await openAlarmHouse();
  expect(await house.signal.says('mallory-uuid', 'hello?')).toMatchObject({kind: 'refused'});
  await house.clock.advance(MINUTE);
  expect(house.signal.attempts).toEqual([]);
});

test('after the neutral line the conversation still owes a reply', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN], config: {signal: {account: '+15550000000'}}});
  await writes(house, 'hello?');
  const {deliveries} = await house.now().call('outbox.list', {});
  expect(deliveries).toMatchObject([{text: LINE, holding: true, state: 'sent'}]);
  const {newestOut} = await house.now().call('ledger.get', {contact: 'bob'});
  expect(newestOut).toBeUndefined();
});

test('waiting messages are retried once after restarts, when the model answers', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, 'Good morning.', 'Hello Bob.', 'Noon.']});
  await writes(house, 'hello?');
  await house.restart();
  await house.clock.advance(MINUTE);
  expect(house.model.asked).toHaveLength(1);
  await house.now().say('good morning');
  await sees(house, 'Bob is answered', () => house.signal.texts.includes('Hello Bob.'));
  await house.restart();
  await house.now().say('noon');
  await house.clock.advance(MINUTE);
  expect(house.model.asked).toHaveLength(4);
  expect(house.signal.texts).toEqual([LINE, 'Hello Bob.']);
});

test('a daemon stopped during a turn without tools retries it once at its next start', async () => {
  await using house = await openAlarmHouse({answers: [{hang: true}, {hang: true}, 'Noon.']});
  await house.signal.says('bob-uuid', 'hello?');
  await sees(house, 'the model is asked', () => house.model.asked.length === 1);
  await house.restart();
  await sees(house, 'it is asked again', () => house.model.asked.length === 2);
  expect(house.signal.texts).toEqual([]);
  await house.restart();
  await house.clock.advance(MINUTE);
  await sees(house, 'the line', () => house.signal.texts.length === 1);
  expect(house.signal.texts).toEqual([LINE]);
  await house.now().say('noon');
  await house.clock.advance(MINUTE);
  expect(house.model.asked).toHaveLength(3);
});

test('a turn whose tool ran during the stop is reported, not retried', async () => {
  await using house = await openAlarmHouse({answers: [BASH('sleep 600')]});
  await house.signal.says('bob-uuid', 'hello?');
  await sees(house, 'the tool works', () => house.now().events.some(({type}) => type === 'turn.tool'));
  await house.restart();
  await house.clock.advance(SECOND);
  await sees(house, 'the line', () => house.signal.texts.length === 1);
  expect(house.signal.texts).toEqual([LINE]);
  expect(await notes(house)).toHaveLength(1);
});

test('a conversation that keeps failing is reported once an hour, even if others get answers in between', async () => {
  const answers = [BROKEN, 'One.', BROKEN, BROKEN, 'Two.', BROKEN];
  await using house = await openAlarmHouse({answers});
  await writes(house, 'hello?');
  await house.now().say('one');
  await sees(house, 'the second try', () => ends(house) === 3);
  await house.clock.advance(SECOND);
  expect(await notes(house)).toHaveLength(1);
  await writes(house, 'and now?');
  await house.now().say('two');
  await sees(house, 'it is tried again', () => ends(house) === 6);
  await house.clock.advance(SECOND);
  expect(house.signal.texts).toEqual([LINE]);
  expect((await notes(house)).length).toBeLessThanOrEqual(2);
});

test.each([
  ['mention', ["I couldn't answer this just now."]],
  ['always', []],
])('in a group with groupReplies %s the line is %j, and names nobody', async (groupReplies, lines) => {
  const signal = {account: '+15550000000', groups: ['AAEC'], groupReplies};
  await using house = await openAlarmHouse({answers: [BROKEN], config: {signal}});
  const before = ends(house);
  await house.signal.says('bob-uuid', 'rooster, hello?', 'AAEC');
  await sees(house, 'the end of the turn', () => ends(house) > before);
  await house.clock.advance(SECOND);
  expect(house.signal.texts).toEqual(lines);
  expect(await notes(house)).toHaveLength(1);
});

test("a deleted message, or one from a conversation that was started over, isn't retried", async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, 'Good morning.']});
  await writes(house, 'hello?');
  await house.clock.advance(SECOND);
  await house.now().call('session.reset', {session: BOB});
  await house.now().say('good morning');
  await house.clock.advance(HOUR);
  expect(house.model.asked).toHaveLength(2);
});

const SIGNAL = {signal: {account: '+15550000001'}};

test('when a turn fails after sending its answer, the sender gets only that and nobody is notified', async () => {
  const sends = {calls: [{name: 'signal_send', input: {text: 'At 9:14.'}}]};
  await using house = await openAlarmHouse({answers: [sends, BROKEN], config: SIGNAL});
  await writes(house, 'when?', 'alice-uuid');
  expect(house.signal.texts).toEqual(['At 9:14.']);
  expect(await notes(house)).toEqual([]);
});

test('when a turn fails after text beside a tool call, the sender gets that text, then the line', async () => {
  const looks = {text: ['The train leaves at 9:14.'], calls: [{name: 'schedule', input: {}}]};
  await using house = await openAlarmHouse({answers: [looks, BROKEN], config: SIGNAL});
  await writes(house, 'when, and where from?', 'alice-uuid');
  expect(house.signal.texts).toEqual(['The train leaves at 9:14.', expect.stringContaining("I couldn't answer this")]);
});
