// The model of each pane, derived from the state. Pure; the layout decides widths and rows.

import type {Presence} from '../../shared/records/delivery/presence.ts';
import {addressName} from '../../shared/records/host.ts';
import {briefMoment} from '../../shared/time/format-time.ts';
import {type Draft, expanded} from '../editor/draft.ts';
import {commandsAs} from '../format/commands-as.ts';
import {keyForIn} from '../input/custom-keys.ts';
import {draftMenu} from '../input/draft-menu.ts';
import type {AgentModel} from '../layout/panes/agent.ts';
import type {AsideModel} from '../layout/panes/aside.ts';
import type {HeaderModel, ModelLabel} from '../layout/panes/header.ts';
import type {NoticeModel} from '../layout/panes/notice.ts';
import type {SessionListModel} from '../layout/panes/session-list.ts';
import type {TargetModel} from '../layout/panes/target.ts';
import type {Viewport} from '../layout/transcript/viewport.ts';
import {dayPoints} from '../lists/day-points.ts';
import {listSummary} from '../lists/list-summary.ts';
import {ringsOf} from '../lists/rings.ts';
import {tabCount} from '../lists/tab-counts.ts';
import {VIEWS} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {
  busySessions,
  daemonNow,
  openAgent,
  openChild,
  openEditor,
  openSession,
  parentTitle,
  runningTurn,
  sessionList,
  takesSteering,
  upcoming,
} from '../state/selectors.ts';

export const headerModel = (state: AppState): HeaderModel => {
  const {gateway, ui} = state;
  const [next] = upcoming(state);
  const child = openChild(state);
  return {
    agent: openAgent(state),
    host: ui.moved === undefined ? ui.host?.name : addressName(ui.moved),
    session: openSession(state),
    connection: ui.connection,
    held: ui.held !== undefined,
    running: gateway.turns.size,
    queued: [...gateway.sessions.values()].reduce((sum, {queued}) => sum + queued, 0),
    tabs: VIEWS.map(view => ({view, open: ui.view === view, count: tabCount(state, view)})),
    contactRequests: gateway.channels.reduce((sum, {contactRequests = []}) => sum + contactRequests.length, 0),
    clients: ui.clients,
    watches: ui.watches,
    unanswered: ringsOf(state).length + gateway.approvals.length,
    asks: gateway.approvals.length > 0,
    behind: ui.replay === undefined ? 0 : Math.max(0, ui.replay.upTo - (gateway.seq ?? ui.replay.upTo)),
    now: ui.now,
    daemonNow: daemonNow(state),
    ...modelName(state),
    child: child === undefined ? undefined : {parent: parentTitle(state, child), name: child.name},
    zone: ui.zone,
    next,
    seenAt: ui.seenAt,
    oldAt: ui.oldAt,
  };
};

export const noticeModel = (state: AppState, {atEnd, newBelow, saysWhyLost}: Omit<Viewport, 'rows'>): NoticeModel => {
  const turn = runningTurn(state);
  const {connection, held, host} = state.ui;
  const toasts = state.ui.toasts.map(toast =>
    host?.called === undefined ? toast : {...toast, text: commandsAs(host.called, toast.text)},
  );
  const trouble =
    held !== undefined
      ? {trouble: held}
      : connection.kind === 'lost' && saysWhyLost !== true
        ? {trouble: connection.reason}
        : {};
  return {
    agent: openAgent(state),
    toasts,
    now: daemonNow(state),
    atEnd: atEnd || state.ui.overlay.kind !== 'none',
    newBelow,
    waits: turn !== undefined && state.gateway.approvals.some(({turnId}) => turnId === turn.turnId),
    summary: state.ui.view !== 'chat' ? listSummary(state, state.ui.view) : undefined,
    ...trouble,
    turn,
  };
};

export const ringModel = (state: AppState) => ({
  rings: ringsOf(state),
  watches: state.ui.watches,
  mouse: state.ui.mouse,
  now: daemonNow(state),
});

