import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {agentReminders} from '../../../../src/daemon/flows/reminders/agent-reminders.ts';
import {createReminderService} from '../../../../src/daemon/flows/reminders/reminder-service.ts';
import type {Store} from '../../../../src/daemon/ports/store.ts';
import type {ToolContext} from '../../../../src/daemon/ports/tool.ts';
import type {Actor, Person} from '../../../../src/daemon/routing/actor.ts';
import {resolveWhen} from '../../../../src/daemon/schedule/moments/human-time.ts';
import {createInstants} from '../../../../src/daemon/schedule/series/instants.ts';
import {readSentence} from '../../../../src/daemon/schedule/words/read-sentence.ts';
import {DAY, HOUR, isoOf} from '../../../../src/shared/time/time.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {testCore} from '../../../support/test-core.ts';
import {noon, openTestStore} from '../../store/store-fixture.ts';

// The tool part of the reminder seed: the service decides what the tool may do, for any caller.

test('tool set creates reminder: at the instant, for its user, to its conversation', async () => {
  const {actions, store} = open();
  using _store = store;
  const set = await actions.set({
    at: isoOf(noon + HOUR),
    message: 'call the dentist',
    mode: 'agent',
    by: inDm('alice'),
  });
  expect(set).toMatchObject({
    id: 'rem_1',
    fireAt: noon + HOUR,
    user: 'alice',
    delivery: [],
    origin: 'signal:alice-uuid',
    ways: ['signal:alice-uuid'],
    sourceSession: 'rooster:dm:signal:alice-uuid',
    state: 'pending',
    zone: 'Europe/Berlin',
  });
  const {ways: _, ...stored} = set;
  expect(store.reminders.list({user: 'alice', limit: 10})).toEqual([stored]);
});

test('tool set persists to disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rooster-keep-'));
  try {
    const path = join(folder, 'rooster.db');
    const first = open({path});
    await first.actions.set({in: '1h', message: 'persisted reminder', mode: 'agent', by: inDm('alice')});
    first.store[Symbol.dispose]();
    using store = open({path}).store;
    expect(store.reminders.list({user: 'alice', limit: 10})).toMatchObject([{message: 'persisted reminder'}]);
  } finally {
    rmSync(folder, {recursive: true});
  }
});

test.each([
  ['tool set rejects past time', {at: isoOf(noon - HOUR), message: 'too late'}, 'in the future'],
  ['this very instant is past too', {at: isoOf(noon), message: 'too late'}, 'in the future'],
  ['a time beyond a hundred years', {at: isoOf(noon + 101 * 366 * DAY), message: 'x'}, 'a hundred years'],
  ['words nobody understands', {when: 'when pigs fly', message: 'x'}, '.'],
  ['no time at all', {message: 'x'}, 'exactly once'],
  ['two times', {at: isoOf(noon + HOUR), in: '1h', message: 'x'}, 'exactly once'],
  ['nothing to say', {in: '1h', message: ' \n'}, 'what to be reminded of'],
])('%s', async (_, request, reason) => {
  const {actions, store} = open();
  using _store = store;
  await expect(actions.set({mode: 'agent', ...request, by: inDm('alice')})).rejects.toThrow(reason);
  expect(store.reminders.countPending()).toBe(0);
});

test('tool set rejects no delivery channel: a user without any address', async () => {
  const {actions, store} = open();
  using _store = store;
  const asked = actions.set({
    in: '1h',
    message: 'no channel',
    mode: 'agent',
    by: {...inDm('nemo'), session: 'rooster:main'},
  });
  await expect(asked).rejects.toThrow('no address for reminders');
});

test("tool list shows pending reminders of the asker, and no other user's", async () => {
  const {actions, store} = open();
  using _store = store;
  await actions.set({in: '2h', message: 'later', mode: 'agent', by: inDm('alice')});
  await actions.set({in: '1h', message: 'sooner', mode: 'agent', by: inDm('alice')});
  await actions.set({in: '1h', message: 'Bob’s', mode: 'agent', by: inDm('bob')});
  expect(actions.list(inDm('alice')).map(({message}) => message)).toEqual(['sooner', 'later']);
  expect(actions.list({...inDm('alice'), user: undefined} as unknown as ToolContext)).toEqual([]);
});

