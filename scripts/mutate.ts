// `npm run mutate -- [AREA…] [--most N] [--seed N]`: breaks the code in one place at a time, and runs the tests of its area. A break that
// no test notices is printed as survived. Works on a copy of the files, so the working tree stays as it is. `--file PART` takes only the
// files whose path contains it, `--list` prints the changes without running anything. `--skip N` continues a run that was stopped after
// N changes, and doesn't run the tests without a change again.
import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join, resolve} from 'node:path';
import {parseArgs, stripVTControlCharacters} from 'node:util';
import {AREAS, type Area} from './mutate/areas.ts';
import {type Mutant, mutantsOf} from './mutate/mutants.ts';

const main = async (): Promise<number> => {
  const {values, positionals} = parseArgs({
    options: {
      most: {type: 'string', default: '40'},
      seed: {type: 'string', default: '1'},
      skip: {type: 'string', default: '0'},
      file: {type: 'string', default: ''},
      list: {type: 'boolean', default: false},
    },
    allowPositionals: true,
  });
  const unknown = positionals.find(name => !(name in AREAS));
  if (unknown !== undefined) {
    console.error(`There is no area "${unknown}". There are: ${Object.keys(AREAS).join(', ')}.`);
    return 2;
  }
  const names = positionals.length > 0 ? positionals : Object.keys(AREAS);
  const skip = Number(values.skip);
  const chosen = sampled(names, {most: Number(values.most), seed: Number(values.seed), part: values.file}).slice(skip);
  if (values.list) {
    for (const {name, mutant} of chosen) console.log(`${name}: ${format(mutant)}`);
    return 0;
  }
  using copy = openCopy();
  for (const name of skip > 0 ? [] : new Set(chosen.map(one => one.name))) {
    const area = areaOf(name);
    const {verdict, failed} = await run(copy.path, area, testsIn(copy.path, area));
    if (verdict !== 'passed') {
      console.error(`The tests of ${name} fail without a change: ${failed ?? verdict}`);
      return 2;
    }
  }
  const survived: Mutant[] = [];
  for (const [index, {name, mutant}] of chosen.entries()) {
    const {verdict, failed} = await judge(copy.path, areaOf(name), mutant);
    if (verdict === 'passed') survived.push(mutant);
    console.log(`${skip + index + 1}/${skip + chosen.length} ${OUTCOMES[verdict]} ${format(mutant)}`);
    if (failed !== undefined) console.log(`    by ${failed}`);
  }
  const killed = chosen.length - survived.length;
  console.log(`\n${killed} of ${chosen.length} changes were noticed (seed ${values.seed}).`);
  for (const mutant of survived) console.log(`survived: ${format(mutant)}`);
  return survived.length === 0 ? 0 : 1;
};

type Chosen = {readonly name: string; readonly mutant: Mutant};

/** The same seed and files give the same sample. Areas take turns, so that a small one is heard too. */
const sampled = (
  names: readonly string[],
  {most, seed, part}: {readonly most: number; readonly seed: number; readonly part: string},
): readonly Chosen[] => {
  const random = randomFrom(seed);
  const lists = names.map(name =>
    areaOf(name)
      .files.flatMap(pattern => globSync(pattern))
      .filter(file => file.includes(part))
      .toSorted()
      .flatMap(file => mutantsOf(file, readFileSync(file, 'utf8')))
      .map(mutant => ({name, mutant, order: random()}))
      .toSorted((one, other) => one.order - other.order),
  );
  const longest = Math.max(0, ...lists.map(list => list.length));
  return Array.from({length: longest}, (_, index) => lists.flatMap(list => list.slice(index, index + 1)))
    .flat()
    .slice(0, most);
};

type Verdict = 'passed' | 'failed' | 'too slow';

/** `failed`: the first test that failed, with its file. */
type Judgement = {readonly verdict: Verdict; readonly failed?: string | undefined};

/** A change that makes the tests hang counts as noticed; on a busy machine, it may have been the machine. */
const OUTCOMES: Readonly<Record<Verdict, string>> = {passed: 'SURVIVED', failed: 'killed  ', 'too slow': 'too slow'};

/** The tests of the file's own name come first: they are few and notice most. */
const judge = async (root: string, area: Area, mutant: Mutant): Promise<Judgement> => {
  const path = join(root, mutant.file);
  const before = readFileSync(path);
  writeFileSync(path, mutant.text);
  try {
    const all = testsIn(root, area);
    const stem = basename(mutant.file).replace(/\.ts$/u, '');
    const own = all.filter(test => basename(test).startsWith(`${stem}.`));
    const first: Judgement = own.length > 0 ? await run(root, area, own) : {verdict: 'passed'};
    const rest = all.filter(test => !own.includes(test));
    return first.verdict !== 'passed' || rest.length === 0 ? first : await run(root, area, rest);
  } finally {
    writeFileSync(path, before);
  }
};

const run = async (root: string, {isDeep}: Area, tests: readonly string[]): Promise<Judgement> => {
  const options = ['run', '--config', 'test/vitest.config.ts', '--project', 'one', '--bail', '1'];
  const quick = ['--reporter=dot', '--maxWorkers=2'];
  const tags = isDeep === true ? [] : ['--tags-filter=!deep || fast'];
  // A pipe would stay open as long as a process that a test has started.
  const errors = join(root, 'errors.log');
  const stderr = openSync(errors, 'w');
  const child = spawn('node_modules/.bin/vitest', [...options, ...quick, ...tags, ...tests], {
    cwd: root,
    stdio: ['ignore', 'ignore', stderr],
    detached: true,
  });
  closeSync(stderr);
  const ended = Promise.withResolvers<Verdict>();
  const timer = setTimeout(() => {
    endGroup(child);
    ended.resolve('too slow');
  }, LIMIT_MS);
  child.once('exit', code => ended.resolve(code === 0 ? 'passed' : 'failed'));
  child.once('error', ended.reject);
  try {
    const verdict = await ended.promise;
    const failed = /FAIL\s+(?:\|?one\|?\s+)?(.+)/u.exec(stripVTControlCharacters(readFileSync(errors, 'utf8')))?.[1];
    return {verdict, ...(verdict === 'failed' && {failed: failed?.trim() ?? 'no test: the run itself failed'})};
  } finally {
    clearTimeout(timer);
    endGroup(child);
  }
};

/** Also the workers that a hanging test keeps. */
const endGroup = ({pid}: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};

const openCopy = (): Disposable & {readonly path: string} => {
  const path = mkdtempSync(join(tmpdir(), 'rooster-mutate-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {encoding: 'utf8'});
  for (const file of listed.split('\n').filter(name => name !== '')) {
    mkdirSync(dirname(join(path, file)), {recursive: true});
    copyFileSync(file, join(path, file));
  }
  symlinkSync(resolve('node_modules'), join(path, 'node_modules'));
  const remove = (): void => rmSync(path, {recursive: true, force: true});
  process.once('SIGINT', () => {
    remove();
    process.exit(130);
  });
  return {path, [Symbol.dispose]: remove};
};

const areaOf = (name: string): Area => {
  const area = AREAS[name];
  if (area === undefined) throw new TypeError(`no area ${name}`);
  return area;
};

const testsIn = (root: string, {tests}: Area): readonly string[] =>
  [...new Set(tests.flatMap(pattern => globSync(pattern, {cwd: root})))].toSorted();

const format = ({file, line, before, after}: Mutant): string => `${file}:${line}  ${before}  →  ${after}`;

/** Numbers in [0, 1), the same for the same seed. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const LIMIT_MS = 180_000;

process.exitCode = await main();
