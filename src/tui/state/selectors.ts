// Derived values that several parts of the screen need. Pure and stateless.

import type {LiveTurn} from '../../shared/events/live-turn.ts';
import type {Transcript} from '../../shared/events/transcript.ts';
import type {MessageId} from '../../shared/records/ids.ts';
import {wakeAtOf} from '../../shared/records/jobs/alarm.ts';
import {waitsForDone} from '../../shared/records/jobs/jobs.ts';
import {waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import {channelOfSource} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {agentOfSession, isDaemonSession, type SessionKey, sessionTitle} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {type Editor, emptyEditor} from '../editor/editor.ts';
import type {AppState} from './app-state.ts';
import {draftKeyOf} from './draft-key.ts';
import type {Child, PendingSend, UiState} from './ui-state.ts';

/** The open session; a placeholder for the main one until the daemon has sent it. */
export const openSession = ({gateway, ui}: AppState): Session => {
  const session = ui.session === undefined ? undefined : gateway.sessions.get(ui.session);
  return (
    session ?? {...UNKNOWN_SESSION, ...(ui.session !== undefined && {key: ui.session, title: sessionTitle(ui.session)})}
  );
};

export const openTranscript = ({gateway, ui}: AppState): Transcript | undefined =>
  ui.session === undefined ? undefined : gateway.transcripts.get(ui.session);

/** The child view, while its conversation is the open one. */
export const openChild = ({ui: {child, session}}: Pick<AppState, 'ui'>): Child | undefined =>
  child?.session === session ? child : undefined;

/** The title of the conversation from which the first of the child views was opened. */
export const parentTitle = (state: AppState, {from}: Child): string =>
  from.child === undefined
    ? openSession({...state, ui: {...state.ui, session: from.session ?? state.ui.session}}).title
    : parentTitle(state, from.child);

/** The agent of the open session. */
export const openAgent = (state: AppState): string => agentOfSession(openSession(state).key);

/** The running turn of the open session. */
export const runningTurn = ({gateway, ui}: AppState): LiveTurn | undefined => {
  for (const turn of gateway.turns.values()) if (turn.session === ui.session) return turn;
  return undefined;
};

/** The running turn of the open session is the person's own, so a message can be added to it. */
export const takesSteering = (state: AppState): boolean => {
  const turn = runningTurn(state);
  return turn !== undefined && channelOfSource(turn.source) === 'terminal';
};

export const busySessions = ({gateway}: AppState): ReadonlySet<SessionKey> =>
  new Set([...gateway.turns.values()].map(({session}) => session));

/** The name of the machine whose daemon this terminal uses, if it is another one. */
export const otherMachine = ({host, moved}: Pick<UiState, 'host' | 'moved'>): string | undefined =>
  moved?.kind === 'host' ? moved.host.name : host?.name;

export const openEditor = ({gateway, ui}: AppState): Editor => editorIn(ui, draftKeyOf(gateway, ui.session));

/** The editor of a draft, by its key. */
export const editorIn = ({editors}: Pick<UiState, 'editors'>, draft: string): Editor =>
  editors.get(draft) ?? emptyEditor;

/** Pending messages of the open session. */
export const openSends = ({gateway, ui}: AppState): readonly PendingSend[] => {
  const key = draftKeyOf(gateway, ui.session);
  return ui.sends.filter(send => draftKeyOf(gateway, send.session) === key);
};

/**
 * Sessions in list order: the main one, chats, people and groups, jobs; those that others continue come last. Archived
 * ones aren't listed, nor sessions of single reminders, heartbeats and reflections.
 */
export const sessionList = ({gateway, ui}: AppState): readonly Session[] =>
  [...gateway.sessions.values()]
    .filter(({key, archived}) => (!isDaemonSession(key) && archived !== true) || key === ui.session)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.title.localeCompare(b.title));

