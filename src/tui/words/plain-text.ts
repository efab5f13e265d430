// Words that came from elsewhere (a message, a job's output) are data: whatever would steer a terminal, or reorder or hide
// a line of it, is taken out before they are printed for eyes. JSON output keeps them whole. No property classes (`\p{L}`)
// here: merely parsing one costs a one-shot command milliseconds.

/** Lines stay lines. */
export const printable = (text: string): string => {
  if (PLAIN.test(text)) return text;
  return text.replaceAll(LINE_END, '\n').replaceAll(ESCAPE, '').replaceAll(UNSEEN, '').toWellFormed();
};

/** All of it on one line, with a sign where a line ended: for output that is not measured. (`oneLine` of the screen has only cells.) */
export const printableLine = (text: string): string =>
  printable(text)
    .trim()
    .replaceAll(/(?<!\s)\s*\n\s*/gu, ' ⏎ ')
    .replaceAll('\t', ' ');

/** Every line moved to the right. */
export const indented = (text: string, by: string): string => printable(text).replaceAll(/^(?=.)/gmu, by);

/** Nearly every text, and nothing to do. */
const PLAIN = /^[\n\x20-\x7e]*$/u;

const LINE_END = /\r\n?|[\u2028\u2029]/gu;

/**
 * A control sequence with its parameters; a string sequence up to its end; any other escape, with its one letter. No sequence
 * reaches over the beginning of another, so that each sign is looked at once.
 */
const ESCAPE =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/gu;

/** Control characters but tab and line feed, and what turns the direction of a line. */
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;
