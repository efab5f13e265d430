// Parses a data message from a person, or from the owner to themselves, into one of its kinds. The data message names
// the group, also for a reaction.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import {attachedTo} from './attachments.ts';
import {type EnvelopeFields, fieldsOf, listOf, textOf, timestampOf, wholeOf} from './fields.ts';
import {spokenIn} from './mentions.ts';
import {isSamePerson, type Own, personIn} from './people.ts';
import type {SignalEvent, SignalGroup, SignalMessage, SignalPerson, SignalQuote} from './signal-event.ts';

type DataFrom = {
  readonly author: SignalPerson;
  readonly own: Own;
  readonly toSelf: boolean;
  /** The revision that this edit replaces. */
  readonly edits?: number;
};

export const readData = (data: EnvelopeFields, from: DataFrom): SignalEvent => {
  const {author} = from;
  const timestamp = timestampOf(data['timestamp']);
  // A broken program, or somebody who wants to be overlooked. Without a timestamp the message has no id, so it can't be
  // stored.
  if (timestamp === undefined) {
    return data['timestamp'] === undefined
      ? {kind: 'ignored', because: 'a message without a timestamp', author}
      : {kind: 'undecryptable', author, type: 'an impossible timestamp', noTimestamp: true};
  }
  const group = groupIn(data);
  if (fieldsOf(data['reaction']) !== undefined) return readReaction(data, timestamp, from);
  const deletion = readDeletion(data, timestamp, from);
  if (deletion !== undefined) return deletion;
  const message = readMessage(data, timestamp, from);
  if (message.text !== '' || message.attachments.length > 0 || message.longText !== undefined) return message;
  const shown = shownIn(data);
  if (shown !== undefined) return {...message, text: `[${shown}]`};
  if (group !== undefined && fieldsOf(data['groupInfo'])?.['type'] === 'UPDATE') {
    return {kind: 'groupUpdate', author, timestamp, group};
  }
  return {kind: 'ignored', because: wordless(data), author};
};

export const groupIn = (data: EnvelopeFields): SignalGroup | undefined => {
  const info = fieldsOf(data['groupInfo']);
  const id = textOf(info?.['groupId']);
  if (info === undefined || id === undefined) return undefined;
  return {
    id,
    name: textOf(info['groupName']),
    revision: wholeOf(info['revision']),
  } satisfies EveryField<SignalGroup>;
};

const readDeletion = (data: EnvelopeFields, timestamp: number, {author, toSelf}: DataFrom): SignalEvent | undefined => {
  const group = groupIn(data);
  const own = fieldsOf(data['remoteDelete']);
  const byAdmin = own === undefined ? fieldsOf(data['adminDelete']) : undefined;
  if (own === undefined && byAdmin === undefined) return undefined;
  const targetTimestamp = timestampOf(own?.['timestamp'] ?? byAdmin?.['targetSentTimestamp']);
  const targetAuthor =
    byAdmin && personIn(byAdmin, {uuid: 'targetAuthorUuid', number: 'targetAuthorNumber', either: 'targetAuthor'});
  // Only a group has administrators.
  const isUnclear = byAdmin !== undefined && (targetAuthor === undefined || group === undefined);
  if (targetTimestamp === undefined || isUnclear)
    return {kind: 'ignored', because: 'a deletion that names no message', author};
  return {kind: 'remoteDelete', author, timestamp, targetTimestamp, toSelf, group, targetAuthor};
};

const readReaction = (data: EnvelopeFields, timestamp: number, {author, own, toSelf}: DataFrom): SignalEvent => {
  const reaction = fieldsOf(data['reaction']) ?? {};
  const emoji = textOf(reaction['emoji']);
  const target = {
    author: personIn(reaction, {uuid: 'targetAuthorUuid', number: 'targetAuthorNumber', either: 'targetAuthor'}),
    timestamp: timestampOf(reaction['targetSentTimestamp']),
  };
  if (emoji === undefined || target.author === undefined || target.timestamp === undefined) {
    return {kind: 'ignored', because: 'a reaction that names no message', author};
  }
  const group = groupIn(data);
  return {
    kind: 'reaction',
    author,
    timestamp,
    group,
    emoji,
    removed: reaction['isRemove'] === true,
    target: {author: target.author, timestamp: target.timestamp},
    targetsUs: isSamePerson(target.author, own),
    toSelf,
  };
};

