// Redacts secrets by field name, by known value and by shape.

/** Replaces a secret wherever it would be shown. */
export const MASK = '••••';

export interface Redactor {
  /**
   * Redacts this text everywhere from now on. Very short secrets are skipped, because they would redact ordinary words.
   */
  know(secret: string): void;
  /** Redacts known secrets and anything that looks like one. */
  text(text: string): string;
  /** Redacts only known secrets, for texts that must stay usable otherwise. */
  known(text: string): string;
  /**
   * A redacted copy for JSON: errors become messages, cycles and depth are cut, long texts shortened. Texts under a
   * name in `bodies` are replaced by their length.
   */
  data(value: unknown, bodies?: ReadonlySet<string>): unknown;
}

export const createRedactor = (): Redactor => {
  const known: string[] = [];
  const withoutKnown = (from: string): string =>
    known.reduce((masked, secret) => masked.replaceAll(secret, MASK), from);
  const text = (from: string): string => maskShapes(withoutKnown(from));
  return {
    know: secret => {
      if (secret.length < SHORTEST_SECRET || known.includes(secret)) return;
      known.push(secret);
      // Longer secrets first, or a part of one would remain.
      known.sort((a, b) => b.length - a.length);
    },
    text,
    known: withoutKnown,
    data: (value, bodies = NO_BODIES) => plain(value, {text, bodies, inside: new Set(), depth: 0}),
  };
};

/** True if a field name means a secret: `apiKey`, `access_token`, `Authorization`, but not `key` or `inputTokens`. */
export const isSecretName = (name: string): boolean => {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/u);
  return parts.some(
    (word, index) => SECRET_WORDS.has(word) || (word === 'key' && KEY_KINDS.has(parts[index - 1] ?? '')),
  );
};

/** Redacts texts that look like secrets: well-known key prefixes, bearer tokens, passwords in URLs. */
export const maskShapes = (text: string): string =>
  text
    .replaceAll(/\b(?:sk|pk|rk|xai|gsk|ghp|gho|xoxb|AIza)[-_]?[\w-]{16,}/gu, MASK)
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/giu, `$1 ${MASK}`)
    .replaceAll(/(\b[a-z][a-z\d+.-]{0,30}:\/\/)[^\s/@]+@/giu, `$1${MASK}@`);

type Walk = {
  readonly text: (from: string) => string;
  readonly bodies: ReadonlySet<string>;
  readonly inside: Set<object>;
  readonly depth: number;
};

const plain = (value: unknown, walk: Walk): unknown => {
  switch (typeof value) {
    case 'string':
      return shortened(walk.text(value));
    case 'bigint':
    case 'symbol':
      return String(value);
    case 'function':
      return '[function]';
    case 'object':
      return value === null ? null : within(value, walk);
    default:
      return value;
  }
};

const within = (value: object, walk: Walk): unknown => {
  if (walk.inside.has(value)) return '[again]';
  if (walk.depth >= DEEPEST) return '[more]';
  walk.inside.add(value);
  const inner = {...walk, depth: walk.depth + 1};
  const result = ArrayBuffer.isView(value) ? `[${value.byteLength} bytes]` : fieldsOf(value, inner);
  walk.inside.delete(value);
  return result;
};

const fieldsOf = (value: object, walk: Walk): unknown => {
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ENTRIES).map(entry => plain(entry, walk));
    return value.length > MOST_ENTRIES ? [...shown, `[${value.length - MOST_ENTRIES} more]`] : shown;
  }
  if (value instanceof Error) return plain(errorText(value), {...walk, bodies: NO_BODIES});
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString();
  if (value instanceof URL) return walk.text(value.href);
  if (value instanceof Map || value instanceof Set) return plain([...value], walk);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fieldOf(name, field, walk)]));
};

const fieldOf = (name: string, field: unknown, walk: Walk): unknown => {
  if (isSecretName(name) && field !== undefined) return MASK;
  if (typeof field === 'string' && walk.bodies.has(name)) return `[${field.length} characters]`;
  return plain(field, walk);
};

const errorText = (error: Error): Readonly<Record<string, unknown>> => {
  const {name, message, stack, cause} = error;
  return {name, message, code: 'code' in error ? error.code : undefined, stack, cause};
};

const shortened = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;

const NO_BODIES: ReadonlySet<string> = new Set();
const SECRET_WORDS = new Set(
  'secret secrets password passwd passphrase token authorization cookie credential credentials bearer apikey'.split(
    ' ',
  ),
);
const KEY_KINDS = new Set(['api', 'private', 'secret', 'access', 'auth', 'signing', 'encryption']);
const SHORTEST_SECRET = 8;
const LONGEST_TEXT = 4_000;
const MOST_ENTRIES = 100;
const DEEPEST = 8;