test("tool cancel removes reminder; another user's reminder looks like a missing one", async () => {
  const {actions, store} = open();
  using _store = store;
  const {id} = await actions.set({in: '1h', message: 'x', mode: 'agent', by: inDm('alice')});
  for (const deed of [
    () => actions.cancel(id, inDm('bob')),
    () => actions.done(id, inDm('bob')),
    () => actions.snooze(id, {in: '1h'}, inDm('bob')),
    () => actions.edit(id, {message: 'y'}, inDm('bob')),
    () => actions.cancel('rem_unknown', inDm('alice')),
  ]) {
    await expect(Promise.try(deed)).rejects.toThrow(/No reminder rem_/u);
  }
  expect(await actions.cancel(id, inDm('alice'))).toMatchObject({state: 'cancelled'});
  expect(store.reminders.list({user: 'alice', state: 'pending', limit: 10})).toEqual([]);
  await expect(actions.cancel(id, inDm('alice'))).rejects.toThrow('it is already cancelled');
});

test('only the operator sets reminders for others', async () => {
  const {reminderService, actions, store} = open();
  using _store = store;
  const request = {in: '1h', message: 'x', mode: 'verbatim', user: 'bob'} as const;
  await expect(actions.set({...request, by: inDm('alice')})).rejects.toThrow('only set reminders for yourself');
  expect(await reminderService.set(request, OPERATOR)).toMatchObject({
    user: 'bob',
    delivery: [],
    ways: ['signal:bob-uuid'],
  });
  expect(reminderService.list({}, OPERATOR)).toHaveLength(1);
  expect(await reminderService.cancel('rem_1', OPERATOR)).toMatchObject({state: 'cancelled'});
});

test("an unknown sender isn't taken for the terminal's user: the reminder has no user, and the default zone", async () => {
  const {actions, store} = open();
  using _store = store;
  const {user: _, ...by} = inDm('zoe');
  const set = await actions.set({when: 'tomorrow 9am', message: 'x', mode: 'verbatim', by});
  expect(set).toMatchObject({delivery: [], ways: ['signal:zoe-uuid'], zone: 'Asia/Tokyo'});
  expect(set).not.toHaveProperty('user', expect.anything());
});

test("a person may have five hundred pending reminders; the operator's own aren't counted", async () => {
  const {reminderService, actions, store} = open();
  using _store = store;
  const request = {in: '1h', message: 'x', mode: 'verbatim'} as const;
  await Promise.all(Array.from({length: 500}, () => actions.set({...request, by: inDm('bob')})));
  await expect(actions.set({...request, by: inDm('bob')})).rejects.toThrow('500 reminders are already pending');
  await actions.set({...request, by: inDm('alice')});
  await reminderService.set({...request, user: 'bob'}, OPERATOR);
});

test('each change pokes the scheduler', async () => {
  const {actions, store, rechecks} = open();
  using _store = store;
  const {id} = await actions.set({in: '1h', message: 'x', mode: 'agent', by: inDm('alice')});
  await actions.snooze(id, {in: '2h'}, inDm('alice'));
  await actions.edit(id, {when: 'tomorrow 9am'}, inDm('alice'));
  await actions.cancel(id, inDm('alice'));
  expect(rechecks()).toBe(4);
});

test("a phrase is previewed in the reminder's or the asker's zone, without any change", async () => {
  const {reminderService, actions, store, rechecks} = open();
  using _store = store;
  const {id} = await actions.set({in: '1h', message: 'x', mode: 'agent', by: inDm('bob')});
  const own = await reminderService.understand('tomorrow 9am', OPERATOR);
  const bobs = await reminderService.understand('tomorrow 9am', OPERATOR, id);
  expect(own).toMatchObject({zone: 'Europe/Berlin', understood: 'tomorrow 09:00 CET'});
  expect(bobs).toMatchObject({zone: 'UTC', at: own.at + HOUR});
  await expect(reminderService.understand('when pigs fly', OPERATOR)).rejects.toThrow('.');
  await expect(reminderService.understand('20m', {...OPERATOR, operator: false}, id)).rejects.toThrow('No reminder');
  expect(store.reminders.get(id)?.fireAt).toBe(noon + HOUR);
  expect(rechecks()).toBe(1);
});

