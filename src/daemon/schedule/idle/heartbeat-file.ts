// HEARTBEAT.md: the prompt of the heartbeat, which a person empties to have none. Pure.

/** Whether it holds nothing but blank lines, headings, comments, and points with or without a box that say nothing. */
export const asksNothing = (text: string): boolean =>
  text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/gu, '')
    .split('\n')
    .every(line => SAYS_NOTHING.test(line));

const SAYS_NOTHING = /^\s*(?:#.*|(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]?\])?\s*)$/u;
