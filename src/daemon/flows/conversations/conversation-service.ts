// Several conversations: people make, fork, archive, restore and delete them. Each change is one transaction with its event.
import {omit} from '../../../shared/fields/omit.ts';
import {present} from '../../../shared/fields/present.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {MessageId} from '../../../shared/records/ids.ts';
import type {Session} from '../../../shared/records/session.ts';
import {isChat, isIsolated, type SessionKey} from '../../../shared/records/session-key.ts';
import type {KeptSession} from '../../ports/conversation-store.ts';
import type {Emit} from '../../ports/store.ts';
import {forkTitle, freeKey, givenTitle, UNTITLED} from '../../sessions/conversation-title.ts';
import type {ConversationDeps} from './conversation-deps.ts';

import {cutConversation} from './cut-conversation.ts';
import {type Deleted, deleteConversation} from './delete-conversation.ts';

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
  readonly fork: (session: SessionKey, from: MessageId | undefined, wanted: Omit<NewConversation, 'user'>) => Session;
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
        trust: deps.trustOf(user) ?? 'full',
        ...present({user, madeWith: key}),
      });
      return store.transact(emit => put(chat, 'session.created', emit));
    },
    fork: (session, from, {title = '', key}) => {
      const made = key === undefined ? undefined : store.sessions.madeWith(key);
      if (made !== undefined) return shown(made.key);
      const source = known(session);
      if (isIsolated(session) || source.kind === 'group') throw new GatewayError('refused', NOT_FORKED);
      const upTo = from ?? store.messages.page(session, {limit: 1}).messages[0]?.id;
      if (upTo === undefined || store.messages.get(upTo)?.session !== session) {
        throw new GatewayError('not_found', `No message ${from ?? ''} in ${session}.`.replace('  ', ' '));
      }
      const given = givenTitle(title);
      const chat = newChat(deps, given, {
        // The key appears in logs and can't change, so it has no words that a person may delete.
        called: given || (source.titling === undefined ? `${source.title} fork` : 'fork'),
        title: given || forkTitle(source.title),
        trust: source.trust,
        ...present({user: source.user, model: source.model, madeWith: key}),
        origin: {how: 'fork', session, message: upTo},
      });
      return store.transact(emit => {
        store.sessions.put(chat);
        store.sessions.copyMessages(session, chat.key, upTo, () => deps.ids.next('msg'));
        if (store.sessions.counts(chat.key).messages === 0) {
          throw new GatewayError('invalid', 'That message is from before the conversation was started over.');
        }
        return put(store.sessions.get(chat.key) ?? chat, 'session.created', emit);
      });
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
      return store.transact(emit => put(omit(kept, 'archived'), 'session.restored', emit));
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
        store.sessions.put({...omit(kept, 'model'), ...present({model})});
        index.changed(session, emit);
      });
      return shown(session);
    },
  };
};

/** `called` gives it its key. Without a given title, its first message gives it one. */
const newChat = (
  deps: ConversationDeps,
  given: string,
  {
    called,
    ...chat
  }: Pick<KeptSession, 'title' | 'trust' | 'user' | 'model' | 'madeWith' | 'origin'> & {
    readonly called: string;
  },
): KeptSession => {
  if (given !== '') refuseTaken(deps, given, chat.user);
  return {
    key: freeKey(deps.agent(), called, one => deps.store.sessions.get(one) !== undefined),
    kind: 'chat',
    lastActivityAt: deps.clock.now(),
    ...chat,
    ...(given === '' && {titling: 'open' as const}),
  };
};

/** A title names one conversation of a person, so that people can use it instead of the key. */
const refuseTaken = ({store}: Pick<ConversationDeps, 'store'>, title: string, user: string | undefined): void => {
  const wanted = title.toLowerCase();
  const isTaken = store.sessions
    .list()
    .some(
      one => !isIsolated(one.key) && one.archived !== true && one.user === user && one.title.toLowerCase() === wanted,
    );
  if (isTaken) throw new GatewayError('conflict', `There is already a conversation "${title}". Use another name.`);
};

const NOT_FORKED = "Groups and jobs can't be forked. Fork a conversation of your own.";
const NOT_ARCHIVED = "Groups and jobs can't be archived. Start over with rooster sessions reset.";
