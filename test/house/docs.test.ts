// The table of the seeds' tests names ours: each title and each file it names is there.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';

const page = readFileSync('docs/seeds.md', 'utf8');
const rows = page.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('|---'));

test('every test that docs/seeds.md names is there, by its title', () => {
  const tests = readdirSync('test', {recursive: true, encoding: 'utf8'})
    .filter(name => /\.test\.tsx?$/u.test(name))
    .map(name => readFileSync(join('test', name), 'utf8'))
    .join('\n');
  const titles = rows.flatMap(row => [...row.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/gu)].map(([, title = '']) => title));
  expect(titles.length).toBeGreaterThan(40);
  const missing = titles
    .flatMap(title => title.split('…').map(piece => piece.trim()))
    .filter(piece => piece !== '' && !tests.includes(piece));
  expect(missing).toEqual([]);
});

test('every file that docs/seeds.md names is there', () => {
  const files = [...page.matchAll(/`((?:src|test)\/[^`*]+)`/gu)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter(file => !existsSync(file))).toEqual([]);
});
