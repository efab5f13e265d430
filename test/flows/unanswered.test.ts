// A person who wrote on a channel always gets a response, and the owner is notified: in the whole daemon, with a scripted model, a fake
// Signal, and a clock moved by hand.
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {SendFailure} from '../../src/shared/records/delivery/send-failure.ts';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type AlarmFixture, BOB, MAIN, openAlarmFixture} from '../support/alarm-fixture.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';
import {until} from '../support/until.ts';

const LINE = "I couldn't answer this just now. I'll tell alice.";
const unfinished = (request: string, what: string): string => `I couldn't finish ${request}. ${what} I'll tell alice.`;
const NOTHING = 'Nothing was set or sent. Send it again?';
const BROKEN: ScriptedTurn = {error: new Error('no model today'), after: ['Hel']};
const REMIND = {
  calls: [{name: 'reminder', input: {action: 'set', when: 'in 2 hours', message: 'lights', mode: 'verbatim'}}],
};
const BASH = (command: string) => ({calls: [{name: 'bash', input: {command}}]});

const ends = (fixture: AlarmFixture): number => fixture.now().events.filter(({type}) => type === 'turn.ended').length;

/** Bob (or another person) writes, and their turn ends. */
const writes = async (fixture: AlarmFixture, text: string, sender = 'bob-uuid'): Promise<void> => {
  const before = ends(fixture);
  expect(await fixture.signal.says(sender, text)).toEqual({kind: 'kept'});
  await fixture.now().whileTimePasses(until('the end of the turn', () => ends(fixture) > before));
  await fixture.clock.advance(SECOND);
};
const notes = async (fixture: AlarmFixture): Promise<readonly string[]> => {
  const {sessions} = await fixture.now().call('session.list', {});
  if (sessions.every(({key}) => key !== MAIN)) return [];
  const {messages} = await fixture.now().call('session.history', {session: MAIN});
  return messages.filter(({role}) => role === 'system').map(({text}) => text);
};
/** Advances in small steps until the condition holds. */
const sees = (fixture: AlarmFixture, what: string, holds: () => boolean): Promise<void> =>
  fixture.now().whileTimePasses(until(what, holds));

test('a failed turn sends one neutral line to the sender and one note to the owner, and is retried later', async () => {
  await using fixture = await openAlarmFixture({answers: [BROKEN, 'Good morning.', 'Hello Bob.']});
  await writes(fixture, 'hello?');
  expect(fixture.signal.sent).toMatchObject([{to: 'signal:bob-uuid', text: LINE}]);
  expect(await notes(fixture)).toEqual([
    'bob got no answer on Signal: test/scripted stopped in the middle of its answer. Try again later, or use another model. Another note follows when answers work again.',
  ]);
  expect((await fixture.now().call('daemon.status', {})).problems).toMatchObject([{key: 'signal'}]);
  expect(await fixture.now().say('good morning')).toBe('Good morning.');
  await sees(fixture, 'Bob is answered', () => fixture.signal.texts.includes('Hello Bob.'));
  // The same message, sent again: it is there once, without the undelivered answer.
  const {messages} = await fixture.now().call('session.history', {session: BOB});
  expect(messages.map(({text}) => text)).toEqual(['hello?', LINE, 'Hello Bob.']);
  await fixture.clock.advance(45 * SECOND);
  expect(fixture.signal.texts).toEqual([LINE, 'Hello Bob.']);
  expect((await notes(fixture)).slice(1)).toEqual(['Answers work again. Answered: bob.']);
  expect((await fixture.now().call('daemon.status', {})).problems).toEqual([]);
});

test('a second failure sends no second line within the hour, and is retried once, together with the first', async () => {
  await using fixture = await openAlarmFixture({answers: [BROKEN, BROKEN, 'Good morning.', 'Hello Bob.']});
  await writes(fixture, 'hello?');
  await writes(fixture, 'are you there?');
  expect(fixture.signal.texts).toEqual([LINE]);
  await fixture.now().say('good morning');
  await sees(fixture, 'Bob is answered', () => fixture.signal.texts.includes('Hello Bob.'));
  await fixture.clock.advance(MINUTE);
  expect(fixture.model.asked).toHaveLength(4);
});

