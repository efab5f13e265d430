// Sentences that a person sees are in plain words: CONTRIBUTING.md has the rules and the glossary.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseAst} from 'rolldown/parseAst';
import {expect, test} from 'vitest';

test('no sentence has a word that only the authors of Rooster use', () => {
  const found = SENTENCES.flatMap(({file, line, text}) =>
    [...BANNED, IS_NO].filter(word => word.test(text)).map(word => `${file}:${line} ${word.source}: ${text}`),
  );
  expect(found).toEqual([]);
});

test(`no sentence has more than 30 words`, () => {
  const found = SENTENCES.flatMap(({file, line, text}) =>
    sentencesIn(text)
      .filter(sentence => wordsIn(sentence) > MOST_WORDS)
      .map(sentence => `${file}:${line} ${wordsIn(sentence)} words: ${sentence}`),
  );
  expect(found).toEqual([]);
});

test('the scan finds sentences in literals and in templates', () => {
  const read = literalsIn('x.ts', `say("No daemon runs."); const a = \`The job \${name} is paused.\`; import "a b";`);
  expect(read.map(({text}) => text)).toEqual(['No daemon runs.', 'The job … is paused.']);
});

test('no comment and no event name has one of those words', () => {
  const found = filesIn('src').flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const text = /(?:^|\s)(?:\/\/|\/?\*\*?)\s(.*)/u.exec(line)?.[1] ?? /type: '(\w+\.\w+)'/u.exec(line)?.[1] ?? '';
        if (text === 'cron.mended') return [];
        return BANNED.filter(word => word.test(text)).map(word => `${file}:${index + 1} ${word.source}: ${text}`);
      }),
  );
  expect(found).toEqual([]);
});

test('a comment begins with its subject, not with a question word', () => {
  const found = ['src', 'test', 'bench', 'scripts'].flatMap(filesIn).flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (QUESTION.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('a line of the log is a sentence', () => {
  const texts = filesIn('src').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(LOGGED)].map(([, text = '']) => text),
  );
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(text => !(/^(?:\p{Lu}|signal-cli |\$\{)/u.test(text) && /[.!?}]$/u.test(text)))).toEqual([]);
});

interface Literal {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A node of the syntax tree, as ESTree has it. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const literalsIn = (file: string, source: string): readonly Literal[] => {
  const found: Literal[] = [];
  const add = (node: Node, text: string): void => {
    const line = source.slice(0, node.start).split('\n').length;
    if (isSentence(text)) found.push({file, line, text: text.replaceAll(/\s+/gu, ' ').trim()});
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) walk(each);
    if (!isNode(node) || NOT_SHOWN.has(node.type)) return;
    if (node.type === 'Literal' && typeof node['value'] === 'string') add(node, node['value']);
    if (node.type === 'TemplateLiteral') add(node, textOf(node));
    for (const value of Object.values(node)) walk(value);
  };
  walk(parseAst(source, {lang: file.endsWith('.tsx') ? 'tsx' : 'ts'}, file));
  return found;
};

/** The text of a template, with `…` where a value stands. */
const textOf = (template: Node): string =>
  (template['quasis'] as readonly {readonly value: {readonly cooked: string}}[])
    .map(({value}) => value.cooked)
    .join('…');

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Two words at least, and neither SQL nor a pattern nor a list of words to look up. */
const isSentence = (text: string): boolean =>
  !/^[\p{Ll} ]{60,}$/u.test(text) &&
  /\p{L}{2,} \p{L}/u.test(text) &&
  !/\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|FROM|WHERE)\b|\(\?[:<=!]/u.test(text);

const sentencesIn = (text: string): readonly string[] => text.split(/[.!?;:](?:\s|$)|\n|…(?=\s)| · | - /u);

const wordsIn = (sentence: string): number => sentence.split(/\s+/u).filter(word => /\p{L}/u.test(word)).length;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter(name => /\.tsx?$/u.test(name))
    .map(name => join(folder, name));

/** The text of a call such as `log.warn({session}, 'The copy is old.')`. */
const LOGGED =
  /\blog\s*\.(?:debug|info|warn|error)\(\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\w+),\s*(?:'|"|`)((?:[^'"`]|(?<=\w)'(?=\w))+)['"`]/gu;

const NOT_SHOWN = new Set(['ImportDeclaration', 'TSLiteralType']);
const MOST_WORDS = 30;
/** The words that the glossary replaces, wherever they stand. The public event `cron.mended` keeps its name. */
const BANNED = [
  /(?<!`)\bmend(?:s|ed|ing)?\b/iu,
  /\bknock(?:s|ed)?\b/iu,
  /\banew\b/iu,
  /\bafresh\b/iu,
  /\bmet at\b/iu,
  /\breally\?/iu,
  /\bpassed over\b/iu,
  /\bcut short\b/iu,
];
/** "isn't a time", not "is no time". */
const IS_NO = /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b)/iu;
/** "What a person wrote." is half a sentence; "The person's text." or "Returns the person's text." is whole. */
const QUESTION = /^\s*\{?(?:\/\/|\/?\*\*?) (?:What|Who|Whom|Whose|Where|Which|How|Whether|That|Why)\b/u;
const SENTENCES: readonly Literal[] = filesIn('src').flatMap(file => literalsIn(file, readFileSync(file, 'utf8')));

test('only one place takes the full stop off a text', () => {
  const taking = readdirSync('src', {recursive: true, encoding: 'utf8'})
    .filter(file => /\.tsx?$/u.test(file))
    .filter(file => /\.replace\(\/(?:\\\.|\[\.\])(?:\\s\*)?\$\//u.test(readFileSync(join('src', file), 'utf8')));
  expect(taking).toEqual([]);
});
