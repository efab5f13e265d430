// A note for the owner in their own conversation, from the daemon.

import {mainSession} from '../../../shared/records/session-key.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';

/** Add it in the transaction of its cause. The same key twice is the same note. */
export const putNote = ({store, clock, ids, index, agent}: Core, key: string, text: string, emit: Emit): void => {
  if (store.messages.byKey(key) !== undefined) return;
  const session = mainSession(agent());
  const at = clock.now();
  const {trust} = index.touch({session, trust: 'full', at, routed: false}, emit);
  const source = {kind: 'system', name: 'unanswered'} as const;
  const message = store.messages.add({id: ids.next('msg'), session, role: 'system', text, at, source}, key);
  emit({type: 'message.added', session, trust, message});
  index.changed(session, emit);
};
