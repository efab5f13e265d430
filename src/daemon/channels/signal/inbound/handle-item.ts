// Handles one inbox item: calls the inbound handler with its event. Every effect has the item's key, so a repeated item
// has no second effect.
import {type Address, targetOf} from '../../../../shared/records/address.ts';
import type {Inbound} from '../../../../shared/records/delivery/injection.ts';
import type {MessageDetails, MissingFile, Quote} from '../../../../shared/records/message-details.ts';
import {assertNever} from '../../../../shared/text/gateway-error.ts';
import {shortened} from '../../../../shared/text/shortened.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import type {HandleResult, InboundHandler} from '../../../ports/channel.ts';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {Store} from '../../../ports/store.ts';
import {inboundKey} from '../../inbox/receive.ts';
import type {ItemEnd} from '../../inbox/work-inbox.ts';
import type {
  SignalMessage,
  SignalQuote,
  SignalReaction,
  SignalRemoteDelete,
} from '../../signal-cli/envelope/signal-event.ts';
import {isSamePerson, type Own} from '../../signal-cli/index.ts';
import type {People} from '../people/people.ts';
import type {KeptAttachments} from './attachments.ts';
import type {StoredEvent} from './sort-event.ts';

type HandleDeps = {
  readonly store: Store;
  readonly own: () => Own;
  /** Undefined if its content is gone. */
  readonly eventOf: (item: InboxItem) => StoredEvent | undefined;
  readonly people: People;
  readonly handler: InboundHandler;
  /** Called before a message is handled. */
  readonly onMessage: (item: InboxItem, event: SignalMessage) => void;
  readonly keepAttachments: (event: SignalMessage) => Promise<KeptAttachments>;
  /** Removes all copies of deleted messages. */
  readonly forgetCopies: (items: readonly InboxItem[], forgetWords: () => Promise<boolean>) => Promise<boolean>;
  /** Deletes files in signal-cli's folder. */
  readonly forgetDownloads: (names: readonly string[]) => Promise<void>;
  readonly groupReplies: () => 'mention' | 'always';
};

export const handleItem =
  (deps: HandleDeps) =>
  async (item: InboxItem, behind: number): Promise<ItemEnd> => {
    const event = deps.eventOf(item);
    const from = event === undefined ? undefined : senderOf(deps, event, item);
    if (event === undefined || from === undefined) return {state: 'ignored', because: 'it cannot be read any more'};
    switch (event.kind) {
      case 'message':
        deps.onMessage(item, event);
        return await withoutTextFiles(
          deps,
          event,
          event.edits === undefined ? handleMessage(deps, event, from, behind) : handleEdit(deps, event, item, from),
        );
      case 'remoteDelete':
        return handleDelete(deps, event, item, from);
      case 'reaction':
        return handleReaction(deps, event, from);
      default:
        return assertNever(event);
    }
  };

/** A long text is in the conversation now. Not earlier, because a repetition may need its file. */
const withoutTextFiles = async (
  deps: HandleDeps,
  event: SignalMessage,
  handling: Promise<ItemEnd>,
): Promise<ItemEnd> => {
  const end = await handling;
  if (end.state !== 'later') await deps.forgetDownloads(event.textFiles ?? []);
  return end;
};

type From = Pick<Inbound, 'channel' | 'sender' | 'group' | 'at' | 'writtenAt'> & {readonly key: string};

const senderOf = ({people}: HandleDeps, event: StoredEvent, item: InboxItem): From | undefined => {
  // A deletion by an administrator is a change to its author's message.
  const author = event.kind === 'remoteDelete' ? (event.targetAuthor ?? event.author) : event.author;
  const address = people.addressOf(author);
  if (address === undefined) return undefined;
  const {receivedAt: at} = item;
  const {waitedMs = 0, group} = event;
  return {
    channel: CHANNEL,
    sender: targetOf(address),
    at,
    writtenAt: waitedMs >= LONG_WAIT_MS ? at - waitedMs : undefined,
    key: inboundKey(item),
    group: group ? group.id : undefined,
  };
};

