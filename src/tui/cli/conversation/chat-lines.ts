// A conversation line by line: each input line is a message. Replies and announcements are printed as lines. At the end
// of input, it waits for its own turns and ends.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {heldLine} from '../../../shared/record-text/checks.ts';
import {spokenIn} from '../../../shared/record-text/sentinels.ts';
import {channelOf} from '../../../shared/records/address.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {printable} from '../../../shared/text/sanitize.ts';
import {formatSource} from '../../format/format-source.ts';
import {formatWaiting} from '../../nouns/approval.ts';
import type {CommandWorld, ExitCode} from '../command.ts';
import {
  type ClientConversation,
  type ClientConversationOptions,
  openClientConversation,
} from './client-conversation.ts';
import {linesOf} from './lines-of.ts';
import {openPrompt} from './prompt.ts';
import {printEnd} from './turn-end.ts';

export const chatInLines = async (
  world: CommandWorld,
  chosen: Pick<ClientConversationOptions, 'session'>,
): Promise<ExitCode> => {
  const {print, connect, clock, processId, stdin} = world;
  const prompt = stdin.isTTY && print.onTerminal ? openPrompt(world) : undefined;
  using stack = new DisposableStack();
  stack.defer(() => void stdin.destroy());
  stack.use(prompt);
  const show = prompt?.show ?? print.line;
  const early: GatewayEvent[] = [];
  let handling: ReturnType<typeof createHandling> | undefined;
  let shown: ClientConversation['shown'] | undefined;
  const answered = new Set<string>();

  const onEvent = (event: GatewayEvent): void => {
    if (handling === undefined) early.push(event);
    const line = handling?.(event);
    if (line === undefined) return;
    show(line);
    if (event.type !== 'message.added') return;
    answered.add(event.message.turnId ?? '');
    shown?.(event.message.id);
  };

  await using conversation = await openClientConversation({
    connect,
    clock,
    processId,
    ...chosen,
    onEvent: onEvent,
    onLost: reason => print.note(`Lost the daemon (${reason}). Reconnecting…`),
    onHeld: reason => print.note(heldLine(reason)),
  });
  shown = conversation.shown;
  handling = createHandling(conversation.session);
  for (const event of early) onEvent(event);

  let worst: ExitCode = 0;
  const turns: Promise<void>[] = [];
  const sendAll = async (): Promise<void> => {
    for await (const line of prompt?.lines ?? linesOf(stdin)) {
      if (line.trim() === '') continue;
      const {turnId} = await conversation.say(line);
      turns.push(
        conversation.endOf(turnId).then(end => {
          const code = printEnd(world, end, answered.has(turnId));
          if (code !== 0) worst = code;
        }),
      );
    }
    if (turns.length === 0 && prompt === undefined) print.note(NO_INPUT);
    await Promise.all(turns);
    await conversation.settled();
  };
  await Promise.race([sendAll(), conversation.broken]);
  return worst;
};

/** The printed part of events: replies in this session, and once each message to the terminal from elsewhere. */
const createHandling = (session: SessionKey): ((event: GatewayEvent) => string | undefined) => {
  const printed = new Set<string>();
  return event => {
    switch (event.type) {
      case 'message.added': {
        const {role, source, channel = 'terminal'} = event.message;
        const text = spokenIn(event.message);
        if (event.session !== session || text === '') return undefined;
        const badge = channel === 'terminal' ? '' : `[${channel}] `;
        // The person's own words elsewhere, so that the answer to them makes sense here.
        if (role === 'user' && source.kind === 'user' && badge !== '')
          return `${badge}${source.name ?? 'you'}: ${printable(text)}`;
        if (role !== 'assistant') return undefined;
        return source.kind === 'agent'
          ? `${badge}${printable(text)}`
          : announced(source.kind === 'reminder' ? source.kind : formatSource(source), text);
      }
      case 'approval.asked':
        return event.session === session ? formatWaiting(event.approval) : undefined;
      case 'delivery.queued':
      case 'delivery.sent': {
        const {id, address, text, session: about} = event.delivery;
        if (channelOf(address) !== 'terminal' || about === session || printed.has(id)) return undefined;
        printed.add(id);
        return about === undefined ? printable(text) : announced(about, text);
      }
      default:
        return undefined;
    }
  };
};

const announced = (from: string, text: string): string => `[${from}] ${printable(text)}`;

const NO_INPUT = 'Nothing was sent: standard input was empty. For the terminal UI, run rooster in a terminal.';
