import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {MODE} from '../support/conversation-mode.ts';
import {ALICE, BOB, type CronFixture, openCronFixture} from '../support/cron-fixture.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';

// The scheduler's part of the reminder seed, by the names of the seed.

test("scheduler fires due reminders: the DM session announces the agent's result, and the reminder is no longer pending", async () => {
  await using fixture = await openCronFixture({answers: ['The lights are off.', 'Your lights are off now.']});
  const {id} = await setFor(fixture, 'alice', '10m', 'turn off the lights');
  await fixture.now().clock.advance(10 * MINUTE);
  await fixture.ended();
  expect(await fixture.sent(1)).toEqual(['Your lights are off now.']);
  expect(fixture.signal.sent[0]?.to).toBe('signal:alice-uuid');
  expect(await fixture.now().call('reminder.list', {state: 'pending'})).toEqual({reminders: []});
  expect(await fixture.now().call('reminder.get', {id})).toMatchObject({state: 'fired'});
});

test('scheduler fires late reminders on startup: half an hour late, once, with a note about that', async () => {
  await using fixture = await openCronFixture({answers: ['done', 'It is done.']});
  const {id} = await setFor(fixture, 'alice', '10m', 'you missed this');
  const {clock} = fixture.now();
  await fixture.restart(() => clock.set(clock.now() + 40 * MINUTE));
  await clock.advance(0);
  expect(await fixture.ended()).toMatchObject({name: id, late: true});
  expect(await fixture.now().event('reminder.fired')).toMatchObject({late: true});
  expect(await fixture.sent(1)).toEqual(['It is done.']);
  await fixture.restart();
  await clock.advance(HOUR);
  expect(fixture.signal.attempts).toHaveLength(1);
});

test("scheduler wakes for new reminder: it doesn't sleep until a distant cron job", async () => {
  const yearly = {name: 'yearly', cron: '0 0 1 1 *', message: 'Happy new year', user: 'alice'};
  await using fixture = await openCronFixture({jobs: [yearly]});
  await fixture.now().clock.advance(MINUTE + SECOND);
  await fixture.now().call('reminder.set', {in: '2s', message: 'tea', user: 'alice'});
  await fixture.now().clock.advance(2 * SECOND);
  const {reminder} = await fixture.now().event('reminder.fired');
  // At its instant, not at the next regular wake.
  expect(reminder.firedAt).toBe(reminder.fireAt);
  expect(await fixture.sent(1)).toEqual(['tea']);
});

test.each([
  ['by 61 s while the daemon ran', 61, false, true],
  ['by 20 s while the daemon ran', 20, false, false],
  ['by 2 s, before the daemon started', 2, true, true],
])('a reminder that fires late %s: late or not', async (_, seconds, restarts, late) => {
  await using fixture = await openCronFixture();
  const {clock} = fixture.now();
  await fixture.now().call('reminder.set', {in: '10m', message: 'tea', user: 'alice', mode: 'verbatim'});
  const due = clock.now() + 10 * MINUTE;
  if (restarts) await fixture.restart(() => clock.set(due + seconds * SECOND));
  // As on a machine that slept: no timer advanced.
  else clock.set(due + seconds * SECOND);
  const fired = fixture.now().whileTimePasses(fixture.now().event('reminder.fired'));
  expect(await fired).toMatchObject({late});
});

test('reminder dispatch failure delivers fallback text: the person gets the message when the model fails', async () => {
  await using fixture = await openCronFixture({answers: NO_MODEL});
  await setFor(fixture, 'alice', '1m', 'call the dentist');
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.now().whileTimePasses(fixture.ended())).toMatchObject({status: 'failed'});
  expect(await fixture.sent(1)).toEqual(['Reminder: call the dentist']);
});

// And further promises to the person.

test.each<[string, readonly ScriptedTurn[]]>([
  ['hangs', [{hang: true}]],
  ['says nothing', ['']],
  ['says only a sentinel', ['HEARTBEAT_OK']],
  ['breaks off in the middle', [{error: new Error('reset'), after: ['Your l']}]],
  ['calls tools for ever', Array.from({length: 25}, () => ({calls: [{name: 'no_such_tool', input: '{broken'}]}))],
])("a model that %s: the reminder's message arrives within eight minutes", async (_, answers) => {
  await using fixture = await openCronFixture({answers});
  await setFor(fixture, 'alice', '1m', 'call the dentist');
  const {clock} = fixture.now();
  await clock.advance(MINUTE);
  const began = clock.now();
  await fixture.now().whileTimePasses(fixture.ended());
  expect(await fixture.sent(1)).toEqual(['Reminder: call the dentist']);
  expect(clock.now() - began).toBeLessThanOrEqual(8 * MINUTE);
});

test.each<[string, readonly ScriptedTurn[]]>([
  ['fails', failing(3)],
  ['hangs', [{hang: true}]],
  ['says nothing', ['']],
])("a DM session that %s during it: the agent's finding still arrives", async (_, telling) => {
  await using fixture = await openCronFixture({answers: ['It is 21 degrees.', ...telling]});
  await setFor(fixture, 'alice', '1m', 'tell the weather');
  await fixture.now().clock.advance(MINUTE);
  await fixture.now().whileTimePasses(fixture.ended());
  expect(await fixture.sent(1)).toEqual(['It is 21 degrees.']);
  expect(await fixture.now().call('outbox.list', {})).toMatchObject({deliveries: [{text: 'It is 21 degrees.'}]});
});

