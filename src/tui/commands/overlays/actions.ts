// The menu of the actions that apply to the selected item, each with its key.
import {keyLabel} from '../../input/keymap.ts';
import {menuRows} from '../../layout/overlays/menu.ts';
import {closeOverlay, type Overlay} from '../../state/overlay.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import {doItem} from '../items/do-item.ts';
import {ITEM_ACTIONS} from '../items/item-actions.ts';
import {list} from './kinds/list.ts';

export const actions = list<Extract<Overlay, {kind: 'actions'}>>({
  count: ({lines}) => lines.length,
  shows: (_, {title, lines, index}, {cells, rows}) => ({
    title: `actions for ${shortened(drawnLine(title), Math.max(8, cells - 24))}`,
    rows: menuRows(
      {entries: lines.map(({key, label}) => ({name: keyLabel(key), more: label})), index},
      cells,
      Math.max(1, rows),
    ),
  }),
  lines: (_, {title, lines}) => [`${drawnLine(title)}:`, ...lines.map(({label}) => `${label}.`)],
  enter: (ports, {lines, index}) => {
    ports.store.update(closeOverlay);
    const line = lines[index];
    if (line !== undefined) doItem(ports, line.action);
    return undefined;
  },
  // Each action has its key here, too.
  type: (ports, {lines}, text) => {
    const entry = lines.find(({key}) => key === text) ?? ITEM_ACTIONS.find(({key}) => key === text);
    if (entry !== undefined) {
      ports.store.update(closeOverlay);
      doItem(ports, entry.action);
    }
    return 'taken';
  },
});
