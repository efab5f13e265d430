// Normalizes keyboard input before a screen reads it: one key per piece, mouse and focus reports removed, unknown key
// encodings rewritten, and several lines at once turned into a paste. The content of a bracketed paste stays unchanged.

export type Filtered = {
  /** Each is one key, one run of letters or one whole paste. */
  readonly pieces: readonly string[];
  /** Rows to scroll, negative for up: from the wheel, or from arrows faster than typing. */
  readonly scroll: number;
  /** The terminal's reports, in order. */
  readonly reports: readonly Report[];
};

export type Report =
  | {readonly kind: 'focus'; readonly focus: 'here' | 'away'}
  | {readonly kind: 'background'; readonly background: 'light' | 'dark'}
  | MouseReport;

/** The left button was pressed or released on a cell, counted from 0. */
type MouseReport = {readonly kind: 'mouse'; readonly pressed: boolean; readonly x: number; readonly y: number};

type StdinFilter = {
  take(chunk: string): Filtered;
  /** True if a possible start of a key is held back. */
  readonly holds: boolean;
  /** Nothing followed: emits what was held back. */
  release(): Filtered;
};

export const createStdinFilter = (): StdinFilter => {
  let tail = '';
  let pasted: string[] | undefined;

  const take = (chunk: string, complete: boolean): Filtered => {
    const tokens: Token[] = [];
    const isContinued = tail !== '' && chunk !== '';
    let rest = tail + chunk;
    tail = '';
    while (rest !== '') {
      if (pasted !== undefined) {
        const end = rest.indexOf(PASTE_END);
        if (end === -1) {
          // The end mark itself may be split over two chunks.
          const kept = partialEnd(rest);
          pasted.push(rest.slice(0, rest.length - kept));
          tail = rest.slice(rest.length - kept);
          break;
        }
        tokens.push({kind: 'paste', text: pasted.join('') + rest.slice(0, end)});
        pasted = undefined;
        rest = rest.slice(end + PASTE_END.length);
        continue;
      }
      if (rest.startsWith(PASTE_START)) {
        pasted = [];
        rest = rest.slice(PASTE_START.length);
        continue;
      }
      const token = rest.startsWith('\x1b') ? escapeToken(rest, complete) : textToken(rest);
      if (token === 'incomplete') {
        tail = rest;
        break;
      }
      tokens.push(token);
      rest = rest.slice(token.length);
    }
    return filtered(tokens.length > 1 || isContinued ? tokens.map(markedAmong) : tokens);
  };

  return {
    take: chunk => take(chunk, false),
    get holds() {
      return tail !== '' && pasted === undefined;
    },
    release: () => (tail === '' || pasted !== undefined ? NOTHING : take('', true)),
  };
};

type Token =
  | {readonly kind: 'text' | 'key'; readonly text: string; readonly length: number}
  | {readonly kind: 'arrow'; readonly text: string; readonly length: number; readonly by: -1 | 1}
  | {readonly kind: 'wheel'; readonly length: number; readonly by: number}
  | {readonly kind: 'dropped'; readonly length: number}
  | {readonly kind: 'report'; readonly length: number; readonly report: Report}
  | {readonly kind: 'paste'; readonly text: string; readonly length?: undefined};

type KeyToken = Exclude<Token, {kind: 'paste'}>;

const escapeToken = (rest: string, complete: boolean): KeyToken | 'incomplete' => {
  const mouse = MOUSE.exec(rest);
  if (mouse !== null) return mouseToken(mouse);
  const old = OLD_MOUSE.exec(rest);
  if (old !== null) return {kind: 'dropped', length: old[0].length};
  const focus = FOCUS.exec(rest);
  if (focus !== null) {
    const report: Report = {kind: 'focus', focus: focus[0].endsWith('I') ? 'here' : 'away'};
    return {kind: 'report', length: focus[0].length, report};
  }
  const modified = MODIFIED.exec(rest);
  if (modified !== null) return {kind: 'key', text: `\x1b[${modified[2]};${modified[1]}u`, length: modified[0].length};
  const arrow = ARROW.exec(rest);
  if (arrow !== null) return {kind: 'arrow', text: arrow[0], length: arrow[0].length, by: arrow[1] === 'A' ? -1 : 1};
  const reply = REPLY.exec(rest);
  if (reply !== null) return replyToken(reply[0]);
  const sequence = SEQUENCE.exec(rest);
  if (sequence !== null) return {kind: 'key', text: sequence[0], length: sequence[0].length};
  if (!complete && UNFINISHED.test(rest)) return 'incomplete';
  const alt = ALT.exec(rest);
  if (alt !== null) return {kind: 'key', text: alt[0], length: alt[0].length};
  // A lone Escape, in a form that is recognized without waiting.
  return {kind: 'key', text: '\x1b[27u', length: 1};
};

