// What belongs to a conversation and is not answered: what people say to each other in a group, a reaction, a change. It is kept as a
// message without a turn; the agent knows it when it is next spoken to.
import type {Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {SessionIndex} from './session-index.ts';

type ContextDeps = Pick<World, 'store' | 'ids'> & {readonly index: SessionIndex};

type ContextNote = Pick<Message, 'role' | 'text' | 'at' | 'source' | 'attachments'> & {
  readonly session: SessionKey;
  readonly trust: Trust;
  /** The same key twice is the same message. */
  readonly key: string;
};

/** In the transaction at hand. */
export const keepContext = ({store, ids, index}: ContextDeps, note: ContextNote, emit: Emit): void => {
  const {session, trust, key, ...said} = note;
  if (store.messages.byKey(key) !== undefined) return;
  index.touch({session, trust, at: note.at, routed: false});
  const message = store.messages.add({...said, id: ids.next('msg'), session}, key);
  emit({type: 'message.added', session, trust, message});
  index.changed(session, emit);
};