test('an announcement that waits behind a long turn goes out as it is at its deadline, and not again afterwards', async () => {
  const waiting = {name: 'bash', input: {command: 'while [ ! -e go ]; do sleep 0.02; done', timeout_seconds: 600}};
  await using fixture = await openCronFixture({
    answers: [{calls: [waiting]}, 'The lights are off.', 'I thought about it.'],
  });
  const {clock, event, call} = fixture.now();
  await call('session.inject', {session: ALICE, text: 'Think about it.', trust: 'full'});
  await event('turn.tool');
  await setFor(fixture, 'alice', '1m', 'turn off the lights');
  await clock.advance(MINUTE);
  const announcing = (await event('message.added', ({message}) => message.text === 'The lights are off.')).session;
  expect(announcing).not.toBe(ALICE);
  await clock.advance(5 * MINUTE - SECOND);
  expect(fixture.signal.texts).toEqual([]);
  await clock.advance(2 * SECOND);
  await event('delivery.sent');
  expect(fixture.signal.texts).toEqual(['The lights are off.']);
  fixture.write('go', '');
  await event('turn.ended', ({session}) => session === ALICE);
  await clock.advance(MINUTE);
  expect(fixture.signal.texts).toEqual(['The lights are off.']);
  const announced = (await fixture.history(ALICE)).filter(({source}) => source.kind === 'reminder');
  // The turn that would have announced it is gone, with its message.
  expect(announced.map(({role}) => role)).toEqual(['assistant']);
  expect(fixture.model.asked).toHaveLength(3);
});

test('with slow jobs in every slot, a reminder still runs at its instant', async () => {
  const slow = [1, 2, 3, 4].map(n => ({name: `slow-${n}`, cron: '1 * * * *', message: 'slow', announce: 'none'}));
  await using fixture = await openCronFixture({
    jobs: slow,
    answers: [...slow.map(() => ({hang: true}) as const), 'The cake is out.', 'Take the cake out!'],
  });
  await fixture.now().clock.advance(MINUTE);
  await fixture.sees('four jobs at work', async () => fixture.model.asked.length === 4);
  await setFor(fixture, 'alice', '2s', 'take the cake out of the oven');
  await fixture.now().clock.advance(2 * SECOND);
  expect(await fixture.sent(1)).toEqual(['Take the cake out!']);
  for (const {name} of slow)
    await fixture
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
  await using fixture = await openCronFixture({answers});
  const {call, clock} = fixture.now();
  if (isBusy) await call('session.inject', {session: ALICE, text: 'Think long.', trust: 'full'});
  else for (const n of [1, 2, 3, 4]) await setFor(fixture, 'bob', '59s', `slow ${n}`);
  if (isBusy)
    await fixture.sees('the tool at work', async () => fixture.now().events.some(({type}) => type === 'turn.tool'));
  const {fireAt} = await setFor(fixture, 'alice', '1m', 'take the cake out');
  const due = Date.parse(fireAt);
  await clock.advance(MINUTE);
  await fixture.sees('what it waits behind', async () => fixture.model.asked.length === answers.length);
  // Everything that was started finishes before the time limit.
  while (clock.now() < due + 5 * MINUTE - 2 * SECOND) await clock.advance(SECOND);
  const words = isBusy ? 'The cake is out.' : 'Reminder: take the cake out';
  await fixture.sees('the words', async () => fixture.signal.texts.includes(words));
  expect(clock.now()).toBeLessThan(due + 5 * MINUTE + 30 * SECOND);
  // A skipped announcement is no longer in the conversation.
  if (isBusy) expect((await fixture.history(ALICE)).filter(({text}) => text === 'The cake is out.')).toHaveLength(1);
  await call('session.stop', {session: isBusy ? ALICE : 'rooster:main'}).catch(() => {});
});

test('a reminder that gets a slot a second before its time limit says that it waited', async () => {
  const sleeps = {calls: [{name: 'bash', input: {command: 'sleep 600', timeout_seconds: 600}}]};
  await using fixture = await openCronFixture({answers: [sleeps, sleeps, sleeps, sleeps, {hang: true}]});
  const {clock} = fixture.now();
  for (const n of [1, 2, 3, 4]) await setFor(fixture, 'alice', '59s', `slow ${n}`);
  const {id} = await setFor(fixture, 'alice', '1m', 'take the cake out');
  await clock.advance(MINUTE);
  await fixture.sees(
    'four at work',
    async () => fixture.now().events.filter(({type}) => type === 'turn.tool').length === 4,
  );
  while (clock.now() < Date.parse((await fixture.now().call('reminder.get', {id})).fireAt) + 5 * MINUTE - SECOND)
    await clock.advance(SECOND);
  await fixture.sees('its turn', async () => fixture.model.asked.length === 5);
  await clock.advance(2 * SECOND);
  expect(await fixture.ended(({name}) => name === id)).toMatchObject({
    status: 'failed',
    error: 'The run waited 4 minutes 59 seconds in the queue and reached its time limit 1 second after it started.',
  });
});

