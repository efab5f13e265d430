// Message: one stored message of a conversation.

import type {CallAnswer} from './approval.ts';
import type {Frame} from './frame.ts';
import type {AlarmId, ReminderId, RunId} from './ids.ts';
import type {Attachment, MessageDetails} from './message-details.ts';
import {type Infer, id, instant, json, oneOf, optional, record, sessionKey, text, trust} from './record.ts';
import type {SessionKey} from './session-key.ts';
import type {TextLimit} from './trust.ts';

const ROLES = ['user', 'assistant', 'tool', 'system'] as const;
export type Role = (typeof ROLES)[number];

/** Author of a message; `name` says which one of its kind. */
export type MessageSource = InternalSource | UserSource | AgentSource | ToolSource;

/** Anything that adds a message which no person typed into that conversation. */
export type InternalSource =
  | {readonly kind: 'operator'}
  /** The name of the job. */
  | {readonly kind: 'cron'; readonly name: string}
  | {readonly kind: 'reminder'; readonly name: ReminderId}
  | {readonly kind: 'alarm'; readonly name: AlarmId}
  /** The sending conversation. */
  | {readonly kind: 'session'; readonly name: SessionKey}
  /** The run of a delegated task: on the task's message and on its result. */
  | {readonly kind: 'delegation'; readonly name: RunId}
  /** The conversation that addressed several. */
  | {readonly kind: 'broadcast'; readonly name: SessionKey}
  /** The name of the hook in the configuration. */
  | WebhookSource
  | WakingProgram
  /** The daemon; `name` is the part that speaks. */
  | {readonly kind: 'system'; readonly name?: SystemPart};

export type WebhookSource = {readonly kind: 'webhook'; readonly name: string};

/** A timer of another program; `name` is the program's name for itself. */
export type WakingProgram = {readonly kind: 'wake'; readonly name: string};

type CrossSessionSource = Extract<InternalSource, {readonly kind: 'session' | 'delegation' | 'broadcast'}>;
type ProgramSource = WebhookSource | WakingProgram | CrossSessionSource;

type SystemPart =
  | 'heartbeat'
  | 'reflection'
  | 'compaction'
  | 'unanswered'
  | 'joined'
  | 'approvals'
  | 'reply-guard'
  | 'watch';

/** A person, by their configured name, and the channel of the message. */
type UserSource = {readonly kind: 'user'; readonly name?: string; readonly channel?: string};

/** The agent. `interrupted`: its answer was cut off. */
type AgentSource = {readonly kind: 'agent'; readonly interrupted?: true};

type ToolSource = {readonly kind: 'tool'; readonly name?: string};

/** Name within its kind, where that is known. */
export const nameOfSource = (source: MessageSource): string | undefined => ('name' in source ? source.name : undefined);

/** The id of what caused the message: a job, a run. The name of a person or a hook isn't one. */
export const causeOf = (source: MessageSource): string | undefined =>
  source.kind === 'user' || isFromDoor(source) ? undefined : nameOfSource(source);

/** True if the message came over HTTP, from another program. */
export const isFromDoor = (source: MessageSource): source is WebhookSource | WakingProgram =>
  source.kind === 'webhook' || source.kind === 'wake';

/** True if another conversation of the agent sent the message, or a task that it gave. */
export const isCrossSession = (source: MessageSource): source is CrossSessionSource =>
  source.kind === 'session' || source.kind === 'delegation' || source.kind === 'broadcast';

/**
 * True if the text is from neither a person of this conversation nor a tool of the agent. Then it keeps its sender's
 * trust.
 */
export const sentByProgram = (source: MessageSource): source is ProgramSource =>
  isFromDoor(source) || isCrossSession(source);

/** True if the message is the partial answer of an interrupted turn. */
export const isInterrupted = (source: MessageSource): boolean => source.kind === 'agent' && source.interrupted === true;

/** The channel of a person's message. */
export const channelOfSource = (source: MessageSource): string | undefined =>
  source.kind === 'user' ? source.channel : undefined;

export type ToolCall = {
  readonly callId: string;
  readonly name: string;
  /** The arguments as the model wrote them: parsed JSON, or the raw text when that isn't JSON. */
  readonly input: unknown;
};

/** On a message of role `tool`: which call it answers, and whether the call succeeded. */
export type ToolAnswer = {
  readonly callId: string;
  readonly name: string;
  readonly ok: boolean;
  readonly tookMs: number;
  /** The daemon stopped while it ran, so it isn't known what it did. */
  readonly unknown?: true;
  /** It never began: a person or the policy said no, or nobody answered. */
  readonly notRun?: true;
  /** The answer of the person, or of the policy in their place. */
  readonly asked?: CallAnswer;
};

/** The model's thinking before an answer, as far as it is stored. */
export type Thinking = {
  readonly text: string;
  /** Time that it thought, in ms. */
  readonly tookMs: number;
  /** Characters beyond the stored ones. */
  readonly more?: number;
};

export const message = record('messages', {
  id: id('msg'),
  session: sessionKey,
  role: oneOf(ROLES),
  text: text,
  at: instant,
  turnId: optional(id('turn')),
  source: json<MessageSource>(),
  /**
   * Channel on which it came in, or the agent's text went out. Absent where it did neither, such as in a job's session.
   */
  channel: optional(text),
  /** On an assistant message: the tools it called, in order. */
  toolCalls: optional(json<readonly ToolCall[]>()),
  tool: optional(json<ToolAnswer>()),
  /** Files that came with the message. */
  attachments: optional(json<readonly Attachment[]>()),
  /** On a person's message: what it answers, replaces or lacks. */
  details: optional(json<MessageDetails>()),
  /** The model's frame around text that no person typed. People never see it. */
  frame: optional(json<Frame>()),
  /** Data that came with the message, unchanged. The model reads it after the text. */
  payload: optional(text),
  /** On an assistant message: for people only, never part of the reply. */
  thinking: optional(json<Thinking>()),
  /** On a message from a program or another conversation: the trust of its sender. */
  trust: optional(trust),
  /** The origins of its text, as far as neither the person of the conversation nor the agent wrote it. */
  limits: optional(json<readonly TextLimit[]>()),
  /** The run that added the message, or for which it starts a turn. */
  runId: optional(id('run')),
});
export type Message = Infer<typeof message>;
