// The task of a turn, and its parameters.
import type {Delta, ThinkingDelta} from '../../shared/events/gateway-event.ts';
import type {Message, ToolAnswer, ToolCall} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {TextLimit} from '../../shared/records/trust.ts';
import type {Turn, Usage} from '../../shared/records/turn.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {ModelChoice, Models} from '../ports/model.ts';
import type {Tool, ToolContext, ToolOutput} from '../ports/tool.ts';
import type {StepEnd, StepRequest} from './model-step.ts';
import type {AnswerOffline} from './offline-turn.ts';
import type {RecordDeps, Settle} from './turn-record.ts';

export type TurnJob = {
  readonly turn: Turn;
  readonly zone: string;
  readonly settle?: Settle;
  readonly model?: string;
  /** Above 1 after an interrupted attempt. */
  readonly attempt?: number;
  /** Time limit of the turn. @default 15 minutes */
  readonly limitMs?: number;
  /** Deadline: a queued turn is withdrawn then, a running one is aborted. */
  readonly until?: EpochMs;
  /** A conversation that the model reads before the turn's own messages. Nothing is written to it. */
  readonly reads?: SessionKey;
  /** The offline assistant must not answer instead of a model. */
  readonly modelOnly?: true;
  /** The only tools that the turn may use. @default all that its trust allows */
  readonly onlyTools?: readonly string[];
  /** The entries of `allow` in the file of its job. @default none */
  readonly allow?: readonly string[];
  /** Only the final text counts. Text beside tool calls isn't part of the reply. */
  readonly onlyEnd?: true;
  /** The highest number of model calls. The last one must answer. @default 25 */
  readonly mostSteps?: number;
  /** The reason why the model is not asked again, from what the turn has used so far; undefined while it may be. */
  readonly whyStop?: (usage: Usage, model: string) => string | undefined;
};

/** `isStopped`: the turn was stopped first, so it isn't known what the tool did. */
export type ToolRun = ToolOutput & Pick<ToolAnswer, 'tookMs' | 'notRun'> & {readonly isStopped?: true | undefined};

/** Lists the tools offered to a turn, and runs a call. Running never throws. */
export interface TurnTools {
  offered(
    turn: Pick<Turn, 'trust' | 'session' | 'replyTo'> & {readonly limits?: readonly TextLimit[]},
  ): readonly Tool[];
  run(call: ToolCall, context: ToolContext): Promise<ToolRun>;
  /** One-line summary of a tool call, even for tools this session isn't offered. */
  summarize(call: Pick<ToolCall, 'name' | 'input'>): string;
}

/**
 * Asks the policy about a call before it begins, and a person if the policy says so. `run`: it may run, with this
 * input. `not-run`: the text is its output. `stopped`: the daemon closes, and the next start asks again.
 */
export type Clear = (request: {
  readonly tool: Tool;
  readonly call: ToolCall;
  readonly context: ToolContext;
  readonly turn: Turn;
  /** The entries of `allow` in the file of its job. */
  readonly allow?: readonly string[];
  /** Until it is disposed, the turn's time limit does not run. */
  readonly whileWaiting: () => Disposable;
}) => Promise<
  | {
      readonly kind: 'run';
      readonly input: unknown;
      readonly accepted?: ToolContext['accepted'];
      readonly asked?: ToolAnswer['asked'];
    }
  | {readonly kind: 'not-run'; readonly text: string; readonly asked?: ToolAnswer['asked']}
  | {readonly kind: 'stopped'}
>;

/** The rules of channels on which people see only what a tool sends. */
export type ReplyGuard = {
  /** The tool that sends to the person who is answered. Undefined where the turn's text is sent by itself. */
  readonly sendTool: (turn: Turn) => string | undefined;
  /** A message for the model before the turn ends with this text. Undefined if the turn may end. Never throws. */
  readonly reminder: (turn: Turn, text: string) => string | undefined;
};

export type TurnDeps = RecordDeps & {
  readonly models: Models;
  readonly tools: () => Promise<TurnTools>;
  readonly runStep: (request: StepRequest) => Promise<StepEnd>;
  /** Answers if no model is configured, or if no model before it in the list is reachable. */
  readonly answerOffline: AnswerOffline;
  /** A workspace file, up to the limit. Undefined if the file doesn't exist. */
  readonly readFile: (path: string, limit: number) => Promise<Uint8Array | undefined>;
  readonly systemPrompt: (job: TurnJob, tools: readonly Tool[], limits: readonly TextLimit[]) => Promise<string>;
  /** The texts from elsewhere in the notes that the system prompt holds. Never rejects. */
  readonly limitsOfNotes: (job: TurnJob) => Promise<readonly TextLimit[]>;
  /** Compacts the conversation if the context is nearly full. Never rejects. */
  readonly compactContext: (turn: Turn, choice: ModelChoice, signal: AbortSignal, force: boolean) => Promise<void>;
  /**
   * The newest part of another conversation that fits, followed by the turn's own messages. `force` makes that part
   * smaller.
   */
  readonly readBeside: (turn: Turn, reads: SessionKey, choice: ModelChoice, force: boolean) => readonly Message[];
  /** The text that a tool has sent as the answer. The turn then sends no reply of its own. */
  readonly sentByTool: (turn: Turn) => string | undefined;
  readonly replyGuard: ReplyGuard;
  readonly clear: Clear;
  /** Adds what the person wrote for the running turn to it. Never throws. */
  readonly addSteering: (turn: Turn) => void;
  readonly onDelta: (delta: Delta) => void;
  readonly onThinking: (delta: ThinkingDelta) => void;
  /** The daemon is closing. What can't be stored now is left to the next start. */
  readonly closing: AbortSignal;
};
