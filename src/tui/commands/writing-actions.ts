// Keys while a line is edited: the draft, an answer, or a form's text.
import {type Edit, edit, type Move} from '../editor/editor.ts';
import type {Action} from '../input/binding.ts';
import {composerCells} from '../layout/regions.ts';
import {draftKeyOf} from '../state/draft-key.ts';
import {showOverlay} from '../state/overlay.ts';
import {openEditor} from '../state/selectors.ts';
import {recallInput, rememberInput} from '../store/ui-changes.ts';
import type {CommandPorts} from './command-ports.ts';
import {changeDraft, draftText} from './draft.ts';
import {chooseInMenu, closeMenu, completeFromMenu, moveInMenu} from './menu-actions.ts';
import {editInOverlay} from './overlays/overlays.ts';
import {retractIntoDraft} from './session-actions.ts';
import {editDraft} from './typed/export-actions.ts';
import {completeLocal, stopLocal} from './typed/local-typed.ts';
import {sendTyped} from './typed/typed-actions.ts';

export const writingActions = (ports: CommandPorts) => {
  const {store} = ports;
  const change = (change: Edit): void => {
    if (!editInOverlay(ports, change)) changeDraft(ports, change);
  };
  const move = (to: Move) => () => change({kind: 'move', to});
  const cut = (to: Move) => () => change({kind: 'cut', to});
  const remove = (to: Move) => () => change({kind: 'delete', to});

  /** Moves within the draft; at its first or last row, through the input history. */
  const vertical = (by: -1 | 1): void => {
    const editor = openEditor(store.get());
    const step: Edit = {kind: 'vertical', by, cells: composerCells(store.get().ui.size.columns)};
    if (edit(editor, step).draft !== editor.draft) change(step);
    else store.update(recallInput(draftKeyOf(store.get().gateway, store.get().ui.session), by));
  };

  const clear = (): void => {
    // Up restores it.
    store.update(rememberInput(draftText(ports)));
    change({kind: 'set', text: ''});
  };

  return {
    'draft.send': () => sendTyped(ports),
    'draft.steer': () => sendTyped(ports, true),
    'local.stop': () => stopLocal(ports),
    'local.complete': () => completeLocal(ports),
    'draft.newline': () => change({kind: 'insert', text: '\n'}),
    'draft.clear': clear,
    'draft.undo': () => change({kind: 'undo'}),
    'draft.redo': () => change({kind: 'redo'}),
    'draft.yank': () => change({kind: 'yank'}),
    'menu.choose': () => chooseInMenu(ports),
    'menu.complete': () => completeFromMenu(ports),
    'menu.up': () => moveInMenu(ports, -1),
    'menu.down': () => moveInMenu(ports, 1),
    'menu.close': () => closeMenu(ports),
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
    'queue.take-back': () => retractIntoDraft(ports),
    'draft.editor': () => void editDraft(ports),
    'recall.open': () => store.update(showOverlay({kind: 'recall', query: '', index: 0})),
  } satisfies Partial<Record<Action | 'view.scroll', (key: string) => void>>;
};
