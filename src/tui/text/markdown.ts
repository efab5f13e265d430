// Markdown as rows of a width. marked parses it; this file draws headings, lists, quotes, code, tables that fit, and
// rules. While a text grows, only its last, open block is parsed and drawn again.
import {Lexer, type Token, type Tokens} from 'marked';
import {QuickTokenizer} from './block-rules.ts';
import type {Highlight} from './highlight.ts';
import {inline} from './inline.ts';
import {EMPTY_ROW, type Row, rule, type Span, span} from './row.ts';
import {tableRows} from './table.ts';
import {shortened} from './width.ts';
import {foldedCode, hanging, wrapped} from './wrap.ts';

/** The rows of a finished text. */
export const markdownRows = (text: string, cells: number, highlight?: Highlight): readonly Row[] =>
  blocks(tokensOf(text), {cells, highlight});

export type GrowingMarkdown = {
  /** The rows of a text; fast when it extends the previous one. */
  rows(text: string, cells: number, highlight?: Highlight): readonly Row[];
};

/** Draws an unfinished text. */
export const growingMarkdown = (): GrowingMarkdown => {
  let settled = '';
  let settledRows: readonly Row[] = [];
  let width = 0;
  let colours: Highlight | undefined;
  return {
    rows: (text, cells, highlight) => {
      if (cells !== width || colours !== highlight || !text.startsWith(settled)) {
        settled = '';
        settledRows = [];
        width = cells;
        colours = highlight;
      }
      const tokens = tokensOf(text.slice(settled.length));
      // Later characters can only change the last block.
      const open = tokens.findLastIndex(token => token.type !== 'space');
      const done = tokens.slice(0, Math.max(0, open));
      const raw = done.map(token => token.raw).join('');
      const join = (before: readonly Row[], after: readonly Row[]) =>
        before.length > 0 && after.length > 0 ? [...before, EMPTY_ROW, ...after] : [...before, ...after];
      if (raw !== '' && text.startsWith(settled + raw)) {
        settledRows = join(settledRows, blocks(done, {cells, highlight}));
        settled += raw;
        return join(settledRows, blocks(tokens.slice(done.length), {cells}));
      }
      return join(settledRows, blocks(tokens, {cells}));
    },
  };
};

/** The structure of a text. A text nested too deeply to parse counts as plain. */
const tokensOf = (text: string): readonly Token[] =>
  NESTED.test(text) ? [{type: 'text', raw: text, text}] : newLexer().lex(text);

/**
 * A lexer that treats paragraphs with thousands of signs as plain text: marked's inline parsing is quadratic in them.
 */
const newLexer = (): Lexer => {
  const lexer = new Lexer({gfm: true, tokenizer: new QuickTokenizer()});
  const read = lexer.inlineTokens.bind(lexer);
  lexer.inlineTokens = (text, tokens = []) => {
    if (text.length <= MOST_SIGNS || (text.match(SIGNS)?.length ?? 0) <= MOST_SIGNS) return read(text, tokens);
    tokens.push({type: 'text', raw: text, text});
    return tokens;
  };
  return lexer;
};

/** The available width and the highlighter. */
type Page = {
  readonly cells: number;
  readonly highlight?: Highlight | undefined;
  /** The nesting depth of lists and quotes. */
  readonly depth?: number;
};

const blocks = (tokens: readonly Token[], page: Page): readonly Row[] => {
  const rows: Row[] = [];
  for (const token of tokens) {
    const drawn = block(token, page);
    if (drawn.length === 0) continue;
    if (rows.length > 0) rows.push(EMPTY_ROW);
    for (const row of drawn) rows.push(row);
  }
  return rows;
};

