// Parses signal-cli's envelopes: any JSON in, one of a closed set of events out. Pure. Never throws or guesses; an
// unknown envelope is ignored with a reason.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import {groupIn, readData} from './data.ts';
import {type EnvelopeFields, fieldsOf, listOf, textOf, timestampOf} from './fields.ts';
import {spokenIn} from './mentions.ts';
import {isSamePerson, type Own, personIn} from './people.ts';
import type {
  SignalEvent,
  SignalGroup,
  SignalPerson,
  SyncedSentMessage,
  UndecryptableEnvelope,
  UntrustedEnvelope,
} from './signal-event.ts';

/**
 * Parses `{envelope, account}` from the journal, the event stream or `receive`. Also accepts the notification around
 * it, with or without a subscription.
 */
export const readEnvelope = (received: unknown, own: Own): SignalEvent => {
  const fields = unwrapped(received);
  if (fields === undefined) return {kind: 'ignored', because: 'no envelope of signal-cli'};
  const account = textOf(fields['account']);
  if (account !== undefined && isForeign(account, own)) {
    return {kind: 'ignored', because: `it was received for another account (${account})`};
  }
  const envelope = fieldsOf(fields['envelope']) ?? {};
  const author = personIn(envelope, {
    uuid: 'sourceUuid',
    number: 'sourceNumber',
    either: 'source',
    name: 'sourceName',
  });
  const content = CONTENTS.find(key => fieldsOf(envelope[key]) !== undefined);
  const exception = fieldsOf(fields['exception']);
  if (content === undefined && exception !== undefined) return readException(exception, envelope, author);
  if (author === undefined) return {kind: 'ignored', because: 'an envelope that names no sender'};
  if (content === undefined) return {kind: 'ignored', because: 'an envelope without content', author};
  return readContent(content, fieldsOf(envelope[content]) ?? {}, {envelope, author, own});
};

type From = {readonly envelope: EnvelopeFields; readonly author: SignalPerson; readonly own: Own};

const readContent = (
  content: (typeof CONTENTS)[number],
  fields: EnvelopeFields,
  {envelope, author, own}: From,
): SignalEvent => {
  const toSelf = isSamePerson(author, own);
  switch (content) {
    case 'dataMessage':
      return readData(fields, {author, own, toSelf: toSelf && fieldsOf(fields['groupInfo']) === undefined});
    case 'editMessage':
      return readEdit(fields, {envelope, author, own});
    case 'syncMessage':
      // Only the owner's own devices may sync.
      if (!toSelf && isForeignSource(author, own)) return {kind: 'ignored', because: 'a sync of somebody else', author};
      return readSync(fields, author, own);
    case 'receiptMessage':
      return readReceipt(fields, author);
    case 'typingMessage':
      return readTyping(fields, author);
    case 'storyMessage':
      return {kind: 'ignored', because: 'a story', author};
    case 'callMessage':
      return {kind: 'ignored', because: 'a call', author};
  }
};

const readEdit = (edit: EnvelopeFields, {author, own}: From): SignalEvent => {
  const edits = timestampOf(edit['targetSentTimestamp']);
  const data = fieldsOf(edit['dataMessage']);
  if (edits === undefined || data === undefined) {
    return {kind: 'ignored', because: 'an edit that names no message', author};
  }
  const toSelf = isSamePerson(author, own) && fieldsOf(data['groupInfo']) === undefined;
  return readData(data, {author, own, toSelf, edits});
};

/**
 * Parses what the account's owner did on another device. Note to Self is a message to answer: its destination is the
 * owner, without a group. Other sent messages are only recorded.
 */
const readSync = (sync: EnvelopeFields, author: SignalPerson, own: Own): SignalEvent => {
  const sent = fieldsOf(sync['sentMessage']);
  if (sent === undefined) return {kind: 'ignored', because: otherSync(sync), author};
  const edit = fieldsOf(sent['editMessage']);
  const edits = timestampOf(edit?.['targetSentTimestamp']);
  const data = edit === undefined ? sent : (fieldsOf(edit['dataMessage']) ?? {});
  const to = personIn(sent, {uuid: 'destinationUuid', number: 'destinationNumber', either: 'destination'});
  const group = groupIn(data);
  if (to !== undefined && group === undefined && (isSamePerson(to, own) || isSamePerson(to, author))) {
    return readData(data, {
      author: withOwnIds(author, own),
      own,
      toSelf: true,
      edits,
    });
  }
  // The owner administers a group on their phone.
  if (fieldsOf(data['adminDelete']) !== undefined) {
    return readData(data, {author: withOwnIds(author, own), own, toSelf: false});
  }
  const timestamp = timestampOf(data['timestamp']);
  if (timestamp === undefined) return {kind: 'ignored', because: 'an own message without a timestamp', author};
  const text = spokenIn(data, 'message', own).text || undefined;
  return {
    kind: 'ownMessageElsewhere',
    timestamp,
    to,
    group,
    text,
    edits,
  } satisfies EveryField<SyncedSentMessage>;
};

