// The environment of a command: the daemon's without secrets. Drops variables whose name or value looks like a secret,
// and those that the configuration names as secrets.
import type {Environment} from '../../../shared/records/places.ts';
import {isSecretVariable} from '../../../shared/text/secret-variable.ts';

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

/** They would run other files in every shell or program, or only concern the daemon itself. */
const MISLEADING: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'PWD',
  'OLDPWD',
  'INIT_CWD',
]);

/** No person is present: no pager, editor, question or colours. */
const QUIET = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  NO_COLOR: '1',
};
