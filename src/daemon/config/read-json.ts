// JSON as a person wrote it: its value, or where the first mistake is, in words. JSON.parse names no place for some
// mistakes, quotes the text around others (there may be a key in it), and keeps the last of two equal keys in silence.

export type ReadJson =
  | {readonly kind: 'read'; readonly value: unknown; readonly repeated: readonly string[]}
  | {readonly kind: 'mistaken'; readonly reason: string};

/** A text without anything in it, as of an empty file, reads as undefined. `repeated` are the paths of keys that stand twice. */
export const readJson = (source: string): ReadJson => {
  const text = source.replace(/^\uFEFF/u, '');
  if (text.trim() === '') return {kind: 'read', value: undefined, repeated: []};
  const repeated: string[] = [];
  const reader: Reader = {text, at: 0, repeated};
  try {
    const value = readValue(reader, '', 0);
    skipSpace(reader);
    if (reader.at < text.length) throw mistake(reader, 'there is something after its end');
    return {kind: 'read', value, repeated};
  } catch (error) {
    if (error instanceof JsonMistake) return {kind: 'mistaken', reason: error.message};
    throw error;
  }
};

/**
 * The line on which a key stands (`cron[1].name`), or what is nearest around it where there is none; 1 for a text that is not
 * read so far.
 */
export const lineOfKey = (source: string, key: string): number => {
  const text = source.replace(/^\uFEFF/u, '');
  let nearest = {at: 0, length: 0};
  const seen = (path: string, at: number): void => {
    const isAround = key === path || (key.startsWith(path) && /^[.[]/u.test(key.slice(path.length)));
    if (isAround && path.length >= nearest.length) nearest = {at, length: path.length};
  };
  try {
    readValue({text, at: 0, repeated: [], seen}, '', 0);
  } catch (error) {
    // What was read until there is known all the same.
    if (!(error instanceof JsonMistake)) throw error;
  }
  return lineAt(text, nearest.at);
};

type Reader = {
  readonly text: string;
  at: number;
  readonly repeated: string[];
  /** Told where each entry begins. */
  readonly seen?: (path: string, at: number) => void;
};

class JsonMistake extends Error {}

const readValue = (reader: Reader, path: string, depth: number): unknown => {
  if (depth > DEEPEST) throw mistake(reader, 'it is nested too deeply');
  skipSpace(reader);
  const letter = reader.text[reader.at];
  if (letter === '{') return readObject(reader, path, depth);
  if (letter === '[') return readArray(reader, path, depth);
  if (letter === '"') return readText(reader);
  const word = sticky(WORD, reader);
  if (word === undefined) throw mistake(reader, wordsForStart(letter));
  try {
    const value: unknown = JSON.parse(word);
    reader.at += word.length;
    return value;
  } catch {
    throw mistake(reader, 'a text must stand in double quotes; only numbers, true, false and null stand alone');
  }
};

const readObject = (reader: Reader, path: string, depth: number): unknown => {
  const entries = new Map<string, unknown>();
  const isEmpty = open(reader, '}');
  while (!isEmpty) {
    skipSpace(reader);
    if (reader.text[reader.at] === '}') throw mistake(reader, 'there is a comma after the last entry');
    if (reader.text[reader.at] !== '"') throw mistake(reader, wordsForKey(reader.text[reader.at]));
    const {at} = reader;
    const key = readText(reader);
    const below = path === '' ? key : `${path}.${key}`;
    reader.seen?.(below, at);
    if (entries.has(key)) reader.repeated.push(below);
    skipSpace(reader);
    if (reader.text[reader.at] !== ':') throw mistake(reader, 'there should be a colon after a key');
    reader.at += 1;
    entries.set(key, readValue(reader, below, depth + 1));
    if (!goesOn(reader, '}')) break;
  }
  // Not by assignment: `__proto__` is a key like any other here.
  return Object.fromEntries(entries);
};

const readArray = (reader: Reader, path: string, depth: number): unknown => {
  const values: unknown[] = [];
  const isEmpty = open(reader, ']');
  while (!isEmpty) {
    skipSpace(reader);
    if (reader.text[reader.at] === ']') throw mistake(reader, 'there is a comma after the last entry');
    const below = `${path}[${values.length}]`;
    reader.seen?.(below, reader.at);
    values.push(readValue(reader, below, depth + 1));
    if (!goesOn(reader, ']')) break;
  }
  return values;
};

const readText = (reader: Reader): string => {
  const quoted = sticky(QUOTED, reader);
  if (quoted === undefined) throw mistake(reader, 'a text has no closing quote on its line');
  try {
    const value = JSON.parse(quoted) as string;
    reader.at += quoted.length;
    return value;
  } catch {
    throw mistake(reader, 'a text has a backslash that means nothing, or a control character');
  }
};

/** Steps inside; whether that is all. */
const open = (reader: Reader, close: string): boolean => {
  reader.at += 1;
  skipSpace(reader);
  if (reader.text[reader.at] !== close) return false;
  reader.at += 1;
  return true;
};

/** After an entry: whether another one follows. */
const goesOn = (reader: Reader, close: string): boolean => {
  skipSpace(reader);
  const letter = reader.text[reader.at];
  if (letter !== ',' && letter !== close) throw mistake(reader, wordsForNext(letter, close));
  reader.at += 1;
  return letter === ',';
};

const skipSpace = (reader: Reader): void => {
  reader.at += sticky(SPACE, reader)?.length ?? 0;
};

const sticky = (pattern: RegExp, {text, at}: Reader): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

const mistake = ({text, at}: Reader, what: string): JsonMistake => {
  const column = at - (text.lastIndexOf('\n', at - 1) + 1) + 1;
  return new JsonMistake(`It is not valid JSON: in line ${lineAt(text, at)}, column ${column}, ${what}.`);
};

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const wordsForStart = (letter: string | undefined): string =>
  commonWords(letter) ?? (letter === ',' || letter === '}' || letter === ']' ? 'a value is missing' : STRANGE);

const wordsForKey = (letter: string | undefined): string => commonWords(letter) ?? 'a key must stand in double quotes';

const wordsForNext = (letter: string | undefined, close: string): string =>
  commonWords(letter) ?? `there should be a comma or a ${close}`;

const commonWords = (letter: string | undefined): string | undefined => {
  if (letter === undefined) return 'it ends too early';
  if (letter === '/' || letter === '#') return 'there is a comment, and JSON has none';
  return letter === "'" ? 'a text must stand in double quotes' : undefined;
};

const STRANGE = 'there is a character that begins no value';
const DEEPEST = 64;
const SPACE = /[ \t\n\r]*/y;
const WORD = /[\w+.-]+/y;
const QUOTED = /"[^"\\\n\r]*(?:\\.[^"\\\n\r]*)*"/y;
