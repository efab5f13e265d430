// What comes of one item of the inbox: it is read again, said in the house's words, and brought to its ears. Everything it leads to
// bears the item's key, so that an item that is brought twice leads to it once.
import {type Address, targetOf} from '../../../../shared/records/address.ts';
import {assertNever} from '../../../../shared/records/gateway-error.ts';
import type {Inbound} from '../../../../shared/records/injection.ts';
import type {Attachment} from '../../../../shared/records/message.ts';
import type {HandleResult, InboundHandler} from '../../../ports/channel.ts';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {Store} from '../../../ports/store.ts';
import {inboundKey} from '../../inbox/receive.ts';
import type {ItemEnd} from '../../inbox/work-inbox.ts';
import type {EnvelopeReader} from '../envelope/envelope-reader.ts';
import type {SignalGroup, SignalMessage, SignalPerson, SignalReaction, SignalRemoteDelete} from '../envelope/heard.ts';
import type {Own} from '../envelope/people.ts';
import type {People} from '../people/people.ts';
import type {Attached} from './attachments.ts';
import {said} from './said.ts';

export type HandleDeps = {
  readonly store: Store;
  readonly own: () => Own;
  readonly read: EnvelopeReader;
  readonly people: People;
  readonly handler: InboundHandler;
  /** Told of a message before anything comes of it. */
  readonly onMessage: (item: InboxItem, heard: SignalMessage) => void;
  readonly keepAttachments: (heard: SignalMessage) => Promise<Attached>;
  readonly forgetFiles: (files: readonly Attachment[]) => Promise<void>;
  /** Its author deleted a message, and it is gone from the database. */
  readonly onForgotten: () => void;
  readonly groupReplies: () => 'mention' | 'always';
};

export const handleItem =
  (deps: HandleDeps) =>
  async (item: InboxItem, behind: number): Promise<ItemEnd> => {
    const heard = deps.read(item.raw);
    const from = heard !== undefined && 'author' in heard ? whoIn(deps, heard, item) : undefined;
    if (heard === undefined || from === undefined) return {state: 'ignored', because: 'it cannot be read any more'};
    switch (heard.kind) {
      case 'message':
        deps.onMessage(item, heard);
        return heard.edits === undefined
          ? handleMessage(deps, heard, from, behind)
          : handleEdit(deps, heard, item, from);
      case 'remoteDelete':
        return handleDelete(deps, heard, item, from);
      case 'reaction':
        return handleReaction(deps, heard, from);
      default:
        return {state: 'ignored', because: `a ${heard.kind}`};
    }
  };

type From = Pick<Inbound, 'channel' | 'sender' | 'group' | 'at'> & {readonly key: string};

const whoIn = (
  {people}: HandleDeps,
  {author, group}: {readonly author?: SignalPerson; readonly group?: SignalGroup},
  item: InboxItem,
): From | undefined => {
  const address = author && people.addressOf(author);
  if (address === undefined) return undefined;
  const sender = targetOf(address);
  return {channel: CHANNEL, sender, at: item.receivedAt, key: inboundKey(item), ...(group && {group: group.id})};
};

const handleMessage = async (deps: HandleDeps, heard: SignalMessage, from: From, behind: number): Promise<ItemEnd> => {
  const {store, own, handler} = deps;
  if (heard.toSelf) {
    const echo = echoOf(store, heard, from);
    if (echo !== undefined) return echo;
  }
  const {notes, files, longText} = await deps.keepAttachments(heard);
  const {text, words} = said(heard, own(), notes, longText);
  const isForUs = heard.group === undefined || heard.mentionsUs || heard.quotesUs || deps.groupReplies() === 'always';
  const [answered] = heard.quote === undefined ? [] : store.deliveries.sentAs(CHANNEL, String(heard.quote.timestamp));
  // Of a long backlog only the newest is answered, knowing all that was said before it.
  const isCaughtUp = behind < LONG_BACKLOG || isCommand(words);
  const hearing = await handler.hear({
    ...from,
    text,
    words,
    ...(files.length > 0 && {attachments: files}),
    ...(answered !== undefined && {answers: answered.id}),
    ...(isForUs && isCaughtUp ? {} : {context: true}),
  });
  return endOf(hearing, heard.toSelf ? 'none' : 'owed');
};

/** What we wrote to the owner comes back where another program shares the account; it is no question of theirs. */
const echoOf = (store: Store, heard: SignalMessage, {sender}: From): ItemEnd | undefined => {
  const address: Address = `${CHANNEL}:${sender}`;
  if (store.deliveries.sentAs(CHANNEL, String(heard.timestamp)).length > 0) return OWN_ANSWER;
  const underWay = store.deliveries
    .list({state: 'sending', limit: MOST_SENDING})
    .filter(each => each.address === address);
  if (underWay.some(({text}) => text === heard.text)) return OWN_ANSWER;
  return underWay.length > 0 ? {state: 'later', because: 'an answer to the same chat is being sent'} : undefined;
};

