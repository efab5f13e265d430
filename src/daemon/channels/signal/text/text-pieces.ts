// Markdown cut into pieces: words, code, and runs of marks that may open or close a style. A block (a paragraph, a line of a
// list, a fence) bounds what its marks can mean.
import type {TextStyle} from '../envelope/heard.ts';

export type Mark = '*' | '_' | '~' | '|';

type Styled = {readonly pair: number; readonly style: TextStyle};

export type MarkPiece = {
  readonly kind: 'mark';
  readonly mark: Mark;
  readonly block: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** How many of them mean nothing and are shown. */
  left: number;
  readonly opens: Styled[];
  readonly closes: Styled[];
};

export type TextPiece =
  | {readonly kind: 'words'; readonly text: string}
  | {readonly kind: 'code'; readonly text: string}
  | MarkPiece;

export const textPieces = (source: string): readonly TextPiece[] => {
  const pieces: TextPiece[] = [];
  let block = 0;
  for (const {kind, text} of blocksOf(source)) {
    if (kind === 'fence') pieces.push({kind: 'code', text});
    else for (const piece of inlinePieces(text, block++)) pieces.push(piece);
  }
  return pieces;
};

type Block = {readonly kind: 'lines' | 'fence'; readonly text: string};

/** A fence that is never closed runs to the end. Its own lines are not shown. */
const blocksOf = (source: string): readonly Block[] => {
  const blocks: Block[] = [];
  let lines = '';
  let fence: {readonly mark: string; text: string} | undefined;
  const endLines = (): void => {
    if (lines !== '') blocks.push({kind: 'lines', text: lines});
    lines = '';
  };
  for (const line of source.split(/(?<=\n)/u)) {
    if (fence !== undefined) {
      const closing = CLOSING.exec(line)?.[1];
      if (closing?.startsWith(fence.mark)) {
        blocks.push({kind: 'fence', text: fence.text.replace(/\r?\n$/u, '')});
        // The line break behind the code stays, that before the closing fence goes.
        lines = /\r?\n$/u.exec(line)?.[0] ?? '';
        fence = undefined;
      } else fence.text += line;
      continue;
    }
    const mark = OPENING.exec(line)?.[1];
    if (mark !== undefined) {
      endLines();
      fence = {mark, text: ''};
      continue;
    }
    if (BEGINS_BLOCK.test(line)) endLines();
    lines += line;
  }
  if (fence !== undefined) blocks.push({kind: 'fence', text: fence.text.replace(/\r?\n$/u, '')});
  endLines();
  return blocks;
};

const inlinePieces = (text: string, block: number): readonly TextPiece[] => {
  const pieces: TextPiece[] = [];
  const runs = codeRuns(text);
  let words = '';
  let at = 0;
  const say = (piece: TextPiece): void => {
    if (words !== '') pieces.push({kind: 'words', text: words});
    words = '';
    pieces.push(piece);
  };
  while (at < text.length) {
    const char = text.charAt(at);
    const found = char === '`' ? runs.codeAt(at) : undefined;
    const link = char === '[' || char === '!' ? linkAt(text, at) : undefined;
    const address = char === 'h' || char === '<' ? addressAt(text, at) : undefined;
    if (char === '\\' && ESCAPABLE.test(text.charAt(at + 1))) {
      words += text.charAt(at + 1);
      at += 2;
    } else if (found !== undefined) {
      say({kind: 'code', text: found.text});
      at = found.end;
    } else if (char === '`') {
      const run = /^`+/u.exec(text.slice(at, at + LONGEST_RUN))?.[0] ?? '`';
      words += run;
      at += run.length;
    } else if (link !== undefined) {
      // A link inside a link is none, so this goes one deep.
      for (const piece of inlinePieces(link.label, block)) say(piece);
      words += link.address === link.label ? '' : ` (${link.address})`;
      at = link.end;
    } else if (address !== undefined) {
      words += address.text;
      at = address.end;
    } else if (isMark(char)) {
      const run = markRun(text, at, char, block);
      say(run);
      at += run.length;
    } else {
      words += char;
      at += 1;
    }
  }
  if (words !== '') pieces.push({kind: 'words', text: words});
  return pieces;
};

