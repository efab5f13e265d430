// The store of the terminal UI. An action reports what the daemon sent, or opens a conversation: it changes the mirror,
// too. Every other change is an update: a function from UI state to UI state.

import {applyDelta, applyThinking, reduce} from '../../shared/events/apply-event.ts';
import type {Delta, GatewayEvent, Snapshot, ThinkingDelta} from '../../shared/events/gateway-event.ts';
import {type GatewayState, initialGatewayState} from '../../shared/events/gateway-state.ts';
import {
  forgetOldest,
  fromSnapshot,
  type HistoryPart,
  opened,
  withHistory,
  withLaterReminders,
} from '../../shared/events/load-state.ts';
import type {HistoryPage} from '../../shared/events/transcript.ts';
import {fromWire, type Wire} from '../../shared/fields/wire.ts';
import type {Approval} from '../../shared/records/approval.ts';
import type {Reminder} from '../../shared/records/jobs/jobs.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {approvalDocument} from '../nouns/approval.ts';
import type {AppState} from '../state/app-state.ts';
import {draftKeyOf} from '../state/draft-key.ts';
import {gatewayOf, type LastState} from '../state/last-state.ts';
import {showOverlay} from '../state/overlay.ts';
import {logged, NO_PAST} from '../state/past.ts';
import type {UiState} from '../state/ui-state.ts';
import {alerted} from './alerts.ts';
import {withoutCommands, withoutDeleted, withoutLostDrafts} from './deleted.ts';
import {replayed, replaying, skipped} from './marks.ts';
import {unreadIn} from './missed.ts';
import {leftChild, openedChild, openedSession} from './open-session.ts';
import {settled} from './settled.ts';
import {createStore, type Store} from './store.ts';
import type {UiChange} from './ui-changes.ts';

type GatewayAction =
  | {
      readonly type: 'snapshot';
      readonly seq: number;
      readonly snapshot: Wire<Snapshot>;
      /** The daemon has another database: held data is invalid. */
      readonly again?: boolean;
      readonly now: EpochMs;
    }
  /** The events after `since` up to this one are replayed now. */
  | {readonly type: 'replay'; readonly since: number; readonly upTo: number; readonly now: EpochMs}
  | {readonly type: 'event'; readonly event: GatewayEvent; readonly now: EpochMs}
  /** Further upcoming reminders. */
  | {readonly type: 'later-reminders'; readonly reminders: readonly Reminder[]; readonly more: boolean}
  /** No daemon can be reached: the state that an earlier run kept. */
  | {readonly type: 'last-state'; readonly last: LastState}
  | {readonly type: 'delta'; readonly delta: Delta}
  | {readonly type: 'thinking'; readonly delta: ThinkingDelta}
  | {
      readonly type: 'history';
      readonly session: SessionKey;
      readonly page: HistoryPage;
      readonly which: HistoryPart;
    };

/** These change the mirror, too: it holds the transcripts of opened conversations. */
type OpenAction =
  | {readonly type: 'open'; readonly session: SessionKey}
  /** Opens a run's conversation as a child view. */
  | {readonly type: 'child'; readonly session: SessionKey; readonly name: string}
  | {readonly type: 'child-left'};

type AppAction = GatewayAction | OpenAction;

export type AppStore = Store<AppState, AppAction> & {
  /** Changes the UI state, and never the mirror. */
  readonly update: (change: UiChange, when?: 'now' | 'soon') => void;
};

export const createAppStore = (initial: AppState, clock: Clock): AppStore => {
  const store = createStore({reduce: reduceApp, initial, clock});
  return {...store, update: (change, when) => store.set(withUi(store.get(), change(store.get().ui)), when)};
};

export const reduceApp = (state: AppState, action: AppAction): AppState => {
  switch (action.type) {
    case 'snapshot':
      return settled(
        withKnownDrafts(action.again === true ? replaced(state, action) : resumed(withoutOld(state), action)),
      );
    case 'last-state':
      if (state.gateway.seq !== undefined) return state;
      return settled({
        gateway: gatewayOf(action.last),
        ui: {...state.ui, names: action.last.names, oldAt: action.last.at},
      });
    case 'replay': {
      const ui = replaying(state.ui, action.since, action.upTo, action.now);
      // A person who saw everything is up to date.
      const {seenAt: _, ...now} = ui;
      return {...state, ui: ui.replay === undefined && ui.focus !== 'away' ? now : ui};
    }
    case 'event': {
      const gateway = reduce(state.gateway, action.event);
      if (gateway === state.gateway) return state;
      const after = {...applied(state, gateway, action), log: logged(state.ui.log, action.event)};
      const ui = withoutGone(after, gateway, action.event);
      return settled({gateway: bounded(gateway, ui, action.event.session), ui});
    }
    case 'delta': {
      const gateway = applyDelta(state.gateway, action.delta);
      return gateway === state.gateway ? state : {...state, gateway};
    }
    case 'thinking': {
      const gateway = applyThinking(state.gateway, action.delta);
      return gateway === state.gateway ? state : {...state, gateway};
    }
    case 'history': {
      const gateway = withHistory(state.gateway, action.session, action.page, action.which);
      const {fetching: _, ...ui} = state.ui;
      return settled({gateway, ui});
    }
    case 'later-reminders':
      return settled({...state, gateway: withLaterReminders(state.gateway, action)});
    case 'open':
      return settled({
        ui: openedSession(state.ui, action.session),
        gateway: opened(state.gateway, action.session),
      });
    case 'child':
      return settled({ui: openedChild(state.ui, action), gateway: opened(state.gateway, action.session)});
    case 'child-left':
      return withUi(state, leftChild(state.ui));
  }
};