test('a turn that fails again is given up: no more attempts or lines, and the owner learns who waits', async () => {
  await using fixture = await openAlarmFixture({answers: [BROKEN, 'Morning.', BROKEN, 'Noon.']});
  await writes(fixture, 'hello?');
  await fixture.now().say('good morning');
  await sees(fixture, 'the second try', () => ends(fixture) === 3);
  await fixture.clock.advance(MINUTE);
  await fixture.now().say('noon');
  await fixture.clock.advance(MINUTE);
  expect(fixture.model.asked).toHaveLength(4);
  expect(fixture.signal.texts).toEqual([LINE]);
  expect((await notes(fixture)).at(-1)).toBe('Answers work again. Still without an answer: bob.');
});

test('the line of a repetition that fails names all messages that had no line yet', async () => {
  await using fixture = await openAlarmFixture({answers: [BROKEN, BROKEN, BROKEN, 'Good morning.', BROKEN]});
  await writes(fixture, 'hello?');
  await writes(fixture, 'is it raining?');
  await writes(fixture, 'what is new?');
  await fixture.now().say('good morning');
  await sees(fixture, 'a second line', () => fixture.signal.texts.length > 1);
  expect(fixture.signal.texts).toEqual([LINE, unfinished('"is it raining?" and "what is new?"', NOTHING)]);
});

test("a turn that had used a tool isn't retried; its line names the request and what was done", async () => {
  await using fixture = await openAlarmFixture({answers: [REMIND, BROKEN, 'Good morning.']});
  await writes(fixture, 'turn off the lights');
  await fixture.now().say('good morning');
  await fixture.clock.advance(MINUTE);
  expect(fixture.model.asked).toHaveLength(3);
  expect(fixture.signal.texts).toEqual([unfinished('"turn off the lights"', 'This was done: reminder "lights".')]);
  expect((await notes(fixture)).at(-1)).toBe('Answers work again. Still without an answer: bob.');
});

test('an empty turn counts as no answer; one that ends with a sentinel does', async () => {
  await using fixture = await openAlarmFixture({answers: [BASH('true'), '', 'NO_ACTION_NEEDED']});
  await writes(fixture, 'hello?');
  const line = unfinished('"hello?"', NOTHING);
  expect(fixture.signal.texts).toEqual([line]);
  expect((await notes(fixture))[0]).toContain('ended without an answer');
  await writes(fixture, 'thanks!', 'carol-uuid');
  expect(fixture.signal.texts).toEqual([line]);
});

test('one note names all who wait; the owner on the phone learns where the reason is', async () => {
  await using fixture = await openAlarmFixture({answers: [BROKEN, BROKEN, BROKEN]});
  await writes(fixture, 'hello?');
  await writes(fixture, 'hello?', 'carol-uuid');
  await writes(fixture, 'hello?', 'alice-uuid');
  expect(fixture.signal.sent.map(({to}) => to)).toEqual(['signal:bob-uuid', 'signal:carol-uuid', 'signal:alice-uuid']);
  expect(fixture.signal.texts.at(-1)).toBe(
    "I couldn't answer this just now. The reason is in a note in your own conversation, at the terminal.",
  );
  expect(await notes(fixture)).toHaveLength(1);
  expect((await notes(fixture))[0]).toContain('bob, carol, alice got no answer on Signal');
});

test("a turn stopped by the person or the operator isn't a failure", async () => {
  await using fixture = await openAlarmFixture({answers: [{hang: true}]});
  await fixture.signal.says('bob-uuid', 'think long');
  await sees(fixture, 'the model is asked', () => fixture.model.asked.length === 1);
  await fixture.signal.says('bob-uuid', '/stop');
  await sees(fixture, 'the end', () => ends(fixture) === 1);
  await fixture.clock.advance(MINUTE);
  expect(fixture.signal.texts).toEqual(['Stopped.']);
  expect(await notes(fixture)).toEqual([]);
});

test('strangers get no line', async () => {
  await using fixture = await openAlarmFixture();
  expect(await fixture.signal.says('mallory-uuid', 'hello?')).toMatchObject({kind: 'refused'});
  await fixture.clock.advance(MINUTE);
  expect(fixture.signal.attempts).toEqual([]);
});

