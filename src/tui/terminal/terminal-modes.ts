// Our terminal modes: set before the first frame, reset on every exit. Repeats are harmless, so every exit path resets
// them.

export type TerminalOutput = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string, ...rest: unknown[]): unknown;
  on(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
};

/** A character that is drawn wider than counted must not wrap the row. */
const AUTOWRAP_OFF = '\x1b[?7l';

/** The terminal reports when it gains or loses focus. */
const FOCUS_REPORTS = '\x1b[?1004h';

/** Set before the first frame, and again after another program used the terminal. */
export const MODES_ON = AUTOWRAP_OFF + FOCUS_REPORTS;

/** The mouse's buttons and wheel are reported, by cell. Selecting needs Shift meanwhile. */
export const MOUSE_ON = '\x1b[?1000h\x1b[?1006h';
export const MOUSE_OFF = '\x1b[?1000l\x1b[?1006l';

/** Queries the background colour; a terminal without support doesn't answer. */
export const ASK_BACKGROUND = '\x1b]11;?\x1b\\';

/** Turns mouse, focus and paste reports off, autowrap and cursor on. */
export const MODES_OFF = '\x1b[?1000l\x1b[?1002l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[0m';

const ENTER_ALTERNATE_SCREEN = '\x1b[?1049h';
export const LEAVE_ALTERNATE_SCREEN = '\x1b[?1049l';

/**
 * While active, a switch to the alternate screen starts at its top left. Terminals keep the shell's cursor column
 * there, and Ink would take that column for the first one.
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

/** Erases everything, outside of a synchronized update: some terminals lose output that follows an erase inside one. */
export const ERASE_SCREEN = '\x1b[H\x1b[2J';

export const BELL = '\x07';

/** Writes; does nothing if the terminal is gone. */
export const writeQuietly = (stdout: TerminalOutput, text: string): void => {
  try {
    stdout.write(text);
  } catch {
    // The terminal is closed, so nothing needs restoring.
  }
};
