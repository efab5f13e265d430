// Reminds a turn once that is about to end without a message, where people see only messages that a tool sends. The
// ledger and the outbox decide, never the model's text. A failed check lets the turn end.
import {channelOf} from '../../shared/records/address.ts';
import type {ChannelName} from '../../shared/records/channels.ts';
import type {Message} from '../../shared/records/message.ts';
import {threadLedger} from '../../shared/records/session-key.ts';
import {isOfPersonOnChannel, replyAddress, type Turn} from '../../shared/records/turn.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {World} from '../ports/system.ts';
import {answeredAt} from '../routing/contacts.ts';
import {readFinding} from '../schedule/reply-verdict.ts';
import type {ReplyGuard} from '../turns/turn-job.ts';

type ReplySettings = {readonly replies: 'automatic' | 'by-tool'; readonly replyGuard: boolean};

type ReplyGuardDeps = Pick<World, 'store' | 'log'> & {
  /** The current settings of a channel. Undefined if its replies are always automatic. */
  readonly settings: (channel: string) => ReplySettings | undefined;
};

export const createReplyGuard = (deps: ReplyGuardDeps): ReplyGuard => ({
  sendTool: turn => {
    const channel = channelOfReply(turn);
    return channel !== undefined && deps.settings(channel)?.replies === 'by-tool' ? SEND_TOOLS[channel] : undefined;
  },
  reminder: (turn, text) => {
    const channel = channelOfReply(turn);
    if (channel === undefined || deps.settings(channel)?.replyGuard !== true) return undefined;
    try {
      return isForgotten(deps, turn, text) ? reminderOn(channel) : undefined;
    } catch (error) {
      deps.log.warn({turn: turn.id, error}, `The reply guard let a turn end unchecked: ${errorMessage(error)}`);
      return undefined;
    }
  },
});

/** True if the message is a reminder of the guard. */
const isGuardNote = ({role, source}: Message): boolean =>
  role === 'system' && source.kind === 'system' && source.name === 'reply-guard';

/** The channel of a person who wrote there and is answered there. */
const channelOfReply = (turn: Turn): ChannelName | undefined => {
  const address = replyAddress(turn);
  const channel = address && channelOf(address);
  return isOfPersonOnChannel(turn) && channel !== undefined && Object.hasOwn(SEND_TOOLS, channel)
    ? (channel as ChannelName)
    : undefined;
};

/** Nothing was sent since the message that the turn answers, and the agent didn't say that it needs no reply. */
const isForgotten = ({store}: ReplyGuardDeps, turn: Turn, text: string): boolean => {
  const address = replyAddress(turn);
  const messages = store.messages.ofTurn(turn.id);
  const [asked] = messages;
  if (address === undefined || asked === undefined || messages.some(isGuardNote)) return false;
  if (text.trim() !== '' && readFinding(text).kind === 'suppressed') return false;
  // A sent message waits in the outbox until the channel accepts it.
  if (store.deliveries.ofTurn(turn.id).some(delivery => delivery.address === address)) return false;
  return answeredAt(store.ledger.of(threadLedger(turn.session) ?? address)) < asked.at;
};

const reminderOn = (channel: ChannelName): string => {
  const tool = SEND_TOOLS[channel];
  return `You are about to end without a reply. The person ${LABELS[channel]} sees only what you send with ${tool}, not the text of \
your turn. If you owe them an answer, send it now with ${tool}. If not (it is answered, filed away, or was only an acknowledgement), \
end with NO_ACTION_NEEDED.`;
};

/** The tools that send replies. Channels without one answer automatically. */
const SEND_TOOLS: Readonly<Partial<Record<ChannelName, string>>> = {
  signal: 'signal_send',
  mail: 'mail_send',
};
const LABELS: Readonly<Partial<Record<ChannelName, string>>> = {signal: 'on Signal', mail: 'who wrote the mail'};
