// Parses a data message from a person, or from the owner to themselves, into one of its kinds. The data message names
// the group, also for a reaction.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import {type EnvelopeFields, readFields, readList, readText, readTime, readWhole} from './fields.ts';
import {spokenIn} from './mentions.ts';
import {isSamePerson, type Own, readPerson} from './people.ts';
import type {
  SignalAttachment,
  SignalEvent,
  SignalGroup,
  SignalMessage,
  SignalPerson,
  SignalQuote,
} from './signal-event.ts';

type DataFrom = {
  readonly author: SignalPerson;
  readonly own: Own;
  readonly toSelf: boolean;
  /** The revision that this edit replaces. */
  readonly edits?: number;
};

export const readData = (data: EnvelopeFields, from: DataFrom): SignalEvent => {
  const {author} = from;
  const timestamp = readTime(data['timestamp']);
  // A broken program, or somebody who wants to be overlooked. Without a timestamp the message has no id, so it can't be
  // stored.
  if (timestamp === undefined) {
    return data['timestamp'] === undefined
      ? {kind: 'ignored', because: 'a message without a timestamp', author}
      : {kind: 'undecryptable', author, type: 'an impossible timestamp', noTimestamp: true};
  }
  const group = groupIn(data);
  if (readFields(data['reaction']) !== undefined) return readReaction(data, timestamp, from);
  const deletion = readDeletion(data, timestamp, from);
  if (deletion !== undefined) return deletion;
  const message = readMessage(data, timestamp, from);
  if (message.text !== '' || message.attachments.length > 0 || message.longText !== undefined) return message;
  const shown = shownIn(data);
  if (shown !== undefined) return {...message, text: `[${shown}]`};
  if (group !== undefined && readFields(data['groupInfo'])?.['type'] === 'UPDATE') {
    return {kind: 'groupUpdate', author, timestamp, group};
  }
  return {kind: 'ignored', because: wordless(data), author};
};

export const groupIn = (data: EnvelopeFields): SignalGroup | undefined => {
  const info = readFields(data['groupInfo']);
  const id = readText(info?.['groupId']);
  if (info === undefined || id === undefined) return undefined;
  return {
    id,
    name: readText(info['groupName']),
    revision: readWhole(info['revision']),
  } satisfies EveryField<SignalGroup>;
};

const readDeletion = (data: EnvelopeFields, timestamp: number, {author, toSelf}: DataFrom): SignalEvent | undefined => {
  const group = groupIn(data);
  const own = readFields(data['remoteDelete']);
  const byAdmin = own === undefined ? readFields(data['adminDelete']) : undefined;
  if (own === undefined && byAdmin === undefined) return undefined;
  const targetTimestamp = readTime(own?.['timestamp'] ?? byAdmin?.['targetSentTimestamp']);
  const targetAuthor =
    byAdmin && readPerson(byAdmin, {uuid: 'targetAuthorUuid', number: 'targetAuthorNumber', either: 'targetAuthor'});
  // Only a group has administrators.
  const isUnclear = byAdmin !== undefined && (targetAuthor === undefined || group === undefined);
  if (targetTimestamp === undefined || isUnclear)
    return {kind: 'ignored', because: 'a deletion that names no message', author};
  return {kind: 'remoteDelete', author, timestamp, targetTimestamp, toSelf, group, targetAuthor};
};

const readReaction = (data: EnvelopeFields, timestamp: number, {author, own, toSelf}: DataFrom): SignalEvent => {
  const reaction = readFields(data['reaction']) ?? {};
  const emoji = readText(reaction['emoji']);
  const target = {
    author: readPerson(reaction, {uuid: 'targetAuthorUuid', number: 'targetAuthorNumber', either: 'targetAuthor'}),
    timestamp: readTime(reaction['targetSentTimestamp']),
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
  const {attachments, longText, textFiles} = attachedTo(data, readText(data['message']) ?? '');
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
    expiresInSeconds: readWhole(data['expiresInSeconds']) || undefined,
    viewOnce: data['viewOnce'] === true ? true : undefined,
    toSelf,
    edits,
    mentionsUs: spoken.mentionsUs,
    quotesUs: quote !== undefined && isSamePerson(quote.author, own),
  } satisfies EveryField<SignalMessage>;
};

type EnvelopeAttachments = {
  readonly attachments: readonly SignalAttachment[];
  readonly longText?: SignalAttachment;
  readonly textFiles?: readonly string[];
};

