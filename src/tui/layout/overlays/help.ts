// Help: a list of every key and every command, to be searched and run from. The selected one stands below in full.
import {counted} from '../../../shared/text/sentences.ts';
import type {HelpEntry} from '../../input/help-entries.ts';
import {EMPTY_ROW, exactly, type Row, span} from '../../text/row.ts';
import {wrapped} from '../../text/wrap.ts';
import {framed, frameRoom} from './frame.ts';
import {menuRows} from './menu.ts';

type HelpModel = {
  readonly query: string;
  readonly index: number;
  readonly entries: readonly HelpEntry[];
  /** The reason why the selected one does nothing here. */
  readonly refusal?: string | undefined;
};

/** The query has the same place as in find. */
export const helpRows = (
  {query, index, entries, refusal}: HelpModel,
  cells: number,
  height: number,
): readonly Row[] => {
  const room = frameRoom(height);
  const detail = room < LEAST_ROOM ? [] : [EMPTY_ROW, ...exactly(detailRows(entries[index], refusal, cells), 2)];
  const lines =
    entries.length === 0
      ? [[span('   no matches', 'dim')]]
      : menuRows({entries: entries.map(({entry}) => entry), index}, cells, Math.max(1, room - 2 - detail.length));
  const count = query === '' ? '' : `, ${counted(entries.length, 'match', 'matches')}`;
  return framed(
    `keys and commands${count}`,
    [[span(' > ', 'accent'), span(query)], EMPTY_ROW, ...lines, ...detail],
    cells,
    height,
    {fits: true},
  );
};

const detailRows = (chosen: HelpEntry | undefined, refusal: string | undefined, cells: number): readonly Row[] => {
  if (chosen === undefined) return [];
  const {name, more = ''} = chosen.entry;
  const end = refusal === undefined ? [] : [span(`  ${refusal}`, 'warn')];
  return wrapped([span(` ${name}  `, {role: 'accent', bold: true}), span(more), ...end], Math.max(8, cells - 1));
};

const LEAST_ROOM = 12;
