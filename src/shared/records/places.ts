// Where things are: `ROOSTER_HOME` holds everything when it is set, the XDG folders do otherwise.

export type Places = {
  readonly config: string;
  readonly database: string;
  readonly workspace: string;
  readonly log: string;
  readonly socket: string;
  /**
   * A second socket in the state folder, where the first one is in `$XDG_RUNTIME_DIR`: that folder is removed at logout, and a
   * program that was not started from a login does not know it.
   */
  readonly stateSocket?: string;
  /** The folder of the signal-cli that the daemon runs: its account, its socket, its journal. */
  readonly signal: string;
  /** Where what the terminal UI keeps for itself (drafts, input history) lives. */
  readonly client: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** `userHome` is the person's home folder, for XDG folders that are not set. Relative XDG values are ignored, as the standard says. */
export const placesOf = (env: Environment, userHome: string): Places => {
  const own = env['ROOSTER_HOME'];
  if (own) {
    return {
      config: `${own}/config.json`,
      database: `${own}/rooster.db`,
      workspace: `${own}/workspace`,
      log: `${own}/logs/daemon.log`,
      socket: `${own}/run/rooster.sock`,
      signal: `${own}/signal`,
      client: `${own}/client`,
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
    signal: `${state}/signal`,
    client: `${state}/client`,
  };
};

/** The longest socket path the system takes, in bytes (`sun_path` less its final NUL; Linux: 108, macOS: 104). */
export const longestSocketPath = (platform: string): number => (platform === 'darwin' ? 103 : 107);

/** Every socket that the daemon listens on, in the order in which a client tries them. */
export const socketsOf = ({socket, stateSocket}: Places): readonly string[] =>
  stateSocket === undefined ? [socket] : [socket, stateSocket];