/** Excludes the file of a long text, which signal-cli merges itself. `message`: the text as signal-cli reports it. */
const attachedTo = (fields: EnvelopeFields, message: string): EnvelopeAttachments => {
  const all = readList(fields['attachments']).flatMap(value => {
    const attachment = readFields(value);
    return attachment === undefined ? [] : [attachmentOf(attachment)];
  });
  const longText = all.find(({type, size}) => type === LONG_TEXT && (size ?? 0) > Buffer.byteLength(message));
  const textFiles = all.flatMap(({type, id}) => (type === LONG_TEXT && id !== undefined ? [id] : []));
  return {
    attachments: all.filter(({type}) => type !== LONG_TEXT),
    longText,
    textFiles: textFiles.length > 0 ? textFiles : undefined,
  } satisfies EveryField<EnvelopeAttachments>;
};

const attachmentOf = (fields: EnvelopeFields): SignalAttachment => {
  const type = readText(fields['contentType'])?.toLowerCase() ?? 'application/octet-stream';
  const name = readText(fields['filename']);
  return {
    id: fileNameOf(fields['id']),
    type,
    size: readWhole(fields['size']),
    name,
    caption: readText(fields['caption']),
    width: readWhole(fields['width']),
    height: readWhole(fields['height']),
    voice: isVoice(type, name),
  } satisfies EveryField<SignalAttachment>;
};

/** The id becomes part of a path, so only plain file names are accepted. */
const fileNameOf = (value: unknown): string | undefined => {
  const id = readText(value);
  return id !== undefined && FILE_NAME.test(id) && !/^\.+$/u.test(id) ? id : undefined;
};

/** Phones send voice notes without a name; an audio file from storage has one. */
const isVoice = (type: string, name: string | undefined): boolean =>
  type.startsWith('audio/') && (name === undefined || /^(?:signal-)?voice\b/iu.test(name));

const quoteIn = (data: EnvelopeFields, own: Own): SignalQuote | undefined => {
  const quote = readFields(data['quote']);
  if (quote === undefined) return undefined;
  const author = readPerson(quote, {uuid: 'authorUuid', number: 'authorNumber', either: 'author'});
  const timestamp = readTime(quote['id']);
  if (author === undefined || timestamp === undefined) return undefined;
  const attachments = readList(quote['attachments']).flatMap(value => {
    const attachment = readFields(value);
    if (attachment === undefined) return [];
    const type = readText(attachment['contentType']) ?? 'application/octet-stream';
    const name = readText(attachment['filename']);
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
  const sticker = readFields(data['sticker']);
  if (sticker !== undefined) return withDetails('sticker', [readText(sticker['emoji'])]);
  const [contact] = readList(data['contacts']).map(value => readFields(value) ?? {});
  if (contact !== undefined) {
    const name = readFields(contact['name']) ?? {};
    const numbers = readList(contact['phone']).map(phone => readText(readFields(phone)?.['value']));
    const known =
      readText(name['nickname']) ?? [name['given'], name['family']].flatMap(part => readText(part) ?? []).join(' ');
    return withDetails('shared contact', [known, ...numbers]);
  }
  const poll = readFields(data['pollCreate']);
  if (poll !== undefined)
    return withDetails('poll', [readText(poll['question']), ...readList(poll['options']).map(readText)]);
  const payment = readFields(data['payment']);
  return payment === undefined ? undefined : withDetails('payment', [readText(payment['note'])]);
};

const withDetails = (what: string, details: readonly (string | undefined)[]): string => {
  const known = details.filter(detail => detail !== undefined && detail !== '');
  return known.length === 0 ? what : `${what}: ${known.join(', ')}`;
};

/** Describes a message without text and files. */
const wordless = (data: EnvelopeFields): string => {
  const [, words] = WORDLESS.find(([key]) => data[key] !== undefined && data[key] !== null) ?? [];
  if (words !== undefined) return words;
  if (data['isExpirationUpdate'] === true || readWhole(data['expiresInSeconds'])) return 'a change of the chat’s timer';
  return 'an empty message';
};

const WORDLESS: readonly (readonly [key: string, words: string])[] = [
  ['pollVote', 'a vote in a poll'],
  ['pollTerminate', 'the end of a poll'],
  ['pinMessage', 'a pinned message'],
  ['unpinMessage', 'an unpinned message'],
];
const LONG_TEXT = 'text/x-signal-plain';
const FILE_NAME = /^[^/\\\0]{1,255}$/u;
