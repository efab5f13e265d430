// Changes of the UI state for `store.update` that are more than one field, or that several files make: pure, no clock.

import type {EpochMs} from '../../shared/time/time.ts';
import {type Edit, edit, emptyEditor} from '../editor/editor.ts';
import {left, remembered, stepped} from '../editor/input-history.ts';
import type {ListName, View} from '../nouns/views.ts';
import type {ListState} from '../state/list-state.ts';
import type {Past} from '../state/past.ts';
import {editorIn} from '../state/selectors.ts';
import type {ConnectionState, PendingSend, Scroll, Size, Toast, UiState} from '../state/ui-state.ts';
import {type NewToast, toasted} from './alerts.ts';

export type UiChange = (ui: UiState) => UiState;

export const resize =
  (size: Size): UiChange =>
  ui =>
    ui.size.columns === size.columns && ui.size.rows === size.rows ? ui : {...ui, size};

export const passTime =
  (now: EpochMs): UiChange =>
  ui => ({...ui, now, toasts: lasting(ui.toasts, now)});

const lasting = (toasts: readonly Toast[], now: EpochMs): readonly Toast[] =>
  toasts.some(({until}) => until <= now) ? toasts.filter(({until}) => until > now) : toasts;

/** The person's view ends with the connection. */
export const changeConnection =
  (connection: ConnectionState, now: EpochMs): UiChange =>
  ui => {
    const held = connection.kind === 'lost' ? undefined : ui.held;
    if (connection.kind !== 'lost' || ui.connection.kind === 'lost') return {...ui, connection, held, now};
    const seen = ui.replay?.from ?? ui.seenAt ?? (ui.connection.kind === 'live' ? now + ui.clockOffsetMs : undefined);
    return {...ui, replay: undefined, connection, held, now, seenAt: seen};
  };

/** A person who returns to the terminal finds the divider above the new messages. */
export const changeFocus =
  (focus: UiState['focus'], now: EpochMs): UiChange =>
  ui => {
    if (ui.focus === focus) return ui;
    const live = ui.connection.kind === 'live';
    if (focus === 'away') return live ? {...ui, focus, seenAt: ui.seenAt ?? now + ui.clockOffsetMs} : {...ui, focus};
    const dividerKnown = ui.focus !== 'away' && ui.dividerKnown;
    return {...ui, focus, dividerKnown, seenAt: live ? undefined : ui.seenAt};
  };

export const applyEdit =
  (draft: string, change: Edit): UiChange =>
  ui => {
    const before = editorIn(ui, draft);
    const after = edit(before, change);
    if (after === before) return ui;
    const history = after.draft.text === before.draft.text ? ui.history : left(ui.history);
    return {...ui, history, armed: 'nothing', editors: new Map(ui.editors).set(draft, after)};
  };

/** Shows an older or newer entry of the input history in a draft. */
export const recallInput =
  (draft: string, by: -1 | 1): UiChange =>
  ui => {
    const editor = editorIn(ui, draft);
    const step = stepped(ui.history, by, editor.draft);
    if (step === undefined) return ui;
    const shown: Edit =
      typeof step.show === 'string' ? {kind: 'set', text: step.show} : {kind: 'restore', draft: step.show};
    const editors = new Map(ui.editors).set(draft, edit(editor, shown));
    return {...ui, history: step.history, armed: 'nothing', editors};
  };

export const rememberInput =
  (text: string): UiChange =>
  ui => ({...ui, history: remembered(ui.history, text)});

/** A draft became a pending message. */
export const startSend =
  (draft: string, send: PendingSend, entry: string): UiChange =>
  ui => ({
    ...ui,
    divider: undefined,
    browse: undefined,
    search: undefined,
    // The reply is not new to the person who asked, even as the conversation's first message.
    dividerKnown: true,
    sends: [...ui.sends, send],
    history: remembered(ui.history, entry),
    editors: new Map(ui.editors).set(draft, {...emptyEditor, cut: editorIn(ui, draft).cut}),
    scroll: {kind: 'follow'},
    armed: 'nothing',
  });

export const changeSend =
  (key: string, change: Partial<PendingSend>): UiChange =>
  ui => ({...ui, sends: ui.sends.map(send => (send.key === key ? {...send, ...change} : send))});

export const removeSend =
  (key: string): UiChange =>
  ui => ({...ui, sends: ui.sends.filter(send => send.key !== key)});

/** Selects an item of the conversation. */
export const selectItem =
  (item: string, scroll: Scroll): UiChange =>
  ui => ({...ui, browse: {item}, scroll});

export const arm =
  (armed: UiState['armed']): UiChange =>
  ui =>
    ui.armed === armed ? ui : {...ui, armed};

export const addToast =
  (toast: NewToast): UiChange =>
  ui =>
    toasted(ui, toast);

export const clearToasts: UiChange = ui => (ui.toasts.length === 0 ? ui : {...ui, toasts: []});

/** Something was chosen in the palette. */
export const chooseRecent =
  (id: string): UiChange =>
  ui => ({...ui, recent: [id, ...ui.recent.filter(known => known !== id)].slice(0, MOST_RECENT)});

export const openView =
  (view: View): UiChange =>
  ui => ({...ui, view, overlay: {kind: 'none'}, filtering: false, armed: 'nothing'});

export const setList =
  (name: ListName, list: ListState): UiChange =>
  ui => ({...ui, lists: {...ui.lists, [name]: list}});

export const changePast =
  (past: Partial<Past>): UiChange =>
  ui => ({...ui, past: {...ui.past, ...past}});

const MOST_RECENT = 20;
