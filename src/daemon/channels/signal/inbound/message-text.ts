// Formats a person's message for the model: the quote, their text, then the attachments. Pure.
import {shortened} from '../../../../shared/text/shortened.ts';
import {isSamePerson, type Own} from '../envelope/people.ts';
import type {SignalMessage, SignalQuote} from '../envelope/signal-event.ts';

export type MessageText = {
  /** The text for the conversation. */
  readonly text: string;
  /** The person's text alone, for answers that need no model. */
  readonly words: string;
};

/** `files`: sentences about attachments. `longText`: the whole text, if the message has only its start. */
export const messageText = (
  message: SignalMessage,
  own: Own,
  files: readonly string[] = [],
  longText?: string,
): MessageText => {
  const words = longText ?? message.text;
  const quoted = message.quote === undefined ? [] : [formatQuote(message.quote, own)];
  return {words, text: [...quoted, ...(words === '' ? [] : [words]), ...files].join('\n')};
};

const formatQuote = ({author, text, attachments}: SignalQuote, own: Own): string => {
  const whose = isSamePerson(author, own)
    ? 'your message'
    : `a message of ${author.name ?? author.number ?? 'somebody else'}`;
  const kinds = attachments.map(({type, name}) => name ?? type).join(', ');
  const what = text === undefined ? kinds : shortened(text, LONGEST_QUOTE);
  return what === '' ? `[In reply to ${whose}.]` : `[In reply to ${whose}: "${what}"]`;
};

const LONGEST_QUOTE = 500;
