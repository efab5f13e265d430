// The agent's actions on Signal: write to configured people (or the current conversation), react to the message it answers, and read
// the history. Messages go through the outbox, with the tool call as key.

import {present} from '../../shared/fields/present.ts';
import {type Address, channelOf, groupOf} from '../../shared/records/address.ts';
import type {Delivery, QuotedMessage} from '../../shared/records/delivery/delivery.ts';
import {GatewayError} from '../../shared/records/gateway-error.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {type Message, nameOfSource} from '../../shared/records/message.ts';
import {sessionAt} from '../../shared/records/session-key.ts';
import {wholeText} from '../../shared/text/detail-lines.ts';
import {formatMoment} from '../../shared/time/format-time.ts';
import type {Config} from '../config/config-schema.ts';
import type {DeliveryRequest, Outbox} from '../delivery/outbox.ts';
import {questionOf, replyOf} from '../delivery/reply.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {ToolContext} from '../ports/tool.ts';
import {addressesOf} from '../routing/contacts.ts';
import {addressIn, conversationAt, userAt} from '../routing/conversation.ts';
import type {SessionIndex} from '../sessions/session-index.ts';

export type AgentSignalDeps = World & {
  readonly config: () => Config;
  readonly outbox: Outbox;
  readonly index: SessionIndex;
  /** Why a workspace file can't be sent. Undefined if it can. */
  readonly whyNotSent: (path: string) => Promise<string | undefined>;
  readonly react: (reaction: Reaction) => Promise<void>;
  /** Signal's id of the message with this key. */
  readonly named: (key: string) => Pick<QuotedMessage, 'id' | 'author'> | undefined;
};

export type Reaction = {
  readonly to: Address;
  readonly emoji: string;
  readonly author: string;
  readonly timestamp: number;
  readonly remove: boolean;
};

type AgentDeliveryRequest = {
  /** A contact. Without one: the current conversation. */
  readonly to?: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly by: ToolContext;
};

/** `isAnswer`: the message went to the turn's own conversation and is its answer. */
export type SentByAgent = Delivery & {readonly isAnswer?: true};

/** Each refuses with a GatewayError and a sentence. */
export const createAgentSignal = (deps: AgentSignalDeps) => ({
  isOn: (): boolean => deps.config().signal !== undefined,
  send: (request: AgentDeliveryRequest): Promise<SentByAgent> => send(deps, request),
  react: (emoji: string, remove: boolean, by: ToolContext): Promise<void> => react(deps, emoji, remove, by),
  history: (contact: string | undefined, limit: number, by: ToolContext): string => history(deps, contact, limit, by),
});

const send = async (deps: AgentSignalDeps, {to, text, files, by}: AgentDeliveryRequest): Promise<SentByAgent> => {
  const {store, outbox, config} = deps;
  const address = addressFor(config(), to, by);
  if (text.trim() === '' && files.length === 0)
    throw new GatewayError('invalid', 'Say what to send: a text or a file.');
  for (const path of files) {
    const refusal = await deps.whyNotSent(path);
    if (refusal !== undefined) throw new GatewayError('invalid', refusal);
  }
  const session = conversationAt(config(), address);
  const request = {key: `${by.turnId}:${by.callId}@${address}`, address, text, session, turnId: by.turnId};
  const withFiles = files.length > 0 && {files};
  return store.transactBatched(emit => {
    const answer = text.trim() === '' ? undefined : asAnswer(deps, {...request, session: by.session});
    if (answer !== undefined) {
      const sent = outbox.enqueue({...answer, ...withFiles}, emit);
      if (sent !== undefined) return {...sent, isAnswer: true as const};
    }
    const known = store.deliveries.byKey(request.key);
    if (known !== undefined) return known;
    const queued = outbox.enqueue({...request, ...withFiles}, emit);
    if (queued === undefined) throw new GatewayError('invalid', 'The text is empty.');
    // The current conversation has the call. Another one needs a note of what was sent.
    if (session !== by.session) note(deps, session, by, text === '' ? `[sent ${files.join(', ')}]` : text, emit);
    return queued;
  });
};

