// Handles one mail of the inbox: finds its thread and calls the inbound handler. Every effect has the item's key, so a
// repeated item has no second effect.

import {isEmpty} from '../../../../shared/fields/is-empty.ts';
import {type Address, targetOf} from '../../../../shared/records/address.ts';
import type {Delivery} from '../../../../shared/records/delivery/delivery.ts';
import type {Inbound} from '../../../../shared/records/delivery/injection.ts';
import {sessionName} from '../../../../shared/records/session-key.ts';
import {shortened} from '../../../../shared/text/shortened.ts';
import {DAY} from '../../../../shared/time/time.ts';
import type {InboundHandler} from '../../../ports/channel.ts';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {World} from '../../../ports/system.ts';
import {nodeCrypto} from '../../../system/node-crypto.ts';
import {inboundKey} from '../../inbox/receive.ts';
import type {ItemEnd} from '../../inbox/work-inbox.ts';
import {deliveryOfMessageId} from '../message-id.ts';
import {type KeptMail, mailIdentity} from './kept-mail.ts';

type HandleDeps = Pick<World, 'store' | 'clock' | 'log'> & {
  /** The agent's own address. */
  readonly address: string;
  readonly handler: InboundHandler;
};

export const handleMail = async (deps: HandleDeps, item: InboxItem): Promise<ItemEnd> => {
  const {handler} = deps;
  const {chat} = item;
  const mail = item.event as KeptMail;
  const {text, files, references} = mail;
  const answered = answeredDelivery(deps, chat, references.at(-1));
  const earlier = earlierConversation(deps, chat, references);
  const thread =
    earlier !== undefined && earlier.kind !== 'mail' ? undefined : (earlier?.thread ?? newThread(chat, mail));
  const details = detailsOf(mail, {isNew: earlier === undefined, answered});
  const isLooping = earlier !== undefined && mailsToday(deps, earlier.session) >= MOST_A_DAY;
  if (isLooping)
    deps.log.warn({item: item.ord}, `A mail thread had ${MOST_A_DAY} mails today; more are kept without an answer.`);
  const result = await handler.handle({
    channel: 'mail',
    sender: targetOf(chat),
    text,
    at: item.receivedAt,
    key: inboundKey(item),
    thread: thread === undefined ? undefined : {id: thread, title: titleOf(mail)},
    details,
    answers: answered?.id,
    attachments: files.length > 0 ? files : undefined,
    context: isLooping ? true : undefined,
    limits: mail.quotes === true ? [{trust: 'public', by: {kind: 'mail'}}] : undefined,
  });
  if (result.kind === 'kept') return {state: 'handled', receipt: 'none'};
  return {state: result.kind === 'later' ? 'later' : 'ignored', because: result.because};
};

/** Our mail that this one answers, if it went to the same person. */
const answeredDelivery = (
  {store, address}: HandleDeps,
  chat: Address,
  answered: string | undefined,
): Delivery | undefined => {
  const id = answered === undefined ? undefined : deliveryOfMessageId(answered, address);
  const delivery = id === undefined ? undefined : store.deliveries.get(id);
  return delivery?.address === chat ? delivery : undefined;
};

const detailsOf = (
  {subject, missing, cut, bare}: KeptMail,
  {isNew, answered}: {readonly isNew: boolean; readonly answered: Delivery | undefined},
): Inbound['details'] => {
  const details = {
    subject: isNew && answered === undefined && subject !== '' ? subject : undefined,
    quote: answered === undefined ? undefined : {text: shortened(answered.text, LONGEST_QUOTE)},
    missing: missing.length > 0 ? missing : undefined,
    cut: cut || undefined,
    bare: bare || undefined,
  };
  return isEmpty(details) ? undefined : details;
};

type Earlier = {readonly session: NonNullable<Inbound['session']>; readonly kind: string; readonly thread?: string};

/** The conversation with the person's newest mail of the thread. Only their own mails count. */
const earlierConversation = (
  {store}: HandleDeps,
  chat: Address,
  references: readonly string[],
): Earlier | undefined => {
  for (const id of references.toReversed()) {
    const session = store.messages.byKey(inboundKey(mailIdentity(chat, id)))?.session;
    const name = session === undefined ? undefined : sessionName(session);
    if (session !== undefined && name !== undefined) {
      return {session, kind: name.kind, thread: name.kind === 'mail' ? name.thread : undefined};
    }
  }
  return undefined;
};

/** A person's mails below one first mail are one thread, even if that mail went to others only. */
const newThread = (chat: Address, {messageId, references}: KeptMail): string =>
  nodeCrypto()
    .createHash('sha256')
    .update(`${chat}\n${references[0] ?? messageId}`)
    .digest('hex')
    .slice(0, 16);

const titleOf = ({subject}: KeptMail): string => subject.replace(/^(?:\s*(?:re|aw|fwd?|wg)\s*:)+\s*/iu, '') || 'Mail';

/** Two programs that answer each other stop for the day. */
const mailsToday = ({store, clock}: HandleDeps, session: Earlier['session']): number =>
  store.messages
    .page(session, {limit: MOST_A_DAY * 4})
    .messages.filter(({role, channel, at}) => role === 'user' && channel === 'mail' && at > clock.now() - DAY).length;

const MOST_A_DAY = 30;
const LONGEST_QUOTE = 500;
