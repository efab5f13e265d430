// Everything that changes the state: what the daemon sends changes the mirror, what the person does changes what is ours.
import type {Delta, GatewayEvent, Snapshot, ThinkingDelta} from '../../shared/events/gateway-event.ts';
import {
  applyDelta,
  applyThinking,
  forgetOldest,
  fromSnapshot,
  type GatewayState,
  type HistoryPart,
  initialGatewayState,
  opened,
  reduce,
  withHistory,
  withLaterReminders,
} from '../../shared/events/gateway-state.ts';
import type {HistoryPage} from '../../shared/events/transcript.ts';
import type {Wire} from '../../shared/events/wire.ts';
import type {Reminder} from '../../shared/records/jobs.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {AppState} from '../state/app-state.ts';
import {logged, NO_PAST} from '../state/past.ts';
import type {UiState} from '../state/ui-state.ts';
import {alerted} from './alerts.ts';
import {replayed, replaying, skipped} from './marks.ts';
import {unreadIn} from './missed.ts';
import {reduceUi, type UiAction} from './reduce-ui.ts';
import {settled} from './settled.ts';
import type {Store} from './store.ts';

type GatewayAction =
  | {
      readonly type: 'snapshot';
      readonly seq: number;
      readonly snapshot: Wire<Snapshot>;
      /** It is another daemon's than before: nothing that is held belongs to it. */
      readonly anew?: boolean;
      readonly now: EpochMs;
    }
  /** The events after `since` up to this one come now, late. */
  | {readonly type: 'replay'; readonly since: number; readonly upTo: number; readonly now: EpochMs}
  | {readonly type: 'event'; readonly event: GatewayEvent; readonly now: EpochMs}
  /** More of the reminders to come than were known. */
  | {readonly type: 'later-reminders'; readonly reminders: readonly Reminder[]; readonly more: boolean}
  | {readonly type: 'delta'; readonly delta: Delta}
  | {readonly type: 'thinking'; readonly delta: ThinkingDelta}
  | {
      readonly type: 'history';
      readonly session: SessionKey;
      readonly page: HistoryPage;
      readonly which: HistoryPart;
    };

export type AppAction = GatewayAction | UiAction;

export type AppStore = Store<AppState, AppAction>;

export const reduceApp = (state: AppState, action: AppAction): AppState => {
  switch (action.type) {
    case 'snapshot':
      return settled(action.anew === true ? replaced(state, action) : resumed(state, action));
    case 'replay': {
      const ui = replaying(state.ui, action.since, action.upTo, action.now);
      // Whoever had seen everything is up to date.
      const {seenAt: _, ...now} = ui;
      return {...state, ui: ui.replay === undefined && ui.focus !== 'away' ? now : ui};
    }
    case 'event': {
      const gateway = reduce(state.gateway, action.event);
      if (gateway === state.gateway) return state;
      const ui = {...told(state, gateway, action), log: logged(state.ui.log, action.event)};
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
    case 'open': {
      const ui = reduceUi(state.ui, action);
      return settled({ui, gateway: opened(state.gateway, action.session)});
    }
    default: {
      const ui = reduceUi(state.ui, action);
      return ui === state.ui ? state : settled({...state, ui});
    }
  }
};

/** A session that goes on for weeks does not fill the memory; while somebody reads further up, nothing is taken away. */
const bounded = (gateway: GatewayState, ui: UiState, session: SessionKey | undefined): GatewayState => {
  if (session === undefined || (session === ui.session && ui.scroll.kind === 'held')) return gateway;
  const held = gateway.transcripts.get(session)?.messages.length ?? 0;
  return held > MOST_MESSAGES ? forgetOldest(gateway, session, MOST_MESSAGES / 2) : gateway;
};

/** What is ours after an event: one that is told late is counted, and calls at the end of all that are. */
const told = (
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

/** Once nothing is missing, the person has it all before them. */
const upToDate = (ui: UiState): UiState => {
  if (ui.replay !== undefined || ui.seenAt === undefined || ui.focus === 'away') return ui;
  const {seenAt: _, ...rest} = ui;
  return rest;
};

type SnapshotAction = Extract<GatewayAction, {type: 'snapshot'}>;

const resumed = ({gateway, ui}: AppState, {seq, snapshot, now}: SnapshotAction): AppState => ({
  gateway: fromSnapshot(seq, snapshot, gateway),
  // What was not seen to happen is missing between what the lists hold and now.
  ui: {
    ...upToDate(skipped(ui, missing({gateway, ui}, seq), snapshot, now)),
    log: [],
    past: NO_PAST,
  },
});

/** How much there is between what is held and now. At the start nothing is held but what the last run kept. */
const missing = ({gateway, ui}: AppState, seq: number) =>
  gateway.seq === undefined
    ? {events: 0, unreadThen: ui.unreadThen ?? 0}
    : {events: seq - gateway.seq, unreadThen: unreadIn(gateway.sessions.values())};

const replaced = ({ui}: AppState, {seq, snapshot, now}: SnapshotAction): AppState => {
  const gateway = fromSnapshot(seq, snapshot, initialGatewayState);
  const {session, divider: _, replay: __, seenAt: ___, browse: ____, ...rest} = ui;
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
