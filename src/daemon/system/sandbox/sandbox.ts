// The sandbox of commands: bubblewrap on Linux and Seatbelt on macOS, through a library. A command reads the machine
// except secrets, writes the workspace and a folder for temporary files, and reaches hosts through a proxy. Unix
// sockets are out of reach, so also Rooster's own.
import {existsSync, lstatSync, rmSync} from 'node:fs';
import {extname, join} from 'node:path';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import type {Environment} from '../../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {shellQuoted} from '../../../shared/text/shell-quoted.ts';
import type {Sandbox, SandboxCheck, SandboxOrder} from '../../ports/sandbox.ts';
import {findProgram} from '../find-program.ts';
import {beginCommand, type Files, openLibrary, useLibrary} from './library.ts';
import {checkMachine} from './missing.ts';
import {createPlaceholders} from './placeholders.ts';

type SandboxFolders = {
  readonly workspace: string;
  /** Names in the workspace that no command changes, creates or replaces; a name without an ending is a folder. */
  readonly standing: readonly string[];
  /** The folder for temporary files. Its content is deleted with the first command of a daemon. */
  readonly scratch: string;
  /** Paths that no command reads. */
  readonly secret: () => readonly string[];
};

/** The secrets that commands may send without knowing them. Read for each command. */
type LentSecrets = () => readonly {readonly name: string; readonly value: string; readonly hosts: readonly string[]}[];

export const createSandbox = (
  folders: SandboxFolders,
  env: Environment,
  lent: LentSecrets = () => [],
): Sandbox & AsyncDisposable => {
  const {workspace, standing, scratch, secret} = folders;
  const closeLibrary = useLibrary();
  const shell = findProgram('bash', env['PATH'], '/') === undefined ? 'sh' : 'bash';
  const protectedPaths = standing.map(name => join(workspace, name));
  const isFolder = (path: string): boolean => extname(path) === '';
  const placeholders = createPlaceholders(`${scratch}.placeholders`, protectedPaths);
  let isCleared = false;
  /** The last check of the machine that succeeded, or the reason why the last command didn't start. */
  let known: SandboxCheck | undefined;

  const prepare = (): void => {
    if (!isCleared) rmSync(scratch, {recursive: true, force: true});
    isCleared = true;
    for (const folder of [scratch, ...protectedPaths.filter(isFolder)]) makeFolder(folder);
  };

  const filesFor = ({profile, write = []}: SandboxOrder): Files => ({
    denyRead: [...secret()],
    allowRead: [workspace, scratch],
    allowWrite: [scratch, ...(profile === 'workspace' ? [workspace] : []), ...write],
    denyWrite: [
      ...protectedPaths,
      // They run outside the sandbox when the person uses git there, or are of somebody else's sandbox.
      ...[join(workspace, '.git/hooks'), join(workspace, '.git/config'), '/tmp/claude'].filter(path =>
        existsSync(path),
      ),
    ],
  });

  /** A reason in the workspace, as a sentence: somebody may change it at any time. */
  const whyNotHere = (): string | undefined => {
    if (workspace.startsWith('/dev/')) return `The workspace ${workspace} is below /dev, which the sandbox replaces.`;
    const link = protectedPaths.find(path => lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink());
    return link === undefined
      ? undefined
      : `${link} is a link, which the sandbox can't protect. Put the file itself there.`;
  };

  /** Call it inside a counted command. */
  const open = async () => {
    const why = whyNotHere();
    if (why !== undefined) throw new GatewayError('unavailable', `The sandbox can't start. ${why}`);
    if (known?.works !== true) known = await checkMachine(env);
    if (!known.works) throw new GatewayError('unavailable', `The sandbox can't start. ${known.reason}`);
    try {
      return await openLibrary(shell, lent().length > 0);
    } catch (error) {
      // It works again as soon as the other commands have ended.
      if (error instanceof GatewayError && error.code === 'busy') throw error;
      known = {works: false, reason: asReason(error)};
      throw new GatewayError('unavailable', `The sandbox can't start. ${known.reason}`, {cause: error});
    }
  };

  const wrap: Sandbox['wrap'] = async order => {
    const end = beginCommand();
    let endPlaceholders = (): void => {};
    try {
      const library = await open();
      prepare();
      endPlaceholders = placeholders.begin();
      // The proxy knows a command by this id, so nobody may guess it.
      const commandId = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
      const options = {commandId, commandText: order.command};
      const inside = `${formatVariables(scratch)} exec ${shell} -c ${shellQuoted(order.command)}`;
      const secrets = lent().filter(({name}) => order.secrets?.includes(name));
      const custom = {filesystem: filesFor(order), credentials: credentialsOf(secrets)};
      const command = await withVariables(secrets, () =>
        library.wrapWithSandbox(inside, shell, custom, undefined, options),
      );
      const hosts = [...order.hosts, ...secrets.flatMap(secret => secret.hosts)];
      library.registerCommandNetworkLists(commandId, {allowedDomains: [...new Set(hosts)]});
      return {
        command,
        refusedHosts: () => [
          ...new Set(
            library
              .getSandboxViolationStore()
              .getViolationsForCommand(commandId)
              .flatMap(({line}) => REFUSED_HOST.exec(line)?.[1] ?? []),
          ),
        ],
        release: () => {
          library.unregisterCommandNetworkLists(commandId);
          library.cleanupAfterCommand();
          endPlaceholders();
          end();
        },
      };
    } catch (error) {
      endPlaceholders();
      end();
      if (error instanceof GatewayError) throw error;
      throw new GatewayError('unavailable', `The sandbox can't start. ${asReason(error)}`, {cause: error});
    }
  };

  return {
    check: async () => {
      const why = whyNotHere();
      if (why !== undefined) return {works: false, reason: why};
      if (known === undefined) known = await checkMachine(env);
      if (known.works) return known;
      // Somebody may have repaired it. Whether a command starts, only another start tells.
      const end = beginCommand();
      await open().catch(() => undefined);
      end();
      return known;
    },
    wrap,
    [Symbol.asyncDispose]: closeLibrary,
  };
};

