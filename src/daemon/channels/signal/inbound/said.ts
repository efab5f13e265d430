// What a person said, as the model reads it: their words, before them what they quote, behind them what they attached. Pure.
import {shortened} from '../../../../shared/text/shortened.ts';
import type {SignalMessage, SignalQuote} from '../envelope/heard.ts';
import {isSamePerson, type Own} from '../envelope/people.ts';

export type Said = {
  /** For the conversation. */
  readonly text: string;
  /** The person's own words alone: for what is read without a model. */
  readonly words: string;
};

/** `files` are sentences about what was attached; `longText` is the whole text where the message held only its beginning. */
export const said = (heard: SignalMessage, own: Own, files: readonly string[] = [], longText?: string): Said => {
  const words = longText ?? heard.text;
  const quoted = heard.quote === undefined ? [] : [formatQuote(heard.quote, own)];
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
