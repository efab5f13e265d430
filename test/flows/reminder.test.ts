import {expect, test} from 'vitest';
import {DAY, HOUR, isoOf, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {inMode, keyOf, MODE} from '../support/conversation-mode.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

test('a verbatim reminder is announced word for word, without a model', async () => {
  using home = tempDir();
  using model = scriptedModel([]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const text = '  **Call** Bob ☎ עברית\n\tHEARTBEAT_OK  ';
  const set = await fixture.call('reminder.set', {in: '5m', message: text});
  await fixture.clock.advance(5 * MINUTE);
  const fired = await fixture.event('reminder.fired');
  expect(fired).toMatchObject({late: false, reminder: {id: set.id}});
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages).toMatchObject([{role: 'assistant', text, source: {kind: 'reminder', name: set.id}}]);
  const {deliveries} = await fixture.call('outbox.list', {});
  expect(deliveries).toMatchObject([{address: 'terminal:default', text, state: 'sent', attempts: 1}]);
  expect(await fixture.call('reminder.get', {id: set.id})).toMatchObject({state: 'fired'});
  expect(await fixture.call('session.list', {})).toMatchObject({sessions: [{unread: 1}]});
});

test('a displayed message is marked as read', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  await fixture.call('reminder.set', {in: '5s', message: 'tea'});
  await fixture.clock.advance(5 * SECOND);
  await fixture.event('reminder.fired');
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  const [message] = messages;
  if (message === undefined) throw new Error('no message');
  await fixture.call('session.read', {session: 'rooster:main', upTo: message.id});
  expect(await fixture.call('session.list', {})).toMatchObject({sessions: [{unread: 0}]});
  expect(await fixture.call('outbox.list', {})).toMatchObject({deliveries: [{state: 'read'}]});
});

test('a displayed message is marked as read even if its delivery comes a moment later', async () => {
  using home = tempDir();
  const clock = fakeClock();
  let moments = 0;
  const now = () => {
    moments += 1;
    return clock.now() + moments;
  };
  const ticking = {...clock, now};
  await using fixture = await openTestDaemon({home: home.path, clock: ticking, models: scriptedModel([]).models});
  await fixture.call('reminder.set', {in: '5s', message: 'tea'});
  await clock.advance(6 * SECOND);
  await fixture.event('reminder.fired');
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  await fixture.call('session.read', {session: 'rooster:main', upTo: messages.at(-1)?.id ?? 'msg_none'});
  expect(await fixture.call('outbox.list', {})).toMatchObject({deliveries: [{state: 'read'}]});
});

test("an agent reminder has its own session, and its result arrives in the person's", async () => {
  using home = tempDir();
  using model = scriptedModel(['It is 21 degrees.', 'By the way: 21 degrees outside.']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const set = await fixture.call('reminder.set', {in: '1h', message: 'tell the weather', mode: 'agent'});
  await fixture.clock.advance(HOUR);
  const ended = await fixture.event('run.ended');
  expect(ended.run).toMatchObject({
    kind: 'reminder',
    name: set.id,
    status: 'ran',
    output: 'It is 21 degrees.',
    session: `rooster:cron:reminder-${set.id}`,
  });
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.at(-1)).toMatchObject({role: 'assistant', text: 'By the way: 21 degrees outside.'});
  expect(JSON.stringify(model.asked[0]?.prompt)).toContain('sessions/rooster_main.jsonl');
  expect(JSON.stringify(model.asked[1]?.prompt)).toContain('It is 21 degrees.');
  expect(await fixture.call('outbox.list', {})).toMatchObject({
    deliveries: [{text: 'By the way: 21 degrees outside.'}],
  });
  expect(await fixture.call('reminder.get', {id: set.id})).toMatchObject({state: 'fired'});
});

