// Extracts the reminder text: the sentence without its time, "remind me to", and joining words. What stands in quotes
// is text, also where it looks like a time. Pure.
import type {SentenceWords, TimeWords} from '../../../shared/languages/times/time-words.ts';
import type {Range} from './choose.ts';

/** `sentence` is the start of `text` that was searched for times. */
export const restOf = (
  sentence: string,
  text: string,
  ranges: readonly Range[],
  {and, sentence: words}: Pick<TimeWords, 'and' | 'sentence'>,
): string => {
  const [first = {start: 0, end: 0}] = ranges;
  const before = sentence.slice(0, first.start);
  const after = ranges
    .map(({end}, index) =>
      ranges[index + 1] === undefined ? text.slice(end) : text.slice(end, ranges[index + 1]?.start),
    )
    .map(piece => piece.replace(words.behind(), ''));
  const time = (index: number): string => sentence.slice(ranges[index]?.start, ranges[index]?.end);
  const left = withoutDangling(before.replace(words.leadIn(), ''), time(0), words).replace(words.joining(), '');
  const right = after
    .map((piece, index) =>
      index === after.length - 1 ? piece : and().test(piece) ? '' : withoutDangling(piece, time(index + 1), words),
    )
    .join('')
    .replace(/^[ \t]*[,:;.–—-]*[ \t]*/u, '');
  const whole = `${left.trim()} ${right.trim()}`;
  const asked = whole.replace(words.leadIn(), '');
  // "stell mir morgen einen Wecker", "denk morgen dran: Paket abholen": the time divides the request.
  const isDivided = left.trim() !== '' && whole.length - asked.length > left.trim().length;
  const opened = (isDivided ? asked.replace(words.joining(), '') : opening(right, left, words)).replace(
    /^(?:[:–—-][ \t]*)?\n?/u,
    '',
  );
  const rest =
    isDivided || left.trim() === ''
      ? opened
      : opened.trim() === ''
        ? left
        : `${left} ${opened}`.replaceAll(/ +([,.;!?])/gu, '$1');
  const asks = words.asking().test(before);
  const kept = rest.replace(asks ? /\?\s*$/u : /$/u, '').replace(words.trailing(), '');
  const isRequested = !asks && (isRequest(before, words) || isRequest(right, words));
  return (isRequested ? kept : kept.replace(words.lateRequest(), '')).trim();
};

/** "turn it in by friday": a word before a time with a preposition of its own belongs to the verb. */
const withoutDangling = (before: string, time: string, words: SentenceWords): string =>
  before.replace(words.preposition().test(time) ? words.danglingTwice() : words.dangling(), '');

/**
 * The words between the time and its text go. Behind the start of a text they are part of it: "call mom tomorrow about
 * dinner".
 */
const opening = (right: string, left: string, words: SentenceWords): string => {
  const isText = left.trim() !== '' && !isRequest(right, words);
  const asked = right.replace(words.leadIn(), '');
  return isText ? asked.replace(/^[ \t]+/u, '') : asked.replace(words.joining(), '');
};

const isRequest = (piece: string, {leadIn}: SentenceWords): boolean =>
  piece.replace(leadIn(), '').trim() !== piece.trim();

/** The ranges that don't lie in quotes. */
export const outsideQuotes = <R extends Range>(text: string, ranges: readonly R[]): readonly R[] => {
  const quotes = [...text.matchAll(QUOTED)].map(({index, 0: found}) => ({start: index, end: index + found.length}));
  return quotes.length === 0
    ? ranges
    : ranges.filter(range => !quotes.some(({start, end}) => range.start >= start && range.end <= end));
};

export const withoutQuotes = (text: string): string => text.replaceAll(QUOTED, ' ');

/** The text with blanks instead of its quotes, so that positions stay. */
export const maskQuotes = (text: string): string => text.replaceAll(QUOTED, found => ' '.repeat(found.length));

const QUOTED = /"[^"\n]*"|“[^”\n]*”|„[^“”"\n]*[“”"]|«[^»\n]*»|»[^«\n]*«/gu;
