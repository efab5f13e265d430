// Words that came from elsewhere (a message, a job's output) are data: whatever would steer a terminal is taken out before
// they are printed for eyes. JSON output keeps them whole.
import {sanitize} from '../../store/sanitize.ts';

/** Lines stay lines. */
export const printable = (text: string): string => sanitize(text);

/** All of it on one line. */
export const oneLine = (text: string): string =>
  sanitize(text)
    .trim()
    .replaceAll(/\s*\n\s*/gu, ' ⏎ ');

/** Every line moved to the right. */
export const indented = (text: string, by: string): string => printable(text).replaceAll(/^(?=.)/gmu, by);
