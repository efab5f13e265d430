// The agent writes to configured people, or into the current conversation, on one channel. Messages go through the
// outbox, with the tool call as key.

import {type Address, channelOf, groupOf} from '../../../shared/records/address.ts';
import type {Effect} from '../../../shared/records/approval.ts';
import type {Delivery, QuotedMessage} from '../../../shared/records/delivery/delivery.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import type {Message} from '../../../shared/records/message.ts';
import {threadLedger} from '../../../shared/records/session-key.ts';
import {storedLimits} from '../../../shared/records/trust.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Config} from '../../config/config-schema.ts';
import type {Core} from '../../core.ts';
import type {DeliveryRequest} from '../../delivery/outbox.ts';
import {questionOf, replyOf} from '../../delivery/reply.ts';
import type {Emit} from '../../ports/store.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {addressesOf} from '../../routing/contacts.ts';
import {addressIn, conversationAt, userAt} from '../../routing/conversation.ts';

export type AgentSendDeps = Core & {
  /** The reason why a workspace file can't be sent. Undefined if it can. */
  readonly whyNotSent: (path: string) => Promise<string | undefined>;
  /** The channel's id of the message with this key. */
  readonly named: (key: string) => Pick<QuotedMessage, 'id' | 'author'> | undefined;
};

/** The channels on which the agent writes to people. */
type SendChannel = 'signal' | 'mail';

export type AgentDeliveryRequest = {
  /** A contact. Without one: the current conversation. */
  readonly to?: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly by: ToolContext;
};

/** `isAnswer`: the message went to the turn's own conversation and is its answer. */
export type SentByAgent = Delivery & {readonly isAnswer?: true};

/** Refuses with a GatewayError and a sentence. */
export const sendByAgent = async (
  deps: AgentSendDeps,
  channel: SendChannel,
  {to, text, files, by}: AgentDeliveryRequest,
): Promise<SentByAgent> => {
  const {store, outbox, config} = deps;
  const address = addressFor(deps, channel, to, by);
  if (text.trim() === '' && files.length === 0)
    throw new GatewayError('invalid', 'Say what to send: a text or a file.');
  for (const path of files) {
    const refusal = await deps.whyNotSent(path);
    if (refusal !== undefined) throw new GatewayError('invalid', refusal);
  }
  // An answer in a mail thread stays in the thread.
  const isInThread = threadLedger(by.session) !== undefined && address === addressHere(config(), channel, by);
  const session = isInThread ? by.session : conversationAt(config(), address);
  const request = {
    key: `${by.turnId}:${by.callId}@${address}`,
    address,
    text,
    session,
    turnId: by.turnId,
    markup: true as const,
  };
  const withFiles = files.length > 0 && {files};
  return store.transactBatched(emit => {
    const answer = text.trim() === '' ? undefined : asAnswer(deps, {...request, session: by.session});
    if (answer !== undefined) {
      const sent = outbox.enqueue({...answer, ...withFiles}, emit);
      if (sent !== undefined) return {...sent, isAnswer: true as const};
    }
    const known = store.deliveries.byKey(request.key);
    if (known !== undefined) return known;
    const turn = isInThread ? store.turns.get(by.turnId) : undefined;
    const quote = turn && questionOf(deps, turn);
    const queued = outbox.enqueue({...request, ...withFiles, quote}, emit);
    if (queued === undefined) throw new GatewayError('invalid', 'The text is empty.');
    // The current conversation has the call. Another one needs a note of what was sent.
    if (session !== by.session) {
      const words = text === '' ? `[sent ${files.join(', ')}]` : text;
      note(deps, {session, channel, turnId: by.turnId, text: words, limits: by.limits}, emit);
    }
    return queued;
  });
};

/**
 * Sends the text as the turn's answer, if none was sent. It uses the reply's key, so that the end of the turn sends
 * nothing more. The same text counts once; an announcement is one message.
 */
const asAnswer = (
  deps: AgentSendDeps,
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
  return {...request, key, runId: runId ?? request.runId, quote: quote ?? request.quote};
};

const note = (
  {store, ids, clock, index}: AgentSendDeps,
  {
    session,
    channel,
    turnId,
    text,
    limits,
  }: Pick<Message, 'session' | 'text' | 'limits'> & {
    readonly channel: SendChannel;
    readonly turnId: TurnId;
  },
  emit: Emit,
): void => {
  const at = clock.now();
  const {trust} = index.touch({session, trust: 'familiar', at, routed: false}, emit);
  const message = store.messages.add({
    id: ids.next('msg'),
    session,
    role: 'assistant',
    text,
    at,
    source: {kind: 'agent'},
    channel,
    limits: storedLimits(limits),
  });
  emit({type: 'message.added', session, trust, cause: turnId, message});
  index.changed(session, emit);
};

/** The agent may write to configured people and into the current conversation. */
export const addressFor = (
  {config: current, people: {canonical}}: Core,
  channel: SendChannel,
  contact: string | undefined,
  by: ToolContext,
): Address => {
  const config = current();
  const here = addressHere(config, channel, by);
  if (contact === undefined || contact.trim() === '') {
    if (here !== undefined) return here;
    throw new GatewayError('invalid', `This conversation is not ${PLACES[channel]}. Name a contact.`);
  }
  const address = addressesOf(config, contact.trim(), canonical).find(each => channelOf(each) === channel);
  if (address === undefined) throw new GatewayError('not_found', `${contact} has no ${NAMES[channel]} address.`);
  if (address === here || isConfigured(config, address)) return address;
  throw new GatewayError(
    'refused',
    `${contact} is not in the configuration. Messages only go to configured people and groups.`,
  );
};

/** The effects of sending there: none for who is in the conversation, and none of what will be refused. */
export const sendEffects = (
  deps: Core,
  channel: SendChannel,
  contact: string | undefined,
  by: ToolContext,
): readonly Effect[] => {
  const config = deps.config();
  try {
    const address = addressFor(deps, channel, contact, by);
    if (address === addressHere(config, channel, by)) return [];
    const person = userAt(config, address)?.name;
    const recipient = person ?? address;
    const says = channel === 'mail' ? `send a mail to ${recipient}` : `send a message to ${recipient}`;
    if (person !== undefined && person === by.user) return [{kind: 'own', says, names: {recipient}}];
    return [{kind: channel === 'mail' ? 'mail' : 'messages', says, names: {recipient}}];
  } catch (error) {
    if (error instanceof GatewayError) return [];
    throw error;
  }
};

/** The address on the channel of the message that the turn answers, else of its conversation. */
export const addressHere = (
  config: Config,
  channel: SendChannel,
  {session, replyTo}: ToolContext,
): Address | undefined =>
  [replyTo, addressIn(config, session)].find(address => address !== undefined && channelOf(address) === channel);

const isConfigured = (config: Config, address: Address): boolean => {
  const group = groupOf(address);
  if (group !== undefined) return config.signal?.groups.includes(group) === true;
  return userAt(config, address) !== undefined;
};

const PLACES: Readonly<Record<SendChannel, string>> = {signal: 'on Signal', mail: 'by mail'};
const NAMES: Readonly<Record<SendChannel, string>> = {signal: 'Signal', mail: 'mail'};
