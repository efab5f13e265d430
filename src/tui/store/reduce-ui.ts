// Every change of the UI state, one case each: pure, total, no clock.
import type {EpochMs} from '../../shared/time/time.ts';
import {type Edit, edit, emptyEditor} from '../editor/editor.ts';
import {left, remembered, stepped} from '../editor/input-history.ts';
import {withOlderEvents} from '../state/past.ts';
import {editorIn} from '../state/selectors.ts';
import type {ConnectionState, PendingSend, Size, Toast, UiState} from '../state/ui-state.ts';
import {toasted} from './alerts.ts';
import {leftChild, openedChild, openedSession} from './open-session.ts';
import type {UiAction} from './ui-action.ts';

export const reduceUi = (ui: UiState, action: UiAction): UiState =>
  // The table's type ties each action to its change; TypeScript can't see that for a union.
  (CHANGES[action.type] as UiReducer<UiAction['type']>)(ui, action);

type UiReducer<T extends UiAction['type']> = (ui: UiState, action: Extract<UiAction, {type: T}>) => UiState;

const CHANGES: {readonly [T in UiAction['type']]: UiReducer<T>} = {
  resized: (ui, action) => (sameSize(ui.size, action.size) ? ui : {...ui, size: action.size}),
  repaint: ui => ({...ui, paints: ui.paints + 1}),
  tick: (ui, action) => ({...ui, now: action.now, toasts: lasting(ui.toasts, action.now)}),
  connection: (ui, action) => connected(ui, action.connection, action.now),
  clock: (ui, action) => ({...ui, clockOffsetMs: action.offsetMs}),
  names: (ui, action) => ({...ui, names: action.names}),
  zone: (ui, action) => {
    if (ui.zone === action.zone) return ui;
    const {zone: _, ...rest} = ui;
    return action.zone === undefined ? rest : {...rest, zone: action.zone};
  },
  status: (ui, action) => ({...ui, status: action.status}),
  open: (ui, action) => openedSession(ui, action.session),
  child: (ui, action) => openedChild(ui, action),
  'child-left': ui => leftChild(ui),
  scroll: (ui, action) => ({...ui, scroll: action.scroll}),
  fetching: (ui, action) => ({...ui, fetching: {session: action.session, which: action.which}}),
  'fetch-failed': ui => {
    const {fetching: _, ...rest} = ui;
    return rest;
  },
  edit: (ui, action) => edited(ui, action.draft, action.edit),
  recall: (ui, action) => recalled(ui, action.draft, action.by),
  sending: (ui, action) => sending(ui, action),
  remember: (ui, action) => ({...ui, history: remembered(ui.history, action.text)}),
  'send-stored': (ui, action) =>
    withSend(ui, action.key, send => ({
      ...send,
      session: action.session,
      state: {kind: 'stored', turnId: action.turnId},
    })),
  'send-refused': (ui, action) =>
    withSend(ui, action.key, send => ({...send, state: {kind: 'refused', reason: action.reason}})),
  'send-removed': (ui, action) => ({...ui, sends: ui.sends.filter(({key}) => key !== action.key)}),
  browse: (ui, action) => browsing(ui, action),
  search: (ui, action) => searching(ui, action),
  arm: (ui, action) => (ui.armed === action.armed ? ui : {...ui, armed: action.armed}),
  menu: (ui, action) => ({...ui, menu: action.menu}),
  used: (ui, action) => ({...ui, uses: {...ui.uses, [action.name]: (ui.uses[action.name] ?? 0) + 1}}),
  recent: (ui, action) => ({
    ...ui,
    recent: [action.id, ...ui.recent.filter(id => id !== action.id)].slice(0, MOST_RECENT),
  }),
  'idle-key': (ui, action) => {
    const {idleKey: _, ...rest} = ui;
    return action.why === undefined ? rest : {...rest, idleKey: action.why};
  },
  toast: (ui, action) => {
    const {type: _, ...toast} = action;
    return toasted(ui, toast);
  },
  undone: (ui, action) => ({...ui, toasts: ui.toasts.filter(({undo}) => undo !== action.undo)}),
  'toasts-seen': ui => (ui.toasts.length === 0 ? ui : {...ui, toasts: []}),
  'tool-detail': (ui, action) => ({...ui, toolDetail: action.detail}),
  'thinking-detail': (ui, action) => ({...ui, thinkingDetail: action.detail}),
  'job-occurrences': (ui, {occurrences}) => ({...ui, jobOccurrences: occurrences}),
  clients: (ui, action) => (ui.clients === action.count ? ui : {...ui, clients: action.count}),
  files: (ui, action) => ({...ui, files: action.files}),
  zen: (ui, action) => ({...ui, zen: action.zen}),
  bell: (ui, action) => ({...ui, bell: action.bell}),
  silent: (ui, action) => ({...ui, silent: action.hours}),
  quiet: (ui, action) => ({...ui, quietUntil: action.until}),
  focus: (ui, action) => focused(ui, action.focus, action.now),
  'setup-asked': ui => ({...ui, setupAsked: true}),
  mouse: (ui, action) => ({...ui, mouse: action.on}),
  motion: (ui, action) => ({...ui, motion: action.on}),
  week: (ui, action) => ({...ui, week: action.on}),
  look: (ui, action) => ({...ui, look: action.look}),
  sought: (ui, action) => ({...ui, sought: action.sought}),
  background: (ui, action) => (ui.background === action.background ? ui : {...ui, background: action.background}),
  highlight: (ui, action) => ({...ui, highlight: action.highlight}),
  view: (ui, action) => ({...ui, view: action.view, overlay: {kind: 'none'}, filtering: false, armed: 'nothing'}),
  list: (ui, action) => ({...ui, lists: {...ui.lists, [action.name]: action.list}}),
  filtering: (ui, action) => ({...ui, filtering: action.on}),
  past: (ui, action) => ({...ui, past: {...ui.past, ...action.past}}),
  'older-events': (ui, action) => ({...ui, log: withOlderEvents(ui.log, action.events)}),
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
const connected = (ui: UiState, connection: ConnectionState, now: EpochMs): UiState => {
  if (connection.kind !== 'lost' || ui.connection.kind === 'lost') return {...ui, connection, now};
  const {replay, ...rest} = ui;
  const seen = replay?.from ?? ui.seenAt ?? (ui.connection.kind === 'live' ? now + ui.clockOffsetMs : undefined);
  return {...rest, connection, now, seenAt: seen ?? rest.seenAt};
};

/** A person who returns to the terminal finds the divider above the new messages. */
const focused = (ui: UiState, focus: UiState['focus'], now: EpochMs): UiState => {
  if (ui.focus === focus) return ui;
  const live = ui.connection.kind === 'live';
  if (focus === 'away') return live ? {...ui, focus, seenAt: ui.seenAt ?? now + ui.clockOffsetMs} : {...ui, focus};
  const back = {...ui, focus, ...(ui.focus === 'away' && {dividerKnown: false})};
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