const handleMessage = async (deps: HandleDeps, event: SignalMessage, from: From, behind: number): Promise<ItemEnd> => {
  const {store, own, handler} = deps;
  if (event.toSelf) {
    const echo = echoOf(store, event, from);
    if (echo !== undefined) return echo;
  }
  const {files, missing, longText = event.text} = await deps.keepAttachments(event);
  const isForUs = event.group === undefined || event.mentionsUs || event.quotesUs || deps.groupReplies() === 'always';
  const [answered] = event.quote === undefined ? [] : store.deliveries.sentAs(CHANNEL, String(event.quote.timestamp));
  // Of a long backlog only the newest messages are answered, with the earlier ones in their context.
  const isCaughtUp = behind < longestAnswered(event) || isCommand(longText);
  const result = await handler.handle({
    ...from,
    text: longText,
    attachments: files.length > 0 ? files : undefined,
    details: messageDetails(event, own(), missing),
    answers: answered?.id,
    ...(isForUs && isCaughtUp ? {} : {context: true}),
  });
  return endOf(result, event.toSelf ? 'none' : 'owed');
};

/** If another program shares the account, our own messages to the owner come back. They aren't questions. */
const echoOf = (store: Store, event: SignalMessage, {sender}: From): ItemEnd | undefined => {
  const address: Address = `${CHANNEL}:${sender}`;
  if (store.deliveries.sentAs(CHANNEL, String(event.timestamp)).length > 0) return OWN_ANSWER;
  const underWay = store.deliveries
    .list({state: 'sending', limit: MOST_SENDING})
    .filter(delivery => delivery.address === address);
  if (underWay.some(({text}) => text === event.text)) return OWN_ANSWER;
  return underWay.length > 0 ? {state: 'later', because: 'an answer to the same chat is being sent'} : undefined;
};

const handleEdit = async (deps: HandleDeps, event: SignalMessage, item: InboxItem, from: From): Promise<ItemEnd> => {
  const original = originalOf(deps, item, event.edits ?? 0);
  const revisions = editsOf(deps, item, original).map(inboundKey);
  const {files, missing, longText = event.text} = await deps.keepAttachments(event);
  const change = {
    ...from,
    of: inboundKey({...item, timestamp: original}),
    revisions: revisions.length > 0 ? revisions : undefined,
    text: longText,
    attachments: files.length > 0 ? files : undefined,
    details: messageDetails(event, deps.own(), missing),
  };
  return endOf(await deps.handler.change(change), event.toSelf ? 'none' : 'owed');
};

const handleDelete = async (
  deps: HandleDeps,
  event: SignalRemoteDelete,
  item: InboxItem,
  from: From,
): Promise<ItemEnd> => {
  const {store, handler} = deps;
  const target = {...item, author: authorOf(deps, event, item)};
  const original = originalOf(deps, target, event.targetTimestamp);
  const edits = editsOf(deps, target, original);
  const versions = [...[store.inbox.find({...target, timestamp: original}) ?? []].flat(), ...edits];
  const change = {
    ...from,
    of: inboundKey({...target, timestamp: original}),
    revisions: edits.map(inboundKey),
    byAdmin: event.targetAuthor === undefined ? undefined : (true as const),
  };
  let end: ItemEnd | undefined;
  await deps.forgetCopies(versions, async () => {
    end = endOf(await handler.change(change), 'none');
    return end.state === 'handled';
  });
  return end ?? {state: 'later', because: 'its copies are still there'};
};

/** The id under which the inbox knows the author of the deleted message. */
const authorOf = (
  {store, people}: HandleDeps,
  {targetAuthor, targetTimestamp: timestamp}: SignalRemoteDelete,
  item: InboxItem,
): string => {
  if (targetAuthor === undefined) return item.author;
  const {uuid, number} = people.whole(targetAuthor);
  const ids = [uuid, number].flatMap(id => id ?? []);
  return ids.find(author => store.inbox.find({...item, author, timestamp}) !== undefined) ?? ids[0] ?? item.author;
};