test("when the agent fails, the person gets the reminder's message", async () => {
  using home = tempDir();
  using model = scriptedModel([NO_MODEL, NO_MODEL, NO_MODEL]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.call('reminder.set', {in: '1m', message: 'call the dentist', mode: 'agent'});
  const ended = await fixture.whileTimePasses(fixture.event('run.ended'));
  expect(ended.run.status).toBe('failed');
  expect(await fixture.call('outbox.list', {})).toMatchObject({deliveries: [{text: 'Reminder: call the dentist'}]});
});

test('a reminder that came due while the daemon was down fires on start, marked late, once', async () => {
  using home = tempDir();
  const fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  await fixture.call('reminder.set', {in: '10m', message: 'the oven'});
  await fixture[Symbol.asyncDispose]();
  fixture.clock.set(fixture.clock.now() + 3 * HOUR);
  const again = await openTestDaemon({home: home.path, models: scriptedModel([]).models, clock: fixture.clock});
  await again.clock.advance(SECOND);
  expect(await again.event('reminder.fired')).toMatchObject({late: true});
  const {run} = await again.event('run.ended');
  expect(run.late).toBe(true);
  const {deliveries} = await again.call('outbox.list', {});
  expect(deliveries).toMatchObject([{text: 'the oven', late: {dueAt: run.scheduledFor, zone: 'Europe/Berlin'}}]);
  const third = await again.restart();
  await third.clock.advance(HOUR);
  expect(third.events.filter(({type}) => type === 'reminder.fired')).toHaveLength(1);
  await third[Symbol.asyncDispose]();
});

test('a snoozed reminder fires again, and done ends it', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  const {id} = await fixture.call('reminder.set', {in: '1m', message: 'stretch'});
  await fixture.clock.advance(MINUTE);
  await fixture.event('reminder.fired');
  const snoozedAt = isoOf(fixture.clock.now());
  expect(await fixture.call('reminder.snooze', {id, in: '10m'})).toMatchObject({state: 'pending', snoozedAt});
  expect(await fixture.call('reminder.get', {id})).toMatchObject({snoozedAt});
  await fixture.clock.advance(10 * MINUTE);
  await fixture.event(
    'reminder.settled',
    () => fixture.events.filter(({type}) => type === 'reminder.fired').length === 2,
  );
  expect(await fixture.call('reminder.done', {id})).toMatchObject({state: 'done'});
  expect(await fixture.call('reminder.list', {})).toEqual({reminders: []});
  expect(await fixture.call('run.list', {name: id})).toMatchObject({runs: [{status: 'ran'}, {status: 'ran'}]});
});

test('the run of a verbatim reminder shows its message in the conversation, and its deliveries', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  await fixture.call('reminder.set', {in: '1m', message: 'stretch'});
  await fixture.clock.advance(MINUTE);
  const {run} = await fixture.event('run.ended');
  expect(await fixture.call('run.get', {id: run.id})).toMatchObject({
    transcript: [{role: 'assistant', text: 'stretch', session: 'rooster:main', source: {kind: 'reminder'}}],
    deliveries: [{address: 'terminal:default', text: 'stretch', state: 'sent'}],
  });
});

test('why shows the whole history of a reminder, from its records', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  const {id} = await fixture.call('reminder.set', {in: '1m', message: 'stretch'});
  await fixture.clock.advance(MINUTE);
  await fixture.event('reminder.fired');
  await fixture.call('reminder.snooze', {id, in: '10m'});
  await fixture.call('reminder.cancel', {id});
  const {steps} = await fixture.call('why', {id});
  expect(steps.map(({what}) => what.split(' ').slice(0, 2).join(' '))).toEqual([
    'reminder set',
    'reminder was',
    'started in',
    'added to',
    'queued for',
    'accepted for',
    'run ended:',
    'snoozed until',
    'cancelled',
  ]);
  expect(steps.every(({at}, index) => index === 0 || at >= (steps[index - 1]?.at ?? ''))).toBe(true);
});

test.each([
  [{message: 'x'}, /exactly one of/u],
  [{in: '5m', at: '2030-01-01T00:00:00Z', message: 'x'}, /exactly one of/u],
  [{at: '2020-01-01T00:00:00Z', message: 'x'}, /past|future/u],
  [{when: 'whenever', message: 'x'}, /./u],
  [{in: '5m', message: '   '}, /non-empty/u],
  [{in: '5m', message: 'x', user: 'nobody'}, /No person "nobody"/u],
  [{in: '5m', message: 'x', to: 'pigeon:3'}, /Unknown channel "pigeon"/u],
  [{in: '5m', message: 'x', to: 'terminal:den'}, /The terminal has one address, "terminal:default"/u],
])('%j is refused with a sentence', async (request, sentence) => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  await expect(fixture.call('reminder.set', request as {message: string})).rejects.toThrow(sentence);
});

test('a time without a zone is in the zone of its person', async () => {
  using home = tempDir();
  const users = [
    {name: 'alice', trust: 'full', timezone: 'America/New_York', match: ['terminal:default', 'signal:alice-uuid']},
  ];
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models, config: {users}});
  const set = await fixture.call('reminder.set', {when: '2026-12-01T09:00', message: 'x'});
  expect(set).toMatchObject({
    fireAt: '2026-12-01T14:00:00.000Z',
    zone: 'America/New_York',
    user: 'alice',
    delivery: [],
    ways: ['signal:alice-uuid'],
  });
});