/**
 * Sends the text as the turn's answer, if none was sent. It uses the reply's key, so that the end of the turn sends nothing more. The
 * same text counts once; an announcement is one message.
 */
const asAnswer = (
  deps: AgentSignalDeps,
  request: DeliveryRequest & {readonly turnId: TurnId},
): DeliveryRequest | undefined => {
  const {store} = deps;
  const turn = store.turns.get(request.turnId);
  const reply = turn && replyOf(store, turn);
  if (turn === undefined || reply?.address !== request.address) return undefined;
  const known = store.deliveries.byKey(reply.key);
  if (known !== undefined && known.text.trim() !== request.text.trim()) {
    if (!reply.announces) return undefined;
    throw new GatewayError('conflict', 'They already got a message about this. One announcement is one message.');
  }
  const quote = questionOf(deps, turn);
  const {key, runId} = reply;
  return {...request, key, ...present({runId, quote})};
};

const note = (
  {store, ids, clock, index}: AgentSignalDeps,
  session: Message['session'],
  {turnId}: ToolContext,
  text: string,
  emit: Emit,
): void => {
  const at = clock.now();
  const {trust} = index.touch({session, trust: 'familiar', at, routed: false});
  const message = store.messages.add({
    id: ids.next('msg'),
    session,
    role: 'assistant',
    text,
    at,
    source: {kind: 'agent'},
    channel: CHANNEL,
  });
  emit({type: 'message.added', session, trust, cause: turnId, message});
  index.changed(session, emit);
};

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
  const to = addressHere(config(), by);
  if (name === undefined || to === undefined) {
    throw new GatewayError('invalid', "The message you answer isn't on Signal, so you can't react to it.");
  }
  await pass({to, emoji, author: name.author, timestamp: Number(name.id), remove});
  if (answered !== undefined && !remove) store.transact(() => store.ledger.clear(to, answered.at));
};

const history = (
  {store, config, clock}: AgentSignalDeps,
  contact: string | undefined,
  limit: number,
  by: ToolContext,
): string => {
  const address = addressFor(config(), contact, by);
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
  if (shown.length === 0) return `No messages with ${address} yet.`;
  const at = clock.now();
  const lines = shown.map(message => `[${formatMoment(message.at, at, by.zone)}] ${nameOf(message)}: ${message.text}`);
  return [...(more || spoken.length > shown.length ? ['(there is more before this)'] : []), ...lines].join('\n');
};

const nameOf = ({role, source}: Message): string =>
  role === 'assistant' ? 'you' : (nameOfSource(source) ?? source.kind);

/** The agent may write to configured people and into the current conversation. */
const addressFor = (config: Config, contact: string | undefined, by: ToolContext): Address => {
  const here = addressHere(config, by);
  if (contact === undefined || contact.trim() === '') {
    if (here !== undefined) return here;
    throw new GatewayError('invalid', 'This conversation is not on Signal. Name a contact.');
  }
  const address = addressesOf(config, contact.trim()).find(each => channelOf(each) === CHANNEL);
  if (address === undefined) throw new GatewayError('not_found', `${contact} has no Signal address.`);
  if (address === here || isConfigured(config, address)) return address;
  throw new GatewayError(
    'refused',
    `${contact} is not in the configuration. Messages only go to configured people and groups.`,
  );
};

/** The Signal address of the message that the turn answers, else of its conversation. */
const addressHere = (config: Config, {session, replyTo}: ToolContext): Address | undefined =>
  [replyTo, addressIn(config, session)].find(address => address !== undefined && channelOf(address) === CHANNEL);

const isConfigured = (config: Config, address: Address): boolean => {
  const group = groupOf(address);
  if (group !== undefined) return config.signal?.groups.includes(group) === true;
  return userAt(config, address) !== undefined;
};

const CHANNEL = 'signal';
/** Tool calls and results are stored between two visible messages. */
const LINES_A_WORD = 4;
