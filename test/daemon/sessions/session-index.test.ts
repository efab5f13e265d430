import {expect, test} from 'vitest';
import {createSessionIndex, type Visit} from '../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../src/daemon/sessions/session-registry.ts';
import {noon, openTestStore} from '../store/store-fixture.ts';

const DM = 'rooster:dm:signal:alice-uuid';
const visit: Visit = {session: DM, trust: 'inner', at: noon, routed: true};

test('a conversation is named after its latest user, until a person sets a title', () => {
  using store = openTestStore();
  const index = createSessionIndex({store, sessions: createSessions()});
  const touched = (user?: string) =>
    store.transact(emit => index.touch({...visit, ...(user === undefined ? {} : {user})}, emit));
  const titleAfter = (user?: string): string => touched(user).title;
  expect(titleAfter()).toBe('signal alice-uuid');
  expect(titleAfter('alice')).toBe('alice on signal');
  expect(titleAfter('anna')).toBe('anna on signal');
  store.sessions.put({...touched('anna'), title: 'Family'});
  expect(titleAfter('alice')).toBe('Family');
  expect(titleAfter()).toBe('Family');
});

test('a new conversation is published once, before anything is in it', () => {
  using store = openTestStore();
  const index = createSessionIndex({store, sessions: createSessions()});
  const events: string[] = [];
  using _ = store.onCommitted(committed => events.push(...committed.map(({type, session}) => `${type} ${session}`)));
  store.transact(emit => index.touch(visit, emit));
  store.transact(emit => index.touch(visit, emit));
  expect(events).toEqual([`session.updated ${DM}`]);
});

test('a hundred messages may wait; a place that is given back twice is one place', () => {
  using store = openTestStore();
  const index = createSessionIndex({store, sessions: createSessions()});
  const places = Array.from({length: 100}, () => index.reserve(DM));
  expect(() => index.reserve(DM)).toThrow('100 messages already wait');
  places[0]?.[Symbol.dispose]();
  places[0]?.[Symbol.dispose]();
  index.reserve(DM);
  expect(() => index.reserve(DM)).toThrow('100 messages already wait');
});
