// Mail that no person wrote by hand is never answered (RFC 3834): automatic answers, mailing lists, bounces, and our
// own. Pure.
import {deliveryOfMessageId} from '../outgoing/message-id.ts';
import type {Headers} from './headers.ts';

export type Automatic = {
  readonly kind: 'own' | 'report' | 'automatic' | 'list';
  /** The reason, as a sentence without its end. */
  readonly because: string;
};

/** `from`: the writer in lower case. `own`: all addresses of the agent. Undefined for a person's mail. */
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
  if (NOBODY.test(from)) return {kind: 'automatic', because: 'its address takes no replies'};
  return undefined;
};

const DAEMONS = /^(?:mailer-daemon|postmaster|mail-daemon)@/u;
const NOBODY = /^(?:no-?reply|do-?not-?reply|bounces?)(?:[+=-][^@]*)?@/u;
const BULK = /^(?:bulk|list|junk|auto_reply)/u;
const LIST_FIELDS = ['list-id', 'list-post', 'list-unsubscribe', 'list-help'];
const AUTO_FIELDS = ['x-autoreply', 'x-autorespond', 'x-loop'];
