// Stores messages that need no answer, as messages without a turn: group chatter, reactions, edits, notes of other
// conversations. The agent sees them in its next turn.
import {type Message, sentByProgram} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {SessionIndex} from './session-index.ts';

type ContextDeps = Pick<World, 'store' | 'ids'> & {readonly index: SessionIndex};

type ContextNote = Pick<
  Message,
  'role' | 'text' | 'at' | 'source' | 'channel' | 'attachments' | 'details' | 'frame' | 'limits'
> & {
  readonly session: SessionKey;
  readonly trust: Trust;
  /** A repeated key adds no second message. */
  readonly key: string;
};

/** Runs in the current transaction. */
export const keepContext = ({store, ids, index}: ContextDeps, note: ContextNote, emit: Emit): void => {
  const {session, trust, key, ...spoken} = note;
  if (store.messages.byKey(key) !== undefined) return;
  index.touch({session, trust, at: note.at, routed: false}, emit);
  const kept = sentByProgram(spoken.source) ? {...spoken, trust} : spoken;
  const message = store.messages.add({...kept, id: ids.next('msg'), session}, key);
  emit({type: 'message.added', session, trust, message});
  index.changed(session, emit);
};