/** The screen without what is deleted or started over. */
const withoutGone = (ui: UiState, gateway: GatewayState, event: GatewayEvent): UiState => {
  if (event.type === 'session.deleted') return withoutDeleted(ui, event.gone);
  if (event.type === 'approval.answered') return withAnswered(ui, fromWire<Approval>(event.approval));
  return event.type === 'session.reset' ? withoutCommands(ui, draftKeyOf(gateway, event.session)) : ui;
};

/** The reader of a call says how it was answered, and takes no further answer. */
const withAnswered = (ui: UiState, item: Approval): UiState => {
  const {overlay} = ui;
  if (overlay.kind !== 'reader' || overlay.call?.item.id !== item.id) return ui;
  return showOverlay({...overlay, document: approvalDocument(item), call: {...overlay.call, item}})(ui);
};

const withUi = (state: AppState, ui: UiState): AppState => (ui === state.ui ? state : settled({...state, ui}));

/** Bounds the transcripts of long-running sessions. Nothing is removed while the person reads older messages. */
const bounded = (gateway: GatewayState, ui: UiState, session: SessionKey | undefined): GatewayState => {
  if (session === undefined || (session === ui.session && ui.scroll.kind === 'held')) return gateway;
  const held = gateway.transcripts.get(session)?.messages.length ?? 0;
  return held > MOST_MESSAGES ? forgetOldest(gateway, session, MOST_MESSAGES / 2) : gateway;
};

/** Updates the UI state for an event. Replayed events are counted and call once at the end. */
const applied = (
  state: AppState,
  gateway: GatewayState,
  {event, now}: Extract<GatewayAction, {type: 'event'}>,
): UiState => {
  const {replay} = state.ui;
  const after = {...alerted(state, event, now), now};
  if (replay === undefined) return after;
  const {called, calls, toasts} = state.ui;
  const fresh = after.calls.slice(after.calls.length - (after.called - called));
  const late = [...replay.late, ...fresh].slice(-MOST_LATE);
  return upToDate(
    replayed({...after, called, calls, toasts, replay: {...replay, late}}, event, state.gateway, gateway),
  );
};

/** Once nothing is missing, the person has seen everything. */
const upToDate = (ui: UiState): UiState => {
  if (ui.replay !== undefined || ui.seenAt === undefined || ui.focus === 'away') return ui;
  const {seenAt: _, ...rest} = ui;
  return rest;
};

type SnapshotAction = Extract<GatewayAction, {type: 'snapshot'}>;

const resumed = ({gateway, ui}: AppState, {seq, snapshot, now}: SnapshotAction): AppState => ({
  gateway: fromSnapshot(seq, snapshot, gateway),
  // Events before the snapshot are missing between the lists and now.
  ui: {
    ...upToDate(skipped(ui, missing({gateway, ui}, seq), snapshot, now)),
    log: [],
    past: NO_PAST,
  },
});

/** The daemon's state replaces that stored by an earlier run. */
const withoutOld = ({gateway, ui}: AppState): AppState => {
  if (ui.oldAt === undefined) return {gateway, ui};
  const {oldAt: _, divider: __, ...rest} = ui;
  const fresh = ui.session === undefined ? initialGatewayState : opened(initialGatewayState, ui.session);
  return {gateway: fresh, ui: {...rest, dividerKnown: false}};
};

/** Number of missing events. At the start, nothing is held but the last run's stored state. */
const missing = ({gateway, ui}: AppState, seq: number) =>
  gateway.seq === undefined
    ? {events: 0, unreadThen: ui.unreadThen ?? 0}
    : {events: seq - gateway.seq, unreadThen: unreadIn(gateway.sessions.values())};

const withKnownDrafts = ({gateway, ui}: AppState): AppState => ({gateway, ui: withoutLostDrafts(ui, gateway)});

const replaced = ({ui}: AppState, {seq, snapshot, now}: SnapshotAction): AppState => {
  const gateway = fromSnapshot(seq, snapshot, initialGatewayState);
  const {session, ...rest} = {
    ...ui,
    divider: undefined,
    replay: undefined,
    seenAt: undefined,
    browse: undefined,
    child: undefined,
  };
  const fresh: UiState = {
    ...rest,
    now,
    dividerKnown: false,
    marks: [],
    log: [],
    past: NO_PAST,
    scroll: {kind: 'follow'},
  };
  return session !== undefined && gateway.sessions.has(session)
    ? {gateway: opened(gateway, session), ui: {...fresh, session}}
    : {gateway, ui: fresh};
};

const MOST_LATE = 20;
const MOST_MESSAGES = 2_000;
