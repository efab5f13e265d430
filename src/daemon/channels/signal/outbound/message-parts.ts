// Splits a delivery into Signal messages: styled text, cut if too long; quote and files go with the first. The same
// delivery always gives the same messages, so a retry continues after the accepted ones.
import {alsoLine, lateLine} from '../../../../shared/records/channels.ts';
import type {Outbound} from '../../../../shared/records/delivery/injection.ts';
import {abridged} from '../../../../shared/text/shortened.ts';
import type {SendMessage} from '../../signal-cli/index.ts';
import {textChunks} from '../text/text-chunks.ts';
import {type StyledText, styledText} from '../text/text-styles.ts';

export type MessagePart = Pick<SendMessage, 'message' | 'textStyle' | 'quote'> & {
  /** Paths in the workspace. */
  readonly files: readonly string[];
};

export const messageParts = ({text, plain, quote, late, also, files = []}: Outbound): readonly MessagePart[] => {
  const styled = plain === true ? {text: text.toWellFormed(), styles: []} : styledText(text);
  const whole = withLines(styled, [...lateLine(late), ...alsoLine(also)]);
  const parts = textChunks(whole).map(({text: message, styles}, index) => ({
    // A file needs no text.
    message: message.trim() !== '' ? message : undefined,
    textStyle: styles.length > 0 ? styles : undefined,
    quote: index === 0 && quote !== undefined ? quoteOf(quote) : undefined,
    files: index === 0 ? files : [],
  }));
  // Signal refuses an empty message, such as the blank end of a long text.
  return parts.filter(part => part.message !== undefined || part.files.length > 0);
};

/** The text is unchanged; separate last lines say that it is late, and where else it was sent. */
const withLines = (whole: StyledText, lines: readonly string[]): StyledText => ({
  ...whole,
  text: [whole.text, ...lines].join('\n\n'),
});

const quoteOf = ({id, author, text}: NonNullable<Outbound['quote']>): NonNullable<SendMessage['quote']> => ({
  timestamp: Number(id),
  author,
  message: abridged(text, LONGEST_QUOTE),
});

/** Phones show two lines of it. */
const LONGEST_QUOTE = 200;
