// Every change of the UI state, one case each: pure, total, no clock.
import {omit} from '../../shared/fields/omit.ts';
import {present} from '../../shared/fields/present.ts';
import {assertNever} from '../../shared/records/gateway-error.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {type Edit, edit, emptyEditor} from '../editor/editor.ts';
import {left, remembered, stepped} from '../editor/input-history.ts';
import {withOlderEvents} from '../state/past.ts';
import {editorIn} from '../state/selectors.ts';
import type {Connection, PendingSend, Size, Toast, UiState} from '../state/ui-state.ts';
import {toasted} from './alerts.ts';
import {leftChild, openedChild, openedSession} from './open-session.ts';
import type {UiAction} from './ui-action.ts';

export const reduceUi = (ui: UiState, action: UiAction): UiState => {
  switch (action.type) {
    case 'resized':
      return sameSize(ui.size, action.size) ? ui : {...ui, size: action.size};
    case 'repaint':
      return {...ui, paints: ui.paints + 1};
    case 'tick':
      return {...ui, now: action.now, toasts: lasting(ui.toasts, action.now)};
    case 'connection':
      return connected(ui, action.connection, action.now);
    case 'clock':
      return {...ui, clockOffsetMs: action.offsetMs};
    case 'names':
      return {...ui, names: action.names};
    case 'zone': {
      if (ui.zone === action.zone) return ui;
      const {zone: _, ...rest} = ui;
      return action.zone === undefined ? rest : {...rest, zone: action.zone};
    }
    case 'status':
      return {...ui, status: action.status};
    case 'open':
      return openedSession(ui, action.session);
    case 'child':
      return openedChild(ui, action);
    case 'child-left':
      return leftChild(ui);
    case 'scroll':
      return {...ui, scroll: action.scroll};
    case 'fetching':
      return {...ui, fetching: {session: action.session, which: action.which}};
    case 'fetch-failed': {
      const {fetching: _, ...rest} = ui;
      return rest;
    }
    case 'edit':
      return edited(ui, action.draft, action.edit);
    case 'recall':
      return recalled(ui, action.draft, action.by);
    case 'sending':
      return sending(ui, action);
    case 'remember':
      return {...ui, history: remembered(ui.history, action.text)};
    case 'send-stored':
      return withSend(ui, action.key, send => ({
        ...send,
        session: action.session,
        state: {kind: 'stored', turnId: action.turnId},
      }));
    case 'send-refused':
      return withSend(ui, action.key, send => ({...send, state: {kind: 'refused', reason: action.reason}}));
    case 'send-removed':
      return {...ui, sends: ui.sends.filter(({key}) => key !== action.key)};
    case 'overlay':
      return {...ui, overlay: action.overlay};
    case 'browse':
      return browsing(ui, action);
    case 'search':
      return searching(ui, action);
    case 'arm':
      return ui.armed === action.armed ? ui : {...ui, armed: action.armed};
    case 'menu':
      return {...ui, menu: action.menu};
    case 'used':
      return {...ui, uses: {...ui.uses, [action.name]: (ui.uses[action.name] ?? 0) + 1}};
    case 'recent':
      return {...ui, recent: [action.id, ...ui.recent.filter(id => id !== action.id)].slice(0, MOST_RECENT)};
    case 'idle-key': {
      const {idleKey: _, ...rest} = ui;
      return action.why === undefined ? rest : {...rest, idleKey: action.why};
    }
    case 'toast': {
      const {type: _, ...toast} = action;
      return toasted(ui, toast);
    }
    case 'undone':
      return {...ui, toasts: ui.toasts.filter(({undo}) => undo !== action.undo)};
    case 'toasts-seen':
      return ui.toasts.length === 0 ? ui : {...ui, toasts: []};
    case 'tool-detail':
      return {...ui, toolDetail: action.detail};
    case 'thinking-detail':
      return {...ui, thinkingDetail: action.detail};
    case 'windows':
      return {...ui, windows: action.windows};
    case 'clients':
      return ui.clients === action.count ? ui : {...ui, clients: action.count};
    case 'files':
      return {...ui, files: action.files};
    case 'zen':
      return {...ui, zen: action.zen};
    case 'bell':
      return {...ui, bell: action.bell};
    case 'silent':
      return {...omit(ui, 'silent'), ...present({silent: action.hours})};
    case 'quiet':
      return {...omit(ui, 'quietUntil'), ...present({quietUntil: action.until})};
    case 'focus':
      return focused(ui, action.focus, action.now);
    case 'setup-asked':
      return {...ui, setupAsked: true};
    case 'mouse':
      return {...ui, mouse: action.on};
    case 'motion':
      return {...ui, motion: action.on};
    case 'week':
      return {...ui, week: action.on};
    case 'look':
      return {...ui, look: action.look};
    case 'sought':
      return {...ui, sought: action.sought};
    case 'background':
      return ui.background === action.background ? ui : {...ui, background: action.background};
    case 'highlight':
      return {...ui, highlight: action.highlight};
    case 'view':
      return {...ui, view: action.view, overlay: {kind: 'none'}, filtering: false, armed: 'nothing'};
    case 'list':
      return {...ui, lists: {...ui.lists, [action.name]: action.list}};
    case 'filtering':
      return {...ui, filtering: action.on};
    case 'past':
      return {...ui, past: {...ui.past, ...action.past}};
    case 'older-events':
      return {...ui, log: withOlderEvents(ui.log, action.events)};
    default:
      return assertNever(action);
  }
};

