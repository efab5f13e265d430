import {describe, expect, test} from 'vitest';
import {admit, createGate, type Entrance} from '../../../src/daemon/routing/admit.ts';
import type {MessageSource} from '../../../src/shared/records/message.ts';
import {type SessionKey, wakeSession} from '../../../src/shared/records/session-key.ts';
import type {Trust} from '../../../src/shared/records/trust.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {testConfig} from '../../support/test-config.ts';

const config = testConfig({
  users: [
    {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']},
    {name: 'bob', trust: 'inner', match: ['signal:bob-uuid']},
    {name: 'carol', trust: 'familiar', match: ['signal:carol-uuid']},
    {name: 'mallory', trust: 'public', match: ['signal:mallory-uuid']},
  ],
  signal: {groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']},
  limits: {personPerMinute: 3, operatorPerMinute: 4, injectionsPerMinute: 2, wakesPerDay: 5},
});

const MAIN = 'rooster:main';
const CRON = 'rooster:cron:morning';
const GROUP = 'rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const dm = (name: string): SessionKey => `rooster:dm:signal:${name}-uuid`;

const person = (name: string, channel = 'signal'): MessageSource => ({kind: 'user', name, channel});
const operator: MessageSource = {kind: 'operator'};
const cron: MessageSource = {kind: 'cron', name: 'morning'};
const reminder: MessageSource = {kind: 'reminder', name: 'rem_1'};
const alarm: MessageSource = {kind: 'alarm', name: 'alm_1'};
const heartbeat: MessageSource = {kind: 'system', name: 'heartbeat'};
const session: MessageSource = {kind: 'session', name: MAIN};

type Row = readonly [title: string, entrance: Entrance, trust: Trust];

describe('the gate admits', () => {
  test.each<Row>([
    [
      'a person in their own conversation',
      {session: dm('bob'), source: person('bob'), trust: 'inner', user: 'bob'},
      'inner',
    ],
    ['a person in a group', {session: GROUP, source: person('alice'), trust: 'familiar', user: 'alice'}, 'familiar'],
    [
      'the person at the terminal',
      {session: MAIN, source: person('alice', 'terminal'), trust: 'full', user: 'alice'},
      'full',
    ],
    [
      'whoever holds the socket, under a name that nobody has',
      {session: MAIN, source: person('owner', 'terminal'), trust: 'full', user: 'owner'},
      'full',
    ],
    [
      'a person at the terminal in the conversation of another, at the trust of that one',
      {session: dm('carol'), source: person('alice', 'terminal'), trust: 'full', user: 'alice'},
      'familiar',
    ],
    ['a job of a user, at their trust', {session: CRON, source: cron, trust: 'inner', user: 'bob'}, 'inner'],
    ['a job of a user, at less', {session: CRON, source: cron, trust: 'familiar', user: 'bob'}, 'familiar'],
    ['a job of nobody in particular', {session: CRON, source: cron, trust: 'full'}, 'full'],
    ['a reminder', {session: 'rooster:cron:reminder-rem_1', source: reminder, trust: 'full', user: 'alice'}, 'full'],
    ['a heartbeat, even in a session that works by itself', {session: CRON, source: heartbeat, trust: 'full'}, 'full'],
    [
      'an announcement, at the trust of the person it is for',
      {session: dm('carol'), source: cron, trust: 'full'},
      'familiar',
    ],
    [
      'an announcement for somebody who is no user, as if in a group',
      {session: dm('zoe'), source: cron, trust: 'full'},
      'familiar',
    ],
    ['an announcement in the main session', {session: MAIN, source: reminder, trust: 'full'}, 'full'],
    ['an alarm', {session: dm('bob'), source: alarm, trust: 'inner', user: 'bob'}, 'inner'],
    [
      'a wake-up that opens a conversation, at the trust of its person',
      {session: wakeSession('rooster', 'req_1'), source: {kind: 'wake', name: 'chronos'}, trust: 'full', user: 'alice'},
      'full',
    ],
    [
      'any other program in a conversation of nobody, as if in a group',
      {session: wakeSession('rooster', 'req_1'), source: {kind: 'webhook', name: 'ci'}, trust: 'full', user: 'alice'},
      'familiar',
    ],
    ['another session', {session: dm('bob'), source: session, trust: 'full'}, 'inner'],
    ['the operator, at the trust they state', {session: dm('carol'), source: operator, trust: 'full'}, 'full'],
    [
      'the operator, for somebody who is no longer a user',
      {session: dm('zoe'), source: operator, trust: 'full', user: 'zoe'},
      'full',
    ],
    ['the operator, with no trust at all', {session: MAIN, source: operator, trust: 'public'}, 'public'],
    ['the operator in a session that works by itself', {session: CRON, source: operator, trust: 'full'}, 'full'],
    [
      'the operator in a group, but not above its ceiling',
      {session: GROUP, source: operator, trust: 'full'},
      'familiar',
    ],
    ['an injection into a group, but not above its ceiling', {session: GROUP, source: cron, trust: 'full'}, 'familiar'],
    [
      'a job whose session was made under another id of the agent',
      {session: 'hen:cron:morning', source: cron, trust: 'full'},
      'full',
    ],
  ])('%s', (_, entrance, trust) => {
    expect(admit(config, entrance)).toEqual({kind: 'admit', trust});
  });
});

describe('the gate refuses, with a sentence', () => {
  test.each<readonly [string, Entrance, RegExp]>([
    [
      'a person without trust',
      {session: dm('mallory'), source: person('mallory'), trust: 'public', user: 'mallory'},
      /^Trust "public" starts no turns\.$/,
    ],
    [
      'a job of a person without trust',
      {session: CRON, source: cron, trust: 'public', user: 'mallory'},
      /"public" starts no turns/,
    ],
    [
      'a person in a session that works by itself',
      {session: CRON, source: person('alice', 'terminal'), trust: 'full', user: 'alice'},
      /runs on a schedule and takes no messages/,
    ],
    ['an alarm in a session that works by itself', {session: CRON, source: alarm, trust: 'full'}, /runs on a schedule/],
    [
      'another session in a session that works by itself',
      {session: CRON, source: session, trust: 'full'},
      /runs on a schedule/,
    ],
    [
      'a job of somebody who is no longer a user',
      {session: CRON, source: cron, trust: 'full', user: 'zoe'},
      /^zoe isn't a configured user/,
    ],
    [
      'a reminder of somebody who is no longer a user',
      {session: 'rooster:cron:reminder-rem_1', source: reminder, trust: 'public', user: 'zoe'},
      /^zoe isn't a configured user/,
    ],
    [
      'a person who was a user a moment ago',
      {session: dm('zoe'), source: person('zoe'), trust: 'full', user: 'zoe'},
      /isn't a configured user/,
    ],
    [
      'a job that states more than its user has',
      {session: CRON, source: cron, trust: 'full', user: 'bob'},
      /^The requested trust is full, but bob has inner\.$/,
    ],
    [
      'an alarm that states more than its user has',
      {session: dm('carol'), source: alarm, trust: 'inner', user: 'carol'},
      /requested trust is inner, but carol has familiar/,
    ],
    [
      'a session that is none',
      {session: 'rooster:nest', source: operator, trust: 'full'},
      /^"rooster:nest" isn't a conversation key\. Example: rooster:main\.$/,
    ],
    [
      'a mistyped session',
      {session: 'roster:main', source: operator, trust: 'full'},
      /^roster:main isn't a conversation of this agent/,
    ],
    [
      'a mistyped session at the terminal',
      {session: 'roster:main', source: person('alice', 'terminal'), trust: 'full', user: 'alice'},
      /start with "rooster:"/,
    ],
  ])('%s', (_, entrance, reason) => {
    expect(admit(config, entrance)).toEqual({kind: 'refuse', reason: expect.stringMatching(reason)});
  });
});

describe('the gate', () => {
  const bobWrites: Entrance = {session: dm('bob'), source: person('bob'), trust: 'inner', user: 'bob'};
  const carolWrites: Entrance = {session: dm('carol'), source: person('carol'), trust: 'familiar', user: 'carol'};

  test('admits a person up to the limit, then says to wait', () => {
    const clock = fakeClock();
    const gate = createGate({config: () => config, clock});
    const verdicts = Array.from({length: 4}, () => gate(bobWrites));
    expect(verdicts.map(({kind}) => kind)).toEqual(['admit', 'admit', 'admit', 'refuse']);
    expect(verdicts[3]).toEqual({
      kind: 'refuse',
      reason: 'bob sent more than 3 messages in a minute; wait a little.',
      later: true,
    });
  });

  test('still admits others, and the same person again after some time', async () => {
    const clock = fakeClock();
    const gate = createGate({config: () => config, clock});
    for (let message = 0; message < 10; message += 1) gate(bobWrites);
    expect(gate(carolWrites).kind).toBe('admit');
    await clock.advance(20 * SECOND);
    expect([gate(bobWrites).kind, gate(bobWrites).kind]).toEqual(['admit', 'refuse']);
  });

  test('counts a person once across all conversations', () => {
    const gate = createGate({config: () => config, clock: fakeClock()});
    const inGroup: Entrance = {...bobWrites, session: GROUP, trust: 'familiar'};
    expect([bobWrites, inGroup, bobWrites, inGroup].map(entrance => gate(entrance).kind)).toEqual([
      'admit',
      'admit',
      'admit',
      'refuse',
    ]);
  });

  test("doesn't count messages that are refused anyway", () => {
    const gate = createGate({config: () => config, clock: fakeClock()});
    const wrong: Entrance = {session: CRON, source: person('alice', 'terminal'), trust: 'full', user: 'alice'};
    for (let message = 0; message < 10; message += 1) gate(wrong);
    expect(gate({...wrong, session: MAIN}).kind).toBe('admit');
  });

  test('never delays scheduled work', () => {
    const gate = createGate({config: () => config, clock: fakeClock()});
    for (let run = 0; run < 1_000; run += 1) {
      expect(gate({session: CRON, source: cron, trust: 'full'}).kind).toBe('admit');
      expect(gate({session: CRON, source: reminder, trust: 'full'}).kind).toBe('admit');
      expect(gate({session: MAIN, source: heartbeat, trust: 'full'}).kind).toBe('admit');
    }
  });

  test('a wake-up that is refused, by the minute or by the day, leaves the other limit as it was', async () => {
    const clock = fakeClock();
    // Two a minute for all alarms together, two a day for each conversation.
    const few = {...config, limits: {...config.limits, wakesPerDay: 2}};
    const gate = createGate({config: () => few, clock});
    const wake = (name: string) => gate({session: dm(name), source: alarm, trust: 'familiar', user: name}).kind;
    expect([wake('bob'), wake('alice'), wake('bob'), wake('carol')]).toEqual(['admit', 'admit', 'refuse', 'refuse']);
    await clock.advance(MINUTE);
    expect(wake('bob')).toBe('admit');
    // The day refuses Bob's now; that costs the minute nothing.
    expect([wake('bob'), wake('bob'), wake('carol')]).toEqual(['refuse', 'refuse', 'admit']);
  });

  test('limits alarm wakes per conversation and day; a refusal costs nothing, and other conversations still wake', async () => {
    const clock = fakeClock();
    const often = {...config, limits: {...config.limits, injectionsPerMinute: 60}};
    const gate = createGate({config: () => often, clock});
    const wake = (name: string, user: string): Entrance => ({
      session: dm(name),
      source: alarm,
      trust: 'inner',
      user,
    });
    const kinds: string[] = [];
    for (let minute = 0; minute < DAY; minute += MINUTE) {
      kinds.push(gate(wake('bob', 'bob')).kind);
      await clock.advance(MINUTE);
    }
    expect(kinds.filter(kind => kind === 'admit')).toHaveLength(5);
    for (let times = 0; times < 5; times += 1) {
      expect(gate(wake('bob', 'bob')).kind).toBe('admit');
      await clock.advance(MINUTE);
    }
    expect(gate(wake('bob', 'bob'))).toEqual({
      kind: 'refuse',
      reason: 'Alarms sent more than 5 messages in a day.',
      later: true,
    });
    expect(gate(wake('alice', 'alice')).kind).toBe('admit');
    await clock.advance(DAY - 5 * MINUTE - 1);
    expect(gate(wake('bob', 'bob')).kind).toBe('refuse');
    await clock.advance(1);
    expect(gate(wake('bob', 'bob')).kind).toBe('admit');
  });

  test('counts wakes from before a restart', async () => {
    const clock = fakeClock();
    const kept = [clock.now() - HOUR, clock.now() - 2 * HOUR, clock.now() - 3 * HOUR];
    const gate = createGate({
      config: () => config,
      clock,
      wakesBefore: (_, after, before) => kept.filter(at => at > after && at < before).length,
    });
    const wake: Entrance = {session: dm('bob'), source: alarm, trust: 'inner', user: 'bob'};
    expect([1, 2, 3].map(() => gate(wake).kind)).toEqual(['admit', 'admit', 'refuse']);
    await clock.advance(21 * HOUR);
    expect([1, 2].map(() => gate(wake).kind)).toEqual(['admit', 'refuse']);
  });

  test('follows changes of the configuration', async () => {
    const clock = fakeClock();
    let current = config;
    const gate = createGate({config: () => current, clock});
    for (let message = 0; message < 4; message += 1) gate(bobWrites);
    current = {...config, limits: {...config.limits, personPerMinute: 60}};
    await clock.advance(SECOND);
    expect(gate(bobWrites).kind).toBe('admit');
    current = {...config, users: []};
    await clock.advance(MINUTE);
    expect(gate(bobWrites).kind).toBe('refuse');
  });
});
