// Forks a conversation: its messages are copied in slices, and the last transaction adds the conversation that shows
// them.
import {setImmediate} from 'node:timers/promises';
import type {MessageId} from '../../../shared/records/ids.ts';
import type {KeptSession} from '../../../shared/records/session.ts';
import {isIsolated, type SessionKey} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {forkTitle, givenTitle} from '../../sessions/conversation-title.ts';
import type {ConversationDeps} from './conversation-deps.ts';
import {newChat} from './new-chat.ts';

type Wanted = {readonly title?: string | undefined; readonly key?: string | undefined};

/** Resolves with the key of the fork. A request that is repeated meanwhile, with the same key, gets the same fork. */
export const createForking = (deps: ConversationDeps) => {
  const active = new Map<string, Promise<SessionKey>>();

  return async (source: KeptSession, from: MessageId | undefined, wanted: Wanted): Promise<SessionKey> => {
    if (wanted.key === undefined) return fork(deps, source, from, wanted);
    const {key} = wanted;
    const forking = active.get(key) ?? fork(deps, source, from, wanted).finally(() => active.delete(key));
    active.set(key, forking);
    return forking;
  };
};

const fork = async (
  deps: ConversationDeps,
  source: KeptSession,
  from: MessageId | undefined,
  wanted: Wanted,
): Promise<SessionKey> => {
  const {store} = deps;
  const session = source.key;
  if (isIsolated(session) || source.kind === 'group') throw new GatewayError('refused', NOT_FORKED);
  // Its messages may still be on their way from a conversation that was started over.
  await deps.worker.moved();
  const upTo = from ?? store.messages.page(session, {limit: 1}).messages[0]?.id;
  if (upTo === undefined || store.messages.get(upTo)?.session !== session) {
    throw new GatewayError('not_found', `No message ${from ?? ''} in ${session}.`.replace('  ', ' '));
  }
  const chat = chatFor(deps, source, upTo, wanted);
  const copying = store.transact(() => store.sessions.startCopy(session, chat.key, upTo));
  try {
    while (store.transact(() => copying.copySome(() => deps.ids.next('msg')))) await setImmediate();
    store.transact(emit => {
      copying.finish(chat);
      const state = deps.index.get(chat.key);
      if (state === undefined || state.messages === 0) throw new GatewayError('invalid', BEFORE_RESET);
      emit({type: 'session.created', session: chat.key, state});
    });
  } catch (error) {
    store.transact(copying.abandon);
    void deps.worker.finished();
    throw error;
  }
  return chat.key;
};

const chatFor = (
  deps: ConversationDeps,
  source: KeptSession,
  upTo: MessageId,
  {title = '', key}: Wanted,
): KeptSession => {
  const given = givenTitle(title);
  return newChat(deps, given, {
    // The key appears in logs and can't change, so it has no words that a person may delete.
    called: given || (source.titling === undefined ? `${source.title} fork` : 'fork'),
    title: given || forkTitle(source.title),
    trust: source.trust,
    user: source.user,
    model: source.model,
    madeWith: key,
    origin: {how: 'fork', session: source.key, message: upTo},
  });
};

const NOT_FORKED = "Groups and jobs can't be forked. Fork a conversation of your own.";
const BEFORE_RESET = 'That message is from before the conversation was started over.';
