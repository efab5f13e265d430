// People who are renamed or removed in the configuration: their plans move along, or are reported to the owner.
import {expect, test} from 'vitest';
import {heirOf} from '../../src/daemon/flows/follow-people.ts';
import type {Address} from '../../src/shared/records/address.ts';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const owner = {name: 'alice', trust: 'full', timezone: 'Europe/Berlin', match: ['terminal:default']};
const bob = {name: 'bob', trust: 'familiar', timezone: 'Europe/Berlin', match: ['signal:2222']};
const withUsers = (...users: readonly object[]) => ({users: [owner, ...users]});

test('the reminders and alarms of a renamed user move with their address', async () => {
  using home = tempDir();
  const fixture = await openTestDaemon({home: home.path, config: withUsers(bob)});
  await fixture.call('reminder.set', {in: '2h', message: 'stretch', user: 'bob'});
  await using next = await fixture.restart({config: withUsers({...bob, name: 'robert'})});
  const {reminders} = await next.call('reminder.list', {user: 'robert'});
  expect(reminders).toMatchObject([{message: 'stretch', user: 'robert'}]);
  expect((await next.call('daemon.status', {})).problems).toEqual([]);
});

test("a reminder of a removed user is reported in the status and to the owner, and isn't sent", async () => {
  using home = tempDir();
  const signal = fakeChannel('signal');
  const fixture = await openTestDaemon({home: home.path, config: withUsers(bob), channels: [signal]});
  await fixture.call('reminder.set', {in: '1h', message: 'pay the rent', user: 'bob'});
  await using next = await fixture.restart({config: withUsers(), channels: [signal]});
  expect((await next.call('daemon.status', {})).problems).toMatchObject([
    {key: 'users', reason: '"bob" is no longer configured and still has 1 reminder.'},
  ]);
  await next.clock.advance(HOUR + MINUTE);
  await next.event('reminder.settled');
  const {messages} = await next.call('session.history', {session: 'rooster:main'});
  expect(messages.at(-1)?.text).toBe('Reminder for bob, who is no longer configured: pay the rent');
  const {deliveries} = await next.call('outbox.list', {});
  expect(deliveries.filter(({address}) => address.startsWith('signal:'))).toEqual([]);
  expect((await next.call('daemon.status', {})).problems).toEqual([]);
});

test('a series of a removed user is reported to the owner once, and paused', async () => {
  using home = tempDir();
  const fixture = await openTestDaemon({home: home.path, config: withUsers(bob)});
  const {id} = await fixture.call('reminder.set', {repeat: 'FREQ=HOURLY', message: 'stretch', user: 'bob'});
  await using next = await fixture.restart({config: withUsers()});
  await next.clock.advance(5 * HOUR);
  const {messages} = await next.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({text}) => text)).toEqual([
    'Reminder for bob, who is no longer configured: stretch\n\n(It repeats, and is paused now.)',
  ]);
  expect(await next.call('reminder.get', {id})).toMatchObject({paused: true});
});

test('while the configuration has a mistake nobody counts as removed', async () => {
  using home = tempDir();
  const fixture = await openTestDaemon({home: home.path, config: withUsers(bob)});
  await fixture.call('reminder.set', {in: '1h', message: 'stretch', user: 'bob'});
  await using next = await fixture.restart({config: withUsers({...bob, trust: 'endless'})});
  expect((await next.call('daemon.status', {})).problems.filter(({key}) => key === 'users')).toEqual([]);
});

test('only a new user with one of the addresses counts as the renamed user', () => {
  const before = new Map<string, readonly Address[]>([
    ['bob', ['signal:2222']],
    ['carol', ['signal:3333']],
  ]);
  expect(heirOf(['signal:2222'], before, [{name: 'robert', match: ['signal:2222']}])).toBe('robert');
  expect(heirOf(['signal:2222'], before, [{name: 'carol', match: ['signal:2222', 'signal:3333']}])).toBeUndefined();
  expect(heirOf(['signal:2222'], before, [{name: 'dave', match: ['signal:4444']}])).toBeUndefined();
});