test("a note about an unusual time comes once with the result, and isn't stored", async () => {
  const {reminderService, store} = open();
  using _store = store;
  const request = {message: 'sleep', mode: 'verbatim' as const};
  const note = '02:30 does not exist that day: clocks go forward';
  const set = await reminderService.set({...request, when: '2027-03-28 2:30'}, OPERATOR);
  expect(set).toMatchObject({fireAt: Date.parse('2027-03-28T01:00:00Z'), note});
  expect(reminderService.get(set.id, OPERATOR)).not.toHaveProperty('note', expect.anything());
  const moved = await reminderService.edit(set.id, {when: '9am Tokyo time'}, OPERATOR);
  expect(moved.note).toBe('09:00 Tokyo time, UTC+9');
  expect(await reminderService.edit(set.id, {message: 'dream'}, OPERATOR)).not.toHaveProperty(
    'note',
    expect.anything(),
  );
  expect((await reminderService.snooze(set.id, {when: 'tomorrow'}, OPERATOR)).note).toBe(
    'no time of day given, so 09:00',
  );
  expect(await reminderService.understand('2027-03-28 2:30', OPERATOR)).toMatchObject({
    understood: `Sun 28 Mar 2027 03:00 CEST (${note})`,
  });
  const again = await reminderService.set({...request, when: '9am Tokyo time', key: 'k'}, OPERATOR);
  expect(await reminderService.set({...request, when: '9am Tokyo time', key: 'k'}, OPERATOR)).toEqual(
    reminderService.get(again.id, OPERATOR),
  );
});

const open = ({path}: {path?: string} = {}) => {
  const store: Store & Disposable = openTestStore({path});
  const clock = fakeClock(noon);
  let count = 0;
  const reminderService = createReminderService({
    ...testCore({
      store,
      clock,
      ids: countingIds(),
      log: memoryLog(),
      reschedule: () => {
        count += 1;
      },
      people: {
        person: name => PEOPLE.find(person => person.name === (name ?? 'alice')),
        zoneOf: name => PEOPLE.find(person => person.name === name)?.zone ?? 'Asia/Tokyo',
      },
      times: {resolveWhen, instants: createInstants(), readWords: (text, context) => readSentence(text, context)},
    }),
    watchedJobs: () => [],
    whenRead: async () => {},
    channels: ['terminal', 'signal', 'telegram'],
  });
  return {store, clock, reminderService, actions: agentReminders(reminderService, clock), rechecks: () => count};
};

const PEOPLE: readonly Person[] = [
  {name: 'alice', trust: 'full', zone: 'Europe/Berlin', addresses: ['terminal:default', 'signal:alice-uuid']},
  {name: 'bob', trust: 'inner', zone: 'UTC', addresses: ['signal:bob-uuid']},
  {name: 'nemo', trust: 'inner', zone: 'UTC', addresses: []},
];

const inDm = (user: string): ToolContext => ({
  session: `rooster:dm:signal:${user}-uuid`,
  turnId: 'turn_1',
  callId: 'call_1',
  trust: PEOPLE.find(({name}) => name === user)?.trust ?? 'inner',
  user,
  zone: 'UTC',
  signal: new AbortController().signal,
});

const OPERATOR: Actor = {user: 'alice', operator: true, session: 'rooster:main'};

test('a reused key gives the same reminder, even after its time; other text or another time conflicts', async () => {
  const {reminderService, store, clock} = open();
  using _store = store;
  const request = {in: '20m', message: 'stretch', mode: 'verbatim', key: 'k1'} as const;
  const set = await reminderService.set(request, OPERATOR);
  await clock.advance(HOUR);
  expect(await reminderService.set(request, OPERATOR)).toMatchObject({id: set.id, fireAt: set.fireAt});
  for (const other of [{message: 'eat'}, {in: '30m'}, {nag: '1h'}]) {
    await expect(reminderService.set({...request, ...other}, OPERATOR)).rejects.toMatchObject({code: 'conflict'});
  }
  expect(reminderService.list({}, OPERATOR)).toHaveLength(1);
});
