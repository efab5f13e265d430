// Handles edited and deleted messages. An unread message is replaced. An edit of a read one is asked again, with the
// effects of the old one. A deleted message is removed, and its author learns which effects stay.

import {type Address, addressOf, groupAddress} from '../../../shared/records/address.ts';
import type {InboundChange} from '../../../shared/records/delivery/injection.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {MessageDetails} from '../../../shared/records/message-details.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import type {Core} from '../../core.ts';
import type {Written} from '../../ports/conversation-store.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import type {Route} from '../../routing/resolve-route.ts';
import {forgetMessage} from '../../sessions/forget-message.ts';
import {keepContext} from '../../sessions/keep-context.ts';
import {formatMade, madeBy} from './made-by.ts';

type ChangeDeps = Core & {
  /** True if a job with this name exists. */
  readonly isJob: (name: string) => boolean;
};

type Edit =
  | {readonly kind: 'kept'}
  /** The original is unknown: the new text counts as a new message. */
  | {readonly kind: 'unknown'; readonly details: MessageDetails | undefined}
  /** The original was read: the new text is asked again. */
  | {readonly kind: 'asked'; readonly details: MessageDetails};

export const editMessage = async (
  deps: ChangeDeps,
  {of, revisions = [], text = '', key, at, channel, attachments, details}: InboundChange,
  {session, trust, user, zone}: Route,
): Promise<Edit> => {
  const {store, clock} = deps;
  // A crash before the channel learned of the result repeats the edit.
  if (store.cursors.get(replacedMark(session)) === key) return {kind: 'kept'};
  const message = store.messages.byKey(of);
  if (message === undefined || !isIn(deps, message, session)) return {kind: 'unknown', details};
  // Group messages to others were never requests.
  if (message.turnId === undefined) {
    const source = {kind: 'user', name: user, channel} as const;
    const edited = {...details, edit: {before: shortened(message.text, LONGEST_QUOTE)}};
    const note = {session, trust, role: 'user', text, at, source, channel, key, details: edited} as const;
    await store.transactBatched(emit => keepContext(deps, {...note, attachments}, emit));
    return {kind: 'kept'};
  }
  const isReplaced = await store.transactBatched(emit =>
    replaceUnread(deps, message, {session, trust, key, text, attachments, details}, emit),
  );
  if (isReplaced) return {kind: 'kept'};
  const made = madeBy(deps, [message, ...revisions.flatMap(each => store.messages.byKey(each) ?? [])]);
  const set = formatMade(store, made, {now: clock.now(), zone});
  const edit = {before: shortened(message.text, LONGEST_QUOTE), ...(set.length > 0 && {set, made})};
  return {kind: 'asked', details: {...details, edit}};
};

/** Deletes a message with all its versions, and tells its author what it had set. */
export const deleteMessage = (
  deps: ChangeDeps,
  change: InboundChange,
  {session, trust, zone}: Route,
): Promise<void> => {
  const {store, clock, outbox} = deps;
  const {of, revisions = [], key, byAdmin = false} = change;
  return store.transactBatched(emit => {
    const messages = [of, ...revisions].flatMap(each => store.messages.byKey(each) ?? []);
    const ours = messages.filter(message => isIn(deps, message, session));
    const made = madeBy(deps, ours);
    const stays = formatMade(store, made, {now: clock.now(), zone});
    for (const message of ours) {
      retryNoMore(store, message);
      forgetMessage(deps, {message, text: byAdmin ? DELETED_BY_ADMIN : DELETED_TEXT, trust}, emit);
    }
    settleDeleted(deps, change, session);
    if (stays.length === 0) return;
    const all = stays.length === 1 ? 'The reminder it set stays' : 'The reminders it set stay';
    const what = made.reminders.length === stays.length ? all : 'What it set stays';
    const text = `${byAdmin ? 'An administrator' : 'You'} deleted a message. ${what}: ${stays.join('; ')}.`;
    // The notice isn't an answer, so other messages of the person are still owed a reply.
    const source = {kind: 'agent'} as const;
    const note = {
      session,
      trust,
      role: 'assistant',
      text,
      at: clock.now(),
      source,
      channel: change.channel,
      key,
    } as const;
    keepContext(deps, note, emit);
    outbox.enqueue({key: `deleted:${key}`, address: chatOf(change), text, session, holding: true}, emit);
  });
};

