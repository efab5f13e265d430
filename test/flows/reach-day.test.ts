// A day in a fixture with two people: at the desk, on a walk, with a closed laptop, with a dead signal-cli, at night. A clock moved by hand.
import {expect, test} from 'vitest';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {type FakeChannel, fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

const ALICE = {
  name: 'alice',
  trust: 'full',
  timezone: 'UTC',
  match: ['terminal:default', 'signal:alice-uuid', 'ntfy:default'],
  reach: ['terminal', 'signal', 'ntfy'],
  quiet: '22:00-07:00',
};
const BOB = {...ALICE, name: 'bob', trust: 'inner', match: ['signal:bob-uuid', 'ntfy:bob'], reach: ['signal', 'ntfy']};
const NEWS = {
  name: 'news',
  at: '2026-11-21 23:00',
  timezone: 'UTC',
  message: 'News?',
  user: 'alice',
  announce: 'direct',
};
const IDLE = {heartbeat: {enabled: false}, reflection: {enabled: false}};

const at = (time: string, day = 21): number => Date.parse(`2026-11-${day}T${time}:00Z`);
const calls = (channel: FakeChannel): readonly string[] => channel.sent.map(({to, text}) => `${to} ${text}`);

test('each call of a day arrives where its person is, once, and none is lost', async () => {
  using home = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  const clock = fakeClock(at('09:00'));
  const models = scriptedModel(['Snow.']).models;
  const config = {users: [ALICE, BOB], cron: [NEWS], ...IDLE};
  let fixture: TestDaemon = await openTestDaemon({home: home.path, config, clock, models, channels: [signal, ntfy]});
  await jobsTold(fixture, clock);
  const moveTo = (time: string, day?: number): Promise<void> => clock.advance(at(time, day) - clock.now());
  const remind = (time: string, message: string, user = 'alice') =>
    fixture.call('reminder.set', {at: `2026-11-21T${time}:00Z`, message, user});
  const key = (focused = true) => fixture.call('client.presence', {active: true, focused});
  const show = async (): Promise<void> => {
    const {messages} = await fixture.call('session.history', {session: 'rooster:main', limit: 1});
    await fixture.call('session.read', {session: 'rooster:main', upTo: messages[0]?.id ?? 'msg_0'});
  };
  for (const [time, text] of [
    ['09:30', 'stand-up'],
    ['11:00', 'buy bread'],
    ['14:00', 'call the bank'],
    ['16:00', 'water plants'],
  ] as const)
    await remind(time, text);
  await remind('09:30', 'school run', 'bob');
  await remind('22:30', 'take the pill');

  // At the desk: the terminal shows it. Bob's phone has Bob's own.
  await moveTo('09:29');
  await key();
  await moveTo('09:30');
  await show();
  await moveTo('10:00');
  expect(calls(signal)).toEqual(['signal:bob-uuid school run']);
  expect(calls(ntfy)).toEqual(['ntfy:bob school run']);

  // On a walk: the phone gets it and says so, so nothing else rings.
  await fixture.call('client.presence', {active: false, focused: false});
  await moveTo('11:00');
  await clock.advance(SECOND);
  expect(calls(signal).at(-1)).toBe('signal:alice-uuid buy bread');
  await signal.says('alice-uuid', 'done');
  await moveTo('12:00');
  expect(calls(ntfy)).toEqual(['ntfy:bob school run']);

  // The laptop is closed over the instant: the reminder is late, and reaches the phone when it opens.
  clock.set(at('15:00'));
  fixture = await fixture.restart();
  await clock.advance(SECOND);
  expect(calls(signal).at(-1)).toBe('signal:alice-uuid call the bank');
  expect(signal.sent.at(-1)?.late).toMatchObject({dueAt: at('14:00')});
  await signal.says('alice-uuid', 'done');

  // signal-cli is dead: ntfy rings after three minutes; the answer keeps Signal silent when it is back.
  signal.turn('down');
  await moveTo('16:04');
  expect(calls(ntfy).at(-1)).toBe('ntfy:default water plants');
  const {reminders} = await fixture.call('reminder.list', {state: 'fired', user: 'alice'});
  const plants = reminders.find(({message}) => message === 'water plants');
  await fixture.call('reminder.done', {id: plants?.id ?? 'rem_0'});
  await clock.advance(SECOND);
  signal.turn('up');
  await moveTo('17:00');
  expect(calls(signal)).not.toContain('signal:alice-uuid water plants');

  // The night: the pill rings, the news wait for the morning.
  await moveTo('22:30');
  await clock.advance(SECOND);
  expect(calls(signal).at(-1)).toBe('signal:alice-uuid take the pill');
  await signal.says('alice-uuid', 'done');
  await moveTo('23:00');
  await fixture.event('run.ended', ({run}) => run.kind === 'cron');
  await moveTo('06:59', 22);
  expect(calls(signal)).not.toContain('signal:alice-uuid Snow.');
  await moveTo('07:01', 22);
  expect(calls(signal).at(-1)).toBe('signal:alice-uuid Snow.');

  const own = calls(signal).filter(call => !call.includes('Done:'));
  expect(new Set(own).size).toBe(own.length);
  expect(own.filter(call => call.includes('stand-up'))).toEqual([]);
  expect((await fixture.call('daemon.status', {})).outbox).toMatchObject({waiting: 0, dead: 0});
  await fixture[Symbol.asyncDispose]();
});

test('the clock that is set back by an hour rings nobody twice', async () => {
  using home = tempDir();
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  const clock = fakeClock(at('09:00'));
  const config = {users: [ALICE], ...IDLE};
  await using fixture = await openTestDaemon({home: home.path, config, clock, channels: [signal, ntfy]});
  await fixture.call('reminder.set', {in: '5m', message: 'tea', user: 'alice'});
  await clock.advance(6 * MINUTE);
  clock.set(clock.now() - HOUR);
  await clock.advance(3 * HOUR);
  expect([signal.texts, ntfy.texts]).toEqual([['tea'], ['tea']]);
});
