// Urgent reminders: each way to say that one is urgent, and to take it back.
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'ntfy:default']}];

test.each([
  ['urgent: take the pill', true],
  ['Urgent! Take the pill', true],
  ['take the pill, urgent', true],
  ["take the pill, it's urgent.", true],
  ['take the pill (urgent)', true],
  ['dringend: Tablette nehmen', true],
  ['Tablette nehmen, dringend', true],
  ['ask Bob about the urgent mails', false],
  ['urgent mails', false],
  ['is it urgent', false],
])('"%s" is urgent: %s; its text stays as it is', async (message, isUrgent) => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, config: {users}});
  const set = await fixture.call('reminder.set', {in: '1h', message});
  expect(set.message).toBe(message);
  expect(set.urgent ?? false).toBe(isUrgent);
});

test('a flag decides over the text; an edit changes it, and is undone', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, config: {users}});
  const {id} = await fixture.call('reminder.set', {in: '1h', message: 'urgent: tea', urgent: false});
  const urgency = async () => (await fixture.call('reminder.get', {id})).urgent ?? false;
  expect(await urgency()).toBe(false);
  await fixture.call('reminder.edit', {id, urgent: true});
  expect(await urgency()).toBe(true);
  const edited = await fixture.event('reminder.edited');
  expect(edited.changed).toEqual(['urgent']);
  await fixture.call('reminder.edit', {id, urgent: false});
  expect(await urgency()).toBe(false);
  await fixture.call('reminder.undo', {});
  expect(await urgency()).toBe(true);
});

test('the channel learns that a reminder is urgent, even after a restart', async () => {
  using home = tempDir();
  const ntfy = fakeChannel('ntfy');
  const first = await openTestDaemon({home: home.path, config: {users}, channels: [ntfy]});
  await first.call('reminder.set', {in: '5m', message: 'tea', urgent: true});
  await first.call('reminder.set', {in: '6m', message: 'milk'});
  await using fixture = await first.restart();
  await fixture.clock.advance(6 * MINUTE + SECOND);
  expect(ntfy.sent.map(({text, urgent}) => [text, urgent])).toEqual([
    ['tea', true],
    ['milk', undefined],
  ]);
});

test('the agent sets and changes it with its tool, and alarms too', async () => {
  using home = tempDir();
  using model = scriptedModel([
    {
      calls: [
        {name: 'reminder', input: {action: 'set', when: 'in 1 hour', message: 'tea', mode: 'verbatim', urgent: true}},
      ],
    },
    {calls: [{name: 'alarm', input: {action: 'set', when: 'in 1 hour', message: 'Look.', urgent: true}}]},
    'Both are set.',
  ]);
  await using fixture = await openTestDaemon({home: home.path, config: {users}, models: model.models});
  await fixture.say('urgent tea and an alarm');
  const {reminders} = await fixture.call('reminder.list', {});
  const {alarms} = await fixture.call('alarm.list', {});
  expect(reminders.map(({urgent}) => urgent)).toEqual([true]);
  expect(alarms.map(({urgent}) => urgent)).toEqual([true]);
  expect(JSON.stringify(model.asked[1]?.prompt)).toContain('Urgent: it rings in quiet hours.');
});

test('an urgent agent reminder that is late rings in quiet hours, like one that is sent word for word', async () => {
  using home = tempDir();
  const signal = fakeChannel();
  const quiet = [
    {name: 'alice', trust: 'full', quiet: '22:00-07:00', match: ['terminal:default', 'signal:alice-uuid']},
  ];
  const first = await openTestDaemon({home: home.path, config: {users: quiet}, channels: [signal]});
  const [message, urgent] = ['pill', true];
  await first.call('reminder.set', {in: '1h', message, user: 'alice', urgent, mode: 'verbatim'});
  await first.call('reminder.set', {in: '1h', message, user: 'alice', urgent, mode: 'agent'});
  first.clock.set(first.clock.now() + 11 * HOUR);
  using model = scriptedModel(['Take it.', 'Take the pill now.']);
  await using fixture = await first.restart({models: model.models});
  await fixture.clock.advance(SECOND);
  await fixture.event('run.ended', ({run}) => run.output === 'Take it.');
  await fixture.clock.advance(SECOND);
  expect(signal.texts.toSorted()).toEqual(['Take the pill now.', 'pill']);
});
