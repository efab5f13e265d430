// A person who wrote on a channel always hears something, and the owner knows: in the whole house, with a scripted model, a fake
// Signal, and a clock that is moved by hand.
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type AlarmHouse, BOB, MAIN, openAlarmHouse} from '../support/alarm-house.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';
import {until} from '../support/until.ts';

const LINE = "I couldn't answer this just now. I'll tell alice.";
const BROKEN: ScriptedTurn = {error: new Error('no model today'), after: ['Hel']};
const BASH = (command: string) => ({calls: [{name: 'bash', input: {command}}]});

const ends = (house: AlarmHouse): number => house.now().events.filter(({type}) => type === 'turn.ended').length;

/** Bob (or whoever) writes, and their turn ends. */
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
/** Lets little time pass until it holds. */
const sees = (house: AlarmHouse, what: string, holds: () => boolean): Promise<void> =>
  house.now().whileTimePasses(until(what, holds));

test('a turn that failed: one neutral line to the sender, one note to the owner; asked again when the model answers anybody', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, 'Good morning.', 'Hello Bob.']});
  await writes(house, 'hello?');
  expect(house.signal.sent).toMatchObject([{to: 'signal:bob-uuid', text: LINE}]);
  expect(await notes(house)).toEqual([
    'No answer for bob on Signal: test/scripted broke off in the middle of its answer. Try again in a while, or use another model. Another note follows when answers work again.',
  ]);
  expect((await house.now().call('daemon.status', {})).problems).toMatchObject([{key: 'signal'}]);
  expect(await house.now().say('good morning')).toBe('Good morning.');
  await sees(house, 'Bob is answered', () => house.signal.texts.includes('Hello Bob.'));
  // The same message, asked again: it stands there once, and nothing of the answer that reached nobody.
  const {messages} = await house.now().call('session.history', {session: BOB});
  expect(messages.map(({text}) => text)).toEqual(['hello?', LINE, 'Hello Bob.']);
  await house.clock.advance(45 * SECOND);
  expect(house.signal.texts).toEqual([LINE, 'Hello Bob.']);
  expect((await notes(house)).slice(1)).toEqual(['Answers work again. Answered: bob.']);
  expect((await house.now().call('daemon.status', {})).problems).toEqual([]);
});

test('a second failure sends no second line within the hour, and is asked again once, together with the first', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, BROKEN, 'Good morning.', 'Hello Bob.']});
  await writes(house, 'hello?');
  await writes(house, 'are you there?');
  expect(house.signal.texts).toEqual([LINE]);
  await house.now().say('good morning');
  await sees(house, 'Bob is answered', () => house.signal.texts.includes('Hello Bob.'));
  await house.clock.advance(MINUTE);
  expect(house.model.asked).toHaveLength(4);
});

test('asked again and failing again it is left: no further try, no further line, and the owner is told who waits', async () => {
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

test('what had used a tool is not asked again', async () => {
  await using house = await openAlarmHouse({answers: [BASH('true'), BROKEN, 'Good morning.']});
  await writes(house, 'turn off the lights');
  await house.now().say('good morning');
  await house.clock.advance(MINUTE);
  expect(house.model.asked).toHaveLength(3);
  expect(house.signal.texts).toEqual([LINE]);
  expect((await notes(house)).at(-1)).toBe('Answers work again. Still without an answer: bob.');
});

test('a turn that ends empty is no answer; one that ends with a sentinel is', async () => {
  await using house = await openAlarmHouse({answers: [BASH('true'), '', 'NO_ACTION_NEEDED']});
  await writes(house, 'hello?');
  expect(house.signal.texts).toEqual([LINE]);
  expect((await notes(house))[0]).toContain('ended without an answer');
  await writes(house, 'thanks!', 'carol-uuid');
  expect(house.signal.texts).toEqual([LINE]);
});

test('all who wait are named in the one note; the owner who writes on the phone is told where the reason is', async () => {
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

test('a turn that the person stopped, or the operator, is no failure', async () => {
  await using house = await openAlarmHouse({answers: [{hang: true}]});
  await house.signal.says('bob-uuid', 'think long');
  await sees(house, 'the model is asked', () => house.model.asked.length === 1);
  await house.signal.says('bob-uuid', '/stop');
  await sees(house, 'the end', () => ends(house) === 1);
  await house.clock.advance(MINUTE);
  expect(house.signal.texts).toEqual(['Stopped.']);
  expect(await notes(house)).toEqual([]);
});

test('strangers hear nothing', async () => {
  await using house = await openAlarmHouse();
  expect(await house.signal.says('mallory-uuid', 'hello?')).toMatchObject({kind: 'refused'});
  await house.clock.advance(MINUTE);
  expect(house.signal.attempts).toEqual([]);
});

test('after the neutral line the conversation is still owed a reply', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN], config: {signal: {account: '+15550000000'}}});
  await writes(house, 'hello?');
  const {deliveries} = await house.now().call('outbox.list', {});
  expect(deliveries).toMatchObject([{text: LINE, holding: true, state: 'sent'}]);
  const {newestOut} = await house.now().call('ledger.get', {contact: 'bob'});
  expect(newestOut).toBeUndefined();
});

test('over restarts: what waits is asked again when the model answers, once', async () => {
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

test('a daemon that stops in the middle asks again at its next start, once, where nothing had been done', async () => {
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

test('one whose tool was at work when the daemon stopped is told, and not asked again', async () => {
  await using house = await openAlarmHouse({answers: [BASH('sleep 600')]});
  await house.signal.says('bob-uuid', 'hello?');
  await sees(house, 'the tool works', () => house.now().events.some(({type}) => type === 'turn.tool'));
  await house.restart();
  await house.clock.advance(SECOND);
  await sees(house, 'the line', () => house.signal.texts.length === 1);
  expect(house.signal.texts).toEqual([LINE]);
  expect(await notes(house)).toHaveLength(1);
});

test('a conversation that fails by itself is told of once an hour, though others are answered in between', async () => {
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

test('a message that its author deleted meanwhile, or of a conversation that was started over, is not asked again', async () => {
  await using house = await openAlarmHouse({answers: [BROKEN, 'Good morning.']});
  await writes(house, 'hello?');
  await house.clock.advance(SECOND);
  await house.now().call('session.reset', {session: BOB});
  await house.now().say('good morning');
  await house.clock.advance(HOUR);
  expect(house.model.asked).toHaveLength(2);
});

const SIGNAL = {signal: {account: '+15550000001'}};

test('a turn that failed after the agent had sent its answer: that is all the sender gets, and nobody is told', async () => {
  const sends = {calls: [{name: 'signal_send', input: {text: 'At 9:14.'}}]};
  await using house = await openAlarmHouse({answers: [sends, BROKEN], config: SIGNAL});
  await writes(house, 'when?', 'alice-uuid');
  expect(house.signal.texts).toEqual(['At 9:14.']);
  expect(await notes(house)).toEqual([]);
});

test('a turn that failed after it had said something beside a tool call: the sender gets that, and then the line', async () => {
  const looks = {text: ['The train leaves at 9:14.'], calls: [{name: 'schedule', input: {}}]};
  await using house = await openAlarmHouse({answers: [looks, BROKEN], config: SIGNAL});
  await writes(house, 'when, and where from?', 'alice-uuid');
  expect(house.signal.texts).toEqual(['The train leaves at 9:14.', expect.stringContaining("I couldn't answer this")]);
});
