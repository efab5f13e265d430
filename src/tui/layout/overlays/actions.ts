// The actions that apply to the selected item, each with its key.
import {keyLabel} from '../../input/keymap.ts';
import type {ActionLine} from '../../state/overlay.ts';
import {hitting, litRow, type Row, span} from '../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../text/width.ts';
import {framed, frameRoom} from './frame.ts';

export const actionsRows = (
  {title, lines, index}: {readonly title: string; readonly lines: readonly ActionLine[]; readonly index: number},
  cells: number,
  height: number,
): readonly Row[] => {
  const room = Math.max(1, frameRoom(height));
  const first = Math.max(0, index - room + 1);
  const labels = Math.max(...lines.map(({label}) => cellWidth(label)), 0);
  const rows = lines.slice(first, first + room).map(({key, label}, offset): Row => {
    const row: Row = [span(` ${keyLabel(key).padEnd(7)}`, 'accent'), span(label.padEnd(labels))];
    const line = first + offset === index ? litRow([span('> ', 'accent'), ...row], cells) : [span('  '), ...row];
    return hitting(line, {kind: 'choice', index: first + offset});
  });
  const head = `actions for ${shortened(drawnLine(title), Math.max(8, cells - 24))}`;
  return framed(head, rows, cells, height, {fits: true});
};
