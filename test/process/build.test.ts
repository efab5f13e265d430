// The build marks what a start calls (scripts/eager-start.ts). How much faster that is, P10 measures.
import {readdirSync, readFileSync} from 'node:fs';
import {SourceMap} from 'node:module';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {ROOT} from '../support/rooster-home.ts';

const DAEMON = join(ROOT, 'dist/daemon');

const startOfTheDaemon = (): {readonly code: string; readonly map: SourceMap} => {
  const name = readdirSync(DAEMON).find(file => /^start-[\w-]{8}\.js$/.test(file));
  if (name === undefined) throw new Error('The build has no file for the start of the daemon.');
  const path = join(DAEMON, name);
  return {code: readFileSync(path, 'utf8'), map: new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))};
};

it('compiles a function that a start calls with its file, and no other', () => {
  const {code} = startOfTheDaemon();
  expect(code).toMatch(/\bopenStore=\(/);
  expect(code).toMatch(/\binstantOfIso=\w+=>/);
});

it('keeps the source map true where it added parentheses', () => {
  const {code, map} = startOfTheDaemon();
  const lines = code.slice(0, code.search(/\bopenStore=/)).split('\n');
  const entry = map.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
  if (!('originalSource' in entry)) throw new Error('No line of the source.');
  const source = readFileSync(join(DAEMON, entry.originalSource), 'utf8').split('\n');
  expect(source[entry.originalLine]).toContain('export const openStore = ');
});
