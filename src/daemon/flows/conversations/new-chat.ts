// A new conversation of a person, before it is stored.

import type {KeptSession} from '../../../shared/records/session.ts';
import {isIsolated} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import {freeKey} from '../../sessions/conversation-title.ts';
import type {ConversationDeps} from './conversation-deps.ts';

/** `called` gives it its key. Without a given title, its first message gives it one. */
export const newChat = (
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
    key: freeKey(deps.agent(), called, candidate => !deps.store.sessions.isFree(candidate)),
    kind: 'chat',
    lastActivityAt: deps.clock.now(),
    ...chat,
    titling: given === '' ? ('open' as const) : undefined,
  };
};

/** A title names one conversation of a person, so that people can use it instead of the key. */
const refuseTaken = ({store}: Core, title: string, user: string | undefined): void => {
  const wanted = title.toLowerCase();
  const isTaken = store.sessions
    .list()
    .some(
      session =>
        !isIsolated(session.key) &&
        session.archived !== true &&
        session.user === user &&
        session.title.toLowerCase() === wanted,
    );
  if (isTaken) throw new GatewayError('conflict', `There is already a conversation "${title}". Use another name.`);
};
