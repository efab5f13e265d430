// Removes a message's words wherever Rooster has repeated them, in the current transaction. What a model wrote from
// them stays.
import type {Message} from '../../shared/records/message.ts';
import type {KeptSession} from '../../shared/records/session.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {isoOf} from '../../shared/time/time.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import {UNTITLED} from './conversation-title.ts';
import {offlineMemory} from './offline-memory.ts';
import {repetitionsOf} from './repeated-words.ts';
import type {SessionIndex} from './session-index.ts';

type ForgetDeps = Pick<World, 'store'> & {readonly index: Pick<SessionIndex, 'changed'>};

type Deletion = {
  readonly message: Message;
  /** The text in its place. */
  readonly text: string;
  /** The trust of the person who deleted it. */
  readonly trust?: Trust;
};

export const forgetMessage = ({store, index}: ForgetDeps, {message, text, trust}: Deletion, emit: Emit): void => {
  // A repetition after a crash would take the new text for the words.
  if (message.text === text) return;
  const {texts, since} = store.messages.versions(message.id);
  const repetitions = repetitionsOf(message, texts);
  for (const changed of store.messages.forget(message.id, {...repetitions, text, title: UNTITLED, since}))
    emit({type: 'message.changed', session: changed.session, trust, message: changed});
  for (const session of store.sessions.list()) {
    if (session.titling === undefined || !repetitions.titles.includes(session.title)) continue;
    store.sessions.put(retitled(store, session), session);
    index.changed(session.key, emit);
  }
  // An open question of the built-in assistant repeats the request, also one that was asked before.
  if (message.turnId === undefined) return;
  const origin = store.sessions.get(message.session)?.origin;
  for (const session of [message.session, ...(origin?.how === 'cut' ? [origin.session] : [])])
    store.cursors.remove(offlineMemory(session));
};

/** The next words of a person become the title. An archived conversation gets none, so it is named by its end. */
const retitled = ({sessions}: Pick<World['store'], 'sessions'>, session: KeptSession): KeptSession => {
  const {origin, lastActivityAt} = session;
  if (origin?.how !== 'cut') return {...session, title: UNTITLED, titling: 'open'};
  const from = sessions.get(origin.session)?.title ?? UNTITLED;
  return {...session, titling: undefined, title: `${from}, until ${isoOf(lastActivityAt).slice(0, 10)}`};
};
