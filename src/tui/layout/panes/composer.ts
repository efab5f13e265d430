// The composer: the draft in rows with the cursor. If the draft has too many rows, those around the cursor.
import type {Draft} from '../../editor/draft.ts';
import {type Glyph, rowsOfDraft} from '../../editor/rows.ts';
import {exactly, type Row, type Span, span} from '../../text/row.ts';
import {composerCells, PROMPT_CELLS} from '../regions.ts';

type ComposerModel = {readonly draft: Draft; readonly placeholder: string};

type ComposerRows = {
  readonly rows: readonly Row[];
  /** The terminal cursor's position, from the top left of these rows. */
  readonly cursor: {readonly x: number; readonly y: number};
};

/** The rows that the draft needs. */
export const composerHeight = (draft: Draft, columns: number): number =>
  rowsOfDraft(draft, composerCells(columns)).rows.length;

export const composerRows = ({draft, placeholder}: ComposerModel, columns: number, height: number): ComposerRows => {
  const {rows, cursor} = rowsOfDraft(draft, composerCells(columns));
  const first = Math.max(0, cursor.row - height + 1);
  const shown = rows
    .slice(first, first + height)
    .map(({glyphs}, index): Row => [prompt(first + index, first), ...spansOf(glyphs)]);
  const empty: Row = [span(' > ', 'accent'), span(placeholder, 'dim')];
  return {
    rows: exactly(draft.text === '' ? [empty] : shown, height),
    cursor: {x: PROMPT_CELLS + cursor.column, y: cursor.row - first},
  };
};

const prompt = (row: number, first: number): Span => {
  if (row === 0) return span(' > ', 'accent');
  return row === first ? span(' ↑ ', 'dim') : span('   ');
};

const spansOf = (glyphs: readonly Glyph[]): Row => {
  const spans: {text: string; chip: boolean}[] = [];
  for (const {text, kind} of glyphs) {
    const last = spans.at(-1);
    const chip = kind === 'chip';
    if (last !== undefined && last.chip === chip && !chip) last.text += text;
    else spans.push({text, chip});
  }
  return spans.map(({text, chip}) => ({text, role: chip ? 'accent' : undefined}));
};
