// Finds out whether the sandbox can work on this machine, without its library, so that it costs little to ask.
import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import type {Environment} from '../../../shared/records/places.ts';
import type {SandboxCheck} from '../../ports/sandbox.ts';
import {findProgram} from '../find-program.ts';

/** Looks for the programs, and starts the one that makes the sandbox. */
export const checkMachine = async (env: Environment): Promise<SandboxCheck> => {
  if (process.platform === 'darwin') return {works: true};
  const missing = PACKAGES.flatMap(({program, name}) =>
    findProgram(program, env['PATH'], '/') === undefined ? [name] : [],
  );
  if (missing.length > 0) {
    const reason = `${missing.join(' and ')} ${missing.length === 1 ? "isn't" : "aren't"} installed.`;
    return {works: false, missing, reason};
  }
  const failure = await tryBubblewrap(env);
  return failure === undefined ? {works: true} : {works: false, missing: [], reason: whyNot(failure)};
};

const tryBubblewrap = (env: Environment): Promise<string | undefined> =>
  new Promise(resolve => {
    execFile('bwrap', BARE, {timeout: LIMIT_MS, env: {...env}, cwd: '/'}, (error, _, written) =>
      resolve(error === null ? undefined : (written.trim().split('\n')[0] ?? error.message)),
    );
  });

const whyNot = (failure: string): string => {
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return "Ubuntu's AppArmor doesn't let bubblewrap create user namespaces.";
  if (setting('kernel/unprivileged_userns_clone') === '0' || setting('user/max_user_namespaces') === '0')
    return "This system doesn't allow user namespaces.";
  return `bubblewrap can't start: ${failure}.`;
};

const setting = (name: string): string | undefined => {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
};

/** The programs that the sandbox needs on Linux, with the packages of Debian and others. */
const PACKAGES = [
  {program: 'bwrap', name: 'bubblewrap'},
  {program: 'socat', name: 'socat'},
] as const;

const BARE: readonly string[] =
  '--unshare-user --unshare-pid --unshare-net --die-with-parent --ro-bind / / --dev /dev --proc /proc -- true'.split(
    ' ',
  );
const LIMIT_MS = 10_000;
