// A reader takes in a file and a folder at a glance.
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';

const files = readdirSync('src', {recursive: true, encoding: 'utf8'})
  .filter(name => /\.tsx?$/u.test(name))
  .map(name => join('src', name));

test('no source file has more than 300 lines', () => {
  const long = files.filter(file => readFileSync(file, 'utf8').trimEnd().split('\n').length > 300);
  expect(long).toEqual([]);
});

test('no source folder has more than 20 files', () => {
  const folders = Map.groupBy(files, file => dirname(file));
  expect([...folders].filter(([, inside]) => inside.length > 20).map(([folder]) => folder)).toEqual([]);
});
