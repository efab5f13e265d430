// File locations: everything is in `ROOSTER_HOME` if set, otherwise in the XDG folders.

export type Places = {
  readonly config: string;
  readonly database: string;
  readonly workspace: string;
  readonly log: string;
  readonly socket: string;
  /**
   * A second socket in the state folder, used when the first is in `$XDG_RUNTIME_DIR`: logout removes that folder, and
   * programs started outside a login don't know it.
   */
  readonly stateSocket?: string;
  /** The folder of the managed signal-cli: its account, socket and journal. */
  readonly signal: string;
  /** API keys that were entered in the setup, one file each. */
  readonly keys: string;
  /** The terminal UI's own files: drafts and input history. */
  readonly client: string;
  /** The versions of Rooster that `rooster update` has added. */
  readonly versions: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are set, as a program that replaces this process takes them. */
export const definedOnly = (env: Environment): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) kept[name] = value;
  return kept;
};

/**
 * `userHome` is the person's home folder, for XDG folders that aren't set. Relative XDG values are ignored, as the
 * standard requires.
 */
export const placesOf = (env: Environment, userHome: string): Places => {
  const own = env['ROOSTER_HOME'];
  if (own) {
    return {
      config: `${own}/config.json`,
      database: `${own}/rooster.db`,
      workspace: `${own}/workspace`,
      log: `${own}/logs/daemon.log`,
      socket: `${own}/run/rooster.sock`,
      keys: `${own}/keys`,
      signal: `${own}/signal`,
      client: `${own}/client`,
      versions: `${own}/versions`,
    };
  }
  const xdg = (name: string, fallback: string): string => {
    const value = env[name];
    return value?.startsWith('/') ? value : `${userHome}/${fallback}`;
  };
  const state = `${xdg('XDG_STATE_HOME', '.local/state')}/rooster`;
  const runtime = env['XDG_RUNTIME_DIR'];
  return {
    config: `${xdg('XDG_CONFIG_HOME', '.config')}/rooster/config.json`,
    database: `${state}/rooster.db`,
    workspace: `${xdg('XDG_DATA_HOME', '.local/share')}/rooster/workspace`,
    log: `${state}/logs/daemon.log`,
    ...(runtime?.startsWith('/')
      ? {socket: `${runtime}/rooster/rooster.sock`, stateSocket: `${state}/rooster.sock`}
      : {socket: `${state}/rooster.sock`}),
    keys: `${state}/keys`,
    signal: `${state}/signal`,
    client: `${state}/client`,
    versions: `${state}/versions`,
  };
};

/**
 * The longest socket path that the system accepts, in bytes (`sun_path` without its final NUL; Linux 108, macOS 104).
 */
export const longestSocketPath = (platform: string): number => (platform === 'darwin' ? 103 : 107);

/** The daemon's sockets, in the order in which a client tries them. */
export const socketsOf = ({socket, stateSocket}: Places): readonly string[] =>
  stateSocket === undefined ? [socket] : [socket, stateSocket];

/** The folder of the workspace with readable copies of the conversations. The daemon writes missing ones again. */
export const COPIES = 'sessions';

/** The file beside the database that names the home's cell. */
export const FLEET_NOTE = 'in-fleet';
