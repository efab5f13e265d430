// The port for shell commands of jobs. They run as the daemon's user.

import type {SessionKey} from '../../shared/records/session-key.ts';
import type {TextLimit} from '../../shared/records/trust.ts';
import type {SandboxRights} from './sandbox.ts';

export type CommandRequest = {
  readonly command: string;
  /** Text for stdin. @default nothing */
  readonly input?: string;
  /** Added to its environment. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** The value of `TZ` for the command. */
  readonly zone: string;
  /** The conversation and the person that read its output. Its texts from elsewhere are named then. */
  readonly by?: {readonly session: SessionKey; readonly user?: string};
  readonly limitMs: number;
  readonly signal: AbortSignal;
  /** Its rights in the sandbox. @default it runs without one */
  readonly sandbox?: SandboxRights;
};

/**
 * `output`: stdout and stderr in order of writing, limited, without secrets. `error`: how the command failed, as a
 * sentence.
 */
export type CommandOutcome = {readonly output: string; readonly limits?: readonly TextLimit[]} & (
  | {readonly ok: true}
  | {readonly ok: false; readonly error: string; readonly exitCode?: number}
);

export type RunCommand = (request: CommandRequest) => Promise<CommandOutcome>;