test("a reminder that first reaches the phone creates a conversation with the person's name", async () => {
  using home = tempDir();
  const users = inMode([{name: 'bob', trust: 'full', match: ['signal:bob-uuid']}]);
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models, config: {users}});
  await fixture.call('reminder.set', {in: '5m', message: 'stretch', user: 'bob'});
  await fixture.clock.advance(5 * MINUTE);
  await fixture.event('reminder.fired');
  const {sessions} = await fixture.call('session.list', {});
  const title = MODE === 'each' ? 'bob on signal' : 'bob';
  expect(sessions).toMatchObject([{key: keyOf('bob'), title, user: 'bob', person: 'bob'}]);
  const types = fixture.events.filter(({session}) => session === sessions[0]?.key).map(({type}) => type);
  expect(types.indexOf('session.updated')).toBeLessThan(types.indexOf('message.added'));
});

const NO_MODEL = {error: new Error('no model today')};

test('ended reminders, their runs and messages are kept for ninety days; pending ones keep their history', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel(['Found.', 'Told.']).models});
  const over = await fixture.call('reminder.set', {in: '1m', message: 'look', mode: 'agent'});
  const snoozed = await fixture.call('reminder.set', {in: '2m', message: 'water'});
  await fixture.clock.advance(2 * MINUTE);
  await fixture.event('reminder.settled', ({reminder}) => reminder.id === over.id);
  await fixture.event('reminder.settled', ({reminder}) => reminder.id === snoozed.id);
  await fixture.call('reminder.snooze', {id: snoozed.id, in: '100 days'});
  await fixture.call('reminder.set', {in: '91 days', message: 'now'});
  const [run] = (await fixture.call('run.list', {name: over.id})).runs;
  fixture.clock.set(fixture.clock.now() + 91 * DAY);
  await fixture.clock.advance(MINUTE);
  await fixture.event('reminder.settled', ({reminder}) => reminder.message === 'now');
  expect(await fixture.call('run.list', {name: over.id})).toEqual({runs: []});
  await expect(fixture.call('reminder.get', {id: over.id})).rejects.toThrow('No reminder');
  const {sessions} = await fixture.call('session.list', {});
  expect(sessions.map(({key}) => key)).not.toContain(run?.session);
  const {steps} = await fixture.call('why', {id: snoozed.id});
  expect(steps.map(({what}) => what)).toContain('added to main word for word: "water"');
});

test("the time of a snooze or a move is read in the reminder's own zone", async () => {
  using home = tempDir();
  const users = [
    {name: 'owner', trust: 'full', timezone: 'UTC', match: ['terminal:default']},
    {name: 'yuki', trust: 'full', timezone: 'Asia/Tokyo', match: ['signal:yuki-uuid']},
  ];
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models, config: {users}});
  const {id} = await fixture.call('reminder.set', {in: '1h', message: 'tea', user: 'yuki'});
  // 09:00 in Tokyo is midnight in UTC.
  const snoozed = await fixture.call('reminder.snooze', {id, when: 'tomorrow 9am'});
  expect(snoozed.fireAt).toMatch(/T00:00:00\.000Z$/u);
  const moved = await fixture.call('reminder.edit', {id, when: 'tomorrow 10am'});
  expect(moved.fireAt).toMatch(/T01:00:00\.000Z$/u);
});

test('an edit can change only the mode: then the agent handles the reminder', async () => {
  using home = tempDir();
  using model = scriptedModel(['It is 21 degrees.', 'By the way: 21 degrees outside.']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {id} = await fixture.call('reminder.set', {in: '1h', message: 'tell the weather'});
  expect(await fixture.call('reminder.edit', {id, mode: 'agent'})).toMatchObject({mode: 'agent'});
  await fixture.clock.advance(HOUR);
  await fixture.event('run.ended');
  expect(model.asked.length).toBeGreaterThan(0);
});

test('a reminder whose text contains a recurrence is refused, not set once', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  await expect(fixture.call('reminder.set', {when: '9am', message: 'every weekday standup'})).rejects.toThrow(
    'The text contains a recurrence: "every weekday". Put it in the time',
  );
  expect((await fixture.call('reminder.list', {})).reminders).toEqual([]);
});

test('the error for an alarm explains repeating alarms, not reminders', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models});
  await expect(fixture.call('alarm.set', {when: 'every 5 minutes', message: 'x'})).rejects.toThrow(
    'For a repeating alarm give a cron expression, such as "*/5 * * * *".',
  );
});

