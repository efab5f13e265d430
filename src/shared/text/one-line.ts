/** The text on one line: each run of white space becomes one space, none at the ends. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/**
 * A name that a program or a file gave, for a place where only the daemon speaks: it can say nothing else there.
 * Anything but letters of ASCII, digits and `_.:@-` becomes a hyphen. At most 100 characters.
 */
export const plainName = (name: string): string => {
  const plain = name.slice(0, LONGEST_READ).replaceAll(/[^\w.:@-]+/gu, '-');
  return plain.slice(0, LONGEST);
};

const LONGEST = 100;
const LONGEST_READ = 1_000;
