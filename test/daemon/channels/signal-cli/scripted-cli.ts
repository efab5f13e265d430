// A program in place of signal-cli, for the supervisor alone: each start follows the next entry of its script. signal-cli's own behaviour
// is in test/signal-stand-in.
import {appendFileSync, existsSync, readFileSync, rmSync} from 'node:fs';
import {createServer, type Socket} from 'node:net';

export type CliScript = {
  /** Printed to stderr immediately. */
  readonly says?: readonly string[];
  /** Exits with this code, immediately. */
  readonly exits?: number;
  /** Accepts connections; without it, it only runs. */
  readonly serves?: boolean;
  readonly version?: string;
  /** Written to stdout on a subscription, and on its end. */
  readonly receives?: readonly string[];
  readonly receivesLast?: readonly string[];
  /** Methods that never get a response. */
  readonly mute?: readonly string[];
  readonly ignoresTerm?: boolean;
  /** Leaves its socket behind, as after a kill. */
  readonly leavesSocket?: boolean;
};

const [folder = '', ...args] = process.argv.slice(2);
const note = (what: string): void => appendFileSync(`${folder}/notes`, `${what}\n`);
const scripts = JSON.parse(readFileSync(`${folder}/script.json`, 'utf8')) as readonly CliScript[];
// A request for its version refers to the next start.
const isAsked = args.includes('--version');
if (!isAsked) note(`start ${args.join(' ')}`);
const notes = existsSync(`${folder}/notes`) ? readFileSync(`${folder}/notes`, 'utf8').split('\n') : [];
const starts = notes.filter(line => line.startsWith('start')).length + (isAsked ? 1 : 0);
const script = scripts[Math.min(starts, scripts.length) - 1] ?? {};
if (isAsked) {
  process.stdout.write(`signal-cli ${script.version ?? '0.14.6'}\n`);
  process.exit(0);
}
const socketPath = args[args.indexOf('--socket') + 1] ?? '';
note(`pid ${process.pid}`);

const answers = (socket: Socket, line: string): void => {
  const {id, method} = JSON.parse(line) as {id: number; method: string};
  note(method);
  if (script.mute?.includes(method) === true) return;
  const write = (lines: readonly string[] = []): void => {
    for (const received of lines) process.stdout.write(`${received}\n`);
  };
  const results: Record<string, unknown> = {version: {version: script.version ?? '0.14.6'}, subscribeReceive: 0};
  if (method === 'unsubscribeReceive') write(script.receivesLast);
  socket.write(`${JSON.stringify({jsonrpc: '2.0', result: results[method] ?? {}, id})}\n`);
  if (method === 'subscribeReceive') write(script.receives);
};

process.on('SIGTERM', () => {
  note('SIGTERM');
  if (script.ignoresTerm === true) return;
  if (script.leavesSocket !== true) rmSync(socketPath, {force: true});
  process.exit(0);
});
for (const line of script.says ?? []) process.stderr.write(`${line}\n`);
if (script.exits !== undefined) process.exit(script.exits);
if (script.serves === true) {
  const server = createServer(socket => {
    let rest = '';
    socket.on('error', () => {});
    socket.on('close', () => note('hung up'));
    socket.on('data', chunk => {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answers(socket, line);
    });
  });
  server.on('error', error => {
    process.stderr.write(`Failed to bind socket ${socketPath}: ${error.message}\n`);
    process.exit(3);
  });
  server.listen(socketPath, () => {
    process.stderr.write(`INFO  SocketHandler - Started JSON-RPC server on ${socketPath}\n`);
  });
}
setInterval(() => {}, 60_000);
