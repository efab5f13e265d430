// The offline assistant understands and speaks through src/shared/languages: its flow has no words of a language.
import {globSync, readFileSync} from 'node:fs';
import {parseAst} from 'rolldown/parseAst';
import {expect, test} from 'vitest';

test('the flow of the offline assistant has no words of a language', () => {
  const files = globSync('src/daemon/flows/offline/*.ts');
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap(file => wordsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  ['const A = /^cancel all/u;', ['x.ts: cancel all']],
  [`const a = new RegExp(\`^(?:\${words}|please)$\`, 'iu');`, ['x.ts: please']],
  ["const a = 'You have no reminders.';", ['x.ts: You have no reminders.']],
  ["import {a} from './please.ts'; const b = /^(?<name>\\p{Ll}+)\\b[a-z]?$/u; const c = {kind: 'reminder'};", []],
])('the scan of %s finds %j', (source, found) => {
  expect(wordsIn('x.ts', source)).toEqual(found);
});

/** The words in the patterns of a file, and its texts. */
const wordsIn = (file: string, source: string): readonly string[] => {
  const found: string[] = [];
  const walk = (node: unknown, isPattern: boolean): void => {
    if (Array.isArray(node)) for (const child of node) walk(child, isPattern);
    if (!isNode(node) || node.type === 'ImportDeclaration') return;
    const {value, regex} = node as {readonly value?: unknown; readonly regex?: {readonly pattern: string}};
    const text = typeof value === 'string' ? value : partOfTemplate(node);
    const words = regex === undefined && !isPattern ? textIn(text) : patternWords(regex?.pattern ?? text);
    if (words !== '') found.push(`${file}: ${words}`);
    const inside = node.type === 'NewExpression' && (node as {callee?: {name?: string}}).callee?.name === 'RegExp';
    for (const child of Object.values(node)) walk(child, isPattern || inside);
  };
  walk(parseAst(source, {lang: 'ts'}, file), false);
  return found;
};

const partOfTemplate = (node: object): string =>
  'value' in node && typeof node.value === 'object' && node.value !== null && 'cooked' in node.value
    ? String(node.value.cooked)
    : '';

const isNode = (value: unknown): value is {readonly type: string} =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Words of a pattern, without its escapes, the names of its parts, its ranges, and what isn't said by people. */
const patternWords = (pattern: string): string =>
  pattern
    .replaceAll(/\\p\{\w+\}|\\.|\(\?<\w+>|\[[^\]]*\]|\b(?:sudo|sh|py|js)\b|\b[A-Z_]{2,}/gu, '|')
    .match(/\p{L}{2,}(?: \p{L}{2,})*/gu)
    ?.filter(word => !/^(?:[gi]u|rem)$/u.test(word))
    .join(', ') ?? '';

/** A text of two words or more. Calls of tools, and reasons of failures, are English for everybody. */
const textIn = (text: string): string => (/\p{L}{2,} \p{L}/u.test(text) && !ENGLISH.test(text) ? text : '');

const ENGLISH =
  /^(?:No (?:reminders|jobs)\.|It was not looked up\.| jobs needs full trust\.|Rooster stopped meanwhile, |no model is configured\.)/u;
