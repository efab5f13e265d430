// The list of conversations, filtered by a few letters. The last row makes a new one.
import type {Session} from '../../shared/records/session.ts';
import {isDaemonSession, isIsolated} from '../../shared/records/session-key.ts';
import type {AppState} from '../state/app-state.ts';
import {archivedSessions, latestFirst} from '../state/selectors.ts';
import {fuzzy} from './fuzzy.ts';

export type ChatRow =
  /** `marks`: the matched letters of its title. */
  | {readonly kind: 'session'; readonly session: Session; readonly marks?: readonly number[]}
  /** Makes a conversation; without a title, its first words become the title. */
  | {readonly kind: 'new'; readonly title: string};

/** Without a query: unread ones first, then last active first. `archived`: only the archived ones. */
export const chatRows = (state: AppState, query: string, archived: boolean): readonly ChatRow[] => {
  const sessions = archived ? archivedSessions(state) : openSessions(state);
  const wanted = query.trim();
  const rows: readonly ChatRow[] =
    wanted === ''
      ? sessions.map(session => ({kind: 'session', session}))
      : fuzzy(wanted, sessions, ({title, key}) => ({name: title, more: key})).map(({one, marks}) => ({
          kind: 'session',
          session: one,
          marks,
        }));
  return archived ? rows : [...rows, {kind: 'new', title: wanted}];
};

const openSessions = ({gateway}: AppState): readonly Session[] =>
  [...gateway.sessions.values()]
    .filter(({key, archived}) => archived !== true && !isDaemonSession(key))
    .toSorted(
      (one, other) =>
        Number(isIsolated(one.key)) - Number(isIsolated(other.key)) ||
        Number(other.unread > 0) - Number(one.unread > 0) ||
        latestFirst(one, other),
    );
