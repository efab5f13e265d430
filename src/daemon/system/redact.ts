// What may not be read by others: recognized by the name it stands under, by its value once it is known, and by its shape.

/** Stands for a secret wherever one would be shown. */
export const MASK = '••••';

export interface Redactor {
  /** From now on this text is masked wherever it occurs: for a secret once it is resolved. Very short ones would mask ordinary words. */
  know(secret: string): void;
  /** The text without secrets, and without what looks like one. */
  text(text: string): string;
  /** The text without the secrets that are known: for texts that somebody works with, whose other words must stay. */
  known(text: string): string;
  /**
   * A copy without secrets, of data fit for JSON: errors as their words, cycles and depth cut off, long texts shortened.
   * Of texts under one of the names in `bodies` only the length is kept.
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
      // A secret that holds another must go first, or a part of it would stay.
      known.sort((one, other) => other.length - one.length);
    },
    text,
    known: withoutKnown,
    data: (value, bodies = NO_BODIES) => plain(value, {text, bodies, inside: new Set(), depth: 0}),
  };
};

/** Whether what stands under this name is a secret: `apiKey`, `access_token`, `Authorization`, but not `key` or `inputTokens`. */
export const isSecretName = (name: string): boolean => {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/u);
  return words.some(
    (word, index) => SECRET_WORDS.has(word) || (word === 'key' && KEY_KINDS.has(words[index - 1] ?? '')),
  );
};

/** Masks what looks like a secret, whoever it belongs to: keys with a well-known beginning, bearer tokens, passwords in addresses. */
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
