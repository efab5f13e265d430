/** The text on one line: each run of white space becomes one space, none at the ends. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
