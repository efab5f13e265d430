// Makes V8 compile the functions that a start calls together with the file they are in. V8 compiles a function at its first call, unless it
// stands in parentheses (https://v8.dev/blog/preparser#pife), and Node's compile cache holds only what was compiled with the file. So the
// programs are started once, and what they called gets parentheses. That changes when a function is compiled, and nothing else.
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath, pathToFileURL} from 'node:url';
import remapping from '@jridgewell/remapping';
import MagicString from 'magic-string';
import {parseAst} from 'rolldown/parseAst';

/** Rewrites the bundled files in `dist` that a start loads, with their source maps. */
export const compileStartEagerly = async (dist: string): Promise<void> => {
  for (const [path, called] of await callsOfAStart(dist)) {
    // The bundler's own few helpers have none.
    if (!existsSync(`${path}.map`)) continue;
    const code = readFileSync(path, 'utf8');
    const marked = withParentheses(code, called);
    const map = remapping(
      [marked.generateMap({hires: 'boundary'}), readFileSync(`${path}.map`, 'utf8')].map(String),
      () => null,
    );
    replace(`${path}.map`, String(map));
    replace(path, String(marked));
  }
};

/**
 * For each file under `dist`: where the functions begin that were called while a daemon started and `rooster status` asked it. Empty when
 * the daemon can't start on this machine, which the daemon explains itself.
 */
const callsOfAStart = async (dist: string): Promise<ReadonlyMap<string, ReadonlySet<number>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'rooster-build-'));
  const coverage = join(folder, 'coverage');
  const daemon = run([join(dist, 'daemon.js'), 'run'], folder, coverage);
  const ended = once(daemon, 'exit');
  try {
    if (await opens(join(folder, 'run/rooster.sock'), daemon)) {
      await once(run([join(dist, 'rooster.js'), 'status', '--json'], folder, coverage), 'exit');
    } else {
      process.stderr.write(
        'Built, but the daemon did not start, so its code is not compiled ahead: a start takes some 15 ms longer.\n',
      );
    }
    daemon.kill('SIGTERM');
    await ended;
    return readCoverage(coverage, dist);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
};

const opens = async (socket: string, daemon: ChildProcess): Promise<boolean> => {
  for (let waited = 0; daemon.exitCode === null && waited < LONGEST_START_MS; waited += POLL_MS) {
    if (existsSync(socket)) return true;
    await pause(POLL_MS);
  }
  return false;
};

const run = (args: readonly string[], home: string, coverage: string): ChildProcess =>
  spawn(process.execPath, args, {
    env: {PATH: process.env['PATH'], HOME: home, ROOSTER_HOME: home, NODE_V8_COVERAGE: coverage},
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** The files that Node writes for `NODE_V8_COVERAGE`, one for each process: the `takePreciseCoverage` of V8's inspector. */
type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {readonly ranges: readonly {readonly startOffset: number; readonly count: number}[]}[];
  }[];
};

const readCoverage = (folder: string, dist: string): ReadonlyMap<string, ReadonlySet<number>> => {
  const called = new Map<string, Set<number>>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const {result} = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
    for (const {url, functions} of result.filter(script => script.url.startsWith(pathToFileURL(dist).href))) {
      const path = fileURLToPath(url);
      const starts = called.get(path) ?? new Set();
      called.set(path, starts);
      for (const {ranges} of functions) if (ranges[0] && ranges[0].count > 0) starts.add(ranges[0].startOffset);
    }
  }
  return called;
};

/** Methods and declarations cannot stand in parentheses and stay as they are. */
const withParentheses = (code: string, called: ReadonlySet<number>): MagicString => {
  const marked = new MagicString(code);
  const visit = (node: unknown, isMethod: boolean): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, false);
    } else if (isNode(node)) {
      const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
      if (isFunction && !isMethod && called.has(node.start))
        marked.appendLeft(node.start, '(').appendRight(node.end, ')');
      const holdsMethod =
        node.type === 'MethodDefinition' || (node.type === 'Property' && (node.method || node.kind !== 'init'));
      for (const [key, value] of Object.entries(node)) visit(value, holdsMethod && key === 'value');
    }
  };
  visit(parseAst(code), false);
  return marked;
};

type AnyNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly method?: boolean;
  readonly kind?: string;
};

const isNode = (value: unknown): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value;

/** At once: a daemon may be starting from these files just now. */
const replace = (path: string, text: string): void => {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
};

const POLL_MS = 20;
const LONGEST_START_MS = 30_000;
