// Decides which versions of signal-cli are usable.
import type {Reason} from '../../../../shared/text/sentences.ts';

/** The oldest version that receives all messages from Signal's servers. */
const OLDEST_VERSION = '0.14.5';

/** The operator's warning about a version. Undefined if the version is fine. */
export const versionWarning = (version: string): string | undefined => {
  if (!isBelow(version, FLOOR)) return undefined;
  return `signal-cli ${version} is older than ${OLDEST_VERSION}: Signal's servers silently drop messages for it. Update signal-cli.`;
};

/** The reason why a version isn't started or linked, with what to do. Undefined if the version is fine. */
export const versionRefusal = (version: string): Required<Reason> | undefined => {
  if (!isBelow(version, FLOOR)) return undefined;
  return {
    what: `signal-cli ${version} is too old: Rooster needs ${OLDEST_VERSION} or newer, because Signal's servers let an older one miss messages`,
    advice: 'Update signal-cli (https://github.com/AsamK/signal-cli/releases).',
  };
};

/** An unreadable version counts as new. */
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

const FLOOR = OLDEST_VERSION.split('.').map(Number);