const block = (token: Token, page: Page): readonly Row[] => {
  const {cells, depth = 0} = page;
  // Too deep for real text: drawn as source, since every level costs rows and time.
  if (depth > DEEPEST) return wrapped([span(token.raw.trim())], cells);
  if (isSpace(token) || isDefinition(token)) return [];
  if (isHeading(token)) return wrapped(inline(token.tokens, {bold: true}), cells);
  if (isParagraph(token)) {
    const [, mark] = FOOTNOTE.exec(token.raw) ?? [];
    const rows = (room: number) => wrapped(inline(token.tokens, {}), Math.max(1, room));
    // The text of a footnote continues behind its mark.
    return mark === undefined ? rows(cells) : hanging(rows(cells - 2), EMPTY_ROW, [span('  ')]);
  }
  if (isText(token)) return wrapped(token.tokens ? inline(token.tokens, {}) : [span(token.text)], cells);
  if (isList(token)) return list(token, page);
  if (isQuote(token)) return quote(token, page);
  if (isCode(token)) return code(token, page);
  if (isTable(token)) return tableRows(token, cells);
  if (isRule(token)) return [rule(Math.min(cells, 40))];
  return wrapped([span(token.raw.trimEnd())], cells);
};

const list = (token: Tokens.List, {cells, highlight, depth = 0}: Page): readonly Row[] => {
  const first = typeof token.start === 'number' ? token.start : 1;
  const widest = token.ordered ? String(first + token.items.length - 1).length + 2 : 2;
  return token.items.flatMap((item, index) => {
    const mark = token.ordered ? `${first + index}. ` : '• ';
    const box = item.task ? (item.checked ? '✓ ' : '○ ') : '';
    const begin = `${mark.padStart(widest)}${box}`;
    const indent = ' '.repeat(begin.length);
    const inner = itemBlocks(
      item,
      {cells: Math.max(1, cells - begin.length), highlight, depth: depth + 1},
      token.loose,
    );
    const gap = token.loose && index > 0 ? [EMPTY_ROW] : [];
    return [...gap, ...hanging(inner.length > 0 ? inner : [EMPTY_ROW], [span(begin, 'dim')], [span(indent)])];
  });
};

/** The content of a list item: text, and nested lists without an empty row between. */
const itemBlocks = (item: Tokens.ListItem, page: Page, loose: boolean): readonly Row[] =>
  loose
    ? blocks(
        item.tokens.filter(token => token.type !== 'checkbox'),
        page,
      )
    : item.tokens.filter(token => token.type !== 'checkbox').flatMap(token => block(token, page));

const quote = (token: Tokens.Blockquote, {cells, highlight, depth = 0}: Page): readonly Row[] => {
  const bar: Row = [span('│ ', 'dim')];
  return hanging(blocks(token.tokens, {cells: Math.max(1, cells - 2), highlight, depth: depth + 1}), bar, bar);
};

/**
 * Code keeps its lines, under the name of its language; a long line continues in the next row, further to the right.
 */
const code = (token: Tokens.Code, {cells, highlight}: Page): readonly Row[] => {
  const bar: Row = [span('▏ ', 'dim')];
  const language = shortened(languageOf(token), Math.max(1, cells - 2));
  const label: readonly Row[] = language === '' ? [] : [[span(language, {role: 'dim', italic: true})]];
  return hanging([...label, ...foldedCode(coloured(token, highlight), Math.max(1, cells - 2))], bar, bar);
};

const languageOf = ({lang = ''}: Tokens.Code): string => lang.toLowerCase().split(/[^a-z0-9+#.-]/u)[0] ?? '';

const coloured = (token: Tokens.Code, highlight: Highlight | undefined): readonly Span[] => {
  const language = languageOf(token);
  return (language === '' ? undefined : highlight?.(token.text, language)) ?? [span(token.text)];
};

const isSpace = (token: Token): boolean => token.type === 'space';
const isDefinition = (token: Token): boolean => token.type === 'def';
const isRule = (token: Token): boolean => token.type === 'hr';
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === 'paragraph';
const isText = (token: Token): token is Tokens.Text => token.type === 'text';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isQuote = (token: Token): token is Tokens.Blockquote => token.type === 'blockquote';
const isCode = (token: Token): token is Tokens.Code => token.type === 'code';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

/** A paragraph that explains a mark: `[^1]: …`. */
const FOOTNOTE = /^\[\^([^\]\s]+)\]:/u;
const DEEPEST = 12;
/** Characters that may start inline markup. */
const SIGNS = /[\\!`*_~<[&:@]/gu;
const MOST_SIGNS = 3_000;

/** A line that starts with a hundred quote or list marks. */
const NESTED = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){100}/mu;
