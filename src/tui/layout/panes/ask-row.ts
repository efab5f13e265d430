// The line in which something is asked for, and under it what the daemon makes of the answer.
import {type Asking, answerOf, QUICK} from '../../state/ask.ts';
import {type Row, span} from '../text/row.ts';
import {cellWidth, graphemes, oneLine, shortened} from '../text/width.ts';

type AskRows = {readonly input: Row; readonly below: Row; readonly cursor: {readonly x: number}};

export const askRows = (asking: Asking, columns: number): AskRows => {
  const label = labelOf(asking, columns);
  const {text, cursor} = asking.editor.draft;
  const room = Math.max(4, columns - cellWidth(label) - 2);
  const from = firstShown(text.slice(0, cursor), room);
  const shown = text.slice(from);
  return {
    input: [span(label, 'accent'), text === '' ? span(shortened(placeholderOf(asking), room), 'dim') : span(shown)],
    below: [belowOf(asking, columns)],
    cursor: {x: cellWidth(label) + cellWidth(text.slice(from, cursor))},
  };
};

/** Where the part of a line begins that ends at the cursor and fits. */
const firstShown = (before: string, room: number): number => {
  let from = 0;
  let width = cellWidth(before);
  for (const grapheme of graphemes(before)) {
    if (width < room) break;
    from += grapheme.length;
    width -= cellWidth(grapheme);
  }
  return from;
};

const labelOf = ({ask}: Asking, columns: number): string => {
  if (ask.kind === 'remind') return ' remind > ';
  const verb = ask.kind === 'snooze' ? 'snooze' : 'move';
  const what = columns < 60 ? '' : ` "${shortened(oneLine(ask.message), Math.floor(columns / 3))}"`;
  return ` ${verb}${what} ${ask.kind === 'snooze' ? 'until' : 'to'} > `;
};

const placeholderOf = ({ask}: Asking): string => QUICK[ask.kind][0] ?? '20m tea, tomorrow 9am call Bob';

const belowOf = (asking: Asking, columns: number): Row[number] => {
  const {understood} = asking;
  const room = columns - 2;
  if (understood?.of === answerOf(asking))
    return span(` ${shortened(oneLine(understood.words), room)}`, understood.ok ? 'ok' : 'warn');
  return span(
    ` ${shortened(asking.ask.kind === 'remind' ? 'time first, then the text' : 'any wording works', room)}`,
    'dim',
  );
};