test('after the neutral line the conversation still owes a reply', async () => {
  await using fixture = await openAlarmFixture({answers: [BROKEN], config: {signal: {account: '+15550000000'}}});
  await writes(fixture, 'hello?');
  const {deliveries} = await fixture.now().call('outbox.list', {});
  expect(deliveries).toMatchObject([{text: LINE, holding: true, state: 'sent'}]);
  const {newestOut} = await fixture.now().call('ledger.get', {contact: 'bob'});
  expect(newestOut).toBeUndefined();
});

test('waiting messages are retried once after restarts, when the model answers', async () => {
  await using fixture = await openAlarmFixture({answers: [BROKEN, 'Good morning.', 'Hello Bob.', 'Noon.']});
  await writes(fixture, 'hello?');
  await fixture.restart();
  await fixture.clock.advance(MINUTE);
  expect(fixture.model.asked).toHaveLength(1);
  await fixture.now().say('good morning');
  await sees(fixture, 'Bob is answered', () => fixture.signal.texts.includes('Hello Bob.'));
  await fixture.restart();
  await fixture.now().say('noon');
  await fixture.clock.advance(MINUTE);
  expect(fixture.model.asked).toHaveLength(4);
  expect(fixture.signal.texts).toEqual([LINE, 'Hello Bob.']);
});

test('a daemon stopped during a turn without tools retries it at its next start, four times', async () => {
  const hangs = Array.from({length: 5}, (): ScriptedTurn => ({hang: true}));
  await using fixture = await openAlarmFixture({answers: [...hangs, 'Noon.']});
  await fixture.signal.says('bob-uuid', 'hello?');
  for (let asked = 1; asked <= 5; asked += 1) {
    await sees(fixture, `the model is asked ${asked} times`, () => fixture.model.asked.length === asked);
    expect(fixture.signal.texts).toEqual([]);
    await fixture.restart();
  }
  await fixture.clock.advance(MINUTE);
  await sees(fixture, 'the line', () => fixture.signal.texts.length === 1);
  expect(fixture.signal.texts).toEqual([unfinished('"hello?"', NOTHING)]);
  await fixture.now().say('noon');
  await fixture.clock.advance(MINUTE);
  expect(fixture.model.asked).toHaveLength(6);
});

