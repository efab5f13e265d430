// Message: one kept line of a conversation.

import type {EpochMs} from '../time/time.ts';
import type {Frame} from './frame.ts';
import type {AlarmId, MessageId, ReminderId, RunId, TurnId} from './ids.ts';
import type {SessionKey} from './session-key.ts';

export type Role = 'user' | 'assistant' | 'tool' | 'system';

/** Who or what put a message there; the field `name` says which one of its kind. */
export type MessageSource = InternalSource | UserSource | AgentSource | ToolSource;

/** Whatever puts a message there without a person's typing it into that conversation. */
export type InternalSource =
  | {readonly kind: 'operator'}
  /** The name of the job. */
  | {readonly kind: 'cron'; readonly name: string}
  | {readonly kind: 'reminder'; readonly name: ReminderId}
  | {readonly kind: 'alarm'; readonly name: AlarmId}
  /** The conversation that it was sent from. */
  | {readonly kind: 'session'; readonly name: SessionKey}
  /** The daemon itself; the part of it that speaks. */
  | {readonly kind: 'system'; readonly name?: SystemPart};

export type SystemPart = 'heartbeat' | 'reflection' | 'compaction' | 'unanswered';

/** A person, by the name in the configuration, and the channel their words came on. */
type UserSource = {readonly kind: 'user'; readonly name?: string; readonly channel?: string};

/** The agent itself. `interrupted`: its answer was cut off. */
type AgentSource = {readonly kind: 'agent'; readonly interrupted?: true};

type ToolSource = {readonly kind: 'tool'; readonly name?: string};

/** Which one of its kind, where that is known. */
export const nameOfSource = (source: MessageSource): string | undefined => ('name' in source ? source.name : undefined);

/** Whether it is what the agent had said when its answer was cut off. */
export const isInterrupted = (source: MessageSource): boolean => source.kind === 'agent' && source.interrupted === true;

/** The channel that a person wrote on. */
export const channelOfSource = (source: MessageSource): string | undefined =>
  source.kind === 'user' ? source.channel : undefined;

export type ToolCall = {
  readonly callId: string;
  readonly name: string;
  /** The arguments as the model wrote them: parsed JSON, or the raw text where it was no JSON. */
  readonly input: unknown;
};

/** On a message of role `tool`: which call it answers and how that went. */
export type ToolAnswer = {
  readonly callId: string;
  readonly name: string;
  readonly ok: boolean;
  readonly tookMs: number;
};

/** A file that came with a message, in the agent's folder. */
export type Attachment = {
  /** Relative to the workspace. */
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly name?: string;
};

/** What a model thought before it spoke, as far as it is kept. */
export type Thinking = {
  readonly text: string;
  /** How long it thought. */
  readonly tookMs: number;
  /** Characters beyond those that are kept. */
  readonly more?: number;
};

export type Message = {
  readonly id: MessageId;
  readonly session: SessionKey;
  readonly role: Role;
  readonly text: string;
  readonly at: EpochMs;
  readonly turnId?: TurnId;
  readonly source: MessageSource;
  /** On an assistant message: the tools it called, in order. */
  readonly toolCalls?: readonly ToolCall[];
  readonly tool?: ToolAnswer;
  /** What came with it: its text says so too. */
  readonly attachments?: readonly Attachment[];
  /** How a text that no person typed is to be taken: the model is told so, people are not. */
  readonly frame?: Frame;
  /** Data that came with it, as it was written: the model reads it behind the text. */
  readonly payload?: string;
  /** On an assistant message: for people's eyes only, and never part of what was said. */
  readonly thinking?: Thinking;
  /** The run that put it there, or that it begins a turn for. */
  readonly runId?: RunId;
};