/** Code between two equally long runs of backticks. The runs are found once, so that many of them cost no more than few. */
const codeRuns = (text: string) => {
  const byLength = new Map<number, number[]>();
  for (const {0: run, index} of text.matchAll(/`+/gu)) {
    const known = byLength.get(run.length);
    if (known === undefined) byLength.set(run.length, [index]);
    else known.push(index);
  }
  const taken = new Map<number, number>();
  return {
    codeAt: (at: number): {readonly text: string; readonly end: number} | undefined => {
      const length = /^`+/u.exec(text.slice(at, at + LONGEST_RUN))?.[0].length ?? 0;
      const starts = byLength.get(length) ?? [];
      let next = taken.get(length) ?? 0;
      while ((starts[next] ?? Number.POSITIVE_INFINITY) <= at) next++;
      taken.set(length, next);
      const closing = starts[next];
      if (closing === undefined) return undefined;
      const inside = text.slice(at + length, closing);
      const padded = /^ .*\S.* $/su.test(inside);
      return {text: padded ? inside.slice(1, -1) : inside, end: closing + length};
    },
  };
};

type Found = {readonly text: string; readonly end: number};

/** `[label](address)`, and the same with `!` in front. */
const linkAt = (text: string, at: number): {label: string; address: string; end: number} | undefined => {
  LINK.lastIndex = at;
  const [whole, label, address] = LINK.exec(text) ?? [];
  if (whole === undefined || label === undefined || address === undefined) return undefined;
  return {label, address, end: at + whole.length};
};

/** An address as it stands: its underscores and stars are its own. Marks at its end are the text's. */
const addressAt = (text: string, at: number): Found | undefined => {
  const pattern = text.charAt(at) === '<' ? BRACKETED : BARE;
  pattern.lastIndex = at;
  const [whole, inside] = pattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (inside !== undefined) return {text: inside, end: at + whole.length};
  const address = whole.replace(/[*_~|`.,;:!?)\]]+$/u, '');
  return {text: address, end: at + address.length};
};

const markRun = (text: string, at: number, mark: Mark, block: number): MarkPiece => {
  let end = at;
  while (text.charAt(end) === mark) end++;
  const before = characterBefore(text, at);
  const after = characterAt(text, end);
  const opens = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const closes = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
  // An underscore inside a word belongs to the word, and a lone tilde or bar, or a row of them, is no mark.
  const inWord = mark === '_' && opens && closes;
  // So does one that a name goes on from: `__init__.py`, `lib/_private_`.
  const namedFrom = mark === '_' && NAME_BEFORE.test(text.slice(Math.max(0, at - 3), at));
  const namedOn = mark === '_' && NAME_AFTER.test(text.slice(end, end + 3));
  const meant = mark === '*' || mark === '_' || end - at === 2;
  return {
    kind: 'mark',
    mark,
    block,
    length: end - at,
    canOpen: meant && opens && !namedFrom && (!inWord || isPunctuation(before)),
    canClose: meant && closes && !namedOn && (!inWord || isPunctuation(after)),
    left: end - at,
    opens: [],
    closes: [],
  };
};

const isMark = (char: string): char is Mark => char === '*' || char === '_' || char === '~' || char === '|';

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';

const characterBefore = (text: string, at: number): string => {
  const low = text.charCodeAt(at - 1);
  return at >= 2 && low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1);
};

const isSpace = (char: string): boolean => char === '' || /\s/u.test(char);

/** Symbols such as emoji are words here: people write them next to marks. */
const isPunctuation = (char: string): boolean => /[\p{P}$+<=>^`|~]/u.test(char);

const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/u;
const CLOSING = /^ {0,3}(`{3,}|~{3,})\s*$/u;
const BEGINS_BLOCK = /^\s*(?:$|[-*+•]\s|\d{1,9}[.)]\s|>|#{1,6}\s)/u;
const NAME_BEFORE = /[\p{L}\p{N}][./:@-]$/u;
const NAME_AFTER = /^[./:@-][\p{L}\p{N}]/u;
const ESCAPABLE = /[\\`*_~|[\]]/u;
const LINK =
  /!?\[([^[\]\n]{1,1000})\]\(\s*<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,500}\)[^\s()<>]{0,500})?)>?(?:\s+"[^"\n]{0,500}")?\s*\)/uy;
const BRACKETED = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/uy;
const BARE = /https?:\/\/[^\s<>]{1,2000}/uy;
const LONGEST_RUN = 60_000;
