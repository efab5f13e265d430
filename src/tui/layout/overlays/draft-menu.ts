// The menu above the composer, over the end of the conversation.
import type {DraftMenu} from '../../input/draft-menu.ts';
import type {Row} from '../../text/row.ts';
import {framed, frameRoom, isBoxed} from './frame.ts';
import {menuLength, menuRows} from './menu.ts';

/** At most `height` rows, as wide as `columns` with its border. */
export const draftMenuRows = ({title, choices, index}: DraftMenu, columns: number, height: number): readonly Row[] => {
  const room = Math.min(height, MOST_ROWS);
  const cells = isBoxed(room) ? columns - 2 : columns;
  const rows = menuRows({entries: choices, index}, cells, Math.min(menuLength(choices), frameRoom(room)));
  const place = choices.length > rows.length ? `${index + 1} of ${choices.length}` : '';
  return framed(title, rows, cells, room, {fits: true, place});
};

const MOST_ROWS = 14;
