// `npm run release` in a clone of a small repository, whose checks and pack test only pass or fail.
// @module-tag deep
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {someDayLeft} from '../support/day-left.ts';
import {tempDir} from '../support/temp-dir.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Reminders in Latin.

## [0.1.0] - 2026-11-01

- The first version.
`;

type Clone = Disposable & {
  readonly release: (...argv: readonly string[]) => {
    readonly code: number | null;
    readonly out: string;
    readonly err: string;
  };
  readonly git: (...argv: readonly string[]) => string;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
};

type Scripts = {readonly check?: string; readonly 'pack-test'?: string};

const openClone = (scripts: Scripts = {}, changelog = CHANGELOG): Clone => {
  const folder = tempDir();
  const [origin, clone] = [join(folder.path, 'origin'), join(folder.path, 'clone')];
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
  };
  const git = (cwd: string, argv: readonly string[]): string =>
    execFileSync('git', argv, {cwd, env, encoding: 'utf8', stdio: 'pipe'}).trim();
  mkdirSync(join(origin, 'scripts'), {recursive: true});
  copyFileSync('scripts/release.ts', join(origin, 'scripts/release.ts'));
  const manifest = {
    name: 'rooster',
    version: '0.1.0',
    type: 'module',
    scripts: {check: 'true', 'pack-test': 'true', ...scripts},
  };
  writeFileSync(join(origin, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(origin, 'package-lock.json'),
    JSON.stringify({name: 'rooster', version: '0.1.0', lockfileVersion: 3, packages: {'': {version: '0.1.0'}}}),
  );
  writeFileSync(join(origin, 'CHANGELOG.md'), changelog);
  git(origin, ['init', '--quiet']);
  git(origin, ['add', '.']);
  git(origin, ['commit', '--quiet', '--message', 'start']);
  git(folder.path, ['clone', '--quiet', origin, clone]);
  return {
    release: (...argv) => {
      const ran = spawnSync(process.execPath, ['scripts/release.ts', ...argv], {cwd: clone, env, encoding: 'utf8'});
      return {code: ran.status, out: ran.stdout, err: ran.stderr};
    },
    git: (...argv) => git(clone, argv),
    read: file => readFileSync(join(clone, file), 'utf8'),
    write: (file, text) => writeFileSync(join(clone, file), text),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
};

/** Nothing was written, committed or tagged. */
const expectUntouched = ({git, read}: Clone): void => {
  expect(git('log', '--format=%s')).toBe('start');
  expect(git('tag')).toBe('');
  expect(read('CHANGELOG.md')).toBe(CHANGELOG);
  expect(JSON.parse(read('package.json')).version).toBe('0.1.0');
};

test('a release has the version in its files, the changes under it, one commit and a tag', {
  tags: ['fast'],
}, async () => {
  await someDayLeft();
  using clone = openClone();
  const {code, out} = clone.release('minor');
  expect({code, out}).toEqual({code: 0, out: expect.stringContaining('git push --follow-tags')});
  expect(JSON.parse(clone.read('package.json')).version).toBe('0.2.0');
  expect(JSON.parse(clone.read('package-lock.json')).version).toBe('0.2.0');
  const day = new Date().toISOString().slice(0, 10);
  expect(clone.read('CHANGELOG.md')).toBe(
    CHANGELOG.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [0.2.0] - ${day}\n`),
  );
  expect(clone.git('status', '--porcelain')).toBe('');
  expect(clone.git('log', '-1', '--format=%B')).toBe('release: 0.2.0\n\n### Added\n\n- Reminders in Latin.');
  expect(clone.git('describe')).toBe('v0.2.0');
  expect(clone.git('rev-list', '--count', 'HEAD')).toBe('2');
});

test.each([
  ['patch', '0.1.1'],
  ['major', '1.0.0'],
  ['0.1.0', '0.1.0'],
  ['0.10.0', '0.10.0'],
])('"%s" releases %s', (argument, version) => {
  using clone = openClone();
  expect(clone.release(argument).code).toBe(0);
  expect(clone.git('describe')).toBe(`v${version}`);
});

test('--dry-run says what it would release, and changes nothing', () => {
  using clone = openClone({check: 'false'});
  const {code, out} = clone.release('minor', '--dry-run');
  expect(code).toBe(0);
  expect(out).toMatch(/^0\.2\.0 would be released[\s\S]*- Reminders in Latin\./u);
  expectUntouched(clone);
});

test.each([
  ['the checks fail', {check: 'false'}, 'The checks failed: nothing was changed.\n'],
  ['the package fails', {'pack-test': 'false'}, 'The package failed: nothing was changed.\n'],
])('it refuses if %s', (_, scripts, sentence) => {
  using clone = openClone(scripts);
  const {code, err} = clone.release('minor');
  expect(code).toBe(1);
  expect(err).toContain(sentence);
  expectUntouched(clone);
  expect(clone.git('status', '--porcelain')).toBe('');
});

test.each([
  ['no version', [], /^Usage: /u],
  ['words that are no version', ['soon'], /^Usage: /u],
  ['two versions', ['minor', 'patch'], /^Usage: /u],
  ['an older version', ['0.0.9'], /^0\.0\.9 is older than 0\.1\.0\.\n$/u],
])('it refuses %s', (_, argv, sentence) => {
  using clone = openClone();
  expect(clone.release(...argv)).toEqual({code: 1, out: '', err: expect.stringMatching(sentence)});
  expectUntouched(clone);
});

test('it refuses a dirty tree, an existing tag and an empty section', () => {
  using clone = openClone();
  clone.write('notes.txt', 'a new file');
  expect(clone.release('minor')).toMatchObject({code: 1, err: 'The working tree has changes: commit them first.\n'});
  clone.git('clean', '--force', '--quiet');
  clone.git('tag', 'v0.2.0');
  expect(clone.release('minor')).toMatchObject({code: 1, err: 'The tag v0.2.0 exists already.\n'});
  using empty = openClone({}, CHANGELOG.replace('### Added\n\n- Reminders in Latin.\n\n', ''));
  expect(empty.release('minor')).toMatchObject({code: 1, err: 'CHANGELOG.md has nothing under "Unreleased".\n'});
});

test("this repository's own changelog can be released", () => {
  using clone = openClone({}, readFileSync('CHANGELOG.md', 'utf8'));
  const {out, err} = clone.release('minor', '--dry-run');
  // Right after a release the section is empty.
  expect(out + err).toMatch(/^0\.2\.0 would|nothing under/u);
});
