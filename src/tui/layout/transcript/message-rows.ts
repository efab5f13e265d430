// What a message says, in rows. The agent writes Markdown; what people say, and what they asked to be told, is shown as it is.
// However long a message is, only its beginning is laid out.
import type {Message} from '../../../shared/records/message.ts';
import {saysNothing, spokenIn} from '../../../shared/text/sentinels.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import {formatPrompt, type PromptText} from '../../conversation/format-prompt.ts';
import type {ToolDetail} from '../../state/ui-state.ts';
import type {Highlight} from '../text/highlight.ts';
import {markdownRows} from '../text/markdown.ts';
import {cut, EMPTY_ROW, type Row, type Style, span} from '../text/row.ts';
import {oneLine} from '../text/width.ts';
import {hanging, trimmedEnd, wrapped} from '../text/wrap.ts';

/** At least one row. */
export const messageRows = (
  message: Message,
  cells: number,
  detail: ToolDetail,
  highlight?: Highlight,
): readonly Row[] => {
  const prompt = formatPrompt(message);
  if (prompt !== undefined) return promptRows(prompt, cells, detail);
  if (message.role === 'system') return beginning(plainRows(message.text, cells, {role: 'dim'}));
  if (message.role === 'assistant' && !isVerbatim(message))
    return saysNothing(message) ? NOTHING : bounded(spokenIn(message), text => spokenRows(text, cells, highlight));
  return beginning(plainRows(message.text, cells, isVerbatim(message) ? {bold: true} : {}));
};

/** What was told just above, as far as the detail goes. */
export const foldedRows = (message: Message, cells: number, detail: ToolDetail): readonly Row[] => {
  const prompt = formatPrompt(message) ?? {text: message.text};
  const mark: Row = [span(detail === 'line' ? '▸ ' : '▾ ', 'dim')];
  return hanging(promptRows(prompt, cells - 2, detail), mark, [span('  ')]);
};

/** What somebody pasted is not in the way of what was said; what the agent wrote was watched as it came, and stays. */
const beginning = (rows: readonly Row[]): readonly Row[] => {
  if (rows.length <= MOST_WHOLE) return rows;
  const more = rows.length - FIRST_ROWS;
  return [...rows.slice(0, FIRST_ROWS), [span(`… ${more.toLocaleString('en')} more rows: Esc, then Enter`, 'dim')]];
};

/** A text as it is, line by line; at least one row. */
export const plainRows = (text: string, cells: number, style: Style = {}): readonly Row[] =>
  bounded(text, shown => {
    const rows = trimmedEnd(wrapped([span(shown, style)], cells));
    return rows.length === 0 ? [[span('(empty)', 'dim')]] : rows;
  });

/** Markdown as rows; at least one. */
export const spokenRows = (text: string, cells: number, highlight: Highlight | undefined): readonly Row[] => {
  const rows = markdownRows(text, cells, highlight);
  // Markdown that shows nothing (a definition of a link) is shown as it was written.
  return rows.length > 0 ? rows : plainRows(text, cells);
};

/** What the agent was told by a clock and not by a person: of interest only to who wants to know. */
const promptRows = ({from, text}: PromptText, cells: number, detail: ToolDetail): readonly Row[] => {
  const name: Row = from === undefined ? EMPTY_ROW : [span(`${oneLine(from)}: `, 'event')];
  const rows = bounded(text, shown => trimmedEnd(wrapped([...name, span(shown, 'dim')], cells)));
  const most = PROMPT_ROWS[detail];
  if (rows.length <= most) return rows;
  return [...rows.slice(0, most - 1), [...cut(rows[most - 1] ?? [], cells - 2), span(' …', 'dim')]];
};

/** A reminder, word for word as the person set it. */
const isVerbatim = ({role, source}: Message): boolean => role === 'assistant' && source.kind === 'reminder';

const bounded = (text: string, rowsOf: (shown: string) => readonly Row[]): readonly Row[] => {
  if (text.length <= MOST_LAID_OUT) return rowsOf(text);
  const more = (text.length - MOST_LAID_OUT).toLocaleString('en');
  return [...rowsOf(beginningOf(text, MOST_LAID_OUT)), [span(`… ${more} more characters`, 'dim')]];
};

/** The answer was a sentinel: it is kept, and read with Enter. */
const NOTHING: readonly Row[] = [[span('(no reply)', 'dim')]];

const PROMPT_ROWS: Readonly<Record<ToolDetail, number>> = {line: 1, short: 5, full: 200};

/** What is longer was pasted rather than written: only its first rows are shown. */
const MOST_WHOLE = 30;
const FIRST_ROWS = 8;

/** Some forty screens. */
const MOST_LAID_OUT = 50_000;