const browsing = (ui: UiState, {item, scroll}: Extract<UiAction, {type: 'browse'}>): UiState => {
  if (item !== undefined) return {...ui, browse: {item}, scroll};
  const {browse: _, search: __, ...rest} = ui;
  return {...rest, scroll};
};

const searching = (ui: UiState, {search}: Extract<UiAction, {type: 'search'}>): UiState => {
  const {search: _, ...rest} = ui;
  return search === undefined ? rest : {...rest, search};
};

/** The person's view ends with the connection. */
const connected = (ui: UiState, connection: Connection, now: EpochMs): UiState => {
  if (connection.kind !== 'lost' || ui.connection.kind === 'lost') return {...ui, connection, now};
  const {replay, ...rest} = ui;
  const seen = replay?.from ?? ui.seenAt ?? (ui.connection.kind === 'live' ? now + ui.clockOffsetMs : undefined);
  return {...rest, connection, now, ...present({seenAt: seen})};
};

/** A person who returns to the terminal finds the divider above the new messages. */
const focused = (ui: UiState, focus: UiState['focus'], now: EpochMs): UiState => {
  if (ui.focus === focus) return ui;
  const live = ui.connection.kind === 'live';
  if (focus === 'away') return live ? {...ui, focus, seenAt: ui.seenAt ?? now + ui.clockOffsetMs} : {...ui, focus};
  const back = {...ui, focus, ...(ui.focus === 'away' ? {dividerKnown: false} : {})};
  if (!live) return back;
  const {seenAt: _, ...rest} = back;
  return rest;
};

const edited = (ui: UiState, draft: string, change: Edit): UiState => {
  const before = editorIn(ui, draft);
  const after = edit(before, change);
  if (after === before) return ui;
  const history = after.draft.text === before.draft.text ? ui.history : left(ui.history);
  return {...ui, history, armed: 'nothing', editors: new Map(ui.editors).set(draft, after)};
};

const recalled = (ui: UiState, draft: string, by: -1 | 1): UiState => {
  const editor = editorIn(ui, draft);
  const step = stepped(ui.history, by, editor.draft);
  if (step === undefined) return ui;
  const shown: Edit =
    typeof step.show === 'string' ? {kind: 'set', text: step.show} : {kind: 'restore', draft: step.show};
  return {...ui, history: step.history, armed: 'nothing', editors: new Map(ui.editors).set(draft, edit(editor, shown))};
};

const sending = (ui: UiState, {draft, send, entry}: Extract<UiAction, {type: 'sending'}>): UiState => {
  const {divider: _, browse: __, search: ___, ...rest} = ui;
  return {
    ...rest,
    // The reply is not new to the person who asked, even as the conversation's first message.
    dividerKnown: true,
    sends: [...ui.sends, send],
    history: remembered(ui.history, entry),
    editors: new Map(ui.editors).set(draft, {...emptyEditor, cut: editorIn(ui, draft).cut}),
    scroll: {kind: 'follow'},
    armed: 'nothing',
  };
};

const withSend = (ui: UiState, key: string, change: (send: PendingSend) => PendingSend): UiState => ({
  ...ui,
  sends: ui.sends.map(send => (send.key === key ? change(send) : send)),
});

const lasting = (toasts: readonly Toast[], now: EpochMs): readonly Toast[] =>
  toasts.some(({until}) => until <= now) ? toasts.filter(({until}) => until > now) : toasts;

const MOST_RECENT = 20;

const sameSize = (one: Size, other: Size): boolean => one.columns === other.columns && one.rows === other.rows;
