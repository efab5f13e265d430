// Starts a conversation over: its messages move into an archived conversation with a title of its own.
import type {Message} from '../../../shared/records/message.ts';
import type {KeptSession} from '../../../shared/records/session.ts';
import {isChat, type SessionKey} from '../../../shared/records/session-key.ts';
import {isoOf} from '../../../shared/time/time.ts';
import type {Emit} from '../../ports/store.ts';
import {firstWords, freeKey, UNTITLED} from '../../sessions/conversation-title.ts';
import type {ConversationDeps} from './conversation-deps.ts';
import {endTurns} from './end-turns.ts';

/** The key of the archived conversation. Undefined if there was no message. */
export const cutConversation = async (deps: ConversationDeps, session: SessionKey): Promise<SessionKey | undefined> => {
  // Messages of an earlier cut may still be moving.
  await deps.worker.moved();
  await endTurns(deps, session, 'The conversation was started over.');
  const key = deps.store.transact(emit => cut(deps, session, emit));
  await deps.worker.moved();
  return key;
};

const cut = (deps: ConversationDeps, session: SessionKey, emit: Emit): SessionKey | undefined => {
  const {store, index, clock} = deps;
  const kept = store.sessions.get(session);
  const last = store.messages.page(session, {limit: 1}).messages[0];
  if (kept === undefined || last === undefined) return undefined;
  const now = clock.now();
  // The key appears in logs and on the command line, so it has a date and no words of the conversation.
  const name = `${isChat(session) ? 'chat' : kept.kind} ${isoOf(now).slice(0, 10)}`;
  const key = freeKey(deps.agent(), name, candidate => !store.sessions.isFree(candidate));
  const {trust, user, model, earlier, lastActivityAt} = kept;
  store.sessions.put({
    key,
    kind: 'chat',
    title:
      titleFor(store.messages.page(session, {oldest: true, limit: LOOKED_AT}).messages) ??
      `${kept.title}, until ${isoOf(now).slice(0, 10)}`,
    trust,
    lastActivityAt,
    archived: true,
    titling: 'words',
    origin: {how: 'cut', session, message: last.id},
    user,
    model,
    earlier,
  });
  store.sessions.moveMessages(session, key, now);
  const emptied = {...(store.sessions.get(session) ?? kept), earlier: undefined};
  store.sessions.put({...untitled(emptied), earlier: key});
  emit({type: 'session.reset', session});
  const state = index.get(key);
  if (state !== undefined) emit({type: 'session.created', session: key, cause: session, state});
  index.changed(session, emit);
  return key;
};

const titleFor = (messages: readonly Message[]): string | undefined => {
  const asked = messages.find(
    ({role, source}) => role === 'user' && (source.kind === 'user' || source.kind === 'operator'),
  );
  return firstWords((asked ?? messages[0])?.text ?? '');
};

/** A title made from the removed words is made again, from the next ones. */
const untitled = (kept: KeptSession): KeptSession =>
  kept.titling === undefined ? kept : {...kept, title: UNTITLED, titling: 'open'};

const LOOKED_AT = 50;
