// Quotes a text as one argument of a POSIX shell.

/** The shell passes exactly this text. A NUL can't be passed and is the caller's problem. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
