// A stand-in as a real process in its own folder, and clients for it.
import {type ChildProcess, spawn} from 'node:child_process';
import {connect, type Socket} from 'node:net';
import {join} from 'node:path';
import {builtProgram} from '../../support/built-program.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {until} from '../../support/until.ts';
import {type Control, controlAt} from '../control/control-client.ts';
import {writeAccount} from '../program/data-dir.ts';
import {OWN} from '../signal/samples.ts';
import {openServer, type Server} from '../signal/server.ts';

export type Home = Disposable & {
  readonly path: string;
  readonly socket: string;
  readonly server: Server;
  /** Starts one; `args` come after the folder. It ends with the home in any case. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): StandIn;
};

export type StandIn = {
  readonly child: ChildProcess;
  readonly control: Control;
  stdout(): string;
  stderr(): string;
  says(text: string): Promise<void>;
  ended(): Promise<number | string>;
};

/** With our own account linked by default. */
export const standInHome = ({linked = true} = {}): Home => {
  const dir = tempDir();
  if (linked) writeAccount(dir.path, OWN);
  const server = openServer(dir.path);
  const children: ChildProcess[] = [];
  return {
    path: dir.path,
    socket: join(dir.path, 'sc.sock'),
    server,
    start: (args, env = {}) => {
      const standIn = start(dir.path, args, env);
      children.push(standIn.child);
      return standIn;
    },
    [Symbol.dispose]: () => {
      for (const child of children) child.kill('SIGKILL');
      server[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

const start = (folder: string, args: readonly string[], env: Readonly<Record<string, string>>): StandIn => {
  const where = join(folder, 'control.sock');
  const child = spawn(process.execPath, [MAIN, '-c', folder, ...args], {
    env: {...process.env, SIGNAL_STAND_IN_CONTROL: where, ...env},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.on('error', () => undefined);
  const end = new Promise<number | string>(resolve =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? '')),
  );
  return {
    child,
    control: controlAt(where),
    stdout: () => stdout,
    stderr: () => stderr,
    says: text => until(`stderr says ${text}; so far ${stderr}`, () => stderr.includes(text)),
    ended: () => end,
  };
};

export type LineClient = Disposable & {
  readonly lines: readonly string[];
  readonly socket: Socket;
  readonly closed: () => boolean;
  write(text: string | Buffer): void;
  /** The next line that hasn't been taken. */
  next(): Promise<string>;
  /** Sends a request and takes the next line. */
  ask(method: string, params?: unknown, id?: unknown): Promise<unknown>;
};

export const lineClient = async (where: {path: string} | {host: string; port: number}): Promise<LineClient> => {
  const socket = connect(where);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const lines: string[] = [];
  let kept: string[] = [];
  let taken = 0;
  let closed = false;
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    kept.push(first);
    for (const part of others) {
      lines.push(kept.join(''));
      kept = [part];
    }
  });
  socket.on('close', () => (closed = true)).on('error', () => undefined);
  const next = async (): Promise<string> => {
    await until('another line', () => lines.length > taken || closed);
    return lines[taken++] ?? '(closed)';
  };
  return {
    lines,
    socket,
    closed: () => closed,
    write: text => void socket.write(text),
    next,
    ask: async (method, params, id = '1') => {
      socket.write(`${JSON.stringify({jsonrpc: '2.0', method, ...(params !== undefined && {params}), id})}\n`);
      return JSON.parse(await next()) as unknown;
    },
    [Symbol.dispose]: () => socket.destroy(),
  };
};

/** A daemon on a UNIX socket, ready, and a client of it. */
export const daemonWith = async (
  home: Home,
  {args = [] as readonly string[], mode = 'manual', account = true} = {},
) => {
  const global = account ? ['-a', OWN.number] : [];
  const daemon = home.start([
    ...global,
    '-o',
    'json',
    'daemon',
    '--socket',
    home.socket,
    '--receive-mode',
    mode,
    ...args,
  ]);
  await daemon.says('Started JSON-RPC server on');
  return {daemon, client: await lineClient({path: home.socket})};
};

const MAIN = await builtProgram(new URL('../main.ts', import.meta.url));