/** The author, under every address of the own account that is known. */
const withOwnIds = (author: SignalPerson, {uuid, number}: Own): SignalPerson => ({
  ...author,
  uuid: uuid?.toLowerCase() ?? author.uuid,
  number: number ?? author.number,
});

const otherSync = (sync: EnvelopeFields): string => {
  if (Array.isArray(sync['readMessages'])) return 'messages were read on another device';
  if (fieldsOf(sync['sentStoryMessage']) !== undefined) return 'a story was posted on another device';
  if (sync['blockedNumbers'] !== undefined || sync['blockedGroupIds'] !== undefined) return 'the block list was synced';
  const type = textOf(sync['type']);
  return type === undefined ? 'a sync between own devices' : `a sync between own devices (${type})`;
};

const readReceipt = (receipt: EnvelopeFields, author: SignalPerson): SignalEvent => {
  const kind = RECEIPTS.find(([key]) => receipt[key] === true)?.[1];
  const timestamps = listOf(receipt['timestamps']).flatMap(value => timestampOf(value) ?? []);
  if (kind === undefined || timestamps.length === 0) {
    return {kind: 'ignored', because: 'a receipt that names no message', author};
  }
  return {kind: 'receipt', author, receipt: kind, at: timestampOf(receipt['when']) ?? 0, timestamps};
};

const readTyping = (typing: EnvelopeFields, author: SignalPerson): SignalEvent => {
  const action = typing['action'];
  if (action !== 'STARTED' && action !== 'STOPPED') {
    return {kind: 'ignored', because: 'a typing note of an unknown kind', author};
  }
  const id = textOf(typing['groupId']);
  const group: SignalGroup | undefined = id === undefined ? undefined : {id};
  const timestamp = timestampOf(typing['timestamp']) ?? 0;
  return {kind: 'typing', author, group, started: action === 'STARTED', timestamp};
};

const readException = (
  exception: EnvelopeFields,
  envelope: EnvelopeFields,
  author: SignalPerson | undefined,
): SignalEvent => {
  const type = textOf(exception['type']) ?? 'unknown';
  const timestamp = timestampOf(envelope['timestamp']);
  return type === 'UntrustedIdentityException'
    ? ({kind: 'untrusted', author, timestamp} satisfies EveryField<UntrustedEnvelope>)
    : ({
        kind: 'undecryptable',
        author,
        timestamp,
        type,
        noTimestamp: undefined,
      } satisfies EveryField<UndecryptableEnvelope>);
};

/** Finds the record with `envelope` or `exception` inside a notification. */
export const unwrapped = (received: unknown): EnvelopeFields | undefined => {
  let fields = fieldsOf(received);
  for (const around of ['params', 'result']) {
    if (fields !== undefined && !isReceived(fields)) fields = fieldsOf(fields[around]) ?? fields;
  }
  return fields !== undefined && isReceived(fields) ? fields : undefined;
};

const isReceived = (fields: EnvelopeFields): boolean =>
  fieldsOf(fields['envelope']) !== undefined || fieldsOf(fields['exception']) !== undefined;

/**
 * A signal-cli with several accounts sends every message to every client. A message without a comparable account is
 * accepted.
 */
export const isForeign = (account: string, {uuid, number}: Own): boolean => {
  const known = account.startsWith('+') ? number : uuid?.toLowerCase();
  return known !== undefined && known !== account.toLowerCase();
};

const isForeignSource = (author: SignalPerson, own: Own): boolean =>
  (author.uuid !== undefined && own.uuid !== undefined) || (author.number !== undefined && own.number !== undefined);

const CONTENTS = [
  'dataMessage',
  'editMessage',
  'syncMessage',
  'receiptMessage',
  'typingMessage',
  'storyMessage',
  'callMessage',
] as const;
const RECEIPTS = [
  ['isViewed', 'viewed'],
  ['isRead', 'read'],
  ['isDelivery', 'delivered'],
] as const;
