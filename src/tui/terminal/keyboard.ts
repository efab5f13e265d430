// The keyboard as a stream for Ink: terminal input through a filter. Raw mode is passed through. The stream reads only
// while it has a listener, so the shell keeps anything typed before or after.
import {Readable} from 'node:stream';
import type {Clock} from '../../shared/time/clock.ts';
import {createStdinFilter, type Filtered, type Report} from '../text/keys.ts';

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
  /** The person pressed a key or turned the wheel. */
  readonly onKey: () => void;
  /** Called when the terminal is gone. */
  readonly onEnd: () => void;
};

type Keyboard = Readable & {
  isTTY: true;
  setRawMode(raw: boolean): Keyboard;
  ref(): Keyboard;
  unref(): Keyboard;
};

export const openKeyboard = ({stdin, clock, onScroll, onReport, onKey, onEnd}: KeyboardDeps): Keyboard => {
  const filter = createStdinFilter();
  // Object mode keeps pieces separate: joined, Ink would read `a` and Enter as one text.
  const stream = new Readable({objectMode: true, read: () => {}});
  let waiting: Disposable | undefined;
  let listening = false;
  let first = true;

  const pass = ({pieces, scroll, reports}: Filtered) => {
    for (const report of reports) onReport(report);
    if (pieces.length > 0 || scroll !== 0 || reports.some(({kind}) => kind === 'mouse')) onKey();
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

/** For keys typed before raw mode: the terminal driver turned Enter into a line feed, which is a different key here. */
const typedAhead = (chunk: string): string =>
  chunk.length > 1 && chunk.endsWith('\n') ? `${chunk.slice(0, -1)}\r` : chunk;

/** The bytes of one key arrive together; an escape alone for this long is the Escape key. */
const ESCAPE_ALONE_MS = 20;
