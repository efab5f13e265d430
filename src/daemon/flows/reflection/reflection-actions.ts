// The reflection tools' operations besides files: the plan of the active run, and the cached pages that it handles.

import type {Run, Todo} from '../../../shared/records/jobs/jobs.ts';
import {conversationSlug, type SessionKey, type SessionKind} from '../../../shared/records/session-key.ts';
import {reaches, type Trust} from '../../../shared/records/trust.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Store} from '../../ports/store.ts';
import type {CachedPage, PageCache} from '../../ports/workspace.ts';

type ActionsDeps = {
  readonly store: Pick<Store, 'runs' | 'sessions'>;
  readonly cache: Pick<PageCache, 'pages'>;
};

export type ReflectionActions = {
  /** Changes the plan of a session's active reflection and stores it. Throws a GatewayError if there is none. */
  readonly changeTodos: (session: SessionKey, change: (todos: readonly Todo[]) => readonly Todo[]) => readonly Todo[];
  /**
   * The cached pages that a conversation's reflections handle: those fetched there, and those of no other conversation
   * (a job's, a group's). References are shared, so this needs full trust.
   */
  readonly pagesFor: (by: {readonly session: SessionKey; readonly trust: Trust}) => Promise<readonly CachedPage[]>;
};

export const createReflectionActions = ({store, cache}: ActionsDeps): ReflectionActions => ({
  changeTodos: (session, change) => {
    const run = runAtWork(store, session);
    if (run === undefined)
      throw new GatewayError('conflict', 'No reflection is running here, so there is nothing to plan.');
    const todos = change(run.todos ?? []);
    store.runs.update({...run, todos}, run);
    return todos;
  },
  pagesFor: async ({session, trust}) => {
    if (!reaches(trust, 'full')) return [];
    const own = conversationSlug(session);
    const others = store.sessions
      .list()
      .filter(other => reaches(other.trust, 'full') && REFLECTING_KINDS.has(other.kind));
    return cache.pages(session, {but: others.map(({key}) => key).filter(key => conversationSlug(key) !== own)});
  },
});

const runAtWork = ({runs}: ActionsDeps['store'], session: SessionKey): Run | undefined =>
  runs.list({kind: 'reflection', status: 'running', limit: MOST_AT_WORK}).find(run => run.session === session);

const REFLECTING_KINDS = new Set<SessionKind>(['main', 'person', 'chat', 'dm']);
const MOST_AT_WORK = 1_000;
