// Bytes in, lines out. A line ends at LF and nowhere else: CR and U+2028 are content. Past a line above the cap nobody can
// tell where the next one starts, so the reader says so once and hands out nothing after it.

/**
 * `not-utf8`: one line was unreadable, the next ones are fine. After the others framing is lost and no line follows:
 * `too-long`, or `no-room` where the unfinished lines of all connections together take too much memory.
 */
export type LineFault = 'too-long' | 'no-room' | 'not-utf8';

type LineReaderDeps = {
  /** The longest line taken, in bytes without its LF. */
  readonly cap: number;
  readonly onLine: (line: string) => void;
  readonly onFault: (fault: LineFault) => void;
  /** Called between two lines of one chunk, which then wait until it calls `goOn`. @default they follow at once */
  readonly between?: (goOn: () => void) => void;
  /** Told how many bytes of an unfinished line are kept. */
  readonly onKept?: (bytes: number) => void;
};

type LineReader = {
  /** Hands out every line that these bytes complete, at once unless paused. Keeps the chunk while it needs it. */
  push(chunk: Buffer): void;
  /** From now on lines are kept, not handed out; also from within `onLine`. */
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  /** Bytes wait in it that were not looked at yet: it is paused, or between two lines. */
  hasMore(): boolean;
  /** The longest line taken from now on. */
  raiseCap(cap: number): void;
  /** Drops the unfinished line: framing is lost. */
  giveUp(): void;
};

export const createLineReader = ({cap, onLine, onFault, between, onKept}: LineReaderDeps): LineReader => {
  let most = cap;
  const unfinished = createUnfinishedLine();
  let chunks: Buffer[] = [];
  let at = 0;
  let paused = false;
  let delivering = false;
  let waiting = false;
  let lost = false;

  const deliver = (): void => {
    // A callback may push or resume: the loop that is running sees to it.
    if (delivering || waiting) return;
    delivering = true;
    try {
      while (!paused && !waiting && chunks[0] !== undefined) step(chunks[0]);
    } finally {
      delivering = false;
    }
  };

  const goOn = (): void => {
    waiting = false;
    deliver();
  };

  const step = (chunk: Buffer): void => {
    const found = chunk.indexOf(LF, at);
    const end = found === -1 ? chunk.length : found;
    if (unfinished.length() + end - at > most) {
      loseFraming('too-long');
      return;
    }
    const from = at;
    at = end + 1;
    if (at >= chunk.length) {
      chunks.shift();
      at = 0;
    }
    if (found === -1) {
      unfinished.add(chunk.subarray(from), most);
      onKept?.(unfinished.length());
      return;
    }
    const line = unfinished.length() === 0 ? decode(chunk, from, end) : decode(wholeLine(chunk.subarray(from, end)));
    if (line === undefined) onFault('not-utf8');
    else onLine(line);
    if (between === undefined || chunks[0] === undefined) return;
    waiting = true;
    between(goOn);
  };

  const wholeLine = (last: Buffer): Buffer => {
    const line = unfinished.finish(last, most);
    onKept?.(0);
    return line;
  };

  const loseFraming = (fault: LineFault): void => {
    if (lost) return;
    lost = true;
    chunks = [];
    unfinished.clear();
    onKept?.(0);
    onFault(fault);
  };

  return {
    push: chunk => {
      if (lost || chunk.length === 0) return;
      chunks.push(chunk);
      deliver();
    },
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      deliver();
    },
    isPaused: () => paused,
    hasMore: () => chunks.length > 0,
    raiseCap: given => {
      most = given;
    },
    giveUp: () => loseFraming('no-room'),
  };
};

/**
 * The bytes of a line whose end has not arrived. They are copied into one buffer that doubles, so that a line costs time and
 * memory in proportion to its length however finely it is cut (a list of chunks would cost an object for every byte).
 */
const createUnfinishedLine = () => {
  let bytes = Buffer.alloc(0);
  let length = 0;

  const add = (chunk: Buffer, most: number): void => {
    if (length + chunk.length > bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length + chunk.length, Math.min(bytes.length * 2, most)));
      bytes.copy(grown, 0, 0, length);
      bytes = grown;
    }
    chunk.copy(bytes, length);
    length += chunk.length;
  };

  const clear = (): void => {
    bytes = Buffer.alloc(0);
    length = 0;
  };

  return {
    length: () => length,
    add,
    clear,
    /** The whole line; the next one starts with nothing. */
    finish: (last: Buffer, most: number): Buffer => {
      add(last, most);
      const line = bytes.subarray(0, length);
      clear();
      return line;
    },
  };
};

/** The text, or undefined where the bytes are no UTF-8: replacing them in silence would change somebody's words. */
const decode = (bytes: Buffer, start = 0, end = bytes.length): string | undefined => {
  const text = bytes.toString('utf8', start, end);
  // The mark of a replaced byte may also have been written by the sender; only then is the slow look needed.
  return text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(start, end)) ? undefined : text;
};

const isUtf8 = (bytes: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** The longest request: 8 MiB (contract, section 4). */
export const LINE_CAP = 8 * 1024 * 1024;
/** The longest line of a client that has not said hello: whoever fills the memory has to speak the protocol first. */
export const FIRST_LINE_CAP = 64 * 1024;
/** Unfinished lines of all connections of a listener together: eight of the longest. */
export const UNFINISHED_CAP = 64 * 1024 * 1024;
/** The longest line a client takes from its daemon, whose answers hold many messages. */
export const ANSWER_LINE_CAP = 64 * 1024 * 1024;

const LF = 0x0a;
const REPLACEMENT = '\uFFFD';
