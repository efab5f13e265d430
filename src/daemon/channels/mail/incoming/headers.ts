// The header of a mail, read by one parser for every decision: its writer, its thread, and whether a person wrote it by
// hand. Pure.
import {addressParser, type Email, type Header} from 'postal-mime';
import {deliveryOfMessageId, messageIdsIn, shortenedThread} from '../message-id.ts';

type Headers = {
  /** Every value of a field, from the top. */
  readonly all: (name: string) => readonly string[];
  readonly first: (name: string) => string | undefined;
};

export const headersOf = (headers: readonly Header[]): Headers => {
  const all = (name: string): readonly string[] => headers.filter(({key}) => key === name).map(({value}) => value);
  return {all, first: name => all(name)[0]};
};

/** The one writer that the mail claims, in lower case. Undefined without one, or with several. It proves nothing. */
export const writerOf = ({headers, from}: Email): {readonly address: string; readonly name?: string} | undefined => {
  const fields = headersOf(headers).all('from');
  const isOne = fields.length === 1 && addressParser(fields[0] ?? '').length === 1;
  if (!isOne || from?.address === undefined) return undefined;
  const address = from.address.trim().toLowerCase();
  return ADDRESS.test(address) ? {address, name: from.name !== '' ? from.name : undefined} : undefined;
};

/** The one Message-ID of a mail. Undefined if the field has anything beside it. */
export const onlyMessageId = (headers: Headers): string | undefined => {
  const value = headers.first('message-id')?.trim() ?? '';
  return messageIdsIn(value)[0] === value ? value : undefined;
};

/**
 * The thread before a mail, oldest first: the last one is what it answers. Only fields that nobody could have changed
 * count: a mail must not answer what its writer never saw.
 */
export const referencesOf = (headers: Headers, covers: (field: string) => boolean): readonly string[] => {
  const idsIn = (field: string): readonly string[] => messageIdsIn(covers(field) ? headers.first(field) : undefined);
  const answered = idsIn('in-reply-to')[0];
  const before = idsIn('references').filter(id => id !== answered);
  return shortenedThread(answered === undefined ? before : [...before, answered], MOST_REFERENCES);
};

/** The reason why a mail is never answered (RFC 3834). */
export type Automatic = {
  readonly kind: 'own' | 'report' | 'automatic' | 'list';
  /** As a sentence without its end. */
  readonly because: string;
};

/**
 * Recognizes automatic answers, mailing lists, bounces, and our own mail. `from`: the writer in lower case. `own`: all
 * addresses of the agent. Undefined for a person's mail.
 */
export const automaticMail = (headers: Headers, from: string, own: readonly string[]): Automatic | undefined => {
  const first = (name: string): string => headers.first(name)?.trim().toLowerCase() ?? '';
  const isOurs = own.some(
    address => deliveryOfMessageId(headers.first('message-id')?.trim() ?? '', address) !== undefined,
  );
  if (own.includes(from) || isOurs) return {kind: 'own', because: 'it is our own'};
  if (first('content-type').startsWith('multipart/report')) return {kind: 'report', because: 'it is a delivery report'};
  if (first('return-path') === '<>' || DAEMONS.test(from)) return {kind: 'report', because: 'a mail server wrote it'};
  const submitted = first('auto-submitted');
  if (submitted !== '' && submitted.split(';')[0]?.trim() !== 'no')
    return {kind: 'automatic', because: 'a program sent it'};
  if (AUTO_FIELDS.some(name => first(name) !== '')) return {kind: 'automatic', because: 'a program sent it'};
  if (LIST_FIELDS.some(name => first(name) !== '')) return {kind: 'list', because: 'it came over a mailing list'};
  if (BULK.test(first('precedence'))) return {kind: 'list', because: 'it is bulk mail'};
  if (NO_REPLY.test(from)) return {kind: 'automatic', because: 'its address takes no replies'};
  return undefined;
};

const ADDRESS = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,255}$/u;
const MOST_REFERENCES = 40;
const DAEMONS = /^(?:mailer-daemon|postmaster|mail-daemon)@/u;
const NO_REPLY = /^(?:no-?reply|do-?not-?reply|bounces?)(?:[+=-][^@]*)?@/u;
const BULK = /^(?:bulk|list|junk|auto_reply)/u;
const LIST_FIELDS = ['list-id', 'list-post', 'list-unsubscribe', 'list-help'];
const AUTO_FIELDS = ['x-autoreply', 'x-autorespond', 'x-loop'];
