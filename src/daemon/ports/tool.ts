// Tools: what a model may call.

import type {Address} from '../../shared/records/address.ts';
import type {Effect} from '../../shared/records/approval.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {SessionKey, SessionPurpose} from '../../shared/records/session-key.ts';
import type {TextLimit, Trust} from '../../shared/records/trust.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {SandboxProfile} from './sandbox.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
};

/** The user, session and turn of a tool call. */
export type ToolContext = {
  readonly session: SessionKey;
  /** The address for the turn's answer. Absent in an isolated session. */
  readonly replyTo?: Address;
  readonly turnId: TurnId;
  /** The id of this call, unique in its turn. The call's effects use it as a key. */
  readonly callId: string;
  /** The call was interrupted after it had begun, so its effect may be there already. */
  readonly again?: true;
  /**
   * When the model made a call that is carried on after an interruption. A time such as "in an hour" counts from then.
   * @default now
   */
  readonly askedAt?: EpochMs;
  readonly trust: Trust;
  readonly user?: string;
  /** The texts from elsewhere that the turn has read so far. @default nothing */
  readonly limits?: readonly TextLimit[];
  /** The person who has read exactly this call and allowed it, and what the turn had read before. */
  readonly accepted?: {readonly by: string; readonly after: readonly TextLimit[]};
  /** The user's time zone. */
  readonly zone: string;
  /** The sandbox that a job's file chose for the commands before its turn. @default the one of the configuration */
  readonly sandbox?: SandboxProfile;
  /** The operator asked for this tool in the terminal, in the message that this turn answers. */
  readonly atTerminal?: true;
  /** The turn is a program's that sees only its own messages: the conversation around it is somebody else's. */
  readonly seesOwnOnly?: true;
  /** Aborted when the turn is stopped or times out. The tool must then stop, with its child processes. */
  readonly signal: AbortSignal;
};

export type ToolOutput = {
  readonly ok: boolean;
  readonly text: string;
  /** The origins of the text, if neither the person nor the agent wrote it. */
  readonly limits?: readonly TextLimit[];
};

/** A capability offered to the model. */
export interface Tool {
  readonly spec: ToolSpec;
  /** The lowest trust of a session that gets this tool. */
  readonly needs: Trust;
  /**
   * The kinds of session that get this tool. A tool that sends messages to people belongs only into their
   * conversations. @default conversation and job
   */
  readonly purposes?: readonly SessionPurpose[];
  /** The tool changes nothing and sends nothing out, so text of lower trust in the context doesn't limit it. */
  readonly isReadOnly?: true;
  /**
   * It sends its arguments to an address that the model chooses. A reflection of text from elsewhere doesn't get it.
   */
  readonly reachesOut?: true;
  /** True if the tool is useful now in a turn that answers this address. @default it is */
  readonly isOffered?: (address: Address | undefined) => boolean;
  /**
   * True if an interrupted call may run again under its id, because its effect then happens once. Other calls are
   * reported as interrupted.
   * @default only if the tool is read-only
   */
  readonly mayRunAgain?: (input: unknown) => boolean;
  /**
   * The effects of this call on others and outside of the workspace, for the policy. Empty: none that needs a person.
   * Asked again right before the call runs, so a path or a link that changed meanwhile is noticed.
   * @default one effect of kind `own`, unless the tool is read-only
   */
  readonly effects?: (input: unknown, context: ToolContext) => Promise<readonly Effect[]>;
  /**
   * Later prompts hold the text that it writes. A reflection that has read text from elsewhere only proposes that to a
   * person.
   */
  readonly isProposed?: true;
  /** One-line summary of a call: its most informative argument. */
  summarize(input: unknown): string;
  /** A refusal or a bad argument is an output, not an exception. An exception is caught and becomes an output. */
  run(input: unknown, context: ToolContext): Promise<ToolOutput>;
}
