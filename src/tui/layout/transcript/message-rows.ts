// A message as rows. The agent's text is Markdown; text of people and verbatim reminders stay unchanged. Only the
// beginning of a long message is laid out.

import {detailLines} from '../../../shared/record-text/detail-lines.ts';
import {saysNothing, spokenIn} from '../../../shared/record-text/sentinels.ts';
import type {Message} from '../../../shared/records/message.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import {formatPrompt, type PromptText} from '../../conversation/format-prompt.ts';
import {quotedCommandsAs} from '../../format/commands-as.ts';
import type {ToolDetail} from '../../state/ui-state.ts';
import type {Highlight} from '../../text/highlight.ts';
import {markdownRows} from '../../text/markdown.ts';
import {cut, EMPTY_ROW, type Row, type Style, span} from '../../text/row.ts';
import {drawnLine} from '../../text/width.ts';
import {hanging, trimmedEnd, wrapped} from '../../text/wrap.ts';

/** At least one row. */
export const messageRows = (
  message: Message,
  cells: number,
  detail: ToolDetail,
  {highlight, called}: {readonly highlight?: Highlight | undefined; readonly called?: string | undefined} = {},
): readonly Row[] => {
  const prompt = formatPrompt(message);
  if (prompt !== undefined) return promptRows(prompt, cells, detail);
  if (message.role === 'system') return beginning(plainRows(message.text, cells, {role: 'dim'}));
  if (message.role === 'assistant' && !isVerbatim(message))
    return saysNothing(message)
      ? NOTHING
      : bounded(quotedCommandsAs(called, spokenIn(message)), text => spokenRows(text, cells, highlight));
  if (isVerbatim(message)) return beginning(plainRows(message.text, cells, {bold: true}));
  return writtenRows(message, cells);
};

/** A person's text, with its quote above and its files below. */
const writtenRows = (message: Message, cells: number): readonly Row[] => {
  const {above, below} = detailLines(message, 'the agent');
  const lines = (texts: readonly string[]): readonly Row[] =>
    texts.flatMap(text => plainRows(text, cells, {role: 'dim'}));
  const isBare = message.text === '' && above.length + below.length > 0;
  return [...lines(above), ...(isBare ? [] : beginning(plainRows(message.text, cells))), ...lines(below)];
};

/** Text that the transcript just showed, shortened by the detail level. */
export const foldedRows = (message: Message, cells: number, detail: ToolDetail): readonly Row[] => {
  const prompt = formatPrompt(message) ?? {text: message.text};
  const mark: Row = [span(detail === 'line' ? '▸ ' : '▾ ', 'dim')];
  return hanging(promptRows(prompt, cells - 2, detail), mark, [span('  ')]);
};

/** Long pasted text is folded. The agent's text was watched while it grew, so it stays. */
const beginning = (rows: readonly Row[]): readonly Row[] => {
  if (rows.length <= MOST_WHOLE) return rows;
  const more = rows.length - FIRST_ROWS;
  return [
    ...rows.slice(0, FIRST_ROWS),
    [span(`… ${more.toLocaleString('en')} more rows: Ctrl+↑, then Alt+Enter`, 'dim')],
  ];
};

/** A text unchanged, line by line; at least one row. */
export const plainRows = (text: string, cells: number, style: Style = {}): readonly Row[] =>
  bounded(text, shown => {
    const rows = trimmedEnd(wrapped([span(shown, style)], cells));
    return rows.length === 0 ? [[span('(empty)', 'dim')]] : rows;
  });

/** Markdown as rows; at least one. */
export const spokenRows = (text: string, cells: number, highlight: Highlight | undefined): readonly Row[] => {
  const rows = markdownRows(text, cells, highlight);
  // Markdown that renders to nothing (a link definition) is shown as source.
  return rows.length > 0 ? rows : plainRows(text, cells);
};

/** The prompt of a scheduled run, shown only at a higher detail level. */
const promptRows = ({from, text}: PromptText, cells: number, detail: ToolDetail): readonly Row[] => {
  const name: Row = from === undefined ? EMPTY_ROW : [span(`${drawnLine(from)}: `, 'event')];
  const rows = bounded(text, shown => trimmedEnd(wrapped([...name, span(shown, 'dim')], cells)));
  const most = PROMPT_ROWS[detail];
  if (rows.length <= most) return rows;
  return [...rows.slice(0, most - 1), [...cut(rows[most - 1] ?? [], cells - 2), span(' …', 'dim')]];
};

/** A text that no model wrote: a verbatim reminder, a program's message, the output of a job. */
const isVerbatim = ({role, source, details}: Message): boolean =>
  role === 'assistant' && (VERBATIM.has(source.kind) || details?.exact === true);

const bounded = (text: string, rowsOf: (shown: string) => readonly Row[]): readonly Row[] => {
  if (text.length <= MOST_LAID_OUT) return rowsOf(text);
  const more = (text.length - MOST_LAID_OUT).toLocaleString('en');
  return [...rowsOf(beginningOf(text, MOST_LAID_OUT)), [span(`… ${more} more characters`, 'dim')]];
};

/** The answer was a sentinel; Enter opens its stored text. */
const NOTHING: readonly Row[] = [[span('(no reply)', 'dim')]];

const VERBATIM: ReadonlySet<Message['source']['kind']> = new Set(['reminder', 'webhook', 'wake', 'broadcast']);

const PROMPT_ROWS: Readonly<Record<ToolDetail, number>> = {line: 1, short: 5, full: 200};

/** Longer text was probably pasted: only its first rows are shown. */
const MOST_WHOLE = 30;
const FIRST_ROWS = 8;

/** About forty screens. */
const MOST_LAID_OUT = 50_000;
