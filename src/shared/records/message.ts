// Message: one kept line of a conversation.

import type {EpochMs} from '../time/time.ts';
import type {MessageId, RunId, TurnId} from './ids.ts';
import type {SessionKey} from './session-key.ts';

export type Role = 'user' | 'assistant' | 'tool' | 'system';

/** Who or what put a message there. `user` is a person on a channel (name: the user); `agent` is the agent itself. */
export type MessageSource = {
  readonly kind: 'user' | 'agent' | 'tool' | 'operator' | 'cron' | 'reminder' | 'alarm' | 'session' | 'system';
  readonly name?: string;
  /** The channel a person's words came on. */
  readonly channel?: string;
};

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
  /** What the model reads before the text and people are not shown: how a text that no person wrote is to be taken. */
  readonly frame?: string;
  /** Data that came with it, as it was written: the model reads it behind the text. */
  readonly payload?: string;
  /** On an assistant message: for people's eyes only, and never part of what was said. */
  readonly thinking?: Thinking;
  /** The run that put it there, or that it begins a turn for. */
  readonly runId?: RunId;
};
