// A stored message as a row of its table.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import type {Frame} from '../../../../shared/records/frame.ts';
import type {MessageId, RunId, TurnId} from '../../../../shared/records/ids.ts';
import type {Attachment, Message, Role, Thinking, ToolAnswer, ToolCall} from '../../../../shared/records/message.ts';
import type {MessageDetails} from '../../../../shared/records/message-details.ts';
import type {SessionKey} from '../../../../shared/records/session-key.ts';
import type {TextLimit, Trust} from '../../../../shared/records/trust.ts';

import {plainInput} from '../../../../shared/text/tool-input.ts';
import {instant, instantIn, json, maybeJsonIn, maybeTextIn, tableOf, textIn} from '../../columns.ts';
import type {Row} from '../../database/queries.ts';
import {sourceColumns, sourceIn} from '../../source-columns.ts';

export const messageOf = (row: Row): Message =>
  ({
    id: textIn<MessageId>(row, 'id'),
    session: textIn<SessionKey>(row, 'session'),
    role: textIn<Role>(row, 'role'),
    text: textIn(row, 'text'),
    at: instantIn(row, 'at'),
    turnId: maybeTextIn<TurnId>(row, 'turnId'),
    source: sourceIn(row),
    channel: maybeTextIn(row, 'channel'),
    toolCalls: maybeJsonIn<readonly ToolCall[]>(row, 'toolCalls')?.map(call => ({
      ...call,
      input: plainInput(call.input),
    })),
    tool: maybeJsonIn<ToolAnswer>(row, 'tool'),
    attachments: maybeJsonIn<readonly Attachment[]>(row, 'attachments'),
    details: maybeJsonIn<MessageDetails>(row, 'details'),
    frame: maybeJsonIn<Frame>(row, 'frame'),
    payload: maybeTextIn(row, 'payload'),
    thinking: maybeJsonIn<Thinking>(row, 'thinking'),
    trust: maybeTextIn<Trust>(row, 'trust'),
    limits: maybeJsonIn<readonly TextLimit[]>(row, 'limits'),
    runId: maybeTextIn<RunId>(row, 'runId'),
  }) satisfies EveryField<Message>;

export const TABLE = tableOf<Message>({
  fixed: {
    id: message => message.id,
    session: message => message.session,
    role: message => message.role,
    text: message => message.text,
    at: message => instant(message.at),
    turnId: message => message.turnId ?? null,
    sourceKind: message => sourceColumns(message.source).sourceKind,
    sourceName: message => sourceColumns(message.source).sourceName,
    sourceChannel: message => sourceColumns(message.source).sourceChannel,
    channel: message => message.channel ?? null,
    toolCalls: message => json(message.toolCalls),
    tool: message => json(message.tool),
    attachments: message => json(message.attachments),
    details: message => json(message.details),
    frame: message => json(message.frame),
    payload: message => message.payload ?? null,
    thinking: message => json(message.thinking),
    trust: message => message.trust ?? null,
    limits: message => json(message.limits),
    runId: message => message.runId ?? null,
  },
  changing: {},
});

/** A condition: the messages of a conversation since it was started over. */
export const SINCE_RESET = 'session = ?1 AND ord > coalesce((SELECT resetTo FROM sessions WHERE key = ?1), 0)';
