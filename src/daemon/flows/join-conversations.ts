// Links the earlier conversations of a person's single addresses to the one over all their addresses. Nothing is moved:
// the earlier ones stay readable and searchable, and a note in the new one says where they are. It runs again when the
// configuration changes.

import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Core} from '../core.ts';
import type {Emit} from '../ports/store.ts';

type JoinDeps = Core & {
  /** Path of the conversation's readable copy inside the workspace. */
  readonly copyPath: (session: SessionKey) => string;
};

/** Returns what to call at the start, before messages come in, and after a change of the configuration. */
export const createJoining = (deps: JoinDeps): (() => void) => {
  const {
    store,
    people: {current},
    index,
  } = deps;
  return () => {
    const known: readonly SessionKey[] = JSON.parse(store.cursors.get(JOINED) ?? '[]');
    const joined = store.sessions
      .list('dm')
      .map(({key}) => key)
      .filter(key => current(key) !== key)
      .toSorted();
    const changed = [...new Set([...known, ...joined])].filter(key => known.includes(key) !== joined.includes(key));
    if (changed.length === 0) return;
    store.transact(emit => {
      for (const key of changed) {
        if (joined.includes(key)) putNote(deps, key, emit);
        // Clients learn whether the conversation goes on elsewhere.
        index.changed(key, emit);
      }
      store.cursors.set(JOINED, JSON.stringify(joined));
    });
  };
};

/** A second note about the same conversation is never needed. */
const putNote = (deps: JoinDeps, earlier: SessionKey, emit: Emit): void => {
  const {
    store,
    ids,
    clock,
    people: {current, ceilingOf: ceilingIn},
    index,
    copyPath,
  } = deps;
  const session = current(earlier);
  const key = `earlier:${earlier}@${session}`;
  if (store.messages.byKey(key) !== undefined) return;
  const at = clock.now();
  const {trust} = index.touch({session, trust: ceilingIn(session), at, routed: false, earlier}, emit);
  const title = index.get(earlier)?.title ?? earlier;
  const text = `The conversation "${title}" continues here. Its earlier messages are in ${copyPath(earlier)}.`;
  const source = {kind: 'system', name: 'joined'} as const;
  const message = store.messages.add({id: ids.next('msg'), session, role: 'system', text, at, source}, key);
  emit({type: 'message.added', session, trust, message});
  index.changed(session, emit);
};

const JOINED = 'conversations.joined';
