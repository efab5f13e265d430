// The agent's actions on Signal: write to configured people (or the current conversation), react to the message it
// answers, and read the history. Messages go through the outbox, with the tool call as key.

import {wholeText} from '../../../shared/record-text/detail-lines.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {Effect} from '../../../shared/records/approval.ts';
import {type Message, nameOfSource} from '../../../shared/records/message.ts';
import {sessionAt} from '../../../shared/records/session-key.ts';
import {joinLimits, type TextLimit} from '../../../shared/records/trust.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {formatMoment} from '../../../shared/time/format-time.ts';
import type {Core} from '../../core.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {conversationAt} from '../../routing/conversation.ts';
import {limitsOfConversation} from '../../turns/context-trust.ts';
import {
  type AgentDeliveryRequest,
  type AgentSendDeps,
  addressFor,
  addressHere,
  type SentByAgent,
  sendByAgent,
  sendEffects,
} from './agent-send.ts';

export type AgentSignalDeps = Core &
  AgentSendDeps & {
    readonly react: (reaction: Reaction) => Promise<void>;
  };

export type Reaction = {
  readonly to: Address;
  readonly emoji: string;
  readonly author: string;
  readonly timestamp: number;
  readonly remove: boolean;
};

/** Each refuses with a GatewayError and a sentence. */
export const createAgentSignal = (deps: AgentSignalDeps) => ({
  isOn: (): boolean => deps.config().signal !== undefined,
  effects: (to: string | undefined, by: ToolContext): readonly Effect[] => sendEffects(deps, CHANNEL, to, by),
  send: (request: AgentDeliveryRequest): Promise<SentByAgent> => sendByAgent(deps, CHANNEL, request),
  react: (emoji: string, remove: boolean, by: ToolContext): Promise<void> => react(deps, emoji, remove, by),
  history: (contact: string | undefined, limit: number, by: ToolContext): Shown => history(deps, contact, limit, by),
});

/** A reaction counts as an answer: its message is owed no reply. */
const react = async (
  {store, named, config, react: pass}: AgentSignalDeps,
  emoji: string,
  remove: boolean,
  by: ToolContext,
): Promise<void> => {
  const [answered] = store.messages.ofTurn(by.turnId);
  const key = answered && store.messages.keyOf(answered.id);
  const name = key === undefined ? undefined : named(key);
  const to = addressHere(config(), CHANNEL, by);
  if (name === undefined || to === undefined) {
    throw new GatewayError('invalid', "The message you answer isn't on Signal, so you can't react to it.");
  }
  await pass({to, emoji, author: name.author, timestamp: Number(name.id), remove});
  if (answered !== undefined && !remove) store.transact(() => store.ledger.clear(to, answered.at));
};

/** `limits`: the origins of what is shown, if neither the person of the turn nor the agent wrote it. */
type Shown = {readonly text: string; readonly limits?: readonly TextLimit[]};

const history = (deps: AgentSignalDeps, contact: string | undefined, limit: number, by: ToolContext): Shown => {
  const {store, config, clock} = deps;
  const address = addressFor(deps, CHANNEL, contact, by);
  const session = conversationAt(config(), address);
  const direct = sessionAt(config().agent.id, address);
  const page = {limit: limit * LINES_A_WORD};
  const now = store.messages.page(session, page);
  // A conversation over all addresses begins where that of the address ended.
  const before = session === direct ? undefined : store.messages.page(direct, page);
  const messages = [
    ...(before?.messages ?? []),
    ...now.messages.filter(({channel = CHANNEL}) => session === direct || channel === CHANNEL),
  ];
  const more = now.more || before?.more === true;
  const spoken = messages
    .filter(({role}) => role === 'user' || role === 'assistant')
    .map(message => ({...message, text: wholeText(message, 'you')}))
    .filter(({text}) => text.trim() !== '');
  const shown = spoken.slice(-limit);
  if (shown.length === 0) return {text: `No messages with ${address} yet.`};
  const at = clock.now();
  const lines = shown.map(message => `[${formatMoment(message.at, at, by.zone)}] ${nameOf(message)}: ${message.text}`);
  const limits = [...new Set(shown.map(message => message.session))].flatMap(key =>
    limitsOfConversation(
      store.sessions.get(key) ?? {key, trust: 'public'},
      shown.filter(message => message.session === key),
      by,
    ),
  );
  const text = [...(more || spoken.length > shown.length ? ['(there is more before this)'] : []), ...lines].join('\n');
  return limits.length === 0 ? {text} : {text, limits: joinLimits(limits)};
};

const nameOf = ({role, source}: Message): string =>
  role === 'assistant' ? 'you' : (nameOfSource(source) ?? source.kind);

const CHANNEL = 'signal';
/** Tool calls and results are stored between two visible messages. */
const LINES_A_WORD = 4;
