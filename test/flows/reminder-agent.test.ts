import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {MODE} from '../support/conversation-mode.ts';
import {ALICE, BOB, type CronHouse, openCronHouse} from '../support/cron-house.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';

// The scheduler's part of the reminder seed, by the names of the seed.

test("scheduler fires due reminders: the DM session announces the agent's result, and the reminder is no longer pending", async () => {
  await using house = await openCronHouse({answers: ['The lights are off.', 'Your lights are off now.']});
  const {id} = await setFor(house, 'alice', '10m', 'turn off the lights');
  await house.now().clock.advance(10 * MINUTE);
  await house.ended();
  expect(await house.sent(1)).toEqual(['Your lights are off now.']);
  expect(house.signal.sent[0]?.to).toBe('signal:alice-uuid');
  expect(await house.now().call('reminder.list', {state: 'pending'})).toEqual({reminders: []});
  expect(await house.now().call('reminder.get', {id})).toMatchObject({state: 'fired'});
});

test('scheduler fires late reminders on startup: half an hour late, once, with a note about that', async () => {
  await using house = await openCronHouse({answers: ['done', 'It is done.']});
  const {id} = await setFor(house, 'alice', '10m', 'you missed this');
  const {clock} = house.now();
  await house.restart(() => clock.set(clock.now() + 40 * MINUTE));
  await clock.advance(0);
  expect(await house.ended()).toMatchObject({name: id, late: true});
  expect(await house.now().event('reminder.fired')).toMatchObject({late: true});
  expect(await house.sent(1)).toEqual(['It is done.']);
  await house.restart();
  await clock.advance(HOUR);
  expect(house.signal.attempts).toHaveLength(1);
});

test("scheduler wakes for new reminder: it doesn't sleep until a distant cron job", async () => {
  const yearly = {name: 'yearly', cron: '0 0 1 1 *', message: 'Happy new year', user: 'alice'};
  await using house = await openCronHouse({jobs: [yearly]});
  await house.now().clock.advance(MINUTE + SECOND);
  await house.now().call('reminder.set', {in: '2s', message: 'tea', user: 'alice'});
  await house.now().clock.advance(2 * SECOND);
  const {reminder} = await house.now().event('reminder.fired');
  // At its instant, not at the next regular wake.
  expect(reminder.firedAt).toBe(reminder.fireAt);
  expect(await house.sent(1)).toEqual(['tea']);
});

test.each([
  ['by 61 s while the daemon ran', 61, false, true],
  ['by 20 s while the daemon ran', 20, false, false],
  ['by 2 s, before the daemon started', 2, true, true],
])('a reminder that fires late %s: late or not', async (_, seconds, restarts, late) => {
  await using house = await openCronHouse();
  const {clock} = house.now();
  await house.now().call('reminder.set', {in: '10m', message: 'tea', user: 'alice', mode: 'verbatim'});
  const due = clock.now() + 10 * MINUTE;
  if (restarts) await house.restart(() => clock.set(due + seconds * SECOND));
  // As on a machine that slept: no timer advanced.
  else clock.set(due + seconds * SECOND);
  const fired = house.now().whileTimePasses(house.now().event('reminder.fired'));
  expect(await fired).toMatchObject({late});
});

test('reminder dispatch failure delivers fallback text: the person gets the message when the model fails', async () => {
  await using house = await openCronHouse({answers: NO_MODEL});
  await setFor(house, 'alice', '1m', 'call the dentist');
  await house.now().clock.advance(MINUTE);
  expect(await house.now().whileTimePasses(house.ended())).toMatchObject({status: 'failed'});
  expect(await house.sent(1)).toEqual(['Reminder: call the dentist']);
});

// And further promises to the person.

test.each<[string, readonly ScriptedTurn[]]>([
  ['hangs', [{hang: true}]],
  ['says nothing', ['']],
  ['says only a sentinel', ['HEARTBEAT_OK']],
  ['breaks off in the middle', [{error: new Error('reset'), after: ['Your l']}]],
  ['calls tools for ever', Array.from({length: 25}, () => ({calls: [{name: 'no_such_tool', input: '{broken'}]}))],
])("a model that %s: the reminder's message arrives within eight minutes", async (_, answers) => {
  await using house = await openCronHouse({answers});
  await setFor(house, 'alice', '1m', 'call the dentist');
  const {clock} = house.now();
  await clock.advance(MINUTE);
  const began = clock.now();
  await house.now().whileTimePasses(house.ended());
  expect(await house.sent(1)).toEqual(['Reminder: call the dentist']);
  expect(clock.now() - began).toBeLessThanOrEqual(8 * MINUTE);
});

