// Every action of the keymap, by name.
import {expanded, isEmpty} from '../editor/draft.ts';
import {type Edit, edit, type Move} from '../editor/editor.ts';
import type {Action} from '../input/keymap.ts';
import {completions} from '../input/slash-commands.ts';
import {composerCells} from '../layout/regions.ts';
import {VIEWS} from '../lists/views.ts';
import {draftKeyOf} from '../store/draft-key.ts';
import {nextUnread, openEditor} from '../store/selectors.ts';
import type {ToolDetail} from '../store/ui-state.ts';
import type {Doors} from './doors.ts';
import {
  backFromList,
  endFilter,
  listHome,
  moveInList,
  nextKind,
  showView,
  startFilter,
  typeInList,
} from './list-actions.ts';
import {chooseInOverlay, confirmed, moveInOverlay, typeInOverlay} from './overlay-actions.ts';
import {cancelRow, doneRow, pauseRow, refuseRow, retryRow, runRow} from './row-actions.ts';
import {stopTurn, takeBack} from './session-actions.ts';
import {sendTyped} from './typed-actions.ts';

export type Actions = Readonly<Record<Action | 'view.scroll', (key: string) => void>>;

export const actionsOf = (doors: Doors): Actions => {
  const {store, view, terminal} = doors;
  const draftKey = (): string => draftKeyOf(store.get().gateway, store.get().ui.session);
  const change = (change: Edit): void => store.dispatch({type: 'edit', draft: draftKey(), edit: change});
  const move = (to: Move) => () => change({kind: 'move', to});
  const cut = (to: Move) => () => change({kind: 'cut', to});
  const remove = (to: Move) => () => change({kind: 'delete', to});

  const scroll = (by: number, unit: 'rows' | 'screens'): void => {
    store.dispatch({type: 'scroll', scroll: view.scrolled(store.get(), by, unit)});
    if (by < 0 && view.atStart(store.get())) doors.link.reader.older();
  };

  /** Within the draft; at its first or last row, through what was sent before. */
  const vertical = (by: -1 | 1): void => {
    const editor = openEditor(store.get());
    const step: Edit = {kind: 'vertical', by, cells: composerCells(store.get().ui.size.columns)};
    if (edit(editor, step).draft !== editor.draft) change(step);
    else store.dispatch({type: 'recall', draft: draftKey(), by});
  };

  const complete = (): void => {
    const names = completions(openEditor(store.get()).draft.text).map(({name}) => name);
    const [first] = names;
    if (first === undefined) return;
    change({kind: 'set', text: names.length === 1 ? `/${first} ` : `/${commonStart(names)}`});
  };

  const clear = (): void => {
    // Up brings it back.
    store.dispatch({type: 'remember', text: expanded(openEditor(store.get()).draft)});
    change({kind: 'set', text: ''});
  };

  return {
    'draft.send': () => sendTyped(doors),
    'draft.newline': () => change({kind: 'insert', text: '\n'}),
    'draft.clear': clear,
    'draft.undo': () => change({kind: 'undo'}),
    'draft.redo': () => change({kind: 'redo'}),
    'draft.yank': () => change({kind: 'yank'}),
    'draft.complete': complete,
    'cursor.left': move('left'),
    'cursor.right': move('right'),
    'cursor.up': () => vertical(-1),
    'cursor.down': () => vertical(1),
    'cursor.word-left': move('word-left'),
    'cursor.word-right': move('word-right'),
    'cursor.line-start': move('line-start'),
    'cursor.line-end': move('line-end'),
    'delete.left': remove('left'),
    'delete.right': remove('right'),
    'cut.word-left': cut('word-left'),
    'cut.big-word-left': cut('big-word-left'),
    'cut.word-right': cut('word-right'),
    'cut.line-start': cut('line-start'),
    'cut.line-end': cut('line-end'),
    'queue.take-back': () => takeBack(doors),
    'turn.arm-stop': () => store.dispatch({type: 'arm', armed: 'stop'}),
    'turn.stop': () => stopTurn(doors),
    'view.up': () => scroll(-1, 'screens'),
    'view.down': () => scroll(1, 'screens'),
    'view.scroll': rows => scroll(Number(rows), 'rows'),
    'view.end': () => store.dispatch({type: 'scroll', scroll: {kind: 'follow'}}),
    'view.oldest': () => scroll(Number.MIN_SAFE_INTEGER, 'rows'),
    'view.back': () => {
      const {ui} = store.get();
      if (ui.toasts.length > 0) store.dispatch({type: 'toasts-seen'});
      else store.dispatch({type: 'scroll', scroll: {kind: 'follow'}});
    },
    'tools.detail': () => store.dispatch({type: 'tool-detail', detail: NEXT_DETAIL[store.get().ui.toolDetail]}),
    'session.next-unread': () => {
      const session = nextUnread(store.get());
      if (session !== undefined) store.dispatch({type: 'open', session});
      else store.dispatch({type: 'toast', tone: 'ok', text: 'nothing is unread elsewhere', now: doors.clock.now()});
    },
    'view.pick': key => {
      const view = VIEWS[Number(key.at(-1)) - 1];
      if (view !== undefined) showView(doors, view);
    },
    'list.up': () => moveInList(doors, -1, 'rows'),
    'list.down': () => moveInList(doors, 1, 'rows'),
    'list.page-up': () => moveInList(doors, -1, 'screens'),
    'list.page-down': () => moveInList(doors, 1, 'screens'),
    'list.first': () => moveInList(doors, Number.MIN_SAFE_INTEGER, 'screens'),
    'list.last': () => moveInList(doors, Number.MAX_SAFE_INTEGER, 'screens'),
    'list.home': () => listHome(doors),
    'list.kind': () => nextKind(doors),
    'list.filter': () => startFilter(doors),
    'list.back': () => backFromList(doors),
    'row.cancel': () => cancelRow(doors),
    'row.run': () => runRow(doors),
    'row.pause': () => void pauseRow(doors, true),
    'row.resume': () => void pauseRow(doors, false),
    'row.done': () => void doneRow(doors),
    'row.retry': () => void retryRow(doors),
    'row.refuse': key => refuseRow(doors, key),
    'filter.done': () => endFilter(doors),
    'filter.delete-left': () => typeInList(doors, '\b'),
    'find.open': () => store.dispatch({type: 'overlay', overlay: {kind: 'find', query: '', index: 0}}),
    'help.open': () => store.dispatch({type: 'overlay', overlay: {kind: 'help', top: 0}}),
    'overlay.close': () => store.dispatch({type: 'overlay', overlay: {kind: 'none'}}),
    'overlay.up': () => moveInOverlay(doors, -1, 'rows'),
    'overlay.down': () => moveInOverlay(doors, 1, 'rows'),
    'overlay.page-up': () => moveInOverlay(doors, -1, 'screens'),
    'overlay.page-down': () => moveInOverlay(doors, 1, 'screens'),
    'overlay.choose': () => chooseInOverlay(doors),
    'overlay.yes': () => confirmed(doors),
    'query.delete-left': () => typeInOverlay(doors, '\b'),
    'query.clear': () => store.dispatch({type: 'overlay', overlay: {kind: 'find', query: '', index: 0}}),
    'connection.retry': () => doors.link.retryNow(),
    'app.arm-leave': () => store.dispatch({type: 'arm', armed: 'leave'}),
    'app.leave': () => {
      // A draft that is being written is not left by one key; in a list none is.
      if (store.get().ui.view !== 'chat' || isEmpty(openEditor(store.get()).draft)) terminal.leave();
    },
    'app.suspend': () => terminal.suspend(),
    'screen.repaint': () => terminal.repaint(),
  };
};

const commonStart = (names: readonly string[]): string => {
  const [first = ''] = names;
  let length = first.length;
  while (!names.every(name => name.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
};

const NEXT_DETAIL: Readonly<Record<ToolDetail, ToolDetail>> = {line: 'short', short: 'full', full: 'line'};
