// Several conversations: people make, fork, archive, restore and delete them. Each change is one transaction with its
// event.

import type {MessageId} from '../../../shared/records/ids.ts';
import type {KeptSession, Session} from '../../../shared/records/session.ts';
import {isChat, isIsolated, type SessionKey} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Emit} from '../../ports/store.ts';
import {givenTitle, UNTITLED} from '../../sessions/conversation-title.ts';
import type {ConversationDeps} from './conversation-deps.ts';

import {cutConversation} from './cut-conversation.ts';
import {type Deleted, deleteConversation} from './delete-conversation.ts';
import {createForking} from './fork-conversation.ts';
import {newChat} from './new-chat.ts';

export type NewConversation = {
  readonly title?: string | undefined;
  /** The same key never makes a second one. */
  readonly key?: string | undefined;
  /** The user of the conversation. */
  readonly user?: string | undefined;
};

export type ConversationService = {
  readonly create: (wanted: NewConversation) => Session;
  /** A new conversation with copies of the messages up to `from`. @default up to the newest one */
  readonly fork: (
    session: SessionKey,
    from: MessageId | undefined,
    wanted: Omit<NewConversation, 'user'>,
  ) => Promise<Session>;
  /** A chat leaves the lists. Any other conversation is emptied: its messages move to the returned archived one. */
  readonly archive: (session: SessionKey) => Promise<Session>;
  readonly restore: (session: SessionKey) => Session;
  /** Ends its turns and removes it for good. */
  readonly delete: (session: SessionKey) => Promise<Deleted>;
  /** Moves the messages into an archived conversation. Undefined if there are none. */
  readonly cut: (session: SessionKey) => Promise<Session | undefined>;
  /** Without a model, the configured one answers again. */
  readonly setModel: (session: SessionKey, model: string | undefined) => Session;
};

export const createConversationService = (deps: ConversationDeps): ConversationService => {
  const {store, index} = deps;

  const known = (session: SessionKey): KeptSession => {
    const kept = store.sessions.get(session);
    if (kept !== undefined) return kept;
    throw new GatewayError('not_found', `No conversation ${session}.`);
  };

  const shown = (session: SessionKey): Session => {
    const found = index.get(session);
    if (found === undefined) throw new GatewayError('not_found', `No conversation ${session}.`);
    return found;
  };

  const put = (
    session: KeptSession,
    type: 'session.created' | 'session.archived' | 'session.restored',
    emit: Emit,
  ): Session => {
    store.sessions.put(session);
    const state = shown(session.key);
    emit({type, session: session.key, state});
    return state;
  };

  const fork = createForking(deps);

  const archiveChat = (kept: KeptSession): Session =>
    kept.archived === true
      ? shown(kept.key)
      : store.transact(emit => put({...kept, archived: true}, 'session.archived', emit));

  return {
    create: ({title = '', key, user}) => {
      const made = key === undefined ? undefined : store.sessions.madeWith(key);
      if (made !== undefined) return shown(made.key);
      const given = givenTitle(title);
      const chat = newChat(deps, given, {
        called: given,
        title: given || UNTITLED,
        trust: deps.people.trustOf(user) ?? 'full',
        user,
        madeWith: key,
      });
      return store.transact(emit => put(chat, 'session.created', emit));
    },
    fork: async (session, from, wanted) => {
      const made = wanted.key === undefined ? undefined : store.sessions.madeWith(wanted.key);
      return shown(made?.key ?? (await fork(known(session), from, wanted)));
    },
    archive: async session => {
      const kept = known(session);
      if (isChat(session)) return archiveChat(kept);
      if (isIsolated(session) || kept.kind === 'group') throw new GatewayError('refused', NOT_ARCHIVED);
      const cut = await cutConversation(deps, session);
      if (cut === undefined)
        throw new GatewayError('conflict', 'There is nothing to archive in this conversation yet.');
      return shown(cut);
    },
    restore: session => {
      const kept = known(session);
      if (kept.archived !== true) return shown(session);
      return store.transact(emit => put({...kept, archived: undefined}, 'session.restored', emit));
    },
    delete: session => {
      known(session);
      return deleteConversation(deps, session);
    },
    cut: async session => {
      const kept = known(session);
      // Others' messages must not get into a conversation with its person's trust.
      if (isIsolated(session) || kept.kind === 'group') throw new GatewayError('refused', NOT_ARCHIVED);
      const cut = await cutConversation(deps, session);
      return cut && shown(cut);
    },
    setModel: (session, model) => {
      const kept = known(session);
      const problem = model === undefined ? undefined : deps.modelProblem(model);
      if (problem !== undefined) throw new GatewayError('invalid', problem);
      store.transact(emit => {
        store.sessions.put({...kept, model});
        index.changed(session, emit);
      });
      return shown(session);
    },
  };
};

const NOT_ARCHIVED = "Groups and jobs can't be archived. Start over with rooster sessions reset.";
