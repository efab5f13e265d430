// Tools: what a model may call.

import type {TurnId} from '../../shared/records/ids.ts';
import type {Place, SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
};

/** Who uses a tool, where. */
export type ToolContext = {
  readonly session: SessionKey;
  readonly turnId: TurnId;
  /** Of this use: what it leads to can be keyed by it. */
  readonly callId: string;
  readonly trust: Trust;
  readonly user?: string;
  /** The user's zone. */
  readonly zone: string;
  /** The operator asked for it at the terminal, with the message that this turn answers. */
  readonly atTerminal?: true;
  /** Aborted when the turn is stopped or its time is up; a tool ends, with its children, when it is. */
  readonly signal: AbortSignal;
};

export type ToolOutput = {readonly ok: boolean; readonly text: string};

/** A capability offered to the model. */
export interface Tool {
  readonly spec: ToolSpec;
  /** Sessions below this trust are not offered it. */
  readonly needs: Trust;
  /** In which sessions it belongs; one that speaks to people only where they are spoken with. @default talk and job */
  readonly places?: readonly Place[];
  /** Whether it is of any use at present, there. @default it is */
  readonly isOffered?: (session: SessionKey | undefined) => boolean;
  /** In how many words a call is told on one line: its most telling argument. */
  summarize(input: unknown): string;
  /** Contract: a refusal or a bad argument is an output, not an exception; an exception is caught and becomes one. */
  run(input: unknown, context: ToolContext): Promise<ToolOutput>;
}