const handleReaction = async (deps: HandleDeps, event: SignalReaction, from: From): Promise<ItemEnd> => {
  const [target] = deps.store.deliveries.sentAs(CHANNEL, String(event.target.timestamp));
  if (target === undefined) return {state: 'ignored', because: 'a reaction to a message that is not ours'};
  const {emoji, removed} = event;
  return endOf(await deps.handler.react({...from, emoji, removed, to: target.id}), 'none');
};

/** An edit may refer to an earlier edit. The session stores the message under its first id. */
const originalOf = ({store, eventOf}: HandleDeps, item: InboxItem, timestamp: number): number => {
  let original = timestamp;
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    const earlier = store.inbox.find({...item, timestamp: original});
    const event = earlier === undefined ? undefined : eventOf(earlier);
    if (event?.kind !== 'message' || event.edits === undefined) break;
    original = event.edits;
  }
  return original;
};

/** The newest items of the chat that edit the message. */
const editsOf = (deps: HandleDeps, {channel, chat, author, ord}: InboxItem, original: number): readonly InboxItem[] => {
  const newest = deps.store.inbox.list({channel, chat, limit: MOST_SEARCHED});
  return newest.filter(item => {
    if (item.author !== author || item.ord >= ord) return false;
    const event = deps.eventOf(item);
    return event?.kind === 'message' && event.edits !== undefined && originalOf(deps, item, event.edits) === original;
  });
};

const endOf = (result: HandleResult, receipt: 'none' | 'owed'): ItemEnd => {
  switch (result.kind) {
    case 'kept':
      return {state: 'handled', receipt};
    case 'refused':
      return {state: 'ignored', because: result.because};
    case 'later':
      return {state: 'later', because: result.because};
    default:
      return assertNever(result);
  }
};

/** True if an item is only stored, because it belongs to a long backlog: no answer and no files to fetch. */
export const isPlain = (event: StoredEvent | undefined, behind: number): boolean => {
  if (
    event?.kind !== 'message' ||
    behind < longestAnswered(event) ||
    event.toSelf ||
    event.edits !== undefined ||
    event.quote !== undefined
  )
    return false;
  return event.attachments.length === 0 && event.textFiles === undefined && !isCommand(event.text);
};

/** "/stop" concerns the current turn, so it overtakes earlier messages. */
export const isStop = (event: StoredEvent | undefined): boolean =>
  event?.kind === 'message' && event.edits === undefined && /^\s*\/stop\s*$/iu.test(event.text);

const longestAnswered = ({group}: SignalMessage): number => LONGEST_ANSWERED[group === undefined ? 'person' : 'group'];

const isCommand = (text: string): boolean => text.startsWith('/');

/** The quote and the missing files of a message. Undefined if the message has nothing but its text and its files. */
const messageDetails = (
  {quote}: SignalMessage,
  own: Own,
  missing: readonly MissingFile[],
): MessageDetails | undefined =>
  quote === undefined && missing.length === 0
    ? undefined
    : {quote: quote === undefined ? undefined : quoteOf(quote, own), missing: missing.length > 0 ? missing : undefined};

const quoteOf = ({author, text, attachments}: SignalQuote, own: Own): Quote => {
  const files = attachments.map(({type, name}) => name ?? type).join(', ');
  const quoted = text === undefined ? files : shortened(text, LONGEST_QUOTE);
  if (isSamePerson(author, own)) return {text: quoted};
  return {author: author.name ?? author.number ?? 'somebody else', text: quoted};
};

const CHANNEL = 'signal';
const OWN_ANSWER: ItemEnd = {state: 'ignored', because: 'our own answer'};
/**
 * Of more messages than that, only the newest are answered. A person's own requests are each answered, unless it is a
 * flood.
 */
const LONGEST_ANSWERED = {group: 20, person: 50} as const;
/** A shorter wait is the network's: nobody answers within it. */
const LONG_WAIT_MS = MINUTE;
const MOST_SENDING = 100;
const MOST_HOPS = 20;
const MOST_SEARCHED = 1_000;
const LONGEST_QUOTE = 500;
