// The port for shell commands of jobs. They run as the daemon's user.

export type CommandRequest = {
  readonly command: string;
  /** Text for stdin. @default nothing */
  readonly input?: string;
  /** Added to its environment. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** The value of `TZ` for the command. */
  readonly zone: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
};

/**
 * `output`: stdout and stderr in order of writing, limited, without secrets. `error`: how the command failed, as a
 * sentence.
 */
export type CommandOutcome =
  | {readonly ok: true; readonly output: string}
  | {readonly ok: false; readonly output: string; readonly error: string; readonly exitCode?: number};

export type RunCommand = (request: CommandRequest) => Promise<CommandOutcome>;
