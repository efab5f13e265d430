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
