// Editor: a draft with its undo steps and the last cut. Every edit is one named case; `edit` is pure and total.
import {assertNever} from '../../shared/text/gateway-error.ts';
import {
  between,
  type Draft,
  draftOf,
  emptyDraft,
  type FileChip,
  inserted,
  isLong,
  moved,
  withFile,
  without,
} from './draft.ts';
import {bigWordLeftOf, leftOf, lineEndOf, lineStartOf, rightOf, wordLeftOf, wordRightOf} from './moves.ts';
import {rowsOfDraft} from './rows.ts';

export type Editor = {
  readonly draft: Draft;
  /** Earlier drafts, newest last. */
  readonly undo: readonly Draft[];
  readonly redo: readonly Draft[];
  /** The last cut text; consecutive cuts are joined. */
  readonly cut: string;
  /** The kind of the last edit: typing a word is one undo step, and consecutive cuts are joined. */
  readonly last: 'typing' | 'cutting' | 'moving' | 'other';
  /** The target column for moving up and down, in cells. */
  readonly goal?: number;
};

export type Edit =
  | {readonly kind: 'insert'; readonly text: string}
  | {readonly kind: 'paste'; readonly text: string}
  | {readonly kind: 'move'; readonly to: Move}
  /** Moves up or down by visual rows at a width. */
  | {readonly kind: 'vertical'; readonly by: -1 | 1; readonly cells: number}
  | {readonly kind: 'delete'; readonly to: Move}
  | {readonly kind: 'cut'; readonly to: Move}
  | {readonly kind: 'yank'}
  | {readonly kind: 'undo'}
  | {readonly kind: 'redo'}
  | {readonly kind: 'set'; readonly text: string}
  /** Puts a file in place of the text between two offsets. */
  | {readonly kind: 'attach'; readonly from: number; readonly to: number; readonly file: FileChip}
  | {readonly kind: 'restore'; readonly draft: Draft};

export type Move =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'big-word-left'
  | 'line-start'
  | 'line-end'
  | 'start'
  | 'end';

export const emptyEditor: Editor = {draft: emptyDraft, undo: [], redo: [], cut: '', last: 'other'};

export const editorOf = (draft: Draft): Editor => ({...emptyEditor, draft});

export const edit = (editor: Editor, change: Edit): Editor => {
  const {draft} = editor;
  switch (change.kind) {
    case 'insert':
      return changed(editor, inserted(draft, change.text), /^\s/u.test(change.text) ? 'other' : 'typing');
    case 'paste':
      return changed(editor, inserted(draft, change.text, isLong(change.text)), 'other');
    case 'move':
      return steered(editor, moved(draft, target(draft, change.to)));
    case 'vertical':
      return vertical(editor, change.by, change.cells);
    case 'delete':
      return changed(editor, without(draft, draft.cursor, target(draft, change.to)), 'other');
    case 'cut':
      return cutTo(editor, target(draft, change.to));
    case 'yank':
      return editor.cut === '' ? editor : changed(editor, inserted(draft, editor.cut, isLong(editor.cut)), 'other');
    case 'undo':
      return undone(editor);
    case 'redo':
      return redone(editor);
    case 'set':
      return changed(editor, draftOf(change.text), 'other');
    case 'attach':
      return changed(editor, withFile(draft, change.from, change.to, change.file), 'other');
    case 'restore':
      return changed(editor, change.draft, 'other');
    default:
      return assertNever(change);
  }
};

const target = (draft: Draft, to: Move): number => {
  switch (to) {
    case 'left':
      return leftOf(draft);
    case 'right':
      return rightOf(draft);
    case 'word-left':
      return wordLeftOf(draft);
    case 'word-right':
      return wordRightOf(draft);
    case 'big-word-left':
      return bigWordLeftOf(draft);
    case 'line-start':
      return lineStartOf(draft);
    case 'line-end':
      return lineEndOf(draft);
    case 'start':
      return 0;
    case 'end':
      return draft.text.length;
    default:
      return assertNever(to);
  }
};

const changed = (editor: Editor, draft: Draft, last: Editor['last']): Editor => {
  if (draft === editor.draft) return editor;
  const {goal: _, ...rest} = editor;
  // The letters of one word are one undo step, taken at the first letter.
  const undo =
    last === 'typing' && editor.last === 'typing' ? editor.undo : [...editor.undo, editor.draft].slice(-MOST_STEPS);
  return {...rest, draft, undo, redo: [], last};
};

const steered = (editor: Editor, draft: Draft): Editor => {
  const {goal: _, ...rest} = editor;
  return {...rest, draft, last: 'moving'};
};

const vertical = (editor: Editor, by: -1 | 1, cells: number): Editor => {
  const {rows, cursor} = rowsOfDraft(editor.draft, cells);
  const row = rows[cursor.row + by];
  if (row === undefined) return editor;
  const goal = editor.goal ?? cursor.column;
  return {...editor, draft: moved(editor.draft, row.offsetAt(goal)), last: 'moving', goal};
};

const cutTo = (editor: Editor, offset: number): Editor => {
  const {draft} = editor;
  const piece = between(draft, draft.cursor, offset);
  if (piece === '') return editor;
  const grown = editor.last !== 'cutting' ? piece : offset < draft.cursor ? piece + editor.cut : editor.cut + piece;
  return {...changed(editor, without(draft, draft.cursor, offset), 'cutting'), cut: grown};
};

const undone = (editor: Editor): Editor => {
  const draft = editor.undo.at(-1);
  if (draft === undefined) return editor;
  return {...editor, draft, undo: editor.undo.slice(0, -1), redo: [...editor.redo, editor.draft], last: 'other'};
};

const redone = (editor: Editor): Editor => {
  const draft = editor.redo.at(-1);
  if (draft === undefined) return editor;
  return {...editor, draft, undo: [...editor.undo, editor.draft], redo: editor.redo.slice(0, -1), last: 'other'};
};

const MOST_STEPS = 200;