const placeOf = ({kind, continuedIn}: Session): number =>
  continuedIn === undefined ? KINDS.indexOf(kind) : KINDS.length;

/** Archived conversations, last active first. */
export const archivedSessions = ({gateway}: Pick<AppState, 'gateway'>): readonly Session[] =>
  [...gateway.sessions.values()].filter(({archived}) => archived === true).toSorted(latestFirst);

export const latestFirst = (a: Session, b: Session): number => b.lastActivityAt - a.lastActivityAt;

/** The next session with unread messages after the open one. */
export const nextUnread = (state: AppState): SessionKey | undefined => {
  const sessions = sessionList(state);
  const here = sessions.findIndex(({key}) => key === state.ui.session);
  const ordered = [...sessions.slice(here + 1), ...sessions.slice(0, Math.max(0, here))];
  return ordered.find(({unread}) => unread > 0)?.key;
};

export type Upcoming = {
  readonly kind: 'reminder' | 'cron' | 'alarm';
  readonly what: string;
  /** By the daemon's clock. */
  readonly at: EpochMs;
};

/** Upcoming runs, earliest first. */
export const upcoming = ({gateway}: Pick<AppState, 'gateway'>): readonly Upcoming[] =>
  [
    ...gateway.reminders
      .filter(
        reminder =>
          reminder.state === 'pending' && !reminder.paused && !waitsForDone(reminder) && !waitsForEvent(reminder),
      )
      .map(({message, fireAt}): Upcoming => ({kind: 'reminder', what: message, at: fireAt})),
    ...gateway.alarms.flatMap((alarm): readonly Upcoming[] => {
      const at = wakeAtOf(alarm);
      return at === undefined ? [] : [{kind: 'alarm', what: alarm.message, at}];
    }),
    ...gateway.cron.flatMap(({name, nextAt}): readonly Upcoming[] =>
      nextAt === undefined ? [] : [{kind: 'cron', what: name, at: nextAt}],
    ),
  ].toSorted((a, b) => a.at - b.at);

/** The current time by the daemon's clock, on which all schedules are based. */
export const daemonNow = ({ui}: Pick<AppState, 'ui'>): EpochMs => ui.now + ui.clockOffsetMs;

/** The last message that the person has seen in the open session, if the daemon doesn't know it yet. */
export const readTarget = (state: AppState): {readonly session: SessionKey; readonly upTo: MessageId} | undefined => {
  const {ui, gateway} = state;
  if (ui.session === undefined || ui.connection.kind !== 'live') return undefined;
  if (ui.overlay.kind !== 'none' || ui.view !== 'chat') return undefined;
  // A person who left the terminal hasn't seen its messages.
  if (ui.focus === 'away') return undefined;
  if (ui.scroll.kind !== 'follow' || (gateway.sessions.get(ui.session)?.unread ?? 0) === 0) return undefined;
  const transcript = gateway.transcripts.get(ui.session);
  const last = transcript?.messages.at(-1);
  return last === undefined || !transcript?.loaded ? undefined : {session: ui.session, upTo: last.id};
};

/** Unread agent messages. Messages on a watched screen count as read, even before the daemon confirms it. */
export const unreadEverywhere = (state: AppState): number =>
  sessionList(state).reduce((sum, {key, unread}) => (isWatched(state, key) ? sum : sum + unread), 0);

/** True if the person watches this session: it is on the screen, and the terminal has not lost focus. */
export const isWatched = ({ui}: Pick<AppState, 'ui'>, session: SessionKey): boolean =>
  ui.view === 'chat' && ui.session === session && ui.focus !== 'away';

const KINDS: readonly Session['kind'][] = ['main', 'chat', 'person', 'dm', 'group', 'cron'];

const UNKNOWN_SESSION: Session = {
  key: 'rooster:main',
  kind: 'main',
  title: 'main',
  trust: 'full',
  lastActivityAt: 0,
  messages: 0,
  unread: 0,
  busy: false,
  queued: 0,
};
