// What a command's environment holds: the daemon's own without its secrets. A variable whose name or value looks like a key, a
// token or a password is left out, and so is every variable that the configuration names as a secret.
import {isSecretVariable} from '../../../shared/text/secret-variable.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const commandEnvironment = (
  own: Environment,
  {secretNames, zone}: {readonly secretNames: readonly string[]; readonly zone: string},
): Readonly<Record<string, string>> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || secretNames.includes(name) || isSecretVariable(name, value) || MISLEADING.has(name))
      continue;
    kept[name] = value;
  }
  return {...kept, ...QUIET, TZ: zone};
};

/** They would run files of their own choosing in every shell or program, or only make sense for the daemon itself. */
const MISLEADING: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'PWD',
  'OLDPWD',
  'INIT_CWD',
]);

/** Nobody sits in front of it: no pager, no editor, no question, no colours. */
const QUIET = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  NO_COLOR: '1',
};
