// The model's thinking: one line with its duration, then as much text as the detail level allows. While the model
// thinks, the latest text; afterwards the beginning.

import type {KeyFor} from '../../../shared/operations/key-names.ts';
import type {Thought} from '../../conversation/item.ts';
import {formatTook} from '../../format/how-long.ts';
import type {ToolDetail} from '../../state/ui-state.ts';
import {type Row, span} from '../../text/row.ts';
import {folded, hanging, trimmedEnd} from '../../text/wrap.ts';

export const thinkingRows = (thought: Thought, cells: number, detail: ToolDetail, keyFor: KeyFor): readonly Row[] => {
  const open = detail !== 'line';
  const line: Row = [span(`${open ? '▾' : '▸'} ${formatThought(thought)}`, 'dim')];
  return open ? [line, ...textRows(thought, cells, detail, keyFor)] : [line];
};

const formatThought = ({tookMs}: Pick<Thought, 'tookMs'>): string =>
  tookMs === undefined ? 'thinking …' : `thought for ${formatTook(tookMs)}`;

const textRows = (
  {text, tookMs, more = 0}: Thought,
  cells: number,
  detail: ToolDetail,
  keyFor: KeyFor,
): readonly Row[] => {
  const rows = trimmedEnd(folded([span(text, 'dim')], Math.max(1, cells - INDENT.length)));
  const most = detail === 'short' ? SHORT_ROWS : FULL_ROWS;
  const shown = tookMs === undefined ? rows.slice(-most) : rows.slice(0, most);
  const hidden = rows.length - shown.length;
  const rest: Row[] = [];
  if (hidden > 0 && tookMs !== undefined)
    rest.push([
      span(`… ${hidden.toLocaleString('en')} more rows${detail === 'short' ? `, ${keyFor('thinking')}` : ''}`, 'dim'),
    ]);
  else if (more > 0) rest.push([span(`… ${more.toLocaleString('en')} more characters not stored`, 'dim')]);
  const indent: Row = [span(INDENT)];
  return hanging([...shown, ...rest], indent, indent);
};

const INDENT = '  ';
const SHORT_ROWS = 5;
const FULL_ROWS = 200;