test('several addresses are notified once each', async () => {
  // Each conversation tells it in its own words.
  const told = MODE === 'each' ? ['Done, Bob.', 'Done, Bob.'] : ['Done, Bob.'];
  await using fixture = await openCronFixture({answers: ['done', ...told]});
  await setFor(fixture, 'bob', '1m', 'back up the disk');
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  await fixture.sent(2);
  expect(fixture.signal.sent.map(({to}) => to).toSorted()).toEqual(['signal:bob-tablet', 'signal:bob-uuid']);
  expect(await fixture.history(BOB)).toHaveLength(2);
});

test('the agent learns in which conversation the reminder was set', async () => {
  await using fixture = await openCronFixture({answers: ['done', 'Done.']});
  await setFor(fixture, 'alice', '1m', 'that thing we spoke of');
  await fixture.now().clock.advance(MINUTE);
  await fixture.ended();
  const prompt = JSON.stringify(fixture.model.asked[0]?.prompt);
  expect(prompt).toContain('sessions/rooster_main.jsonl');
  expect(prompt).toContain('delivered to the user via signal');
});

test("a reminder of a removed user runs no turn, is reported to the owner and isn't sent", async () => {
  await using fixture = await openCronFixture();
  await setFor(fixture, 'bob', '10m', 'back up the disk');
  fixture.write(
    '../config.json',
    JSON.stringify({users: [{name: 'alice', trust: 'full', match: ['terminal:default']}]}),
  );
  await fixture.sees('the new configuration', async () =>
    fixture.now().events.some(({type}) => type === 'config.changed'),
  );
  await fixture.now().clock.advance(10 * MINUTE);
  expect(await fixture.ended()).toMatchObject({status: 'ran'});
  const {messages} = await fixture.now().call('session.history', {session: 'rooster:main'});
  expect(messages.at(-1)?.text).toBe('Reminder for bob, who is no longer configured: back up the disk');
  expect(fixture.signal.texts).toEqual([]);
  expect(fixture.model.asked).toEqual([]);
});

test('a machine that sleeps through a reminder fires it within half a minute of waking, once', async () => {
  await using fixture = await openCronFixture();
  await fixture.now().call('reminder.set', {in: '10m', message: 'the oven', user: 'alice'});
  const {clock} = fixture.now();
  clock.set(clock.now() + 8 * HOUR);
  await clock.advance(30 * SECOND);
  expect(await fixture.sent(1)).toEqual(['the oven']);
  await clock.advance(HOUR);
  expect(fixture.signal.attempts).toHaveLength(1);
});

test('a clock set back by an hour fires nothing a second time', async () => {
  await using fixture = await openCronFixture();
  await fixture.now().call('reminder.set', {in: '10m', message: 'the oven', user: 'alice'});
  const {clock} = fixture.now();
  await clock.advance(10 * MINUTE);
  await fixture.sent(1);
  clock.set(clock.now() - HOUR);
  await clock.advance(2 * HOUR);
  expect(fixture.signal.texts).toEqual(['the oven']);
  expect(fixture.now().events.filter(({type}) => type === 'reminder.fired')).toHaveLength(1);
});

test("a verbatim reminder is in the person's own conversation, once, as it was sent", async () => {
  await using fixture = await openCronFixture();
  await fixture.now().call('reminder.set', {in: '1m', message: ' *the* oven ☎ ', user: 'alice'});
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.sent(1)).toEqual([' *the* oven ☎ ']);
  expect((await fixture.history(ALICE)).map(({role, text}) => [role, text])).toEqual([['assistant', ' *the* oven ☎ ']]);
});

test('asked in a conversation, the agent sets one with its tool, and it survives a restart', async () => {
  await using fixture = await openCronFixture({
    answers: [
      {calls: [{name: 'reminder', input: {action: 'set', time: '2026-11-21T12:00:00Z', message: 'Call Dr. Smith.'}}]},
      'I shall.',
      'Time to call Dr. Smith.',
      'Hey, it is time to call Dr. Smith!',
    ],
  });
  expect(await fixture.now().say('remind me at one to call Dr. Smith')).toBe('I shall.');
  await fixture.restart();
  expect(await fixture.now().call('reminder.list', {})).toMatchObject({
    reminders: [{message: 'Call Dr. Smith.', mode: 'agent', user: 'alice', sourceSession: 'rooster:main'}],
  });
  await fixture.now().clock.advance(HOUR);
  expect(await fixture.sent(1)).toEqual(['Hey, it is time to call Dr. Smith!']);
});

const setFor = (fixture: CronFixture, user: string, span: string, message: string) =>
  fixture.now().call('reminder.set', {in: span, message, user, mode: 'agent'});

function failing(times: number): readonly ScriptedTurn[] {
  return Array.from({length: times}, () => ({error: new Error('no model today')}));
}
const NO_MODEL = failing(3);
