// A call's summary is shown and kept in events; what plainly is a secret in it is not.

/** The text with passwords, tokens and keys replaced by dots; undefined for what is no text. */
export const masked = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value.replaceAll(CREDENTIAL, `$1${DOTS}`).replaceAll(IN_ADDRESS, `$1${DOTS}@`)
    : undefined;

const DOTS = '••••';
const CREDENTIAL = /((?:bearer|basic)\s+|(?:api[-_]?key|token|secret|passw(?:or)?d)["']?\s*[=:]\s*["']?)[^\s"'&]+/giu;
const IN_ADDRESS = /(:\/\/[^\s/@:]*:)[^\s/@]+@/gu;
