// The messages that a delivery leaves in: its text in Signal's own styles, cut where it is too long; what it answers and the files go
// with the first. The same delivery always gives the same messages, so that a retry can go on behind those that were accepted.

import type {Outbound} from '../../../../shared/records/injection.ts';
import {abridged} from '../../../../shared/text/shortened.ts';
import {zonedTime} from '../../../../shared/time/format-time.ts';
import type {SendMessage} from '../bridge/calls/signal-rpc.ts';
import {textChunks} from '../text/text-chunks.ts';
import {type StyledText, styledText} from '../text/text-styles.ts';

export type MessagePart = Pick<SendMessage, 'message' | 'textStyle' | 'quote'> & {
  /** Paths in the workspace. */
  readonly files: readonly string[];
};

export const messageParts = ({text, plain, quote, late, files = []}: Outbound): readonly MessagePart[] => {
  const whole = withLateness(plain === true ? {text: text.toWellFormed(), styles: []} : styledText(text), late);
  const parts = textChunks(whole).map(({text: message, styles}, index) => ({
    // A file may come without words.
    ...(message.trim() !== '' && {message}),
    ...(styles.length > 0 && {textStyle: styles}),
    ...(index === 0 && quote !== undefined && {quote: quoteOf(quote)}),
    files: index === 0 ? files : [],
  }));
  // Signal refuses a message of nothing, such as the blank end of a long text.
  return parts.filter(part => part.message !== undefined || part.files.length > 0);
};

/** The words stay as they are; that they come late stands in a line of its own behind them. */
const withLateness = (whole: StyledText, late: Outbound['late']): StyledText =>
  late === undefined
    ? whole
    : {...whole, text: `${whole.text}\n\n(Late: this was due ${zonedTime(late.dueAt, late.zone)}.)`};

const quoteOf = ({id, author, text}: NonNullable<Outbound['quote']>): NonNullable<SendMessage['quote']> => ({
  timestamp: Number(id),
  author,
  message: abridged(text, LONGEST_QUOTE),
});

/** Phones show two lines of it. */
const LONGEST_QUOTE = 200;