const handleEdit = async (deps: HandleDeps, heard: SignalMessage, item: InboxItem, from: From): Promise<ItemEnd> => {
  const of = inboundKey({...item, timestamp: originalOf(deps, item, heard.edits ?? 0)});
  const {notes, longText} = await deps.keepAttachments(heard);
  const {text} = said(heard, deps.own(), notes, longText);
  return endOf(await deps.handler.change({...from, of, text}), heard.toSelf ? 'none' : 'owed');
};

const handleDelete = async (
  deps: HandleDeps,
  heard: SignalRemoteDelete,
  item: InboxItem,
  from: From,
): Promise<ItemEnd> => {
  const {store, handler} = deps;
  const original = originalOf(deps, item, heard.targetTimestamp);
  const edits = editsOf(deps, item, original);
  const said = [...[store.inbox.find({...item, timestamp: original}) ?? []].flat(), ...edits];
  const keys = said.map(inboundKey);
  const files = keys.flatMap(key => store.messages.byKey(key)?.attachments ?? []);
  const end = endOf(
    await handler.change({...from, of: inboundKey({...item, timestamp: original}), revisions: edits.map(inboundKey)}),
    'none',
  );
  if (end.state !== 'handled') return end;
  deps.onForgotten();
  await deps.forgetFiles(files);
  store.transact(() => {
    for (const {ord} of said) store.inbox.blank(ord);
  });
  return end;
};

const handleReaction = async (deps: HandleDeps, heard: SignalReaction, from: From): Promise<ItemEnd> => {
  const [target] = deps.store.deliveries.sentAs(CHANNEL, String(heard.target.timestamp));
  if (target === undefined) return {state: 'ignored', because: 'a reaction to a message that is not ours'};
  const {emoji, removed} = heard;
  return endOf(await deps.handler.react({...from, emoji, removed, to: target.id}), 'none');
};

/** An edit may name an earlier edit: the session keeps the message under its first id. */
const originalOf = ({store, read}: HandleDeps, item: InboxItem, timestamp: number): number => {
  let original = timestamp;
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    const earlier = store.inbox.find({...item, timestamp: original});
    const heard = earlier === undefined ? undefined : read(earlier.raw);
    if (heard?.kind !== 'message' || heard.edits === undefined) break;
    original = heard.edits;
  }
  return original;
};

/** Whatever of the chat's newest changed a message. */
const editsOf = (deps: HandleDeps, {channel, chat, author, ord}: InboxItem, original: number): readonly InboxItem[] => {
  const newest = deps.store.inbox.list({channel, chat, limit: MOST_SEARCHED});
  return newest.filter(each => {
    if (each.author !== author || each.ord >= ord || !each.raw.includes('editMessage')) return false;
    const heard = deps.read(each.raw);
    return heard?.kind === 'message' && heard.edits !== undefined && originalOf(deps, each, heard.edits) === original;
  });
};

const endOf = (hearing: HandleResult, receipt: 'none' | 'owed'): ItemEnd => {
  switch (hearing.kind) {
    case 'kept':
      return {state: 'handled', receipt};
    case 'refused':
      return {state: 'ignored', because: hearing.because};
    case 'later':
      return {state: 'later', because: hearing.because};
    default:
      return assertNever(hearing);
  }
};

/** What of a long backlog is only kept: no answer to anything, nothing to be fetched for it. */
export const isPlain = (item: InboxItem, read: EnvelopeReader, behind: number): boolean => {
  if (behind < LONG_BACKLOG) return false;
  const heard = read(item.raw);
  if (heard?.kind !== 'message' || heard.toSelf || heard.edits !== undefined || heard.quote !== undefined) return false;
  return heard.attachments.length === 0 && heard.longText === undefined && !isCommand(heard.text);
};

/** «/stop» is for what is going on now, so it waits for none of what was said before it. */
export const isStop = (item: InboxItem, read: EnvelopeReader): boolean => {
  if (!/\/stop/iu.test(item.raw)) return false;
  const heard = read(item.raw);
  return heard?.kind === 'message' && heard.edits === undefined && /^\s*\/stop\s*$/iu.test(heard.text);
};

const isCommand = (words: string): boolean => words.startsWith('/');

const CHANNEL = 'signal';
const OWN_ANSWER: ItemEnd = {state: 'ignored', because: 'our own answer'};
const LONG_BACKLOG = 20;
const MOST_SENDING = 100;
const MOST_HOPS = 20;
const MOST_SEARCHED = 1_000;
