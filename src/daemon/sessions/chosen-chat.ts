// The conversation that a person talks to away from the terminal. Stored, so that it outlives the daemon.
import {isChat, isSessionKey, type SessionKey} from '../../shared/records/session-key.ts';
import type {Store} from '../ports/store.ts';

type ChosenDeps = Pick<Store, 'cursors' | 'sessions'>;

/** Undefined for the person's own conversation, even after the chosen one was archived or deleted. */
export const chosenChat = ({cursors, sessions}: ChosenDeps, user: string): SessionKey | undefined => {
  const key = cursors.get(cursorOf(user)) ?? '';
  const kept = isSessionKey(key) ? sessions.get(key) : undefined;
  return kept?.user === user && kept.archived !== true ? kept.key : undefined;
};

/** Runs in the current transaction. Without a session, the person's own conversation. */
export const chooseChat = ({cursors}: Pick<ChosenDeps, 'cursors'>, user: string, session?: SessionKey): void =>
  cursors.set(cursorOf(user), session ?? '');

/** The conversation with an earlier message of the person, if it is one that they made. */
export const chatWith = (
  {sessions}: Pick<ChosenDeps, 'sessions'>,
  session: SessionKey | undefined,
  user: string,
): SessionKey | undefined =>
  session !== undefined && isChat(session) && sessions.get(session)?.user === user ? session : undefined;

const cursorOf = (user: string): string => `chat.of:${user}`;
