// The keyboard as a stream for Ink: the terminal's own input with the filter in front. Raw mode is passed on; the stream reads
// only while somebody listens, so nothing typed before or after is taken from the shell.
import {Readable} from 'node:stream';
import type {Clock} from '../../shared/time/clock.ts';
import {createStdinFilter, type Filtered, type Report} from './stdin-filter.ts';

export type TerminalInput = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  ref?(): unknown;
  unref?(): unknown;
};

type KeyboardDeps = {
  readonly stdin: TerminalInput;
  readonly clock: Clock;
  readonly onScroll: (rows: number) => void;
  readonly onReport: (report: Report) => void;
  /** The terminal is gone. */
  readonly onEnd: () => void;
};

type Keyboard = Readable & {
  isTTY: true;
  setRawMode(raw: boolean): Keyboard;
  ref(): Keyboard;
  unref(): Keyboard;
};

export const openKeyboard = ({stdin, clock, onScroll, onReport, onEnd}: KeyboardDeps): Keyboard => {
  const filter = createStdinFilter();
  // One piece at a time: joined, Ink would take `a` and Enter for one text.
  const stream = new Readable({objectMode: true, read: () => {}});
  let waiting: Disposable | undefined;
  let listening = false;
  let first = true;

  const pass = ({pieces, scroll, reports}: Filtered) => {
    for (const report of reports) onReport(report);
    for (const piece of pieces) stream.push(piece);
    if (scroll !== 0) onScroll(scroll);
  };
  const take = (chunk: unknown) => {
    waiting?.[Symbol.dispose]();
    waiting = undefined;
    pass(filter.take(first ? typedAhead(String(chunk)) : String(chunk)));
    first = false;
    if (filter.holds) waiting = clock.after(ESCAPE_ALONE_MS, () => pass(filter.release()));
  };
  const listen = (raw: boolean) => {
    if (raw === listening) return;
    listening = raw;
    if (raw) {
      first = true;
      stdin.setEncoding('utf8');
      stdin.on('data', take);
      stdin.on('end', onEnd);
      stdin.resume();
    } else {
      stdin.off('data', take);
      stdin.off('end', onEnd);
      stdin.pause();
    }
  };

  const keyboard: Keyboard = Object.assign(stream, {
    isTTY: true as const,
    setRawMode: (raw: boolean) => {
      stdin.setRawMode?.(raw);
      listen(raw);
      return keyboard;
    },
    ref: () => {
      stdin.ref?.();
      return keyboard;
    },
    unref: () => {
      stdin.unref?.();
      return keyboard;
    },
  });
  return keyboard;
};

/** What was typed before the terminal was ours: its driver made a line feed of Enter, which is another key here. */
const typedAhead = (chunk: string): string =>
  chunk.length > 1 && chunk.endsWith('\n') ? `${chunk.slice(0, -1)}\r` : chunk;

/** The pieces of one key come together; what comes alone for so long is the Escape key. */
const ESCAPE_ALONE_MS = 20;
