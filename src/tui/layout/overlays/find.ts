// Find: conversations and commands by what is typed, the best match first.
import type {Session} from '../../../shared/session.ts';
import type {SessionKey} from '../../../shared/session-key.ts';
import type {Found} from '../../store/find.ts';
import {sessionLine} from '../panes/session-list.ts';
import {EMPTY_ROW, filled, type Row, span} from '../text/row.ts';
import {oneLine, shortened} from '../text/width.ts';
import {framed, frameRoom} from './frame.ts';

export type FindModel = {
  readonly query: string;
  readonly index: number;
  readonly found: readonly Found[];
  readonly open: SessionKey | undefined;
  readonly busy: ReadonlySet<SessionKey>;
};

export const findRows = (model: FindModel, cells: number, height: number): readonly Row[] => {
  const {query, index, found} = model;
  const room = frameRoom(height) - 2;
  const first = Math.max(0, index - room + 1);
  const lines = found
    .slice(first, first + room)
    .map((one, offset) => line(one, model, first + offset === index, cells));
  const none: Row = [span('   nothing is called so', 'dim')];
  const title = `find, ${found.length === 1 ? '1 match' : `${found.length} matches`}`;
  return framed(
    title,
    [[span(' > ', 'accent'), span(query)], EMPTY_ROW, ...(lines.length === 0 ? [none] : lines)],
    cells,
    height,
  );
};

/** Where the cursor stands, from the top left of the overlay. */
export const findCursor = (height: number): {readonly x: number; readonly y: number} => ({x: 3, y: height > 4 ? 2 : 1});

const line = (one: Found, {open, busy}: FindModel, selected: boolean, cells: number): Row => {
  const row = one.kind === 'session' ? sessionRow(one.session, open, busy, cells) : commandRow(one, cells);
  return selected ? [span(' >', 'accent'), ...asSelected(filled(row, cells - 2))] : [span('  '), ...row];
};

const sessionRow = (
  session: Session,
  open: SessionKey | undefined,
  busy: ReadonlySet<SessionKey>,
  cells: number,
): Row => [
  span(session.kind.padEnd(9), 'dim'),
  ...sessionLine(session, {open: session.key === open, busy: busy.has(session.key)}, Math.min(cells - 11, 60)),
];

const commandRow = ({command}: Extract<Found, {kind: 'command'}>, cells: number): Row => [
  span('command  ', 'dim'),
  span(`   ${command.usage}  `),
  span(shortened(oneLine(command.help), Math.max(0, cells - 16 - command.usage.length)), 'dim'),
];

const asSelected = (row: Row): Row => row.map(({text}) => ({text, role: 'selected'}));
