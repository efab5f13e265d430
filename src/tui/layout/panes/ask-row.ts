// The input line of a question, and below it how the daemon understands the answer.
import {type Ask, type Asking, answerOf, quickOf} from '../../state/ask.ts';
import {type Row, span} from '../../text/row.ts';
import {cellWidth, drawnLine, graphemes, shortened} from '../../text/width.ts';
import {linesOf} from '../lists/detail-rows.ts';

type AskRows = {readonly input: Row; readonly below: readonly Row[]; readonly cursor: {readonly x: number}};

/** `most`: the rows below the input, one or more. */
export const askRows = (asking: Asking, columns: number, most: number): AskRows => {
  const label = labelOf(asking, columns);
  const {text, cursor} = asking.editor.draft;
  const room = Math.max(4, columns - cellWidth(label) - 2);
  const from = firstShown(text.slice(0, cursor), room);
  const shown = text.slice(from);
  return {
    input: [span(label, 'accent'), text === '' ? span(shortened(placeholderOf(asking), room), 'dim') : span(shown)],
    below: belowOf(asking, columns, most),
    cursor: {x: cellWidth(label) + cellWidth(text.slice(from, cursor))},
  };
};

const HINTS: Readonly<Record<Asking['ask']['kind'], string>> = {
  remind: 'when or how often, and the text · Tab makes a job',
  'job-name': 'a name, or all of it: every weekday at 8 check the weather · Tab sets a reminder',
  'job-when': 'such as "every weekday at 9"',
  'job-what': 'the task for the agent, or ! and a command',
  reword: 'Enter saves the text',
  delete: 'type the title, then Enter · no undo · Esc keeps it',
  snooze: 'Tab: 10m, 1h, tomorrow 9am · or a time such as 20m',
  pause: 'Tab: tomorrow 9am, monday, for two weeks · it goes on by itself',
  move: 'such as 9:30 or "every weekday at 8"',
};

/** The start of the part that fits and ends at the cursor. */
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
  const fixed = LABELS[ask.kind];
  if (fixed !== undefined) return fixed;
  if (ask.kind === 'delete')
    return columns < 60 ? ' delete > ' : ` delete "${shortened(drawnLine(ask.title), Math.floor(columns / 3))}" > `;
  if (!('message' in ask)) return ' job > ';
  const verb = ask.kind === 'move' ? 'move' : ask.kind;
  const what = columns < 60 ? '' : ` "${shortened(drawnLine(ask.message), Math.floor(columns / 3))}"`;
  return ` ${verb}${what} ${ask.kind === 'move' ? 'to' : 'until'} > `;
};

const placeholderOf = ({ask}: Asking): string =>
  ask.kind === 'delete' ? drawnLine(ask.title) : (quickOf(ask)[0] ?? PLACEHOLDERS[ask.kind] ?? '');

const belowOf = (asking: Asking, columns: number, most: number): readonly Row[] => {
  const {understood} = asking;
  const isRead = understood?.of === answerOf(asking);
  const role = isRead ? (understood.ok ? 'ok' : 'warn') : 'dim';
  const lines = linesOf(drawnLine(isRead ? understood.label : hintOf(asking)), columns - 2, most);
  return lines.map(line => [span(` ${line}`, role)]);
};

const hintOf = ({ask}: Asking): string =>
  ask.kind === 'move' && ask.repeats === true
    ? '"this 9:30" for one time, "all 9:30" for all of them, or "every day at 9"'
    : HINTS[ask.kind];

type Words = Readonly<Partial<Record<Ask['kind'], string>>>;
const LABELS: Words = {
  remind: ' remind > ',
  reword: ' new text > ',
  'job-name': ' new job: name > ',
  'job-when': ' new job: when > ',
  'job-what': ' new job: task > ',
};
const PLACEHOLDERS: Words = {
  remind: '20m tea, tomorrow 9am call Bob',
  'job-name': 'standup',
  'job-what': 'What did I do yesterday?',
  move: 'this 9:30',
};
