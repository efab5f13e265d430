// Derived updates after every change: the open session, the divider above new messages, arrived messages, and each
// list's selection.
import type {GatewayState} from '../../shared/events/gateway-state.ts';
import {opened} from '../../shared/events/load-state.ts';
import {spokenIn} from '../../shared/record-text/sentinels.ts';
import type {MessageId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {listRows} from '../lists/list-rows.ts';
import type {AppState} from '../state/app-state.ts';
import {mainSessionOf} from '../state/draft-key.ts';
import {HOMES, settledList} from '../state/list-state.ts';
import type {PendingSend, UiState} from '../state/ui-state.ts';

export const settled = (state: AppState): AppState =>
  withSelection(withArrivals(withNotices(withDivider(withSession(state)))));

/** Opens the main session as soon as it exists, until the person selects another. */
const withSession = (state: AppState): AppState => {
  const {session: chosen} = state.ui;
  if (chosen !== undefined) return withChosen(state, chosen);
  const main = mainSessionOf(state.gateway);
  if (main === undefined) return state;
  // A session that starts while the person is present has no unread messages.
  const begins = state.ui.connection.kind === 'live' && state.ui.focus !== 'away';
  return {
    gateway: opened(state.gateway, main),
    ui: {...state.ui, session: main, dividerKnown: state.ui.dividerKnown || begins},
  };
};

/** Reopens the last run's session once it is known; if it is gone, the main one. */
const withChosen = (state: AppState, session: SessionKey): AppState => {
  const {gateway, ui} = state;
  if (gateway.seq === undefined || gateway.transcripts.has(session)) return state;
  if (gateway.sessions.has(session)) return {...state, gateway: opened(gateway, session)};
  const {session: _, ...rest} = ui;
  return withSession({gateway, ui: {...rest, scroll: {kind: 'follow'}}});
};

const withDivider = (state: AppState): AppState => {
  const {ui, gateway} = state;
  if (ui.dividerKnown || ui.session === undefined) return state;
  const transcript = gateway.transcripts.get(ui.session);
  if (transcript === undefined || !transcript.loaded) return state;
  const unread = gateway.sessions.get(ui.session)?.unread ?? 0;
  const before = firstUnread(transcript.messages, unread);
  return {
    gateway,
    ui: {
      ...ui,
      ...placeIn(ui, transcript.messages),
      dividerKnown: true,
      ...(before !== undefined && {divider: {before, count: unread}}),
    },
  };
};

/** A position outside the loaded messages is dropped. */
const placeIn = ({scroll}: UiState, messages: readonly Message[]): Pick<UiState, 'scroll'> =>
  scroll.kind === 'held' && !messages.some(({id}) => id === scroll.item) ? {scroll: {kind: 'follow'}} : {scroll};

/** The first of the last `unread` agent messages. */
const firstUnread = (messages: readonly Message[], unread: number): MessageId | undefined => {
  const spoken = messages.filter(isSpoken).slice(-unread);
  return unread > 0 ? spoken[0]?.id : undefined;
};

/** True if the message is for people and so counts as unread; intermediate steps don't. */
export const isSpoken = (message: Pick<Message, 'role' | 'source' | 'session' | 'text'>): boolean =>
  (message.role === 'assistant' || message.role === 'system') && spokenIn(message).trim() !== '';

/** Removes toasts that lead to the session on the screen. */
const withNotices = (state: AppState): AppState => {
  const {view, session, toasts} = state.ui;
  if (view !== 'chat' || session === undefined) return state;
  const open = toasts.filter(({leads}) => leads?.kind !== 'session' || leads.session !== session);
  return open.length === toasts.length ? state : {...state, ui: {...state.ui, toasts: open}};
};

/** A pending message ends when its stored message is in the transcript. */
const withArrivals = (state: AppState): AppState => {
  const sends = state.ui.sends.filter(send => !hasArrived(state.gateway, send));
  return sends.length === state.ui.sends.length ? state : {...state, ui: {...state.ui, sends}};
};

const withSelection = (state: AppState): AppState => {
  const {view, lists} = state.ui;
  if (view === 'chat') return state;
  const list = settledList(lists[view], listRows(state, view), HOMES[view]);
  return list === lists[view] ? state : {...state, ui: {...state.ui, lists: {...lists, [view]: list}}};
};

const hasArrived = ({transcripts, sessions}: GatewayState, {session, state}: PendingSend): boolean => {
  if (state.kind !== 'stored') return false;
  const held = session === undefined ? undefined : transcripts.get(session);
  if (held === undefined || !held.loaded) return sessions.size > 0 && held === undefined;
  return held.messages.some(({turnId}) => turnId === state.turnId);
};
