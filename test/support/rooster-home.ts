// The command as a process: the shipped bundle, on its own home, with the daemon that it starts.
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {tempDir} from './temp-dir.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = join(ROOT, 'dist/rooster.js');

/** Whoever waits for a daemon that starts is told so. That shows how slow the machine is, and nothing that a test is about. */
const STARTING = /^The daemon is starting \(\d+ s so far\)\.\n/gmu;

/** `npm test` builds first; a single file run by hand may find no build. */
export const ensureBuilt = (): void => {
  if (existsSync(ENTRY)) return;
  const {status, stderr} = spawnSync(process.execPath, [join(ROOT, 'build.ts')], {encoding: 'utf8'});
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
};

type Ran = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
};

type Running = Disposable & {
  readonly pid: number;
  readonly out: () => string;
  readonly err: () => string;
  readonly write: (text: string) => void;
  readonly end: () => void;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Ran>;
};

export type RoosterHome = Disposable & {
  readonly path: string;
  /** The daemon's process. */
  readonly pid: () => number;
  readonly start: (argv: readonly string[], options?: RunOptions) => Running;
  readonly run: (argv: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** The document that a command prints with --json. */
  readonly json: <T extends object = Readonly<Record<string, unknown>>>(argv: readonly string[]) => Promise<T>;
  readonly shell: (script: string) => Running;
};

type RunOptions = {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** @default the Node that runs the tests */
  readonly node?: string;
  readonly entry?: string;
};

/** A home that does not exist yet; its daemon and its folder are removed after the test. */
export const roosterHome = (name = 'home'): RoosterHome => {
  const folder = tempDir();
  const path = join(folder.path, name);
  // Without the developer's own environment.
  const own = {PATH: process.env['PATH'] ?? '', HOME: folder.path, TZ: 'UTC', LANG: 'C.UTF-8', ROOSTER_HOME: path};
  const pid = (): number => Number.parseInt(readFileSync(join(path, 'rooster.db.pid'), 'utf8'), 10);

  const launch = (command: string, argv: readonly string[], env: Readonly<Record<string, string>>): Running => {
    const child = spawn(command, argv, {env: {...own, ...env}, stdio: 'pipe'});
    const said = {out: '', err: ''};
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err += text;
    });
    // A program may end without reading all of its input; its output and exit code show the result.
    child.stdin.on('error', error => {
      if (!('code' in error) || error.code !== 'EPIPE') throw error;
    });
    return {
      pid: child.pid ?? 0,
      out: () => said.out,
      err: () => said.err,
      write: text => void child.stdin.write(text),
      end: () => void child.stdin.end(),
      signal: signal => void child.kill(signal),
      ended: once(child, 'close').then(([code, signal]) => ({
        code,
        signal,
        out: said.out,
        err: said.err.replace(STARTING, ''),
      })),
      [Symbol.dispose]: () => void child.kill('SIGKILL'),
    };
  };

  const start: RoosterHome['start'] = (argv, {env = {}, node = process.execPath, entry = ENTRY} = {}) =>
    launch(node, [entry, ...argv], env);
  const run: RoosterHome['run'] = async (argv, options = {}) => {
    const running = start(argv, options);
    running.write(options.input ?? '');
    running.end();
    return await running.ended;
  };
  return {
    path,
    pid,
    start,
    run,
    json: async argv => {
      const {code, out, err} = await run(argv);
      if (code !== 0 || err !== '') throw new Error(`rooster ${argv.join(' ')} ended with ${code}: ${err}`);
      return JSON.parse(out);
    },
    shell: script => launch('bash', ['-c', script], {NODE: process.execPath, ENTRY}),
    [Symbol.dispose]: () => {
      try {
        process.kill(pid(), 'SIGKILL');
      } catch {
        // None was started, or it has ended.
      }
      folder[Symbol.dispose]();
    },
  };
};
