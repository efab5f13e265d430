// `npm run release -- major|minor|patch|1.2.3 [--dry-run]`: makes a version. It runs all checks, moves the changelog's section "Unreleased"
// to the version, tries the packed package, commits and tags. When something fails, the files are as before. It pushes and publishes nothing.
import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const main = (): void => {
  const {values, positionals} = parseArgs({options: {'dry-run': {type: 'boolean'}}, allowPositionals: true});
  const version = nextVersion(JSON.parse(read('package.json')).version, positionals);
  const tag = `v${version}`;
  if (git('status', '--porcelain') !== '') throw new Refusal('The working tree has changes: commit them first.');
  if (git('tag', '--list', tag) !== '') throw new Refusal(`The tag ${tag} exists already.`);
  const changes = unreleased(read('CHANGELOG.md'));
  if (values['dry-run'] === true) {
    console.log(`${version} would be released with these changes:\n\n${changes}\n\nNothing was checked or changed.`);
    return;
  }
  if (!succeeds('npm', 'run', 'check')) throw new Refusal('The checks failed: nothing was changed.');
  writeVersion(version);
  if (!succeeds('npm', 'run', 'pack-test')) {
    git('checkout', '--', ...FILES);
    throw new Refusal('The package failed: nothing was changed.');
  }
  git('commit', '--quiet', '--message', `release: ${version}`, '--message', changes, '--', ...FILES);
  git('tag', '--annotate', tag, '--message', `Rooster ${version}`);
  console.log(`${version} is committed and tagged. To publish it: git push --follow-tags`);
};

/** The manifest's own version may be named, too: the first one is in it before its release. */
const nextVersion = (current: string, wanted: readonly string[]): string => {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  const next: Readonly<Record<string, string>> = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  const [word = ''] = wanted;
  const version = next[word] ?? word;
  if (wanted.length !== 1 || !/^\d+\.\d+\.\d+$/u.test(version)) throw new Refusal(USAGE);
  if (version.localeCompare(current, 'en', {numeric: true}) < 0)
    throw new Refusal(`${version} is older than ${current}.`);
  return version;
};

/** The text of the changelog's section. */
const unreleased = (changelog: string): string => {
  const [, rest = ''] = changelog.split(HEADING);
  const [section = ''] = rest.split('\n## ');
  const text = section.trim();
  if (text === '') throw new Refusal('CHANGELOG.md has nothing under "Unreleased".');
  return text;
};

const writeVersion = (version: string): void => {
  execFileSync('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], {cwd: ROOT});
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const released = read('CHANGELOG.md').replace(HEADING, () => `${HEADING}\n\n## [${version}] - ${day}`);
  writeFileSync(join(ROOT, 'CHANGELOG.md'), released);
};

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const git = (...argv: readonly string[]): string => execFileSync('git', argv, {cwd: ROOT, encoding: 'utf8'}).trim();

/** Shows the program's output. */
const succeeds = (program: string, ...argv: readonly string[]): boolean =>
  spawnSync(program, argv, {cwd: ROOT, stdio: 'inherit'}).status === 0;

/** A sentence for the maintainer, without a stack trace. */
class Refusal extends Error {}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
const HEADING = '## [Unreleased]';
const USAGE = 'Usage: npm run release -- major|minor|patch|1.2.3 [--dry-run]';

try {
  main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
