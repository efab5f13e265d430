// Jackson reads the first JSON value of a line and ignores the rest. This finds the end of that value, and input that Jackson rejects.

export type FirstValue =
  | {readonly kind: 'value'; readonly value: unknown}
  | {readonly kind: 'missing'}
  | {readonly kind: 'broken'; readonly message: string}
  /** Deeper or longer than the reader's limits: the connection is closed. */
  | {readonly kind: 'fatal'};

export const firstValue = (text: string): FirstValue => {
  const start = /[^ \t\r\n]/u.exec(text)?.index;
  if (start === undefined) return {kind: 'missing'};
  const end = endOfValue(text, start);
  if (end === undefined) return {kind: 'fatal'};
  try {
    return {kind: 'value', value: JSON.parse(text.slice(start, end)) as unknown};
  } catch {
    return {kind: 'broken', message: complaint(text, start)};
  }
};

/** Undefined when a limit is exceeded. */
const endOfValue = (text: string, start: number): number | undefined => {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfString(text, at);
      if (end - at - 2 > LONGEST_STRING) return undefined;
      at = end;
      if (depth === 0) return at;
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    if (depth > DEEPEST) return undefined;
    at += 1;
    if (depth <= 0 && (char === '}' || char === ']')) return at;
    if (depth === 0 && /[\s{}[\]",:]/u.test(text.charAt(at))) return at;
  }
  return at;
};

const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
};

/** The first line of Jackson's message; its tail names internals of Java. */
const complaint = (text: string, start: number): string => {
  const token = /^[^\s{}[\]",:]+/u.exec(text.slice(start))?.[0];
  return token === undefined
    ? `Unexpected end-of-input or character while reading line: 1`
    : `Unrecognized token '${token}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')`;
};

const LONGEST_STRING = 20_000_000;
const DEEPEST = 1_000;