/** Removes an expired message. */
export const expireMessage = async (deps: ChangeDeps, key: string): Promise<void> => {
  const {store} = deps;
  await store.transactBatched(emit => {
    const message = store.messages.byKey(key);
    if (message !== undefined) forgetMessage(deps, {message, text: EXPIRED_TEXT}, emit);
  });
};

/** If the person has no message left since our last one, no reply is owed. */
const settleDeleted = ({store}: ChangeDeps, change: InboundChange, session: SessionKey): void => {
  const {of, revisions = [], channel} = change;
  const address = chatOf(change);
  const {newestIn, newestOut, clearedAt = 0} = store.ledger.of(address);
  const answeredAt = Math.max(newestOut?.at ?? 0, clearedAt);
  if (newestIn === undefined || newestIn.at <= answeredAt) return;
  const mark = `deleted:${address}`;
  const deleted = [...deletedUnder(store, mark), of, ...revisions].slice(-MOST_DELETED);
  const left = store.messages
    .page(session, {limit: MOST_DELETED})
    .messages.filter(({at, source}) => source.kind === 'user' && source.channel === channel && at > answeredAt)
    .map(({id}) => store.messages.keyOf(id))
    .filter(key => key !== undefined && !deleted.includes(key));
  const isSettled = left.length === 0 && deleted.includes(newestIn.id);
  if (isSettled) store.ledger.clear(address, newestIn.at);
  store.cursors.set(mark, JSON.stringify(isSettled ? [] : deleted));
};

/** The message may be of a conversation that this one continues. */
const isIn = ({people: {current}}: ChangeDeps, message: Message, session: SessionKey): boolean =>
  message.session === session || current(message.session) === session;

/** The keys of messages that were deleted while a reply was owed. */
const deletedUnder = ({cursors}: World['store'], mark: string): readonly string[] => {
  const keys: unknown = JSON.parse(cursors.get(mark) ?? '[]');
  return Array.isArray(keys) ? keys.map(String) : [];
};

/** True if the turn hasn't started. It then reads only the new text. */
const replaceUnread = (
  {store}: ChangeDeps,
  {id, turnId}: Message,
  {session, trust, key, ...written}: Pick<Route, 'session' | 'trust'> & Written & {readonly key: string},
  emit: Emit,
): boolean => {
  if (turnId === undefined || store.turns.get(turnId)?.state !== 'queued') {
    retryNoMore(store, {turnId});
    return false;
  }
  const changed = store.messages.rewrite(id, written);
  if (changed !== undefined) emit({type: 'message.changed', session: changed.session, trust, message: changed});
  store.cursors.set(replacedMark(session), key);
  return true;
};

/** An edited or deleted message isn't repeated with its old text. */
const retryNoMore = ({turns}: World['store'], {turnId}: {readonly turnId?: TurnId | undefined}): void => {
  const turn = turnId === undefined ? undefined : turns.get(turnId);
  if (turn?.retry !== undefined) turns.put({...turn, retry: 'used'});
};

const chatOf = ({channel, sender, group}: InboundChange): Address =>
  group === undefined ? addressOf({channel, target: sender}) : groupAddress(channel, group);

/** Stores the last edit that replaced an unread message, because a chat delivers its edits in order. */
const replacedMark = (session: SessionKey): string => `edit.replaced:${session}`;

const DELETED_TEXT = '[This message was deleted by its author.]';
const EXPIRED_TEXT = '[This message has expired.]';
const DELETED_BY_ADMIN = '[This message was deleted by an administrator.]';
const LONGEST_QUOTE = 200;
/** Number of deleted messages that are remembered. */
const MOST_DELETED = 50;
