// The names of conversations and addresses: by the configuration, by their channel, or by a person.
import {expect, test} from 'vitest';
import {createContactNames, createNames, knownNames} from '../../../src/daemon/sessions/names.ts';
import {createSessionIndex, type Visit} from '../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../src/daemon/sessions/session-registry.ts';
import type {SessionKey} from '../../../src/shared/records/session-key.ts';
import {aDelivery, aReminder, aRun, noon, openTestStore} from '../store/store-fixture.ts';

const GROUP = 'signal:group:AAEC/w==';
const IN_GROUP = 'rooster:group:signal:AAEC/w==';
const visit: Visit = {session: IN_GROUP, user: 'alice', trust: 'familiar', at: noon, routed: true};

const open = () => {
  const store = openTestStore();
  const index = createSessionIndex({store, sessions: createSessions()});
  const names = createContactNames({store, index, agent: () => 'rooster', isConfigured: at => at === 'signal:2222'});
  const titles: string[] = [];
  const told = store.onCommitted(events => {
    for (const event of events) if (event.type === 'session.updated') titles.push(event.state.title);
  });
  return {
    store,
    index,
    names,
    titles,
    visits: (other: Partial<Visit> = {}) => store.transact(emit => index.touch({...visit, ...other}, emit)),
    learns: (name: string, address: `signal:${string}` = GROUP) =>
      store.transact(emit => names.learn(address, name, emit)),
    titleOf: (session: SessionKey) => index.get(session)?.title,
    [Symbol.dispose]: () => {
      told[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
};

test('a group has its own title, and clients get an event when it is renamed', () => {
  using fixture = open();
  fixture.visits();
  expect(fixture.titleOf(IN_GROUP)).toBe('signal group AAEC/w==');
  fixture.learns('Family');
  fixture.learns('Family');
  fixture.learns('The Clan\u202e\n');
  expect(fixture.titles).toEqual(['signal group AAEC/w==', 'Family', 'The Clan']);
  fixture.visits({at: noon + 1});
  expect(fixture.titleOf(IN_GROUP)).toBe('The Clan');
});

test('a group named before its first message has its title from that message', () => {
  using fixture = open();
  fixture.learns('Family');
  fixture.visits();
  expect(fixture.titleOf(IN_GROUP)).toBe('Family');
});

test('a title set by a person stays when the group is renamed', () => {
  using fixture = open();
  fixture.learns('Family');
  const kept = fixture.visits();
  fixture.store.sessions.put({...kept, title: 'Mum and Dad'});
  fixture.learns('The Clan');
  fixture.visits({at: noon + 1});
  expect(fixture.titleOf(IN_GROUP)).toBe('Mum and Dad');
  expect(fixture.titles).toEqual(['Family']);
});

test("the configured name has priority over a contact's own name", () => {
  using fixture = open();
  const session = 'rooster:dm:signal:2222';
  fixture.visits({session});
  fixture.learns('Mallory', 'signal:2222');
  expect(fixture.titleOf(session)).toBe('alice on signal');
  const names = knownNames({
    store: fixture.store,
    users: [{name: 'alice', match: ['terminal:default', 'signal:2222']}],
    groups: [],
  });
  expect(names).toEqual({'signal:2222': 'alice'});
});

test('clients get the names of people and configured groups, and the titles set by people', () => {
  using fixture = open();
  fixture.learns('Family');
  fixture.learns('Zoe', 'signal:+15555550142');
  const kept = fixture.visits({session: 'rooster:dm:signal:+15555550142', user: undefined as never});
  fixture.store.sessions.put({...kept, title: 'my sister'});
  expect(knownNames({store: fixture.store, users: [], groups: ['AAEC/w==']})).toEqual({
    [GROUP]: 'Family',
    'signal:+15555550142': 'Zoe',
    'rooster:dm:signal:+15555550142': 'my sister',
  });
});

test('the session of a reminder or task is titled by its text, that of a heartbeat by its conversation', () => {
  using fixture = open();
  fixture.learns('Family');
  fixture.visits();
  fixture.visits({session: 'rooster:main'});
  const reminder = aReminder('1', {message: 'water the plants'});
  fixture.store.transact(() => fixture.store.reminders.add(reminder));
  const delegated = {
    key: 'sheep',
    task: 'count the sheep',
    limitMs: 60_000,
    session: 'rooster:main',
    trust: 'full',
    depth: 1,
  } as const;
  const task = aRun('1', {kind: 'delegation', delegated});
  fixture.store.transact(() => fixture.store.runs.claim(task));
  const sessions = [
    `rooster:cron:reminder-${reminder.id}`,
    `rooster:cron:delegation-${task.id}`,
    'rooster:cron:heartbeat-rooster_main',
    'rooster:cron:reflection-rooster_group_signal_AAEC_w==',
    'rooster:cron:tides',
  ] as const;
  for (const session of sessions) fixture.visits({session, routed: false});
  expect(sessions.map(fixture.titleOf)).toEqual([
    'reminder "water the plants"',
    'task "count the sheep"',
    'heartbeat of main',
    'reflection of Family',
    'tides',
  ]);
});

test('only unconfigured recipients without a name are looked up', () => {
  using fixture = open();
  fixture.learns('Zoe', 'signal:3333');
  const to = ['signal:2222', 'signal:3333', 'signal:4444', 'signal:4444', GROUP, 'terminal:default'] as const;
  fixture.store.transact(() => to.map((address, n) => fixture.store.deliveries.add(aDelivery(`${n}`, {address}))));
  expect(fixture.names.nameless('signal')).toEqual(['signal:4444']);
});

test('names are read again only after the store or the configuration has changed', () => {
  using fixture = open();
  let config = {users: [{name: 'alice', match: ['signal:2222'] as const}], groups: [] as readonly string[]};
  const names = createNames({store: fixture.store, config: () => config, sourcesIn: sources => sources});
  const first = names();
  expect(first).toEqual({'signal:2222': 'alice'});
  expect(names()).toBe(first);
  fixture.store.transact(() => fixture.store.deliveries.add(aDelivery('one', {address: 'signal:3333'})));
  fixture.learns('Bob', 'signal:3333');
  expect(names()).toEqual({'signal:2222': 'alice', 'signal:3333': 'Bob'});
  config = {...config, users: []};
  expect(names()).toEqual({'signal:3333': 'Bob'});
});

test('a name from an undone transaction is not kept', () => {
  using fixture = open();
  fixture.store.transact(() => fixture.store.deliveries.add(aDelivery('one', {address: 'signal:3333'})));
  const names = createNames({store: fixture.store, config: () => NOBODY, sourcesIn: sources => sources});
  const undone = (): void =>
    fixture.store.transact(emit => {
      fixture.names.learn('signal:3333', 'Bob', emit);
      expect(names()).toEqual({'signal:3333': 'Bob'});
      throw new Error('undone');
    });
  expect(undone).toThrow('undone');
  expect(names()).toEqual({});
});

const NOBODY = {users: [], groups: []};
