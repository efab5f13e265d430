// Checks HEARTBEAT.md, the heartbeat's prompt. An empty file turns the heartbeat off. Pure.

/** True if the file has only blank lines, headings, comments and empty list items or checkboxes. */
export const asksNothing = (text: string): boolean =>
  text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/gu, '')
    .split('\n')
    .every(line => SAYS_NOTHING.test(line));

const SAYS_NOTHING = /^\s*(?:#.*|(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]?\])?\s*)$/u;
