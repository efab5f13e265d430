// The port for the sandbox of commands, which limits what they read, write and reach.

/** `full`: no sandbox. */
export type SandboxProfile = 'read-only' | 'workspace' | 'full';

/** The rights of a command in the sandbox. */
export type SandboxRights = {
  readonly profile: Exclude<SandboxProfile, 'full'>;
  /** The hosts that it may reach, as `readHost` writes them. */
  readonly hosts: readonly string[];
  /** Existing absolute paths outside the workspace that it may change. @default none */
  readonly write?: readonly string[];
  /**
   * The names of configured secrets. The variable of each holds a stand-in, which the proxy replaces on the way to the
   * hosts of the secret. @default none
   */
  readonly secrets?: readonly string[];
};

export type SandboxOrder = SandboxRights & {readonly command: string};

type SandboxedCommand = {
  /** The command line for a shell, in the workspace. */
  readonly command: string;
  /** The hosts that it tried to reach and may not. */
  refusedHosts(): readonly string[];
  /** Call it once no process of the command is left. */
  release(): void;
};

/** `reason`: a sentence. `fix`: a command for a terminal. */
export type SandboxCheck =
  | {readonly works: true}
  | {readonly works: false; readonly reason: string; readonly fix?: string};

export interface Sandbox {
  /** True if commands can run in the sandbox of this machine. Never rejects. */
  check(): Promise<SandboxCheck>;
  /**
   * Resolves with the command line that runs the command with these rights and no others. Rejects with a sentence if
   * the sandbox can't start.
   */
  wrap(order: SandboxOrder): Promise<SandboxedCommand>;
}