const credentialsOf = (secrets: ReturnType<LentSecrets>) =>
  secrets.length === 0
    ? undefined
    : {envVars: secrets.map(({name, hosts}) => ({name, mode: 'mask' as const, injectHosts: [...hosts]}))};

let turn: Promise<unknown> = Promise.resolve();

/** The library reads secrets from the daemon's own environment: they are there only meanwhile, for one command. */
const withVariables = async <T>(secrets: ReturnType<LentSecrets>, work: () => Promise<T>): Promise<T> => {
  if (secrets.length === 0) return await work();
  const before = turn;
  const {promise, resolve} = Promise.withResolvers<void>();
  turn = promise;
  await before;
  const own = secrets.map(({name}) => [name, process.env[name]] as const);
  for (const {name, value} of secrets) process.env[name] = value;
  try {
    return await work();
  } finally {
    for (const [name, value] of own) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    resolve();
  }
};

/** Programs keep caches and temporary files where they may write, and Node uses the proxy. */
const formatVariables = (scratch: string): string =>
  Object.entries({
    TMPDIR: scratch,
    XDG_CACHE_HOME: join(scratch, 'cache'),
    npm_config_cache: join(scratch, 'npm'),
    NODE_USE_ENV_PROXY: '1',
  })
    .map(([name, value]) => `${name}=${shellQuoted(value)}`)
    .join(' ');

const asReason = (error: unknown): string => {
  const message = errorMessage(error);
  return /[.!?]$/u.test(message) ? message : `${message}.`;
};

/** The library's record of a refused connection. */
const REFUSED_HOST = /^deny network-outbound (\S+):\d+ /u;
