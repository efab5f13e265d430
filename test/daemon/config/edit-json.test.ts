import {expect, test} from 'vitest';
import {editedJson} from '../../../src/daemon/config/edit-json.ts';
import {stepsOf, withValueAt} from '../../../src/daemon/config/key-path.ts';
import {readJson} from '../../../src/daemon/config/read-json.ts';
import {seededRandom} from '../../support/seeded-random.ts';

const edited = (text: string, key: string, value?: unknown): string => editedJson(text, stepsOf(key), value);

const TEXT = `{
  // about a
  "a": 1, // beside a
  // about b
  "b": {"c": [1, 2, 3]}, // beside b
  "d": 4 // beside d
  // the end
}
`;

test.each<[what: string, key: string, value: unknown, from: string, to: string]>([
  ['a value', 'a', 'x', '"a": 1,', '"a": "x",'],
  ['a value in an object on one line', 'b.e', true, '3]}', '3], "e": true}'],
  ['an object on one line', 'b.e', {f: [1], g: {}}, '3]}', '3], "e": {"f": [1], "g": {}}}'],
  ['an entry of a list', 'b.c[1]', 9, '2, 3', '9, 3'],
  ['a further entry of a list', 'b.c[3]', 4, '3]', '3, 4]'],
  ['a key behind all comments', 'e', 5, '4 // beside d\n  // the end', '4, // beside d\n  // the end\n  "e": 5'],
  ['a value of several lines', 'd', {x: 1}, '"d": 4', '"d": {\n    "x": 1\n  }'],
])('setting %s changes nothing else', (_, key, value, from, to) => {
  expect(edited(TEXT, key, value)).toBe(TEXT.replace(from, to));
});

test.each<[what: string, key: string, from: string, to: string]>([
  ['the first key', 'a', '  "a": 1, // beside a\n', '  // beside a\n'],
  ['a key between others', 'b', '  "b": {"c": [1, 2, 3]}, // beside b\n', '  // beside b\n'],
  ['the last key', 'd', '}, // beside b\n  "d": 4 //', '} // beside b\n  //'],
  ['the first entry of a list', 'b.c[0]', '[1, 2, 3]', '[2, 3]'],
  ['an entry between others', 'b.c[1]', '[1, 2, 3]', '[1, 3]'],
  ['the last entry of a list', 'b.c[2]', '[1, 2, 3]', '[1, 2]'],
  ['the only key', 'b.c', '{"c": [1, 2, 3]}', '{}'],
  ['a key that is not there', 'x', '', ''],
  ['a key in what is not there', 'x.y', '', ''],
])('removing %s keeps every comment', (_, key, from, to) => {
  expect(edited(TEXT, key)).toBe(TEXT.replace(from, to));
});

test.each<[from: string, key: string, value: unknown, to: string]>([
  ['', 'a.b', 1, '{\n  "a": {\n    "b": 1\n  }\n}\n'],
  ['// mine', 'a[0]', 1, '// mine\n{\n  "a": [\n    1\n  ]\n}\n'],
  ['null', 'a', 1, '{\n  "a": 1\n}'],
  ['{}', 'a', 1, '{\n  "a": 1\n}'],
  ['{\n}\n', 'a', 1, '{\n  "a": 1\n}\n'],
  ['{\n  // mine\n}\n', 'a', 1, '{\n  // mine\n  "a": 1\n}\n'],
  ['{"a": [], "b": 1}', 'a[0]', 1, '{"a": [1], "b": 1}'],
  ['{"a": 1,}', 'b', 2, '{"a": 1, "b": 2,}'],
  ['{\n\t"a": 1,\n}', 'b.c', 2, '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 2\n\t},\n}'],
  ['{\r\n  "a": 1\r\n}\r\n', 'b', 2, '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'],
  ['\uFEFF{"a": 1}', 'a', 2, '\uFEFF{"a": 2}'],
  ['{"a": null}', 'a.b', 2, '{"a": {"b": 2}}'],
  ['{"a": 1, "a": 2}', 'a', 3, '{"a": 1, "a": 3}'],
  ['{"a": 1, "b": 2, "a": 3}', 'a', undefined, '{"b": 2}'],
  ['{"__proto__": {"a": 1}}', '__proto__.a', 2, '{"__proto__": {"a": 2}}'],
  ['{\n  "a": 1,\n  "b": 2\n}', 'b', undefined, '{\n  "a": 1\n}'],
  ['{\n  "a": 1\n}\n', 'a', undefined, '{}\n'],
])('%j with %s set to %j is %j', (from, key, value, to) => {
  expect(edited(from, key, value)).toBe(to);
});

const random = seededRandom(3);
const below = (count: number): number => Math.floor(random() * count);
const SPACES = ['', ' ', '\n', '\n  ', ' // one, {two}\n', '/* "three": 3, */', '\t', '\r\n'];
const space = (): string => SPACES[below(SPACES.length)] ?? '';
const written = (depth: number): string => {
  const kind = below(depth > 2 ? 2 : 5);
  if (kind < 2) return `${space()}${['7', '"x, //y"', 'null', 'true'][below(4)]}${space()}`;
  const entries = Array.from({length: below(4)}, () => written(depth + 1));
  const trailing = entries.length > 0 && below(3) === 0 ? `,${space()}` : '';
  if (kind === 2) return `${space()}[${entries.join(',') || space()}${trailing}]${space()}`;
  const named = entries.map(entry => `${space()}"${'abc'[below(3)]}"${space()}:${entry}`);
  return `${space()}{${named.join(',') || space()}${trailing}}${space()}`;
};
const commentsOf = (text: string): number => text.split(/one, \{two\}|"three": 3, \*/u).length;

test('in any text, an edit sets the requested value, and a new key removes no comment', {tags: ['deep']}, () => {
  let edits = 0;
  for (let count = 0; count < 8_000; count++) {
    const text = `{"a":${written(0)},"b":${written(0)}}`;
    const key = Array.from({length: 1 + below(3)}, () => 'abc012'[below(6)]).join('.');
    const value = [undefined, 1, {x: [1]}, []][below(4)];
    const read = readJson(text);
    if (read.kind !== 'read') throw new TypeError(`${read.reason}: ${text}`);
    const wished = withValueAt(read.value, key, value);
    if (wished === undefined) continue;
    edits += 1;
    const after = edited(text, key, value);
    expect(readJson(after), `${JSON.stringify(text)} ${key}`).toMatchObject({kind: 'read', value: wished});
    const isNew =
      value !== undefined && JSON.stringify(withValueAt(read.value, key, undefined)) === JSON.stringify(read.value);
    if (isNew && !text.includes('null')) expect(commentsOf(after), text).toBe(commentsOf(text));
  }
  expect(edits).toBeGreaterThan(2_000);
});