test("a turn whose tool ran during the stop goes on: the command isn't run again, and the model learns that it was stopped", async () => {
  await using fixture = await openAlarmFixture({
    answers: [BASH('sleep 600'), asked => JSON.stringify(asked.prompt.at(-1))],
  });
  await fixture.signal.says('alice-uuid', 'hello?');
  await sees(fixture, 'the tool works', () => fixture.now().events.some(({type}) => type === 'turn.tool'));
  await fixture.restart();
  await fixture.clock.advance(SECOND);
  await sees(fixture, 'the answer', () => fixture.signal.texts.length === 1);
  expect(fixture.signal.texts[0]).toMatch(/tool-result.*(?:isn't known whether it was carried out|Stopped)/u);
  expect(await notes(fixture)).toEqual([]);
});

test('a conversation that keeps failing is reported once an hour, even if others get answers in between', async () => {
  const answers = [BROKEN, 'One.', BROKEN, BROKEN, 'Two.', BROKEN];
  await using fixture = await openAlarmFixture({answers});
  await writes(fixture, 'hello?');
  await fixture.now().say('one');
  await sees(fixture, 'the second try', () => ends(fixture) === 3);
  await fixture.clock.advance(SECOND);
  expect(await notes(fixture)).toHaveLength(1);
  await writes(fixture, 'and now?');
  await fixture.now().say('two');
  await sees(fixture, 'it is tried again', () => ends(fixture) === 6);
  await fixture.clock.advance(SECOND);
  expect(fixture.signal.texts).toEqual([LINE, unfinished('"and now?"', NOTHING)]);
  expect((await notes(fixture)).length).toBeLessThanOrEqual(2);
});

test.each([
  ['mention', ["I couldn't answer this just now."]],
  ['always', []],
])('in a group with groupReplies %s the line is %j, and names nobody', async (groupReplies, lines) => {
  const signal = {account: '+15550000000', groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='], groupReplies};
  await using fixture = await openAlarmFixture({answers: [BROKEN], config: {signal}});
  const before = ends(fixture);
  await fixture.signal.says('bob-uuid', 'rooster, hello?', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
  await sees(fixture, 'the end of the turn', () => ends(fixture) > before);
  await fixture.clock.advance(SECOND);
  expect(fixture.signal.texts).toEqual(lines);
  expect(await notes(fixture)).toHaveLength(1);
});

test("a deleted message, or one from a conversation that was started over, isn't retried", async () => {
  await using fixture = await openAlarmFixture({answers: [BROKEN, 'Good morning.']});
  await writes(fixture, 'hello?');
  await fixture.clock.advance(SECOND);
  await fixture.now().call('session.reset', {session: BOB});
  await fixture.now().say('good morning');
  await fixture.clock.advance(HOUR);
  expect(fixture.model.asked).toHaveLength(2);
});

const SIGNAL = {signal: {account: '+15550000001'}};

test('when a turn fails after sending its answer, the sender gets only that and nobody is notified', async () => {
  const sends = {calls: [{name: 'signal_send', input: {text: 'At 9:14.'}}]};
  await using fixture = await openAlarmFixture({answers: [sends, BROKEN], config: SIGNAL});
  await writes(fixture, 'when?', 'alice-uuid');
  expect(fixture.signal.texts).toEqual(['At 9:14.']);
  expect(await notes(fixture)).toEqual([]);
});

test('when a turn fails after text beside a tool call, the sender gets that text, then the line', async () => {
  const looks = {text: ['The train leaves at 9:14.'], calls: [{name: 'schedule', input: {}}]};
  await using fixture = await openAlarmFixture({answers: [looks, BROKEN], config: SIGNAL});
  await writes(fixture, 'when, and where from?', 'alice-uuid');
  expect(fixture.signal.texts).toEqual([
    'The train leaves at 9:14.',
    expect.stringContaining(`I couldn't finish "when, and where from?". ${NOTHING}`),
  ]);
});

test('an answer that was sent twice without a result gives the owner one note, also after a restart', async () => {
  await using fixture = await openAlarmFixture({answers: ['Hello Bob.', 'Yes.']});
  const repeated: boolean[] = [];
  fixture.signal.sendBy(async ({repeat}) => {
    repeated.push(repeat);
    throw new SendFailure('Signal did not answer.', {retry: 'doubt'});
  });
  await writes(fixture, 'hello?');
  await sees(fixture, 'the answer is given up', () => repeated.length === 2);
  expect(repeated).toEqual([false, true]);
  const note =
    'The answer to bob on Signal may not have arrived (rooster outbox shows it). Signal did not answer. Rooster already sent this twice. If it did not arrive, run: rooster outbox retry';
  expect(await notes(fixture)).toEqual([note]);
  // The last daemon died before it added the note.
  await fixture.restart(() => {
    using database = new DatabaseSync(`${fixture.home}/rooster.db`);
    expect(database.prepare("DELETE FROM messages WHERE key LIKE 'undelivered:%'").run().changes).toBe(1);
  });
  expect(await notes(fixture)).toEqual([note]);
  await writes(fixture, 'are you there?');
  await sees(fixture, 'the second answer is given up', () => repeated.length === 4);
  expect(await notes(fixture)).toEqual([note]);
});

test('an answer that Signal refuses gives the owner a note; a discarded answer and a reminder give none', async () => {
  await using fixture = await openAlarmFixture({answers: ['Hello Bob.', 'Hello Carol.']});
  fixture.signal.answer(({to}) => (to === 'signal:carol-uuid' ? 'later' : 'never'));
  await fixture.now().call('reminder.set', {in: '1s', message: 'tea', mode: 'verbatim', to: 'signal:bob-uuid'});
  await fixture.clock.advance(2 * SECOND);
  await writes(fixture, 'hello?', 'carol-uuid');
  const {deliveries} = await fixture.now().call('outbox.list', {state: 'queued'});
  for (const {id} of deliveries) await fixture.now().call('outbox.discard', {id});
  expect(await notes(fixture)).toEqual([]);
  await writes(fixture, 'hello?');
  expect(await notes(fixture)).toEqual([expect.stringMatching(/^The answer to bob on Signal did not arrive \(/u)]);
});
