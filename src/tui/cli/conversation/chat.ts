// `rooster chat`: one message and its reply with TEXT, otherwise a conversation line by line.

import type {Delta, GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {heldLine} from '../../../shared/record-text/checks.ts';
import {spokenIn, spokenSoFar} from '../../../shared/record-text/sentinels.ts';
import type {MessageId} from '../../../shared/records/ids.ts';
import {printable} from '../../../shared/text/sanitize.ts';
import {formatWaiting} from '../../nouns/approval.ts';
import {textFrom, wantsJson} from '../args.ts';
import {type Run, UsageError} from '../arguments.ts';
import type {CommandWorld, ExitCode} from '../command.ts';
import {sessionNamed} from '../named.ts';
import type {Print} from '../print.ts';
import {chatInLines} from './chat-lines.ts';
import {type ClientConversationOptions, openClientConversation, type Sent} from './client-conversation.ts';
import {printEnd} from './turn-end.ts';

export const chat: Run = async (world, args) => {
  const text = args.words.length > 0 ? textFrom(args, 0) : undefined;
  if (text === undefined && wantsJson(args)) {
    throw new UsageError('--json needs TEXT. For a whole conversation as JSON use: rooster watch --json');
  }
  const named = args.values['session'];
  const session = named === undefined ? {} : {session: await sessionNamed(world, named)};
  if (text !== undefined) return sayOnce(world, session, text, wantsJson(args));
  return chatInLines(world, session);
};

const sayOnce = async (
  world: CommandWorld,
  session: Pick<ClientConversationOptions, 'session'>,
  text: string,
  json: boolean,
): Promise<ExitCode> => {
  const {print, connect, clock, processId} = world;
  const streams = print.onTerminal && !json;
  const replies: string[] = [];
  let readTo: MessageId | undefined;
  const printer = createReplyPrinter(print);
  // Events may arrive before the response that names our turn.
  let sent: Sent | undefined;
  const early: GatewayEvent[] = [];
  let ended = false;

  const onEvent = (event: GatewayEvent): void => {
    if (sent === undefined) early.push(event);
    else if (event.type === 'turn.ended' && event.turnId === sent.turnId) ended = true;
    else if (event.type === 'approval.asked' && event.approval.turnId === sent.turnId)
      print.note(formatWaiting(event.approval));
    else if (event.type === 'message.added' && event.message.turnId === sent.turnId) {
      const reply = spokenIn(event.message);
      if (event.message.role !== 'assistant' || reply === '') return;
      replies.push(reply);
      readTo = event.message.id;
      if (streams) printer.whole(reply);
      else if (!json) print.line(printable(reply));
    }
  };

  await using conversation = await openClientConversation({
    connect,
    clock,
    processId,
    ...session,
    onEvent: onEvent,
    onDelta: delta => {
      if (streams && delta.turnId === sent?.turnId) printer.delta(delta);
    },
    onHeld: reason => print.note(heldLine(reason)),
    onLost: reason => {
      if (!ended) print.note(`Lost the daemon (${reason}). Reconnecting…`);
    },
  });
  sent = await conversation.say(text);
  for (const event of early) onEvent(event);
  const end = await Promise.race([conversation.endOf(sent.turnId), conversation.broken]);
  if (json) print.json({...sent, ...end, text: replies.length !== 0 ? replies.join('\n\n') : undefined});
  const code = printEnd(world, end, replies.length > 0);
  if (readTo !== undefined) conversation.shown(readTo);
  await Promise.race([conversation.settled(), conversation.broken]);
  return code;
};

type ReplyPrinter = {
  readonly delta: (delta: Pick<Delta, 'text' | 'offset'>) => void;
  /** The step's whole text; ends its line. */
  readonly whole: (text: string) => void;
};

/**
 * Prints a reply while it is written: each delta once, in order. The whole text in the final event adds whatever is
 * missing.
 */
export const createReplyPrinter = ({raw, withCommands}: Pick<Print, 'raw' | 'withCommands'>): ReplyPrinter => {
  let received = '';
  let shown = '';
  return {
    delta: ({text, offset}) => {
      // Deltas may be dropped. After a gap nothing can be appended until the whole text arrives.
      if (offset > received.length) return;
      received += text.slice(received.length - offset);
      const spoken = withCommands(withoutBegunCommand(spokenSoFar(received)));
      if (spoken.length <= shown.length || !spoken.startsWith(shown)) return;
      raw(printable(spoken.slice(shown.length)));
      shown = spoken;
    },
    whole: reply => {
      const text = withCommands(reply);
      if (text.startsWith(shown)) raw(`${printable(text.slice(shown.length))}\n`);
      // Only a sentinel was held back: the printed text is complete except for its spaces.
      else if (shown.trimEnd() === text) raw(shown.endsWith('\n') ? '' : '\n');
      else raw(`${shown === '' ? '' : '\n'}${printable(text)}\n`);
      received = '';
      shown = '';
    },
  };
};

/** A command is printed once it is whole: then it is known how to call it. */
const withoutBegunCommand = (text: string): string => {
  const at = text.lastIndexOf('`');
  const last = at < 0 ? 'none' : text.slice(at);
  return COMMAND_START.startsWith(last) || /^`rooster [\w-]*$/u.test(last) ? text.slice(0, at) : text;
};

const COMMAND_START = '`rooster ';
