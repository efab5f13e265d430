// The command's tables and sentences name people, groups and conversations. Addresses appear where they are copied from, and in JSON.
import {expect, test} from 'vitest';
import {rooster} from '../rooster.ts';

const ALICE = 'signal:22222222-2222-4222-8222-222222222222';
const GROUP = 'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const WITH_ALICE = `a:dm:${ALICE}` as const;
const IN_GROUP = 'a:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const RAW = /2222222|AAECAw/u;
const names = {[ALICE]: 'alice', [GROUP]: 'Family', 'a:main': 'work'};
const at = '2026-11-21T11:00:00.000Z';
const delivery = {id: 'dlv_1', key: 'k', text: 'hi', state: 'sent', attempts: 1, createdAt: at, repeat: false} as const;
const toAlice = {...delivery, address: ALICE} as const;
const toGroup = {...delivery, id: 'dlv_2', address: GROUP} as const;

test('the outbox names people and groups, and a single delivery also its address', async () => {
  const answers = {'outbox.list': () => ({deliveries: [toAlice, toGroup]}), 'outbox.get': () => toGroup};
  const {out} = await rooster(['outbox'], {answers, names});
  expect(out()).toMatch(/dlv_1 .* alice on signal +hi\n.*dlv_2 .* Family +hi\n/u);
  expect(out()).not.toMatch(RAW);
  expect((await rooster(['outbox', 'show', 'dlv_2'], {answers, names})).out()).toMatch(
    new RegExp(`^To +Family \\(${GROUP}\\)$`, 'mu'),
  );
  const json = await rooster(['outbox', '--json'], {answers, names});
  expect(JSON.parse(json.out())).toEqual({deliveries: [toAlice, toGroup]});
});

test('the result of a message names the recipient', async () => {
  const {out} = await rooster(['signal', 'send', 'alice', 'hi'], {
    answers: {'outbox.send': () => toAlice, 'events.subscribe': () => ({seq: 0})},
    names,
  });
  expect(out()).toBe('Sent to alice on signal (dlv_1).\n');
});

test("a heartbeat's run has the name of its conversation", async () => {
  const run = {
    id: 'run_1',
    name: WITH_ALICE,
    kind: 'heartbeat',
    session: 'a:cron:heartbeat-a_main',
    scheduledFor: at,
    startedAt: at,
    endedAt: at,
    status: 'ran',
    late: false,
    attempt: 1,
  } as const;
  const {out} = await rooster(['runs'], {answers: {'run.list': () => ({runs: [run]})}, names});
  expect(out()).toMatch(/heartbeat +alice on signal/u);
  expect(out()).not.toMatch(RAW);
});

test('the status of Signal names the chat with waiting messages', async () => {
  const held = [{address: GROUP, messages: 2, sinceAt: at, reason: 'No network.'}] as const;
  const status = {channel: 'signal', inbound: 'up', outbound: 'down', held} as const;
  const {out} = await rooster(['signal', 'status'], {answers: {'signal.status': () => status}, names});
  expect(out()).toContain('2 messages to Family since');
});

test('a safety number is shown with the name, and the command that trusts it with the address', async () => {
  const trusted = {address: ALICE, safetyNumber: '12345'.repeat(12), trusted: false, freed: 0} as const;
  const {out} = await rooster(['signal', 'trust', 'alice'], {answers: {'signal.trust': () => trusted}, names});
  expect(out()).toContain('The safety number with alice on signal:');
  expect(out()).toContain(`rooster signal trust ${ALICE} 12345`);
});

test('stopping a conversation reports its name', async () => {
  const {out} = await rooster(['sessions', 'stop', IN_GROUP], {
    answers: {'session.list': () => ({sessions: []}), 'session.stop': () => ({})},
    names,
  });
  expect(out()).toBe('No turn is running in Family.\n');
});

test('a run and a conversation show names, and keys where they can be typed', async () => {
  const run = {
    id: 'run_1',
    name: 'standup',
    kind: 'cron',
    session: IN_GROUP,
    scheduledFor: at,
    startedAt: at,
    endedAt: at,
    status: 'ran',
    late: false,
    attempt: 1,
    transcript: [],
    deliveries: [],
  } as const;
  const answers = {
    'run.get': () => run,
    'session.history': () => ({messages: [], more: false}),
    'session.rename': () => ({}),
  };
  const shown = await rooster(['runs', 'show', 'run_1'], {answers, names});
  expect(shown.out()).toContain(`Family (${IN_GROUP})`);
  const said = await rooster(['sessions', 'show', IN_GROUP], {answers, names});
  expect(said.out()).toBe('No messages in Family yet.\n');
  const renamed = await rooster(['sessions', 'rename', WITH_ALICE, 'Tea'], {answers, names});
  expect(renamed.out()).toBe('Renamed alice on signal to "Tea".\n');
  const own = await rooster(['sessions', 'rename', WITH_ALICE, ''], {answers, names});
  expect(own.out()).toBe('alice on signal has its default title again.\n');
});
