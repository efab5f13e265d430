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
    return {works: false, reason, fix: `${installer(env)} ${missing.join(' ')}`};
  }
  const failure = await tryBubblewrap(env);
  return failure === undefined ? {works: true} : {works: false, ...whyNot(failure)};
};

const tryBubblewrap = (env: Environment): Promise<string | undefined> =>
  new Promise(resolve => {
    execFile('bwrap', BARE, {timeout: LIMIT_MS, env: {...env}, cwd: '/'}, (error, _, written) =>
      resolve(error === null ? undefined : (written.trim().split('\n')[0] ?? error.message)),
    );
  });

const installer = (env: Environment): string =>
  INSTALLERS.find(([program]) => findProgram(program, env['PATH'], '/') !== undefined)?.[1] ?? 'install';

const whyNot = (failure: string): {readonly reason: string; readonly fix?: string} => {
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return {reason: "Ubuntu's AppArmor doesn't let bubblewrap create user namespaces.", fix: APPARMOR};
  if (setting('kernel/unprivileged_userns_clone') === '0')
    return {reason: NO_NAMESPACES, fix: 'sudo sysctl -w kernel.unprivileged_userns_clone=1'};
  if (setting('user/max_user_namespaces') === '0')
    return {reason: NO_NAMESPACES, fix: 'sudo sysctl -w user.max_user_namespaces=10000'};
  return {reason: `bubblewrap can't start: ${failure}.`};
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

const INSTALLERS: readonly (readonly [program: string, command: string])[] = [
  ['apt-get', 'sudo apt install'],
  ['dnf', 'sudo dnf install'],
  ['pacman', 'sudo pacman -S'],
  ['apk', 'sudo apk add'],
  ['zypper', 'sudo zypper install'],
];
const NO_NAMESPACES = "This system doesn't allow user namespaces.";
/** A profile in which bubblewrap, and nothing else, may do it. */
const APPARMOR =
  "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n' | " +
  'sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap';
const BARE: readonly string[] =
  '--unshare-user --unshare-pid --unshare-net --die-with-parent --ro-bind / / --dev /dev --proc /proc -- true'.split(
    ' ',
  );
const LIMIT_MS = 10_000;
