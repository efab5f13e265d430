// The actions that apply to the selected item, each with its key.
import {keyLabel} from '../../input/keymap.ts';
import type {ActionLine} from '../../state/overlay.ts';
import type {Row} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import {framed, frameRoom} from './frame.ts';
import {menuRows} from './menu.ts';

export const actionsRows = (
  {title, lines, index}: {readonly title: string; readonly lines: readonly ActionLine[]; readonly index: number},
  cells: number,
  height: number,
): readonly Row[] => {
  const entries = lines.map(({key, label}) => ({name: keyLabel(key), more: label}));
  const rows = menuRows({entries, index}, cells, Math.max(1, frameRoom(height)));
  const head = `actions for ${shortened(drawnLine(title), Math.max(8, cells - 24))}`;
  return framed(head, rows, cells, height, {fits: true});
};
