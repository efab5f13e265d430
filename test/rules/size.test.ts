// A ratchet: what it costs to read and to change Rooster, in figures that may only fall. Whoever makes one smaller writes the new number
// here, so that it stays. `npx vitest run --config test/vitest.config.ts test/rules/size.test.ts` prints them.
import {globSync, readFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {circles, importsOf, type SourceFile} from './import-rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES: readonly SourceFile[] = globSync('src/**/*.{ts,tsx}', {cwd: ROOT}).map(path => ({
  path,
  text: readFileSync(`${ROOT}/${path}`, 'utf8'),
}));

/** The most that each may be. */
const MOST = {
  lines: 138315,
  files: 1371,
  'files under 30 lines': 163,
  'types named Deps, Options or Part': 280,
  'fields of the widest of them': 27,
  'comparisons with undefined': 5737,
  'dynamic imports': 29,
  'conditional spreads': 88,
  'circles between files': 0,
  'circles between folders': 0,
} as const;

const linesOf = ({text}: SourceFile): number => text.trimEnd().split('\n').length;

const countOf = (pattern: RegExp): number => FILES.reduce((sum, {text}) => sum + [...text.matchAll(pattern)].length, 0);

/** The types that only say what a function is given, with the number of fields that each writes out. */
const ceremony = (): readonly number[] =>
  FILES.flatMap(({text}) =>
    [
      ...text.matchAll(
        /^(?:export )?type \w+(?:Deps|Options|Part)\b[^=]*=([\s\S]*?);\n(?=\n|$|export|const|type|\/)/gmu,
      ),
    ].map(([, body = '']) => [...body.matchAll(/^\s+readonly \w+\??:/gmu)].length),
  );

const folderOf = (path: string): string => path.split('/').slice(0, 3).join('/');

/** The folders of the daemon, of the terminal and of what both share, and the files beside them. */
const folders = (): ReadonlyMap<string, readonly string[]> => {
  const graph = new Map<string, string[]>();
  for (const file of FILES) {
    const from = folderOf(file.path);
    const to = importsOf(file).flatMap(one => (one.to.startsWith('src/') ? [folderOf(one.to)] : []));
    graph.set(from, [...(graph.get(from) ?? []), ...to.filter(folder => folder !== from)]);
  }
  return graph;
};

const figures = (): Readonly<Record<keyof typeof MOST, number>> => ({
  lines: FILES.reduce((sum, file) => sum + linesOf(file), 0),
  files: FILES.length,
  'files under 30 lines': FILES.filter(file => linesOf(file) < 30).length,
  'types named Deps, Options or Part': ceremony().length,
  'fields of the widest of them': Math.max(...ceremony()),
  'comparisons with undefined': countOf(/[!=]== undefined|undefined [!=]==/gu),
  'dynamic imports': FILES.flatMap(importsOf).filter(({kind}) => kind === 'later').length,
  'conditional spreads': countOf(/\.\.\.\([^()]*(?:\([^()]*\)[^()]*)*(?:&& \{|\? \{|: \{\}\))/gu),
  'circles between files': circles(
    new Map(FILES.map(file => [file.path, importsOf(file).flatMap(({to}) => (to.startsWith('src/') ? [to] : []))])),
  ).length,
  'circles between folders': circles(folders()).length,
});

test('no figure of the size grows', () => {
  const now = figures();
  console.log(now);
  expect(Object.entries(now).filter(([name, figure]) => figure > MOST[name as keyof typeof MOST])).toEqual([]);
});

test('no source file has more than 300 lines', () => {
  expect(FILES.filter(file => linesOf(file) > 300).map(({path}) => path)).toEqual([]);
});

test('no source folder has more than 20 files', () => {
  const inside = Map.groupBy(FILES, ({path}) => dirname(path));
  expect([...inside].filter(([, files]) => files.length > 20).map(([folder]) => folder)).toEqual([]);
});

test('no comment is wider than the code', () => {
  const wide = FILES.flatMap(({path, text}) =>
    text.split('\n').flatMap((line, index) => {
      const isComment = /^\s*(?:\/\/|\/?\*)/u.test(line);
      return isComment && line.length > WIDEST_COMMENT ? [`${path}:${index + 1}`] : [];
    }),
  );
  expect(wide).toEqual([]);
});

test('circles are found, also over three, and each once', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', []],
  ]);
  expect(circles(graph).map(circle => circle.toSorted())).toEqual([['a', 'b', 'c']]);
});

const WIDEST_COMMENT = 120;
