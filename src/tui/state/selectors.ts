// Views of the state that more than one part of the screen needs. Pure; nothing is kept here.

import type {LiveTurn} from '../../shared/events/live-turn.ts';
import type {Transcript} from '../../shared/events/transcript.ts';
import {wakeAtOf} from '../../shared/records/alarm.ts';
import type {MessageId} from '../../shared/records/ids.ts';
import type {Session} from '../../shared/records/session.ts';
import {agentOfSession, isOwnSession, type SessionKey} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {type Editor, emptyEditor} from '../editor/editor.ts';
import type {AppState} from './app-state.ts';
import {draftKeyOf} from './draft-key.ts';
import type {PendingSend, UiState} from './ui-state.ts';

/** The session on the screen; a stand-in for the main one until the daemon has told of it. */
export const openSession = ({gateway, ui}: AppState): Session => {
  const session = ui.session === undefined ? undefined : gateway.sessions.get(ui.session);
  return session ?? {...UNKNOWN_SESSION, ...(ui.session === undefined ? {} : {key: ui.session, title: ui.session})};
};

export const openTranscript = ({gateway, ui}: AppState): Transcript | undefined =>
  ui.session === undefined ? undefined : gateway.transcripts.get(ui.session);

/** The agent that one talks with there. */
export const openAgent = (state: AppState): string => agentOfSession(openSession(state).key);

/** The turn that runs in the session on the screen. */
export const runningTurn = ({gateway, ui}: AppState): LiveTurn | undefined => {
  for (const turn of gateway.turns.values()) if (turn.session === ui.session) return turn;
  return undefined;
};

export const openEditor = ({gateway, ui}: AppState): Editor => editorIn(ui, draftKeyOf(gateway, ui.session));

/** What is written in a draft, by its key. */
export const editorIn = ({editors}: Pick<UiState, 'editors'>, draft: string): Editor =>
  editors.get(draft) ?? emptyEditor;

/** What is on its way in the session on the screen. */
export const openSends = ({gateway, ui}: AppState): readonly PendingSend[] => {
  const key = draftKeyOf(gateway, ui.session);
  return ui.sends.filter(send => draftKeyOf(gateway, send.session) === key);
};

/**
 * Sessions as a list shows them: the main one, people and groups, jobs. Runs of single reminders, and what is done by itself in a
 * quiet conversation, are no conversations.
 */
export const sessionList = ({gateway, ui}: AppState): readonly Session[] =>
  [...gateway.sessions.values()]
    .filter(session => !isOwnSession(session.key) || session.key === ui.session)
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.title.localeCompare(b.title));

/** The next session after the one on the screen that has something unread. */
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

/** What will happen by itself, earliest first. */
export const upcoming = ({gateway}: Pick<AppState, 'gateway'>): readonly Upcoming[] =>
  [
    ...gateway.reminders
      .filter(({state}) => state === 'pending')
      .map(({message, fireAt}): Upcoming => ({kind: 'reminder', what: message, at: fireAt})),
    ...gateway.alarms.flatMap((alarm): readonly Upcoming[] => {
      const at = wakeAtOf(alarm);
      return at === undefined ? [] : [{kind: 'alarm', what: alarm.message, at}];
    }),
    ...gateway.cron.flatMap(({name, nextAt}): readonly Upcoming[] =>
      nextAt === undefined ? [] : [{kind: 'cron', what: name, at: nextAt}],
    ),
  ].toSorted((a, b) => a.at - b.at);

/** This instant by the daemon's clock, by which everything scheduled is counted. */
export const daemonNow = ({ui}: Pick<AppState, 'ui'>): EpochMs => ui.now + ui.clockOffsetMs;

/** Up to where the person has now seen the session on the screen, where that is news to the daemon. */
export const readTarget = (state: AppState): {readonly session: SessionKey; readonly upTo: MessageId} | undefined => {
  const {ui, gateway} = state;
  if (ui.session === undefined || ui.connection.kind !== 'live') return undefined;
  if (ui.overlay.kind !== 'none' || ui.view !== 'chat') return undefined;
  // Who has turned away from the terminal has not seen what it shows.
  if (ui.focus === 'away') return undefined;
  if (ui.scroll.kind !== 'follow' || (gateway.sessions.get(ui.session)?.unread ?? 0) === 0) return undefined;
  const transcript = gateway.transcripts.get(ui.session);
  const last = transcript?.messages.at(-1);
  return last === undefined || !transcript?.loaded ? undefined : {session: ui.session, upTo: last.id};
};

/** What the agent said and nobody has seen. What is before the person's eyes counts as seen, whatever is under way. */
export const unreadEverywhere = (state: AppState): number =>
  sessionList(state).reduce((sum, {key, unread}) => (isWatched(state, key) ? sum : sum + unread), 0);

/** The person has this session before them: it is on the screen, and nothing tells that they turned away. */
export const isWatched = ({ui}: Pick<AppState, 'ui'>, session: SessionKey): boolean =>
  ui.view === 'chat' && ui.session === session && ui.focus !== 'away';

const KINDS: readonly Session['kind'][] = ['main', 'dm', 'group', 'cron'];

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
