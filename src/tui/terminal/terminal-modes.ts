// The modes of the terminal that are ours: set before anything is drawn, taken back on every way out. Writing them twice does
// no harm, so whoever leaves takes them back.

export type TerminalOutput = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string, ...rest: unknown[]): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
};

/** A character that a terminal draws wider than it is counted must not push the rest into the next row. */
const AUTOWRAP_OFF = '\x1b[?7l';

/** The terminal tells when the person turns to it and away from it. */
const FOCUS_REPORTS = '\x1b[?1004h';

/** What is set before anything is drawn, and again after the terminal was lent to another program. */
export const MODES_ON = AUTOWRAP_OFF + FOCUS_REPORTS;

/** Asks for the background's colour; a terminal that does not know the question says nothing. */
export const ASK_BACKGROUND = '\x1b]11;?\x1b\\';

/** Mouse, focus and paste reports off, autowrap and cursor on. */
export const MODES_BACK = '\x1b[?1000l\x1b[?1002l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[0m';

const ENTER_ALTERNATE_SCREEN = '\x1b[?1049h';
export const LEAVE_ALTERNATE_SCREEN = '\x1b[?1049l';

/**
 * While it is held, whoever enters the alternate screen starts at its top left. A terminal keeps the shell's cursor position
 * there, which is behind the prompt or behind what was typed at it; Ink takes its column for the first one.
 */
export const homedOnEntry = (stdout: TerminalOutput): Disposable => {
  const {write} = stdout;
  stdout.write = (text, ...rest) =>
    write.call(
      stdout,
      typeof text === 'string' ? text.replace(ENTER_ALTERNATE_SCREEN, `${ENTER_ALTERNATE_SCREEN}${HOME}`) : text,
      ...rest,
    );
  return {
    [Symbol.dispose]: () => {
      stdout.write = write;
    },
  };
};

const HOME = '\x1b[H';

/** Everything away, outside of a synchronized update: some terminals lose what follows an erase inside of one. */
export const ERASE_SCREEN = '\x1b[H\x1b[2J';

export const BELL = '\x07';

/** Writes, or does nothing if the terminal is gone. */
export const writeQuietly = (stdout: TerminalOutput, text: string): void => {
  try {
    stdout.write(text);
  } catch {
    // The terminal was closed: there is nothing to restore.
  }
};
