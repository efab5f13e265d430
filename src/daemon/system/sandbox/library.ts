// The library of the sandbox, loaded with the first command. It keeps one set of proxies for the process, so it is
// opened once for all commands, and closed with the last sandbox.
import {execFile} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {GatewayError} from '../../../shared/text/gateway-error.ts';

type Library = typeof import('@anthropic-ai/sandbox-runtime').SandboxManager;
export type Files = {
  readonly denyRead: string[];
  readonly allowRead: string[];
  readonly allowWrite: string[];
  readonly denyWrite: string[];
};

let opening: Promise<Library> | undefined;
/** The proxy reads what is sent over TLS, to put secrets into it. */
let readsTls = false;
/** The commands that run, or are about to. */
let commands = 0;
let idle = Promise.withResolvers<void>();
let sandboxes = 0;

/** Counts a sandbox in, and returns the function that counts it out: the last one closes the library. */
export const useLibrary = (): (() => Promise<void>) => {
  sandboxes += 1;
  return async () => {
    sandboxes -= 1;
    if (sandboxes > 0 || opening === undefined) return;
    if (commands > 0) await idle.promise;
    if (sandboxes === 0) await close();
  };
};

/** Counts a command in, and returns the function that counts it out. */
export const beginCommand = (): (() => void) => {
  if (commands === 0) idle = Promise.withResolvers();
  commands += 1;
  return () => {
    commands -= 1;
    if (commands === 0) idle.resolve();
  };
};

/**
 * The opened library. Rejects with a sentence if the sandbox can't start. Call it inside a counted command.
 * `withSecrets`: the proxy has to put secrets into requests.
 */
export const openLibrary = async (shell: string, withSecrets: boolean): Promise<Library> => {
  const library = await opening?.catch(() => undefined);
  const lacksTls = withSecrets && !readsTls;
  if (library !== undefined && (lacksTls || !(await hasProxy(library)))) {
    // A restart would take the protection of running commands away.
    if (commands > 1)
      throw new GatewayError(
        'busy',
        "The sandbox's proxy has to start again. Try again when other commands have ended.",
      );
    await close();
  }
  if (opening === undefined) readsTls = withSecrets;
  opening ??= open(shell).catch(error => {
    opening = undefined;
    throw error;
  });
  return await opening;
};

const open = async (shell: string): Promise<Library> => {
  endOrphans();
  const {SandboxManager} = await import('@anthropic-ai/sandbox-runtime');
  const temporary = process.env['TMPDIR'];
  const own = new Map(SIGNALS.map(signal => [signal, process.listeners(signal)]));
  // Its socket has to be visible in the sandbox, which has its own /dev.
  if (tmpdir().startsWith('/dev/')) process.env['TMPDIR'] = '/tmp';
  await SandboxManager.initialize({
    network: {allowedDomains: [], deniedDomains: [], tlsTerminate: readsTls ? {} : undefined},
    credentials: readsTls ? {envVars: []} : undefined,
    filesystem: {denyRead: [], allowWrite: [], denyWrite: []},
    // It would look for files to protect below the daemon's own folder, which is "/".
    ripgrep: {command: 'true'},
  }).finally(() => {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
    // At a signal the library would close at once, under the commands that the daemon lets finish.
    for (const [signal, listeners] of own)
      for (const listener of process.listeners(signal))
        if (!listeners.includes(listener)) process.removeListener(signal, listener);
  });
  // A command that fails because the sandbox doesn't start looks like any other that fails.
  const files: Files = {denyRead: [], allowRead: [], allowWrite: [], denyWrite: []};
  const command = await SandboxManager.wrapWithSandbox('true', shell, {filesystem: files});
  const failure = await run(command);
  SandboxManager.cleanupAfterCommand();
  if (failure === undefined) return SandboxManager;
  await SandboxManager.reset();
  throw new GatewayError('unavailable', failure);
};

const close = async (): Promise<void> => {
  const library = await opening?.catch(() => undefined);
  opening = undefined;
  await library?.reset();
};

/** Undefined if it succeeds, else the first line that it wrote. */
const run = (command: string): Promise<string | undefined> =>
  new Promise(resolve => {
    execFile('/bin/sh', ['-c', command], {timeout: TRIAL_MS, cwd: '/'}, (error, _, written) =>
      resolve(error === null ? undefined : (written.trim().split('\n')[0] ?? error.message)),
    );
  });

/** On Linux, a program outside passes the connections of commands on. Without it, they reach nothing. */
const hasProxy = (library: Library): Promise<boolean> =>
  new Promise(resolve => {
    const path = library.getLinuxHttpSocketPath();
    if (path === undefined) return resolve(true);
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A killed daemon leaves such a program behind. Its own proxy is gone, so it is of no use. */
const endOrphans = (): void => {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      if (!BRIDGE.test(line)) continue;
      const parent = /^PPid:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
      if (parent !== String(process.pid) && isReaper(parent)) process.kill(pid);
    } catch {
      // It has ended, or is somebody else's.
    }
  }
};

/** Orphans become children of the first process, or of the person's systemd. */
const isReaper = (pid: string | undefined): boolean =>
  pid === '1' || readFileSync(`/proc/${pid}/comm`, 'latin1').trim() === 'systemd';

const BRIDGE = /^(?:\S*\/)?socat\0UNIX-LISTEN:\S*\/claude-(?:http|socks)-[\da-f]+\.sock,/u;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const TRIAL_MS = 10_000;