export const approvalModel = (state: AppState) => ({
  approvals: state.gateway.approvals,
  watches: state.ui.watches,
  now: daemonNow(state),
});

export const targetModel = (state: AppState): TargetModel => {
  const {draft} = openEditor(state);
  return {
    session: openSession(state),
    connection: state.ui.connection,
    busy: runningTurn(state) !== undefined,
    steers: takesSteering(state),
    text: draft.text,
    length: lengthOf(draft),
    watches: state.ui.watches,
    child: openChild(state)?.name,
    ...chosenIn(state),
  };
};

const chosenIn = (state: AppState): {readonly chosen?: string} => {
  const menu = draftMenu(state);
  const chosen = menu?.choices[menu.index];
  return {chosen: chosen?.text};
};

export const sessionListModel = (state: AppState): SessionListModel => ({
  sessions: sessionList(state),
  more: keyForIn(state)('conversations'),
  open: state.ui.session,
  busy: busySessions(state),
  ...agentModel(state),
});

const agentModel = (state: AppState): AgentModel => {
  const {gateway} = state;
  return {
    isKnown: isKnown(state),
    channels: gateway.channels,
    running: gateway.turns.size,
    pending: gateway.reminders.length + gateway.hiddenReminders,
    people: peopleIn(state),
    ...modelName(state),
    context: contextIn(state),
    tokensToday: tokensToday(state),
  };
};

const MOST_PEOPLE = 4;

const peopleIn = (state: AppState): SessionListModel['people'] => {
  const now = daemonNow(state);
  return (state.ui.status?.people ?? []).slice(0, MOST_PEOPLE).map(({name, presence, quietUntil}) => ({
    name,
    where: WHERE[presence],
    ...(quietUntil === undefined || quietUntil <= now ? {} : {quietUntil: briefMoment(quietUntil, now)}),
  }));
};

/** As the last turn of the open conversation read it. */
const contextIn = (state: AppState): SessionListModel['context'] => {
  const of = state.ui.status?.model.contextTokens;
  const {key} = openSession(state);
  const last = state.ui.log.findLast(event => event.type === 'turn.ended' && event.session === key);
  const read = last?.type === 'turn.ended' ? last.usage?.inputTokens : undefined;
  return of === undefined || read === undefined ? undefined : {read, of};
};

/** Tokens by the last status, plus those of turns since. */
const tokensToday = ({ui: {status, log}}: AppState): number | undefined => {
  if (status?.tokens === undefined) return undefined;
  const used = log.reduce((sum, event) => {
    const isNewer = event.type === 'turn.ended' && event.seq > status.seq;
    return isNewer ? sum + (event.usage?.inputTokens ?? 0) + (event.usage?.outputTokens ?? 0) : sum;
  }, status.tokens.today);
  return used === 0 ? undefined : used;
};

const WHERE: Readonly<Record<Presence, string>> = {active: 'here', idle: 'idle', away: 'away'};

/** The daemon has answered, or its last state is shown. */
const isKnown = ({gateway}: AppState): boolean => gateway.seq !== undefined || gateway.sessions.size > 0;

/** `withAgent`: no other pane shows it. */
export const asideModel = (state: AppState, withAgent: boolean): AsideModel => ({
  isKnown: isKnown(state),
  next: upcoming(state),
  points: dayPoints(state),
  hidden: state.gateway.hiddenReminders,
  deliveries: state.gateway.deliveries,
  log: state.ui.log,
  daemonNow: daemonNow(state),
  names: knownNames(state),
  agent: withAgent ? agentModel(state) : undefined,
});

const modelName = (state: AppState): {readonly model?: ModelLabel} => {
  const running = runningTurn(state)?.model;
  const status = state.ui.status?.model;
  if (running !== undefined) return {model: {name: running, ready: true}};
  return status === undefined ? {} : {model: {name: status.name, ready: status.ready}};
};

const lengthOf = (draft: Draft): number => (draft.chips.length === 0 ? draft.text.length : expanded(draft).length);
