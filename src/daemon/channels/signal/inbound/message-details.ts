// Reads the quote and the missing files of a Signal message. Pure.
import type {MessageDetails, MissingFile, Quote} from '../../../../shared/records/message-details.ts';
import {shortened} from '../../../../shared/text/shortened.ts';
import {isSamePerson, type Own} from '../envelope/people.ts';
import type {SignalMessage, SignalQuote} from '../envelope/signal-event.ts';

/** Undefined if the message has nothing but its text and its files. */
export const messageDetails = (
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

const LONGEST_QUOTE = 500;
