// signal-cli's versions, as far as they decide anything.

/** What to tell the operator about a version, or undefined when it is fine. */
export const versionWarning = (version: string): string | undefined => {
  if (!isBelow(version, FLOOR)) return undefined;
  return `signal-cli ${version} is older than ${FLOOR.join('.')}: Signal's servers let it miss messages without a word. Update signal-cli.`;
};

/** A version that cannot be read is taken for a new one. */
const isBelow = (version: string, floor: readonly number[]): boolean => {
  const parts = /^(\d+)\.(\d+)(?:\.(\d+))?/u
    .exec(version)
    ?.slice(1)
    .map(part => Number(part ?? 0));
  if (parts === undefined) return false;
  for (const [index, least] of floor.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
};

const FLOOR = [0, 14, 5] as const;
