// Formats a conversation: author, time, text. A tool call takes one line; a tool result shows its length.

import type {Wire} from '../../../shared/fields/wire.ts';
import {detailLines} from '../../../shared/record-text/detail-lines.ts';
import {saysNothing, spokenIn} from '../../../shared/record-text/sentinels.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {timestamp} from '../../../shared/time/format-time.ts';
import {formatSource} from '../../format/format-source.ts';
import type {CommandWorld} from '../command.ts';

/** `turns`: failed or aborted turns, each shown after the last of its messages. */
export const messageLines = (
  {print, clock}: CommandWorld,
  messages: readonly Wire<Message>[],
  turns: readonly Wire<Turn>[] = [],
): readonly string[] => {
  const lastOf = new Map(messages.map(({id, turnId}) => [turnId, id]));
  return messages.flatMap(message => {
    const turn = turns.find(({id}) => id === message.turnId);
    const end =
      turn === undefined || lastOf.get(turn.id) !== message.id ? [] : [print.paint('bad', `  ${formatEnd(turn)}`)];
    const head = `${print.paint('quiet', timestamp(message.at, clock.now()))}  ${print.paint('strong', speaker(message))}`;
    if (message.role === 'tool') return [`${head}  ${formatTool(message)}`, ...end];
    const calls = (message.toolCalls ?? []).map(({name, input}) =>
      print.paint('quiet', `  → ${name} ${formatCall(input)}`),
    );
    const text = saysNothing(message)
      ? [print.paint('quiet', '  (no reply)')]
      : message.text === ''
        ? []
        : [indented(spokenIn(message), '  ')];
    const {above, below} = detailLines(message, 'the agent');
    const quiet = (lines: readonly string[]): readonly string[] =>
      lines.map(line => print.paint('quiet', `  ${printableLine(line)}`));
    return [head, ...quiet(above), ...text, ...quiet(below), ...calls, ...end];
  });
};

const formatEnd = ({outcome = 'failed', error}: Wire<Turn>): string =>
  error === undefined ? `(${outcome})` : `(${outcome}: ${printableLine(error)})`;

/** The author of a message. */
export const speaker = ({role, source}: Wire<Message>): string => {
  if (role === 'assistant' && source.kind === 'agent') return 'agent';
  if (role === 'tool') return 'tool';
  return formatSource(source);
};

const formatTool = ({tool, text}: Wire<Message>): string => {
  const lines = text === '' ? 0 : text.split('\n').length;
  const end = tool?.notRun === true ? 'was not run' : tool?.ok === false ? 'failed' : 'ok';
  return `${tool?.name ?? ''} ${end}, ${lines === 1 ? printableLine(text) : `${lines} lines`}`;
};

const formatCall = (input: unknown): string => {
  const args = printableLine(typeof input === 'string' ? input : (JSON.stringify(input) ?? ''));
  return args.length > LONGEST_CALL ? `${args.slice(0, LONGEST_CALL)}…` : args;
};

const LONGEST_CALL = 200;
