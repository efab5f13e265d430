// The files around the code: the package, the workflows, the issue form.
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import manifest from '../../package.json' with {type: 'json'};

test('the package holds the program and the documents, and nothing that only developers need', () => {
  // The scripts would build, which takes seconds.
  const argv = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(execFileSync('npm', argv, {encoding: 'utf8'}));
  const files: readonly string[] = packed.files.map(({path}: {readonly path: string}) => path);
  const wanted = /^(?:(?:dist|docs|examples)\/|(?:README|CHANGELOG|SECURITY)\.md$|LICENSE$|package\.json$)/u;
  expect(files.filter(path => !wanted.test(path))).toEqual([]);
  expect(files.filter(path => /\.map$|\.compiled|pictures\/states/u.test(path))).toEqual([]);
  const pages = files.filter(path => path.endsWith('.md'));
  const linked = pages.flatMap(page =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/gu)].map(([, to = '']) =>
      join(dirname(page), to),
    ),
  );
  expect(linked.length).toBeGreaterThan(50);
  expect(linked.filter(path => !files.includes(path))).toEqual([]);
});

test('the manifest can be published, and names no address that nobody has given', () => {
  expect(manifest).toMatchObject({publishConfig: {access: 'public', provenance: true}, license: 'MIT'});
  expect(manifest.keywords.length).toBeGreaterThan(5);
  for (const key of ['private', 'repository', 'homepage', 'bugs', 'author']) expect(manifest).not.toHaveProperty(key);
});

test('every command of a workflow is a script of this package', () => {
  const workflows = readdirSync('.github/workflows').map(name => readYaml(`.github/workflows/${name}`) as Workflow);
  const steps = workflows.flatMap(({jobs}) => Object.values(jobs).flatMap(job => job.steps));
  const lines = steps.flatMap(({run = ''}) => run.split('&&').map(line => line.trim()));
  const scripts = lines.flatMap(line => /^npm (?:run (?:--silent )?([\w:-]+)|(test))/u.exec(line)?.slice(1) ?? []);
  const named = scripts.filter(name => name !== undefined);
  expect(named).toEqual(expect.arrayContaining(['test', 'check', 'pack-test']));
  expect(named.filter(name => !(name in manifest.scripts))).toEqual([]);
});

test('CI runs on Linux and macOS, with the oldest Node of the package and the one that it brings', () => {
  expect(readYaml('.github/workflows/ci.yml')).toMatchObject({
    jobs: {test: {strategy: {matrix: {os: ['ubuntu-latest', 'macos-latest'], node: [24, 26]}}}},
  });
  expect(manifest.engines.node).toBe('>=24');
  expect(manifest.devDependencies.node).toMatch(/^\^26\./u);
});

test('the issue form asks for the output of the doctor', () => {
  expect(readYaml('.github/ISSUE_TEMPLATE/bug.yml')).toMatchObject({
    body: expect.arrayContaining([
      expect.objectContaining({
        id: 'doctor',
        attributes: expect.objectContaining({label: 'rooster doctor --json'}),
        validations: {required: true},
      }),
    ]),
  });
});

test('a report of a vulnerability needs no address', () => {
  const page = readFileSync('SECURITY.md', 'utf8');
  expect(page).toContain('Report a vulnerability');
  expect(page).not.toMatch(/@|https?:/u);
});

type Workflow = {
  readonly jobs: Readonly<Record<string, {readonly steps: readonly {readonly run?: string}[]}>>;
};

const readYaml = (path: string): unknown => parse(readFileSync(path, 'utf8'));
