import {describe, expect, test} from 'vitest';
import {userAt, userNamed} from '../../../src/daemon/routing/conversation.ts';
import {ceilingOf, localeOf, resolveRoute, trustOf, userIn, zoneOf} from '../../../src/daemon/routing/resolve-route.ts';
import type {Inbound} from '../../../src/shared/records/delivery/injection.ts';
import {testConfig} from '../../support/test-config.ts';

const users = [
  {name: 'alice', trust: 'full', timezone: 'America/New_York', match: ['terminal:default', 'signal:alice-uuid']},
  {name: 'bob', trust: 'inner', match: ['signal:bob-uuid', 'signal:+15555550100']},
  {name: 'carol', trust: 'familiar', match: ['signal:carol-uuid']},
  {name: 'mallory', trust: 'public', match: ['signal:mallory-uuid']},
] as const;
const config = testConfig({users, signal: {groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']}});
const each = testConfig({
  users: users.map(user => ({...user, conversation: 'each'})),
  signal: {groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']},
});

const from = (sender: string, rest: Partial<Inbound> = {}): Inbound => ({
  channel: 'signal',
  sender,
  text: 'hello',
  at: 0,
  ...rest,
});
const atTerminal = (rest: Partial<Inbound> = {}): Inbound => from('default', {channel: 'terminal', ...rest});

describe('from a channel', () => {
  test('a mail thread has a conversation of its own, with the trust of the person in its record', () => {
    const thread = {id: 'abcd1234', title: 'Lunch'};
    expect(resolveRoute(config, from('bob-uuid', {thread}))).toMatchObject({
      session: 'rooster:mail:abcd1234',
      replyTo: 'signal:bob-uuid',
      trust: 'inner',
    });
    expect(ceilingOf(config, 'rooster:mail:abcd1234', () => 'bob')).toBe('inner');
    expect(ceilingOf(config, 'rooster:mail:abcd1234', () => undefined)).toBe('familiar');
  });

  test.each([
    ['alice-uuid', 'full', 'alice', 'America/New_York'],
    ['bob-uuid', 'inner', 'bob', 'Europe/Berlin'],
    ['+15555550100', 'inner', 'bob', 'Europe/Berlin'],
    ['mallory-uuid', 'public', 'mallory', 'Europe/Berlin'],
  ])('%s has one conversation over all addresses, at the trust %s of %s', (sender, trust, user, zone) => {
    expect(resolveRoute(config, from(sender))).toEqual({
      kind: 'route',
      session: user === 'alice' ? 'rooster:main' : `rooster:person:${user}`,
      replyTo: `signal:${sender}`,
      trust,
      user,
      zone,
    });
    // Or one for each address.
    expect(resolveRoute(each, from(sender))).toEqual({
      kind: 'route',
      session: `rooster:dm:signal:${sender}`,
      replyTo: `signal:${sender}`,
      trust,
      user,
      zone,
    });
  });

  test.each([
    'zoe-uuid',
    '',
    'alice',
    'ALICE-UUID',
    'alice-uuid ',
    'alice-uuid:x',
    'signal:alice-uuid',
    'default',
    '*',
    'group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  ])('%j is a stranger: only an exact address counts', sender => {
    expect(resolveRoute(config, from(sender))).toEqual({kind: 'refused', reason: 'unknown-sender'});
  });

  test('a person with the same address on another channel is a stranger', () => {
    expect(resolveRoute(config, from('alice-uuid', {channel: 'email'})).kind).toBe('refused');
  });

  test("a message can't choose its session", () => {
    expect(resolveRoute(config, from('carol-uuid', {session: 'rooster:main'}))).toMatchObject({
      session: 'rooster:person:carol',
      trust: 'familiar',
    });
  });

  test('everybody is a stranger without configured users', () => {
    expect(resolveRoute(testConfig(), from('alice-uuid'))).toEqual({kind: 'refused', reason: 'unknown-sender'});
  });
});

describe('in a group', () => {
  test.each([
    ['alice-uuid', 'familiar'],
    ['bob-uuid', 'familiar'],
    ['carol-uuid', 'familiar'],
    ['mallory-uuid', 'public'],
  ])("%s has the trust %s: the group's, or less", (sender, trust) => {
    expect(resolveRoute(config, from(sender, {group: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='}))).toMatchObject({
      kind: 'route',
      session: 'rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
      replyTo: 'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
      trust,
    });
  });

  test('an unknown sender is a stranger', () => {
    expect(resolveRoute(config, from('zoe-uuid', {group: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='}))).toEqual({
      kind: 'refused',
      reason: 'unknown-sender',
    });
  });

  test.each(['ZZZZ=', 'aaec=', '', 'AAEC'])("%j that isn't configured is refused, even for a known user", group => {
    expect(resolveRoute(config, from('alice-uuid', {group}))).toEqual({kind: 'refused', reason: 'unknown-group'});
  });

  test('of another channel, or without Signal, every message is refused', () => {
    expect(
      resolveRoute(
        config,
        from('alice-uuid', {channel: 'email', group: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='}),
      ),
    ).toMatchObject({
      reason: 'unknown-group',
    });
    expect(
      resolveRoute(testConfig(), from('alice-uuid', {group: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='})),
    ).toMatchObject({reason: 'unknown-group'});
  });
});

describe('at the terminal', () => {
  test("the route belongs to the user with the terminal's address", () => {
    expect(resolveRoute(config, atTerminal())).toEqual({
      kind: 'route',
      session: 'rooster:main',
      replyTo: 'terminal:default',
      trust: 'full',
      user: 'alice',
      zone: 'America/New_York',
    });
  });

  test("the owner has full trust and the system's zone when no user is configured", () => {
    const told = {session: 'rooster:main', replyTo: 'terminal:default'};
    const owner = {kind: 'route', ...told, trust: 'full', user: 'owner', zone: 'Europe/Berlin'};
    expect(resolveRoute(testConfig(), atTerminal())).toEqual(owner);
    const onlyBob = testConfig({users: [{name: 'bob', trust: 'inner', match: ['signal:bob-uuid']}]});
    expect(resolveRoute(onlyBob, atTerminal())).toEqual(owner);
    expect(resolveRoute({...config, users: []}, atTerminal())).toEqual(owner);
  });

  test('a user has their configured trust, even a lower one', () => {
    const careful = testConfig({users: [{name: 'carol', trust: 'familiar', match: ['terminal:default']}]});
    expect(resolveRoute(careful, atTerminal())).toMatchObject({user: 'carol', trust: 'familiar'});
  });

  test('a session can be chosen; a group stays a group', () => {
    expect(resolveRoute(config, atTerminal({session: 'rooster:dm:signal:bob-uuid'}))).toMatchObject({
      session: 'rooster:person:bob',
      user: 'alice',
    });
    expect(resolveRoute(each, atTerminal({session: 'rooster:dm:signal:bob-uuid'}))).toMatchObject({
      session: 'rooster:dm:signal:bob-uuid',
    });
    expect(
      resolveRoute(config, atTerminal({session: 'rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='})),
    ).toMatchObject({
      trust: 'familiar',
    });
  });

  test("the agent's id begins the session names", () => {
    expect(resolveRoute(testConfig({agent: {id: 'hen'}}), atTerminal())).toMatchObject({session: 'hen:main'});
  });
});

test('the first of two users with one address wins', () => {
  const users = [
    {name: 'alice', trust: 'inner', match: ['signal:x']},
    {name: 'mallory', trust: 'full', match: ['signal:x']},
  ] as const;
  expect(resolveRoute({...config, users}, from('x'))).toMatchObject({user: 'alice', trust: 'inner'});
});

test('an unconfigured sender has no trust, no address and the default zone', () => {
  expect(trustOf(config, 'bob')).toBe('inner');
  expect(trustOf(config, 'zoe')).toBeUndefined();
  expect(userNamed(config, 'zoe')).toBeUndefined();
  expect(userAt(config, 'signal:zoe-uuid')).toBeUndefined();
  expect(zoneOf(config, 'alice')).toBe('America/New_York');
  expect(zoneOf(config, 'zoe')).toBe('Europe/Berlin');
  expect(zoneOf(config, undefined)).toBe('Europe/Berlin');
});

test.each([
  ['rooster:main', 'full'],
  ['rooster:cron:morning', 'full'],
  ['rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'familiar'],
  ['rooster:dm:signal:alice-uuid', 'full'],
  ['rooster:dm:signal:bob-uuid', 'inner'],
  ['rooster:dm:signal:mallory-uuid', 'public'],
  ['rooster:person:bob', 'inner'],
  ['rooster:person:no-longer-a-user', 'familiar'],
  ['rooster:dm:signal:no-longer-a-user', 'familiar'],
] as const)('a run in %s has the trust %s at most', (session, trust) => {
  expect(ceilingOf(config, session)).toBe(trust);
});

test.each([
  ['rooster:main', 'alice'],
  ['rooster:dm:signal:bob-uuid', 'bob'],
  ['rooster:person:bob', 'bob'],
  ['rooster:person:zoe', undefined],
  ['rooster:dm:signal:zoe-uuid', undefined],
  ['rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', undefined],
  ['rooster:cron:standup', undefined],
] as const)('in %s the agent talks with %s', (session, user) => {
  expect(userIn(config, session)).toBe(user);
});

test("a date in figures is read in its person's order, and in the machine's if nobody is named", () => {
  const [alice] = users;
  const british = testConfig({users: [{...alice, locale: 'en-GB'}]});
  expect(localeOf(british, 'alice')).toBe('en-GB');
  expect(localeOf(british, 'zoe')).toBeUndefined();
  expect(localeOf(british, undefined)).toBeUndefined();
});

test('a chat has the trust of the person who made it, and the least of all without one', () => {
  expect(ceilingOf(config, 'rooster:chat:trip', () => 'bob')).toBe('inner');
  expect(ceilingOf(config, 'rooster:chat:trip', () => 'zoe')).toBe('familiar');
  expect(ceilingOf(config, 'rooster:chat:trip')).toBe('familiar');
});
