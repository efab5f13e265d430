// Files that package managers install beside the program: the man page and the completion scripts.
import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import manifest from '../../package.json' with {type: 'json'};
import {manPage} from '../../scripts/man-page.ts';
import {isNoun} from '../../src/tui/cli/arguments.ts';
import {ENTRIES, ROOT_OPTIONS} from '../../src/tui/cli/verbs.ts';

const page = manPage('1.2.3');
/** As it reads: without fonts and escapes. */
const text = page.replaceAll(/\\f[BIR]/gu, '').replaceAll('\\-', '-');

test('the man page has every verb, every option of it and the version', () => {
  expect(page).toMatch(/^\.TH ROOSTER 1 "" "Rooster 1\.2\.3"/u);
  const verbs = ENTRIES.flatMap(entry =>
    isNoun(entry)
      ? entry.verbs.map(verb => ({name: `${entry.name} ${verb.name}`, verb}))
      : [{name: entry.name, verb: entry}],
  );
  expect(verbs.length).toBeGreaterThan(60);
  for (const {name, verb} of verbs) {
    const at = text.search(new RegExp(`^rooster ${RegExp.escape(name)}(?: |$)`, 'mu'));
    expect(at, name).toBeGreaterThan(0);
    for (const {flag} of verb.options ?? [])
      expect(text.indexOf(`--${flag}`, at), `${name} --${flag}`).toBeGreaterThan(0);
  }
  for (const {flag} of ROOT_OPTIONS) expect(text).toContain(`--${flag}`);
});

test('the man page is ASCII, and each of its requests is one of man(7)', () => {
  expect(page).toMatch(/^[\n -~]*$/u);
  const requests = page.split('\n').flatMap(line => /^[.'](\S*)/u.exec(line)?.[1] ?? []);
  expect([...new Set(requests)].sort()).toEqual(['B', 'I', 'PP', 'RE', 'RI', 'RS', 'SH', 'SS', 'TH', 'TP', 'br']);
  const opened = requests.filter(name => name === 'RS').length;
  expect(requests.filter(name => name === 'RE')).toHaveLength(opened);
});

const groff = spawnSync('groff', ['--version']).status === 0;

test.skipIf(!groff)('groff formats the man page without a warning', () => {
  const ran = spawnSync('groff', ['-man', '-Tutf8', '-ww'], {input: page, encoding: 'utf8'});
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toContain('keeps time');
});

test('the package names its man page', () => {
  expect(manifest.man).toBe('dist/rooster.1');
});
