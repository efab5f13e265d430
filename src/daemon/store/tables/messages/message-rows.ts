// A stored message as a row of its table.
import {message, type ToolCall} from '../../../../shared/records/message.ts';
import {plainInput} from '../../../../shared/text/tool-input.ts';
import {json, maybeJsonIn} from '../../columns.ts';
import type {Row} from '../../database/queries.ts';
import {tableOf} from '../../record-table.ts';
import {sourceColumns, sourceIn} from '../../source-columns.ts';

const toolCallsIn = (row: Row): readonly ToolCall[] | undefined =>
  maybeJsonIn<readonly ToolCall[]>(row, 'toolCalls')?.map(call => ({...call, input: plainInput(call.input)}));

export const TABLE = tableOf(message, {
  own: {
    source: {columns: sourceColumns, read: sourceIn},
    toolCalls: {columns: {toolCalls: ({toolCalls}) => json(toolCalls)}, read: toolCallsIn},
  },
});
export const messageOf = TABLE.read;

/** A condition: the messages of a conversation since it was started over. */
export const SINCE_RESET = 'session = ?1 AND ord > coalesce((SELECT resetTo FROM sessions WHERE key = ?1), 0)';
