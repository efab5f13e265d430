// Limits a tool's output. A longer output keeps both ends, and the cut shows how much is missing.

export type Limit = {readonly characters: number; readonly lines: number};

export const OUTPUT_LIMIT: Limit = {characters: 50_000, lines: 2_000};

/** The text itself, or its two ends. `lost`: what was already cut from the middle. */
export const withinLimit = (text: string, limit: Limit, lost: Limit = NOTHING): string => {
  const size = {characters: text.length, lines: countLines(text)};
  if (size.characters <= limit.characters && size.lines <= limit.lines && lost.characters === 0) return text;
  const first = beginning(text, shareOf(limit, HEAD_SHARE));
  const last = ending(text.slice(first.length), shareOf(limit, TAIL_SHARE));
  const characters = size.characters + lost.characters - first.length - last.length;
  const lines = size.lines + lost.lines - countLines(first) - countLines(last);
  const mark = `[… ${lines > 0 ? `${inThousands(lines)} lines, ` : ''}${inThousands(characters)} characters cut here …]`;
  return `${first}${first.endsWith('\n') ? '' : '\n'}${mark}\n${last}`;
};

/** As much of the start as fits. It ends with a line break if that costs less than half. */
export const beginning = (text: string, {characters, lines}: Limit): string => {
  let end = Math.min(text.length, characters);
  for (let line = 0, at = -1; line < lines; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0 || at >= end) break;
    if (line === lines - 1) end = at + 1;
  }
  if (end === text.length) return text;
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
  if (lineEnd > end / 2) return text.slice(0, lineEnd);
  return text.slice(0, isFirstHalf(text.charCodeAt(end - 1)) ? end - 1 : end);
};

const ending = (text: string, {characters, lines}: Limit): string => {
  let start = Math.max(0, text.length - characters);
  for (let line = 0, at = text.length - (text.endsWith('\n') ? 1 : 0); line < lines; line += 1) {
    at = at === 0 ? -1 : text.lastIndexOf('\n', at - 1);
    if (at < start) break;
    if (line === lines - 1) start = at + 1;
  }
  if (start === 0 || text[start - 1] === '\n') return text.slice(start);
  const lineStart = text.indexOf('\n', start) + 1;
  if (lineStart > 0 && lineStart - start < (text.length - start) / 2) return text.slice(lineStart);
  return text.slice(isFirstHalf(text.charCodeAt(start - 1)) ? start + 1 : start);
};

export const countLines = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return text === '' || text.endsWith('\n') ? count : count + 1;
};

/** `12,345`, in any locale. */
export const inThousands = (count: number): string => count.toLocaleString('en-US');

const shareOf = ({characters, lines}: Limit, share: number): Limit => ({
  characters: Math.floor((characters - MARK_CHARACTERS) * share),
  lines: Math.floor((lines - 1) * share),
});

/** Never split a surrogate pair. */
const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

const NOTHING: Limit = {characters: 0, lines: 0};
const HEAD_SHARE = 0.4;
const TAIL_SHARE = 0.6;
const MARK_CHARACTERS = 100;
