import {expect, test} from 'vitest';
import {lineOfKey, readJson} from '../../../src/daemon/config/read-json.ts';

test.each([
  '{}',
  '[]',
  '7',
  '-0.5e+3',
  'null',
  ' {"a": [1, {"b": "\\u00e9\\n\\"\\\\"}], "c": true, "": null} ',
  '{"text": "ä \u2028 🐓"}',
  '[[[]], {"a": {}}]',
])('%s parses as it does in JSON.parse', text => {
  expect(readJson(text)).toEqual({kind: 'read', value: JSON.parse(text), repeated: []});
});

test.each(['', ' \n\t ', '\uFEFF'])('a file without content (%j) has no value', text => {
  expect(readJson(text)).toEqual({kind: 'read', value: undefined, repeated: []});
});

test('a byte order mark is ignored', () => {
  expect(readJson('\uFEFF{"a": 1}')).toEqual({kind: 'read', value: {a: 1}, repeated: []});
});

test('a duplicate key is reported by its path, and the later one counts', () => {
  expect(readJson('{"a": {"b": 1, "b": 2}, "c": [{"d": 1, "d": 2}], "a": 3}')).toEqual({
    kind: 'read',
    value: {a: 3, c: [{d: 2}]},
    repeated: ['a.b', 'c[0].d', 'a'],
  });
});

test('a key called __proto__ is an ordinary key', () => {
  const read = readJson('{"__proto__": {"evil": true}}');
  if (read.kind !== 'read') throw new TypeError(read.reason);
  expect(Object.keys(read.value as object)).toEqual(['__proto__']);
  expect((read.value as {evil?: boolean}).evil).toBeUndefined();
});

test.each([
  ['{"a": 1,}', {a: 1}],
  ['[1,\n]', [1]],
  ['{"a": [{"b": 1,},],}', {a: [{b: 1}]}],
  ['// mine\n{}', {}],
  ['{\n  "a": 1 // mine\n}', {a: 1}],
  ['{/* one */"a"/* two */:/* three */1/* four */,// five\n/**/}', {a: 1}],
  ['{"a": "// text, /* as it is */"}', {a: '// text, /* as it is */'}],
  ['// nothing yet\n/* {"a": 1} */', undefined],
])('%j may have comments and trailing commas', (text, value) => {
  expect(readJson(text)).toEqual({kind: 'read', value, repeated: []});
});

test.each([
  ['{,}', 'line 1, column 2, a value is missing'],
  ['[1,,]', 'line 1, column 4, a value is missing'],
  ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3, a comma or a } is missing'],
  ['[1 2]', 'line 1, column 4, a comma or a ] is missing'],
  ['{"a": [1}', 'line 1, column 9, a comma or a ] is missing'],
  ['{a: 1}', 'line 1, column 2, text must be in double quotes; only numbers, true, false and null stand alone'],
  ['{5: 1}', 'line 1, column 2, a key must be in double quotes'],
  ["{'a': 1}", 'line 1, column 2, text must be in double quotes'],
  ['{"a" 1}', 'line 1, column 6, a colon is missing after a key'],
  ['{"a": }', 'line 1, column 7, a value is missing'],
  ['{"a": x}', 'line 1, column 7, text must be in double quotes; only numbers, true, false and null stand alone'],
  ['{"a": 01}', 'line 1, column 8, a comma or a } is missing'],
  ['{"a": 1.}', 'line 1, column 7, a number is incomplete'],
  ['{"a": ?}', 'line 1, column 7, this character does not belong here'],
  ['{"a": \0}', 'line 1, column 7, this character does not belong here'],
  ['{"a": "x}\n', 'line 1, column 7, text has no closing quote on its line'],
  ['{"a": "\\x"}', 'line 1, column 7, text has a backslash that means nothing'],
  ['{"a": "\u0007"}', 'line 1, column 7, text has a control character'],
  ['{"a": "\0"}', 'line 1, column 7, text has a control character'],
  ['{"a": 1', 'line 1, column 8, it ends too early'],
  ['{', 'line 1, column 2, it ends too early'],
  ['{\r\n  "a": 1 /* mine\r\n}', 'line 2, column 10, a comment is not closed'],
  ['{} # mine', 'line 1, column 4, a comment must begin with //'],
  ['{} {}', 'line 1, column 4, there is something after its end'],
  ['['.repeat(100_000), 'line 1, column 66, it is nested too deeply'],
  ['{"a":'.repeat(700_000), 'line 1, column 326, it is nested too deeply'],
])('a mistake has its position and reason (%#)', (text, where) => {
  const line = Number(where.split(/[ ,]/u)[1]);
  expect(readJson(text)).toEqual({kind: 'mistaken', reason: `It is not valid JSON: in ${where}.`, line});
});

test.each([
  ['agent.model', 2],
  ['cron', 3],
  ['cron[0].name', 4],
  ['cron[1]', 5],
  ['cron[1].cron', 7],
  ['cron[1].message', 5],
  ['cron[9].name', 3],
  ['crony', 1],
  ['nowhere', 1],
])('the key %s is found on line %i, or the nearest key around it', (key, line) => {
  const text = `{"agent": { // "cron": []
  "model": "x"},
  "cron": [
    {"name": "a"},
    {
      "name": "b",
      "cron": "zz"
    }
  ]
}`;
  expect(lineOfKey(text, key)).toBe(line);
  expect(lineOfKey(`\uFEFF${text}`, key)).toBe(line);
});

test('a file with a mistake still gives the lines of its earlier keys', () => {
  expect(lineOfKey('{\n"a": 1,\n"b": }', 'a')).toBe(1);
});

test('a reason never repeats the content of the file', () => {
  for (const text of [
    '{"apiKey": sk-secret-secret}',
    '{"apiKey": "sk-secret-secret',
    '{"a": "sk-secret-secret" "b"',
    '{"a": /* sk-secret',
  ]) {
    expect(JSON.stringify(readJson(text))).not.toContain('sk-');
  }
});

test('except for trailing commas, the parser accepts and rejects what JSON.parse does, in 20,000 broken texts', () => {
  const whole = '{"a": [1, -2.5e3, true, null], "b": {"c": "x\\n\\u0041\\"", "d": ""}, "e": "ü"}';
  const letters = ['"', ',', '{', '}', '[', ']', ':', '\\', ' ', '0', '-', 'e', 't', '\n', '\0', '\u00a0', ''];
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  for (let round = 0; round < 20_000; round += 1) {
    let text = whole;
    for (let change = random(3); change >= 0; change -= 1) {
      const at = random(text.length);
      text = text.slice(0, at) + letters[random(letters.length)] + text.slice(at + random(2));
    }
    const ours = readJson(text);
    expect(ours.kind === 'read' ? JSON.stringify(ours.value) : 'refused', text).toBe(theirs(text));
  }
});

const theirs = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(withoutTrailingCommas(text)));
  } catch {
    return 'refused';
  }
};

const withoutTrailingCommas = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*")|(?<![[{,:]\s*),(?=\s*[}\]])/gsu, '$1');

test('4 MB parse quickly', () => {
  const text = `{"a": [${'{"b": "c", /* d */ "e": [1, 2,],},\n'.repeat(110_000)}]}`;
  const before = process.cpuUsage();
  expect(readJson(text).kind).toBe('read');
  expect(readJson(`${text}${text}`).kind).toBe('mistaken');
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(20_000);
});