const readMessage = (
  data: EnvelopeFields,
  timestamp: number,
  {author, own, toSelf, edits}: DataFrom,
): SignalMessage => {
  const spoken = spokenIn(data, 'message', own);
  const quote = quoteIn(data, own);
  const {attachments, longText, textFiles} = attachedTo(data, textOf(data['message']) ?? '');
  return {
    kind: 'message',
    author,
    timestamp,
    text: spoken.text,
    group: groupIn(data),
    quote,
    attachments,
    longText,
    textFiles,
    styles: spoken.styles.length > 0 ? spoken.styles : undefined,
    expiresInSeconds: wholeOf(data['expiresInSeconds']) || undefined,
    viewOnce: data['viewOnce'] === true ? true : undefined,
    toSelf,
    edits,
    mentionsUs: spoken.mentionsUs,
    quotesUs: quote !== undefined && isSamePerson(quote.author, own),
  } satisfies EveryField<SignalMessage>;
};

const quoteIn = (data: EnvelopeFields, own: Own): SignalQuote | undefined => {
  const quote = fieldsOf(data['quote']);
  if (quote === undefined) return undefined;
  const author = personIn(quote, {uuid: 'authorUuid', number: 'authorNumber', either: 'author'});
  const timestamp = timestampOf(quote['id']);
  if (author === undefined || timestamp === undefined) return undefined;
  const attachments = listOf(quote['attachments']).flatMap(value => {
    const attachment = fieldsOf(value);
    if (attachment === undefined) return [];
    const type = textOf(attachment['contentType']) ?? 'application/octet-stream';
    const name = textOf(attachment['filename']);
    return [{type, name}];
  });
  return {
    timestamp,
    author,
    text: spokenIn(quote, 'text', own).text || undefined,
    attachments,
  } satisfies EveryField<SignalQuote>;
};

/** A description of a message without text, so that a sticker gets an answer too. */
const shownIn = (data: EnvelopeFields): string | undefined => {
  const sticker = fieldsOf(data['sticker']);
  if (sticker !== undefined) return withDetails('sticker', [textOf(sticker['emoji'])]);
  const [contact] = listOf(data['contacts']).map(value => fieldsOf(value) ?? {});
  if (contact !== undefined) {
    const name = fieldsOf(contact['name']) ?? {};
    const numbers = listOf(contact['phone']).map(phone => textOf(fieldsOf(phone)?.['value']));
    const known =
      textOf(name['nickname']) ?? [name['given'], name['family']].flatMap(part => textOf(part) ?? []).join(' ');
    return withDetails('shared contact', [known, ...numbers]);
  }
  const poll = fieldsOf(data['pollCreate']);
  if (poll !== undefined)
    return withDetails('poll', [textOf(poll['question']), ...listOf(poll['options']).map(textOf)]);
  const payment = fieldsOf(data['payment']);
  return payment === undefined ? undefined : withDetails('payment', [textOf(payment['note'])]);
};

const withDetails = (what: string, details: readonly (string | undefined)[]): string => {
  const known = details.filter(detail => detail !== undefined && detail !== '');
  return known.length === 0 ? what : `${what}: ${known.join(', ')}`;
};

/** Describes a message without text and files. */
const wordless = (data: EnvelopeFields): string => {
  const [, words] = WORDLESS.find(([key]) => data[key] !== undefined && data[key] !== null) ?? [];
  if (words !== undefined) return words;
  if (data['isExpirationUpdate'] === true || wholeOf(data['expiresInSeconds'])) return 'a change of the chat’s timer';
  return 'an empty message';
};

const WORDLESS: readonly (readonly [key: string, words: string])[] = [
  ['pollVote', 'a vote in a poll'],
  ['pollTerminate', 'the end of a poll'],
  ['pinMessage', 'a pinned message'],
  ['unpinMessage', 'an unpinned message'],
];