test.each<[string, readonly ScriptedTurn[]]>([
  ['fails', failing(3)],
  ['hangs', [{hang: true}]],
  ['says nothing', ['']],
])("a DM session that %s during it: the agent's finding still arrives", async (_, telling) => {
  await using house = await openCronHouse({answers: ['It is 21 degrees.', ...telling]});
  await setFor(house, 'alice', '1m', 'tell the weather');
  await house.now().clock.advance(MINUTE);
  await house.now().whileTimePasses(house.ended());
  expect(await house.sent(1)).toEqual(['It is 21 degrees.']);
  expect(await house.now().call('outbox.list', {})).toMatchObject({deliveries: [{text: 'It is 21 degrees.'}]});
});

test('with slow jobs in every slot, a reminder still runs at its instant', async () => {
  const slow = [1, 2, 3, 4].map(n => ({name: `slow-${n}`, cron: '1 * * * *', message: 'slow', announce: 'none'}));
  await using house = await openCronHouse({
    jobs: slow,
    answers: [...slow.map(() => ({hang: true}) as const), 'The cake is out.', 'Take the cake out!'],
  });
  await house.now().clock.advance(MINUTE);
  await house.sees('four jobs at work', async () => house.model.asked.length === 4);
  await setFor(house, 'alice', '2s', 'take the cake out of the oven');
  await house.now().clock.advance(2 * SECOND);
  expect(await house.sent(1)).toEqual(['Take the cake out!']);
  for (const {name} of slow)
    await house
      .now()
      .call('session.stop', {session: `rooster:cron:${name}`})
      .catch(() => {});
});

test.each([
  ['every place for reminders is taken', 'rooster:cron:reminder'],
  ['the person’s own turn hangs', ALICE],
])('%s: the message arrives within five minutes of its instant', async (_, busy) => {
  const isBusy = busy === ALICE;
  const answers: readonly ScriptedTurn[] = isBusy
    ? [{calls: [{name: 'bash', input: {command: 'sleep 600', timeout_seconds: 600}}]}, 'The cake is out.']
    : Array.from({length: 4}, () => ({hang: true}) as const);
  await using house = await openCronHouse({answers});
  const {call, clock} = house.now();
  if (isBusy) await call('session.inject', {session: ALICE, text: 'Think long.', trust: 'full'});
  else for (const n of [1, 2, 3, 4]) await setFor(house, 'bob', '59s', `slow ${n}`);
  if (isBusy)
    await house.sees('the tool at work', async () => house.now().events.some(({type}) => type === 'turn.tool'));
  const {fireAt} = await setFor(house, 'alice', '1m', 'take the cake out');
  const due = Date.parse(fireAt);
  await clock.advance(MINUTE);
  await house.sees('what it waits behind', async () => house.model.asked.length === answers.length);
  // Everything that was started finishes before the time limit.
  while (clock.now() < due + 5 * MINUTE - 2 * SECOND) await clock.advance(SECOND);
  const words = isBusy ? 'The cake is out.' : 'Reminder: take the cake out';
  await house.sees('the words', async () => house.signal.texts.includes(words));
  expect(clock.now()).toBeLessThan(due + 5 * MINUTE + 30 * SECOND);
  // A skipped announcement is no longer in the conversation.
  if (isBusy) expect((await house.history(ALICE)).filter(({text}) => text === 'The cake is out.')).toHaveLength(1);
  await call('session.stop', {session: isBusy ? ALICE : 'rooster:main'}).catch(() => {});
});

test('a reminder that gets a slot a second before its time limit says that it waited', async () => {
  const sleeps = {calls: [{name: 'bash', input: {command: 'sleep 600', timeout_seconds: 600}}]};
  await using house = await openCronHouse({answers: [sleeps, sleeps, sleeps, sleeps, {hang: true}]});
  const {clock} = house.now();
  for (const n of [1, 2, 3, 4]) await setFor(house, 'alice', '59s', `slow ${n}`);
  const {id} = await setFor(house, 'alice', '1m', 'take the cake out');
  await clock.advance(MINUTE);
  await house.sees(
    'four at work',
    async () => house.now().events.filter(({type}) => type === 'turn.tool').length === 4,
  );
  while (clock.now() < Date.parse((await house.now().call('reminder.get', {id})).fireAt) + 5 * MINUTE - SECOND)
    await clock.advance(SECOND);
  await house.sees('its turn', async () => house.model.asked.length === 5);
  await clock.advance(2 * SECOND);
  expect(await house.ended(({name}) => name === id)).toMatchObject({
    status: 'failed',
    error: 'The run waited 4 minutes 59 seconds in the queue and reached its time limit 1 second after it started.',
  });
});