const mouseToken = ([whole, code, column, row, end]: readonly string[]): KeyToken => {
  const [button, length] = [Number(code), whole?.length ?? 0];
  if (button === 0) {
    const [x, y] = [Number(column) - 1, Number(row) - 1];
    return {kind: 'report', length, report: {kind: 'mouse', pressed: end === 'M', x, y}};
  }
  const wheel = (button & 64) !== 0 && (button & 2) === 0;
  return wheel ? {kind: 'wheel', length, by: (button & 1) === 0 ? -WHEEL_ROWS : WHEEL_ROWS} : {kind: 'dropped', length};
};

/** Only the reply about the background is used. */
const replyToken = (reply: string): KeyToken => {
  const [, red, green, blue] = BACKGROUND.exec(reply) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return {kind: 'dropped', length: reply.length};
  const [r, g, b] = [red, green, blue].map(part => Number.parseInt(part, 16) / (16 ** part.length - 1));
  // The perceived brightness.
  const bright = 0.299 * (r ?? 0) + 0.587 * (g ?? 0) + 0.114 * (b ?? 0) > 0.5;
  return {
    kind: 'report',
    length: reply.length,
    report: {kind: 'background', background: bright ? 'light' : 'dark'},
  };
};

/**
 * Marks a key with Alt that came together with other input, or in parts, with the modifier Hyper: a pasted text, or
 * letters after Escape, can look like it.
 */
const markedAmong = (token: Token): Token => {
  if (token.kind !== 'key') return token;
  const letter = ALT_LETTER.exec(token.text)?.[1];
  if (letter !== undefined) return {...token, text: `\x1b[${letter.charCodeAt(0)};${1 + ALT_BIT + HYPER_BIT}u`};
  const [, code, bits, rest = ''] = KITTY_KEY.exec(token.text) ?? [];
  if (code === undefined || bits === undefined) return token;
  return {...token, text: `\x1b[${code};${1 + ((Number(bits) - 1) | HYPER_BIT)}${rest}u`};
};

/** Letters up to the next escape. */
const textToken = (rest: string): KeyToken => {
  const end = rest.indexOf('\x1b');
  const text = end === -1 ? rest : rest.slice(0, end);
  return {kind: 'text', text, length: text.length};
};

const filtered = (tokens: readonly Token[]): Filtered => {
  const pieces: string[] = [];
  const reports: Report[] = [];
  let scroll = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) continue;
    switch (token.kind) {
      case 'paste':
        pieces.push(asPaste(token.text));
        break;
      case 'key':
        pieces.push(token.text);
        break;
      case 'text':
        // Lines that arrive together were pasted: they must not be sent one by one.
        pieces.push(...(LINES.test(token.text) ? [asPaste(token.text)] : (token.text.match(LETTERS) ?? [])));
        break;
      case 'wheel':
        scroll += token.by;
        break;
      case 'arrow': {
        const run = runLength(tokens, index, token.by);
        if (run >= BURST) scroll += token.by * run;
        else pieces.push(...Array.from({length: run}, () => token.text));
        index += run - 1;
        break;
      }
      case 'report':
        reports.push(token.report);
        break;
      case 'dropped':
        break;
    }
  }
  return {pieces, scroll, reports};
};

const runLength = (tokens: readonly Token[], from: number, by: -1 | 1): number => {
  const end = tokens.findIndex((token, index) => index > from && !(token.kind === 'arrow' && token.by === by));
  return (end === -1 ? tokens.length : end) - from;
};

const asPaste = (text: string): string => PASTE_START + text + PASTE_END;

const partialEnd = (text: string): number => {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length -= 1) {
    if (PASTE_END.startsWith(text.slice(-length))) return length;
  }
  return 0;
};

const NOTHING: Filtered = {pieces: [], scroll: 0, reports: []};
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

const MOUSE = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])/u;
const OLD_MOUSE = /^\x1b\[M[^\x1b]{3}/u;
const FOCUS = /^\x1b\[[IO]/u;
const MODIFIED = /^\x1b\[27;(\d+);(\d+)~/u;
const ARROW = /^\x1b[[O]([AB])/u;
/** Replies to queries to the terminal. */
const REPLY = /^\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)/u;
const BACKGROUND = /^\x1b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/iu;
const SEQUENCE = /^\x1b?(?:\x1b\[\[?[0-?]*[ -/]*[@-~]|\x1bO[0-9;]*[@-~])/u;
const UNFINISHED = /^(?:\x1b|\x1b?\x1b(?:\[\[?[0-?]*[ -/]*|O[0-9;]*)|\x1b[\]P_^X][^\x07\x1b]*|\x1b\[M[^\x1b]{0,2})$/u;
const ALT_LETTER = /^\x1b([a-z])$/iu;
const KITTY_KEY = /^\x1b\[(\d[\d:]*);([2-9]|\d{2,3})((?::\d)?(?:;[\d:]*)?)u$/u;
const ALT_BIT = 2;
const HYPER_BIT = 16;
const ALT = /^\x1b[^\x1b]/u;

/** Text, a line break, text. */
const LINES = /[^\x00-\x1f\x7f][\r\n]+[^\x00-\x1f\x7f]/u;
const LETTERS = /[^\x00-\x1f\x7f]+|[\x00-\x1f\x7f]/gu;
const BURST = 3;
const WHEEL_ROWS = 3;
