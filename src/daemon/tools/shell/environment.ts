// What a command's environment holds: the daemon's own without its secrets. A variable whose name or value looks like a key, a
// token or a password is left out, and so is every variable that the configuration names as a secret.
export type Environment = Readonly<Record<string, string | undefined>>;

export const commandEnvironment = (
  own: Environment,
  {secretNames, zone}: {readonly secretNames: readonly string[]; readonly zone: string},
): Readonly<Record<string, string>> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || secretNames.includes(name) || looksSecret(name, value) || MISLEADING.has(name)) continue;
    kept[name] = value;
  }
  return {...kept, ...QUIET, TZ: zone};
};

const looksSecret = (name: string, value: string): boolean => SECRET_NAME.test(name) || SECRET_VALUE.test(value);

const SECRET_NAME =
  /key(?:s|_?id)?(?:$|_)|token|secret|passw(?:or)?d|passphrase|passcode|credential|cookie|(?:^|_)(?:pass|pwd|pat|auth|pin|dsn|jwt)$|bearer|private|webhook|connection_?string/iu;

/** Keys of well-known services, and addresses with a password in them. */
const SECRET_VALUE =
  /^(?:sk|pk|rk)[-_]\S{16}|^gh[oprsu]_|^github_pat_|^glpat-|^xox[abeoprs]-|^AKIA|^AIza|^eyJ[\w-]+\.|^-----BEGIN|:\/\/[^\s/@]*:[^\s/@]+@/u;

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
