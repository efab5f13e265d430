import {expect, test} from 'vitest';
import {createSessionIndex, type Visit} from '../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../src/daemon/sessions/session-registry.ts';
import {noon, openTestStore} from '../store/store-fixture.ts';

const DM = 'rooster:dm:signal:alice-uuid';
const visit: Visit = {session: DM, trust: 'inner', at: noon, routed: true};

test('a conversation is named after its latest user, until a person sets a title', () => {
  using store = openTestStore();
  const index = createSessionIndex({store, sessions: createSessions()});
  const titleAfter = (user?: string): string =>
    index.touch({...visit, ...(user === undefined ? {} : {user})}).kept.title;
  expect(titleAfter()).toBe('signal alice-uuid');
  expect(titleAfter('alice')).toBe('alice on signal');
  expect(titleAfter('anna')).toBe('anna on signal');
  store.sessions.put({...index.touch({...visit, user: 'anna'}).kept, title: 'Family'});
  expect(titleAfter('alice')).toBe('Family');
  expect(titleAfter()).toBe('Family');
});
