// Parses signal-cli's envelopes: any JSON in, one of a closed set of events out. Pure. Never throws or guesses; an
// unknown envelope is ignored with a reason.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import {groupIn, readData} from './data.ts';
import {type EnvelopeFields, readFields, readList, readText, readTime} from './fields.ts';
import {spokenIn} from './mentions.ts';
import {isSamePerson, type Own, readPerson} from './people.ts';
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
  const fields = receivedRecord(received);
  if (fields === undefined) return {kind: 'ignored', because: 'no envelope of signal-cli'};
  const account = readText(fields['account']);
  if (account !== undefined && isForeign(account, own)) {
    return {kind: 'ignored', because: `it was received for another account (${account})`};
  }
  const envelope = readFields(fields['envelope']) ?? {};
  const author = readPerson(envelope, {
    uuid: 'sourceUuid',
    number: 'sourceNumber',
    either: 'source',
    name: 'sourceName',
  });
  const content = CONTENTS.find(key => readFields(envelope[key]) !== undefined);
  const exception = readFields(fields['exception']);
  if (content === undefined && exception !== undefined) return readException(exception, envelope, author);
  if (author === undefined) return {kind: 'ignored', because: 'an envelope that names no sender'};
  if (content === undefined) return {kind: 'ignored', because: 'an envelope without content', author};
  return readContent(content, readFields(envelope[content]) ?? {}, {envelope, author, own});
};

/** Facts about the envelope of an event. */
export type Arrival = {
  /** The account that received it, if signal-cli names one. */
  readonly account?: string;
  /** The time that it waited at Signal's server. */
  readonly waitedMs?: number;
};

/** The event of a line of signal-cli. Undefined for invalid JSON. */
export const readLine = (line: string, own: Own): (SignalEvent & Arrival) | undefined => {
  let received: unknown;
  try {
    received = JSON.parse(line);
  } catch {
    return undefined;
  }
  const account = readText(receivedRecord(received)?.['account']);
  return {...readEnvelope(received, own), account, waitedMs: waitedAtServer(received) || undefined};
};

/** In ms; 0 if the envelope doesn't say. Both instants are the server's, so no other clock has to be right. */
export const waitedAtServer = (received: unknown): number => {
  const envelope = readFields(receivedRecord(received)?.['envelope']) ?? {};
  const [from, to] = [envelope['serverReceivedTimestamp'], envelope['serverDeliveredTimestamp']].map(readTime);
  return from === undefined || to === undefined ? 0 : Math.max(0, to - from);
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
      return readData(fields, {author, own, toSelf: toSelf && readFields(fields['groupInfo']) === undefined});
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
  const edits = readTime(edit['targetSentTimestamp']);
  const data = readFields(edit['dataMessage']);
  if (edits === undefined || data === undefined) {
    return {kind: 'ignored', because: 'an edit that names no message', author};
  }
  const toSelf = isSamePerson(author, own) && readFields(data['groupInfo']) === undefined;
  return readData(data, {author, own, toSelf, edits});
};

/**
 * Parses what the account's owner did on another device. Note to Self is a message to answer: its destination is the
 * owner, without a group. Other sent messages are only recorded.
 */
const readSync = (sync: EnvelopeFields, author: SignalPerson, own: Own): SignalEvent => {
  const sent = readFields(sync['sentMessage']);
  if (sent === undefined) return {kind: 'ignored', because: otherSync(sync), author};
  const edit = readFields(sent['editMessage']);
  const edits = readTime(edit?.['targetSentTimestamp']);
  const data = edit === undefined ? sent : (readFields(edit['dataMessage']) ?? {});
  const to = readPerson(sent, {uuid: 'destinationUuid', number: 'destinationNumber', either: 'destination'});
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
  if (readFields(data['adminDelete']) !== undefined) {
    return readData(data, {author: withOwnIds(author, own), own, toSelf: false});
  }
  const timestamp = readTime(data['timestamp']);
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
  if (readFields(sync['sentStoryMessage']) !== undefined) return 'a story was posted on another device';
  if (sync['blockedNumbers'] !== undefined || sync['blockedGroupIds'] !== undefined) return 'the block list was synced';
  const type = readText(sync['type']);
  return type === undefined ? 'a sync between own devices' : `a sync between own devices (${type})`;
};

const readReceipt = (receipt: EnvelopeFields, author: SignalPerson): SignalEvent => {
  const kind = RECEIPTS.find(([key]) => receipt[key] === true)?.[1];
  const timestamps = readList(receipt['timestamps']).flatMap(value => readTime(value) ?? []);
  if (kind === undefined || timestamps.length === 0) {
    return {kind: 'ignored', because: 'a receipt that names no message', author};
  }
  return {kind: 'receipt', author, receipt: kind, at: readTime(receipt['when']) ?? 0, timestamps};
};

const readTyping = (typing: EnvelopeFields, author: SignalPerson): SignalEvent => {
  const action = typing['action'];
  if (action !== 'STARTED' && action !== 'STOPPED') {
    return {kind: 'ignored', because: 'a typing note of an unknown kind', author};
  }
  const id = readText(typing['groupId']);
  const group: SignalGroup | undefined = id === undefined ? undefined : {id};
  const timestamp = readTime(typing['timestamp']) ?? 0;
  return {kind: 'typing', author, group, started: action === 'STARTED', timestamp};
};

const readException = (
  exception: EnvelopeFields,
  envelope: EnvelopeFields,
  author: SignalPerson | undefined,
): SignalEvent => {
  const type = readText(exception['type']) ?? 'unknown';
  const timestamp = readTime(envelope['timestamp']);
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

/** The record with `envelope` or `exception` inside a notification. Undefined if there is none. */
export const receivedRecord = (received: unknown): EnvelopeFields | undefined => {
  let fields = readFields(received);
  for (const around of ['params', 'result']) {
    if (fields !== undefined && !isReceived(fields)) fields = readFields(fields[around]) ?? fields;
  }
  return fields !== undefined && isReceived(fields) ? fields : undefined;
};

const isReceived = (fields: EnvelopeFields): boolean =>
  readFields(fields['envelope']) !== undefined || readFields(fields['exception']) !== undefined;

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
