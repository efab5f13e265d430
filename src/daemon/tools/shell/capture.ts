// Captures a command's output in limited memory: keeps start and end, and counts the middle.
import {withoutEscapes} from '../../../shared/text/sanitize.ts';
import {type Limit, withinLimit} from '../output-limit.ts';

type Capture = {
  add(chunk: Buffer): void;
  /** Bytes written so far. */
  size(): number;
  /** The kept output as plain text, within a tool's limit. */
  text(): string;
};

export const createCapture = (): Capture => {
  const head: Buffer[] = [];
  const tail: Buffer[] = [];
  const size = {head: 0, tail: 0, lost: 0};
  let lostLines = 0;
  return {
    add: chunk => {
      const room = KEPT_BYTES - size.head;
      if (room > 0) head.push(chunk.subarray(0, room));
      size.head += Math.min(Math.max(0, room), chunk.length);
      const rest = chunk.subarray(Math.max(0, room));
      if (rest.length === 0) return;
      tail.push(rest);
      size.tail += rest.length;
      for (let first = tail[0]; first !== undefined && size.tail - first.length >= KEPT_BYTES; first = tail[0]) {
        tail.shift();
        size.tail -= first.length;
        size.lost += first.length;
        lostLines += newlines(first);
      }
    },
    size: () => size.head + size.tail + size.lost,
    text: () => {
      const written = new TextDecoder().decode(Buffer.concat([...head, ...tail]));
      return withinLimit(asShown(written), LIMIT, {characters: size.lost, lines: lostLines});
    },
  };
};

/** Without colours and cursor moves. Of a line that was overwritten (a progress bar), the last state. */
const asShown = (text: string): string =>
  withoutEscapes(text)
    .split('\n')
    .map(asLeft)
    .join('\n')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, '');

/** A loop, because a regular expression for the end of each line takes minutes on a line of 300 KB. */
const asLeft = (line: string): string => {
  let end = line.length;
  while (end > 0 && line[end - 1] === '\r') end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
};

const newlines = (bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
};

const NEWLINE = 10;
/** For each end. Far more than the limit, which counts characters of cleaned text. */
const KEPT_BYTES = 256 * 2 ** 10;
/** Leaves room for the line about the command's end. */
const LIMIT: Limit = {characters: 48_000, lines: 1_900};
