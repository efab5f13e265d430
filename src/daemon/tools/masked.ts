// Redacts secrets in the summary of a call, which is shown and stored in events.

/** Replaces passwords, tokens and keys by dots. Undefined for a value that isn't text. */
export const masked = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value.replaceAll(CREDENTIAL, `$1${DOTS}`).replaceAll(IN_ADDRESS, `$1${DOTS}@`)
    : undefined;

const DOTS = '••••';
const CREDENTIAL = /((?:bearer|basic)\s+|(?:api[-_]?key|token|secret|passw(?:or)?d)["']?\s*[=:]\s*["']?)[^\s"'&]+/giu;
const IN_ADDRESS = /(:\/\/[^\s/@:]*:)[^\s/@]+@/gu;