test('a reminder that was set before Signal was linked rings on Signal, a series too; one for a chosen address stays there', async () => {
  using home = tempDir();
  const signal = fakeChannel();
  await using fixture = await openTestDaemon({home: home.path, models: scriptedModel([]).models, channels: [signal]});
  const before = {delivery: [], ways: ['terminal:default']};
  expect(await fixture.call('reminder.set', {in: '1h', message: 'tea'})).toMatchObject(before);
  expect((await fixture.event('reminder.set')).reminder).toMatchObject(before);
  expect(await fixture.call('reminder.set', {when: 'every day at 13:00', message: 'pills'})).toMatchObject(before);
  await fixture.call('reminder.set', {in: '1h', message: 'here', to: 'terminal:default'});
  const match = ['terminal:default', 'signal:alice-uuid'];
  writeConfig(home.path, {users: [{name: 'owner', trust: 'full', timezone: 'Europe/Berlin', match}]});
  await fixture.whileTimePasses(fixture.event('config.changed'));
  const {reminders} = await fixture.call('reminder.list', {});
  expect(Object.fromEntries(reminders.map(({message, delivery, ways}) => [message, {delivery, ways}]))).toEqual({
    tea: {delivery: [], ways: ['signal:alice-uuid']},
    pills: {delivery: [], ways: ['signal:alice-uuid']},
    here: {delivery: ['terminal:default'], ways: undefined},
  });
  await fixture.clock.advance(HOUR);
  expect(signal.texts.toSorted()).toEqual(['pills', 'tea']);
  await fixture.clock.advance(24 * HOUR);
  expect(signal.texts.filter(text => text === 'pills')).toHaveLength(2);
});

test('a reminder set with Signal rings by every way that its person has when it rings, and keeps where it rang until it is snoozed', async () => {
  using home = tempDir();
  const channels = [fakeChannel(), fakeChannel('ntfy')];
  const match = ['terminal:default', 'signal:alice-uuid'];
  const owner = {name: 'owner', trust: 'full', timezone: 'Europe/Berlin'};
  const models = scriptedModel([]).models;
  await using fixture = await openTestDaemon({home: home.path, models, channels, config: {users: [{...owner, match}]}});
  const {id} = await fixture.call('reminder.set', {in: '1h', message: 'tea'});
  await fixture.call('reminder.set', {in: '1h', message: 'cake', to: 'signal:alice-uuid'});
  await fixture.call('reminder.set', {when: 'every day at 13:00', message: 'pills'});
  writeConfig(home.path, {users: [{...owner, match: [...match, 'ntfy:alice']}]});
  await fixture.whileTimePasses(fixture.event('config.changed'));
  await fixture.clock.advance(HOUR);
  await until('both ways have it', () => channels.every(({texts}) => texts.length >= 2));
  expect(channels.map(({texts}) => texts.toSorted())).toEqual([
    ['cake', 'pills', 'tea'],
    ['pills', 'tea'],
  ]);
  const both = ['signal:alice-uuid', 'ntfy:alice'];
  expect(await fixture.call('reminder.get', {id})).toMatchObject({state: 'fired', delivery: both});
  const {steps} = await fixture.call('why', {id});
  expect(steps[0]?.what).toMatch(/, to .+, .+: "tea"$/u);
  const {reminders} = await fixture.call('reminder.list', {});
  expect(reminders).toMatchObject([{message: 'pills', delivery: [], ways: both}]);
  expect(await fixture.call('reminder.snooze', {id, in: '1h'})).toMatchObject({delivery: [], ways: both});
});

test('the same holds when Signal is linked while Rooster is stopped, for a series and for one that was snoozed before', async () => {
  using home = tempDir();
  const signal = fakeChannel();
  const {models} = scriptedModel([]);
  const first = await openTestDaemon({home: home.path, models});
  await first.call('reminder.set', {when: 'every day at 13:00', message: 'pills'});
  const {id} = await first.call('reminder.set', {in: '1m', message: 'tea'});
  await first.clock.advance(2 * MINUTE);
  await first.event('reminder.settled');
  await first.call('reminder.snooze', {id, in: '30m'});
  await first[Symbol.asyncDispose]();
  const match = ['terminal:default', 'signal:alice-uuid'];
  writeConfig(home.path, {users: [{name: 'owner', trust: 'full', timezone: 'Europe/Berlin', match}]});
  await using fixture = await openTestDaemon({home: home.path, models, channels: [signal], clock: first.clock});
  await fixture.clock.advance(2 * HOUR);
  await until('the phone has both', () => signal.texts.length === 2);
  expect(signal.texts.toSorted()).toEqual(['pills', 'tea']);
});
