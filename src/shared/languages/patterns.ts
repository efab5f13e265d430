// Patterns of a language, and what they find.

/** A pattern, and the words that replace a match. */
export type Rewording = readonly [said: RegExp, means: string];

/** The named parts of a match. */
export type Parts = Readonly<Record<string, string | undefined>>;

/** The parts of the first pattern that matches. */
export const partsIn = (patterns: RegExp | readonly RegExp[], text: string): Parts | undefined => {
  for (const pattern of [patterns].flat()) {
    const found = pattern.exec(text);
    if (found !== null) return found.groups ?? {};
  }
  return undefined;
};

/** The text in other words. */
export const reword = (text: string, rewordings: readonly Rewording[]): string =>
  rewordings.reduce((result, [said, means]) => result.replace(said, means), text);

/** Matches nothing. */
export const NEVER = /(?!)/iu;

/** Several times of day behind a word. */
export const clocksBehind = (
  to: string,
  {at, and, suffix}: Readonly<Record<'at' | 'and' | 'suffix', string>>,
): RegExp => {
  const clock = String.raw`\d{1,2}(?:[:.]\d{2})?(?:\s?${suffix})?`;
  return new RegExp(
    `^(?<which>.+?)\\s+${to}\\s+(?:${at}\\s+)?(?<clocks>${clock}(?:\\s*(?:,|${and}|&)\\s*(?:${at}\\s+)?${clock})+)$`,
    'iu',
  );
};

/**
 * The end of a pause in an order, "the pills until monday", and the words before it. Undefined if no end is named.
 */
export const splitPause = (order: string): {readonly rest: string; readonly until: string} | undefined => {
  const {rest = '', until} = END.exec(order)?.groups ?? {};
  return until === undefined ? undefined : {rest, until};
};

/** `monday` of "until monday". */
export const withoutPauseLead = (end: string): string => end.trim().replace(LEAD, '');

/** In English and in German. */
const JOINT = '(?:until|till|for|bis(?: zum| zur)?|für)\\s+(?:the\\s+)?';
const LEAD = new RegExp(`^${JOINT}(?=\\S)`, 'iu');
const END = new RegExp(`^(?:(?<rest>.*?)\\s+)?${JOINT}(?<until>\\S.*)$`, 'isu');
