import {expect, test} from 'vitest';
import {keepContext} from '../../../src/daemon/sessions/keep-context.ts';
import {createSessionIndex} from '../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../src/daemon/sessions/session-registry.ts';
import type {InternalSource} from '../../../src/shared/records/message.ts';
import {countingIds} from '../../support/counting-ids.ts';
import {MAIN, noon, openTestStore} from '../store/store-fixture.ts';

test('a message that needs no answer is stored and published once, and creates its conversation', () => {
  using store = openTestStore();
  const deps = {store, ids: countingIds(), index: createSessionIndex({store, sessions: createSessions()})};
  const events: string[] = [];
  using _ = store.onCommitted(committed => events.push(...committed.map(({type}) => type)));
  const source: InternalSource = {kind: 'session', name: 'rooster:person:bob'};
  const note = {session: MAIN, trust: 'inner', key: 'k1', role: 'user', text: 'Known.', at: noon, source} as const;
  store.transact(emit => keepContext(deps, note, emit));
  store.transact(emit => keepContext(deps, note, emit));
  expect(events).toEqual(['session.updated', 'message.added', 'session.updated']);
  // A program's text keeps its trust.
  expect(store.messages.byKey('k1')).toMatchObject({text: 'Known.', trust: 'inner'});
});
