// The documents are true: everything that test/seeds.md and the README name exists, and the README's figures are the measured ones.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {entryCalled} from '../../src/tui/cli/arguments.ts';
import {ENTRIES} from '../../src/tui/cli/verbs.ts';

const page = readFileSync('test/seeds.md', 'utf8');
const rows = page.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('|---'));

test('every test named in test/seeds.md exists, by title', () => {
  const tests = readdirSync('test', {recursive: true, encoding: 'utf8'})
    .filter(name => /\.test\.tsx?$/u.test(name))
    .flatMap(name => readFileSync(join('test', name), 'utf8').split('\n'));
  const titles = rows.flatMap(row => [...row.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/gu)].map(([, title = '']) => title));
  expect(titles.length).toBeGreaterThan(40);
  const missing = titles.filter(title => {
    const pieces = title.split('…').map(piece => piece.trim());
    return !tests.some(line => standIn(line.replaceAll("\\'", "'"), pieces));
  });
  expect(missing).toEqual([]);
});

/** True if the line has all pieces, in this order. */
const standIn = (line: string, pieces: readonly string[]): boolean => {
  let from = 0;
  return pieces.every(piece => {
    const at = line.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
};

test('every file named in test/seeds.md exists', () => {
  const files = [...page.matchAll(/`((?:src|test)\/[^`*]+)`/gu)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter(file => !existsSync(file))).toEqual([]);
  const names = [...page.matchAll(/`([\w-]+\.test\.tsx?)`/gu)].map(([, name = '']) => name);
  const tests = readdirSync('test', {recursive: true, encoding: 'utf8'}).map(path => basename(path));
  expect(names.filter(name => !tests.includes(name))).toEqual([]);
});

test('every file named in the README, CONTRIBUTING and the page about the architecture exists', () => {
  const text = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']
    .map(page => readFileSync(page, 'utf8'))
    .join('');
  const files = [...text.matchAll(/`((?:src|test|scripts|docs|bench)\/[\w./-]+)`|\((docs\/[\w./-]+)\)/gu)].map(
    ([, code, link]) => code ?? link ?? '',
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(file => !existsSync(file))).toEqual([]);
});

test('every link between the pages leads to an existing page and heading', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'examples/README.md',
    'test/seeds.md',
    ...readdirSync('docs').flatMap(name => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  const broken = pages.flatMap(page =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/gu)].flatMap(
      ([whole, file = '', heading]) => {
        const target = file === '' ? page : join(dirname(page), file);
        const isThere = existsSync(target) && (heading === undefined || headingsOf(target).includes(heading));
        return isThere ? [] : [`${page}: ${whole.slice(1)}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});

test('a link of the README shows the path of its page, which works where a package page drops the link', () => {
  const links = [...readFileSync('README.md', 'utf8').matchAll(/(?<!!)\[([^\]]+)\]\(((?:docs|examples)\/[\w./-]+)/gu)];
  const hidden = links.filter(([, text, path]) => text !== path).map(([, text]) => text);
  expect(links.length).toBeGreaterThan(15);
  expect(hidden).toEqual(['all figures, each beside its limit']);
});

test('the README starts Rooster with the two commands that other programs follow', () => {
  const page = readFileSync('README.md', 'utf8');
  expect(page).toMatch(/^npm ci && npm start {2,}# /mu);
  expect(page).toMatch(/^npm ci && npm test {2,}# /mu);
});

test('every command of the README exists', () => {
  const named = [...readFileSync('README.md', 'utf8').matchAll(/(?:`|\$ )rooster ([a-z]+)/gu)].map(
    ([, verb = '']) => verb,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(name => entryCalled(name, ENTRIES) === undefined)).toEqual([]);
});

test('the README fits on three screens', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(150);
});

/** The anchors of a page: its headings as GitHub writes them into links. */
const headingsOf = (page: string): readonly string[] =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('#'))
    .map(line =>
      line
        .replace(/^#+ /u, '')
        .toLowerCase()
        .replaceAll(/[^\w\- ]/gu, '')
        .replaceAll(' ', '-'),
    );