test('several addresses are notified once each', async () => {
  // Each conversation tells it in its own words.
  const told = MODE === 'each' ? ['Done, Bob.', 'Done, Bob.'] : ['Done, Bob.'];
  await using house = await openCronHouse({answers: ['done', ...told]});
  await setFor(house, 'bob', '1m', 'back up the disk');
  await house.now().clock.advance(MINUTE);
  await house.ended();
  await house.sent(2);
  expect(house.signal.sent.map(({to}) => to).toSorted()).toEqual(['signal:bob-tablet', 'signal:bob-uuid']);
  expect(await house.history(BOB)).toHaveLength(2);
});

test('the agent learns in which conversation the reminder was set', async () => {
  await using house = await openCronHouse({answers: ['done', 'Done.']});
  await setFor(house, 'alice', '1m', 'that thing we spoke of');
  await house.now().clock.advance(MINUTE);
  await house.ended();
  const prompt = JSON.stringify(house.model.asked[0]?.prompt);
  expect(prompt).toContain('sessions/rooster_main.jsonl');
  expect(prompt).toContain('delivered to the user via signal');
});

test("a reminder of a removed user runs no turn, is reported to the owner and isn't sent", async () => {
  await using house = await openCronHouse();
  await setFor(house, 'bob', '10m', 'back up the disk');
  house.write('../config.json', JSON.stringify({users: [{name: 'alice', trust: 'full', match: ['terminal:default']}]}));
  await house.sees('the new configuration', async () => house.now().events.some(({type}) => type === 'config.changed'));
  await house.now().clock.advance(10 * MINUTE);
  expect(await house.ended()).toMatchObject({status: 'ran'});
  const {messages} = await house.now().call('session.history', {session: 'rooster:main'});
  expect(messages.at(-1)?.text).toBe('Reminder for bob, who is no longer configured: back up the disk');
  expect(house.signal.texts).toEqual([]);
  expect(house.model.asked).toEqual([]);
});

test('a machine that sleeps through a reminder fires it within half a minute of waking, once', async () => {
  await using house = await openCronHouse();
  await house.now().call('reminder.set', {in: '10m', message: 'the oven', user: 'alice'});
  const {clock} = house.now();
  clock.set(clock.now() + 8 * HOUR);
  await clock.advance(30 * SECOND);
  expect(await house.sent(1)).toEqual(['the oven']);
  await clock.advance(HOUR);
  expect(house.signal.attempts).toHaveLength(1);
});

test('a clock set back by an hour fires nothing a second time', async () => {
  await using house = await openCronHouse();
  await house.now().call('reminder.set', {in: '10m', message: 'the oven', user: 'alice'});
  const {clock} = house.now();
  await clock.advance(10 * MINUTE);
  await house.sent(1);
  clock.set(clock.now() - HOUR);
  await clock.advance(2 * HOUR);
  expect(house.signal.texts).toEqual(['the oven']);
  expect(house.now().events.filter(({type}) => type === 'reminder.fired')).toHaveLength(1);
});

test("a verbatim reminder is in the person's own conversation, once, as it was sent", async () => {
  await using house = await openCronHouse();
  await house.now().call('reminder.set', {in: '1m', message: ' *the* oven ☎ ', user: 'alice'});
  await house.now().clock.advance(MINUTE);
  expect(await house.sent(1)).toEqual([' *the* oven ☎ ']);
  expect((await house.history(ALICE)).map(({role, text}) => [role, text])).toEqual([['assistant', ' *the* oven ☎ ']]);
});

test('asked in a conversation, the agent sets one with its tool, and it survives a restart', async () => {
  await using house = await openCronHouse({
    answers: [
      {calls: [{name: 'reminder', input: {action: 'set', time: '2026-11-21T12:00:00Z', message: 'Call Dr. Smith.'}}]},
      'I shall.',
      'Time to call Dr. Smith.',
      'Hey, it is time to call Dr. Smith!',
    ],
  });
  expect(await house.now().say('remind me at one to call Dr. Smith')).toBe('I shall.');
  await house.restart();
  expect(await house.now().call('reminder.list', {})).toMatchObject({
    reminders: [{message: 'Call Dr. Smith.', mode: 'agent', user: 'alice', sourceSession: 'rooster:main'}],
  });
  await house.now().clock.advance(HOUR);
  expect(await house.sent(1)).toEqual(['Hey, it is time to call Dr. Smith!']);
});

const setFor = (house: CronHouse, user: string, span: string, message: string) =>
  house.now().call('reminder.set', {in: span, message, user, mode: 'agent'});

function failing(times: number): readonly ScriptedTurn[] {
  return Array.from({length: times}, () => ({error: new Error('no model today')}));
}
const NO_MODEL = failing(3);
