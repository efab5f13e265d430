// Splits bytes into lines. Only LF ends a line: CR and U+2028 are content. After a line above the cap the next line's
// start is unknown, so the reader reports one fault and stops.

/**
 * `not-utf8`: one line was invalid, the following ones are fine. The others end the reading: `too-long`, or `no-room`
 * when unfinished lines of all connections take too much memory.
 */
export type LineFault = 'too-long' | 'no-room' | 'not-utf8';

type LineReaderDeps = {
  /** The longest accepted line, in bytes without its LF. */
  readonly cap: number;
  readonly onLine: (line: string) => void;
  readonly onFault: (fault: LineFault) => void;
  /** Called between two lines of one chunk; the next line waits for `resume`. @default no wait */
  readonly between?: (resume: () => void) => void;
  /** Called with the size of the unfinished line, in bytes. */
  readonly onKept?: (bytes: number) => void;
};

type LineReader = {
  /** Emits every line that the bytes complete, at once unless paused. Holds the chunk as long as it needs it. */
  push(chunk: Buffer): void;
  /** Lines are held from now on. Also works inside `onLine`. */
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  /** True if unread bytes remain: the reader is paused or between two lines. */
  hasMore(): boolean;
  /** Raises the cap for later lines. */
  raiseCap(cap: number): void;
  /** Drops the unfinished line and stops: framing is lost. */
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
    // Callbacks may push or resume; the running loop handles that.
    if (delivering || waiting) return;
    delivering = true;
    try {
      while (!paused && !waiting && chunks[0] !== undefined) step(chunks[0]);
    } finally {
      delivering = false;
    }
  };

  const resume = (): void => {
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
    between(resume);
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
    raiseCap: raised => {
      most = raised;
    },
    giveUp: () => loseFraming('no-room'),
  };
};

/**
 * The bytes of an unfinished line, in one buffer that doubles. Time and memory are proportional to the line's length,
 * however small the chunks are; a list would cost an object per chunk.
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
    /** Returns the whole line and resets the buffer. */
    finish: (last: Buffer, most: number): Buffer => {
      add(last, most);
      const line = bytes.subarray(0, length);
      clear();
      return line;
    },
  };
};

/** The text; undefined when the bytes aren't UTF-8, since replaced characters would change a message silently. */
const decode = (bytes: Buffer, start = 0, end = bytes.length): string | undefined => {
  const text = bytes.toString('utf8', start, end);
  // The sender may have written the replacement character too; only then is the slow check needed.
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

export type LineRoom = {
  /** Adds a connection; `cut` is called when it must free its memory. */
  readonly join: (cut: () => void) => LineShare;
};

type LineShare = {
  /** Reports the size of the unfinished line. */
  readonly keep: (bytes: number) => void;
};

/**
 * Bounds the memory of unfinished lines over all connections. A limit per line isn't enough: a hundred connections with
 * a long half line each would take a gigabyte. Above `most` bytes the connection with the longest unfinished line is
 * cut. Short lines always get through.
 */
export const createLineRoom = (most: number): LineRoom => {
  const kept = new Map<LineShare, {readonly bytes: number; readonly cut: () => void}>();
  let total = 0;

  const makeRoom = (): void => {
    const all = [...kept.values()];
    all.reduce((longest, item) => (item.bytes > longest.bytes ? item : longest), {bytes: 0, cut: () => {}}).cut();
  };

  return {
    join: cut => {
      const share: LineShare = {
        keep: bytes => {
          total += bytes - (kept.get(share)?.bytes ?? 0);
          if (bytes === 0) kept.delete(share);
          else kept.set(share, {bytes, cut});
          if (total > most) makeRoom();
        },
      };
      return share;
    },
  };
};

/** The longest request, in bytes: 8 MiB. */
export const LINE_CAP = 8 * 1024 * 1024;
/** The longest line before the greeting, in bytes: only clients that speak the protocol may use more memory. */
export const FIRST_LINE_CAP = 64 * 1024;
/** The limit for the unfinished lines of all connections, in bytes: eight of the longest. */
export const UNFINISHED_CAP = 64 * 1024 * 1024;
/** The longest line that a client accepts as an answer, in bytes. Responses hold many messages. */
export const ANSWER_LINE_CAP = 64 * 1024 * 1024;

const LF = 0x0a;
const REPLACEMENT = '\uFFFD';
