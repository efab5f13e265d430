// Parses JSON with comments and trailing commas: the value, or the first mistake with line and reason. jsonc-parser
// recovers from mistakes and keeps the last of two equal keys; this module reports both.
import {type Node, parseTree, printParseErrorCode, visit} from 'jsonc-parser';

export type ReadJson =
  | {readonly kind: 'read'; readonly value: unknown; readonly repeated: readonly string[]}
  | ({readonly kind: 'mistaken'} & Mistake);

/** `line`: where parsing fails, from 1. */
type Mistake = {readonly reason: string; readonly line?: number};

/** A text without a value, such as an empty file, reads as undefined. `repeated`: the paths of repeated keys. */
export const readJson = (source: string): ReadJson => {
  const text = withoutByteOrderMark(source);
  const mistake = firstMistake(text);
  if (mistake !== undefined) return {kind: 'mistaken', ...mistake};
  const repeated: string[] = [];
  const root = parseTree(text, [], JSON_WITH_COMMENTS);
  return {kind: 'read', value: root === undefined ? undefined : contentsOf(root, '', repeated), repeated};
};

/** The line of a key (`cron[1].name`), or of the nearest key around it. 1 if there is none or the text is invalid. */
export const lineOfKey = (source: string, key: string): number => {
  const text = withoutByteOrderMark(source);
  let around: Pick<JsonEntry, 'path' | 'at' | 'value'> | undefined;
  let node = firstMistake(text) === undefined ? parseTree(text, [], JSON_WITH_COMMENTS) : undefined;
  while (node !== undefined) {
    const next = entriesOf(node, around?.path ?? '').findLast(({path}) => isAround(path, key));
    if (next !== undefined) around = next;
    node = next?.value;
  }
  return text.slice(0, around?.at ?? 0).split('\n').length;
};

const isAround = (path: string, key: string): boolean =>
  key === path || (key.startsWith(path) && /^[.[]/u.test(key.slice(path.length)));

type JsonEntry = {readonly key: string; readonly path: string; readonly at: number; readonly value: Node};

/** The entries of an object or a list. */
const entriesOf = ({type, children = []}: Node, path: string): readonly JsonEntry[] => {
  if (type === 'array') {
    return children.map((value, index) => ({key: `${index}`, path: `${path}[${index}]`, at: value.offset, value}));
  }
  return children.flatMap(({offset, children: [name, value] = []}) => {
    const key = String(name?.value);
    return value === undefined ? [] : [{key, path: path === '' ? key : `${path}.${key}`, at: offset, value}];
  });
};

const contentsOf = (node: Node, path: string, repeated: string[]): unknown => {
  if (node.type !== 'object' && node.type !== 'array') return node.value;
  const values = new Map<string, unknown>();
  for (const entry of entriesOf(node, path)) {
    if (values.has(entry.key)) repeated.push(entry.path);
    values.set(entry.key, contentsOf(entry.value, entry.path, repeated));
  }
  // Not by assignment, because `__proto__` is an ordinary key here.
  return node.type === 'array' ? [...values.values()] : Object.fromEntries(values);
};

class JsonMistake extends Error {
  readonly line: number;

  constructor(reason: string, line: number) {
    super(reason);
    this.line = line;
  }
}

const firstMistake = (text: string): Mistake | undefined => {
  const closers: string[] = [];
  const fail = (reason: string, line: number, column: number): never => {
    throw new JsonMistake(`It is not valid JSON: in line ${line + 1}, column ${column + 1}, ${reason}.`, line + 1);
  };
  const open = (closer: string, line: number, column: number): void => {
    // The parser is recursive: without a limit, nested brackets would overflow the stack.
    if (closers.push(closer) > DEEPEST) fail('it is nested too deeply', line, column);
  };
  try {
    visit(
      text,
      {
        onObjectBegin: (_offset, _length, line, column) => open('}', line, column),
        onArrayBegin: (_offset, _length, line, column) => open(']', line, column),
        onObjectEnd: () => void closers.pop(),
        onArrayEnd: () => void closers.pop(),
        onError: (code, offset, _length, line, column) =>
          fail(reasonFor(printParseErrorCode(code), text[offset], closers.at(-1)), line, column),
      },
      JSON_WITH_COMMENTS,
    );
    return undefined;
  } catch (error) {
    if (error instanceof JsonMistake) return {reason: error.message, line: error.line};
    throw error;
  }
};

/** Never quotes the text around the mistake, which may contain a secret. */
const reasonFor = (code: string, character: string | undefined, closer = '}'): string => {
  if (character === undefined) return 'it ends too early';
  if (character === "'") return 'text must be in double quotes';
  if (character === '#') return 'a comment must begin with //';
  if (code === 'PropertyNameExpected' && character === ',') return 'there is a comma too many';
  if (code === 'CommaExpected') return `a comma or a ${closer} is missing`;
  if (code === 'InvalidSymbol' && !/\w/u.test(character)) return STRANGE;
  return REASONS[code] ?? STRANGE;
};

const STRANGE = 'this character does not belong here';
const NUMBER = 'a number is incomplete';
const BACKSLASH = 'text has a backslash that means nothing';
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'text must be in double quotes; only numbers, true, false and null stand alone',
  InvalidNumberFormat: NUMBER,
  UnexpectedEndOfNumber: NUMBER,
  PropertyNameExpected: 'a key must be in double quotes',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing after a key',
  EndOfFileExpected: 'there is something after its end',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'text has no closing quote on its line',
  InvalidUnicode: BACKSLASH,
  InvalidEscapeCharacter: BACKSLASH,
  InvalidCharacter: 'text has a control character',
};

const withoutByteOrderMark = (source: string): string => source.replace(/^\uFEFF/u, '');

const JSON_WITH_COMMENTS = {allowTrailingComma: true, allowEmptyContent: true};
const DEEPEST = 65;
