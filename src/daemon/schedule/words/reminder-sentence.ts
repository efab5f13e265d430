// Extracts the reminder text: the sentence without its time, "remind me to", and joining words. Pure.

import type {TimeWords} from '../../../shared/languages/times/time-words.ts';
import type {Range} from './choose.ts';

/** `sentence` is the start of `text` that was searched for times. */
export const restOf = (
  sentence: string,
  text: string,
  ranges: readonly Range[],
  {and, sentence: words}: Pick<TimeWords, 'and' | 'sentence'>,
): string => {
  const [first = {start: 0, end: 0}] = ranges;
  const pieces = [
    sentence.slice(0, first.start),
    ...ranges.map(({end}, index) =>
      ranges[index + 1] === undefined ? text.slice(end) : text.slice(end, ranges[index + 1]?.start),
    ),
  ];
  const [before = '', ...after] = pieces;
  const left = before.replace(words.leadIn, '').replace(words.dangling, '').replace(words.joining, '');
  const right = after
    .map((piece, index) =>
      index === after.length - 1 ? piece : and.test(piece) ? '' : piece.replace(words.dangling, ''),
    )
    .map((piece, index) => (index === 0 ? piece.replace(/^[ \t]*[,:;.–—-]*[ \t]*/u, '') : piece))
    .join('');
  const opened = right
    .replace(words.leadIn, '')
    .replace(words.joining, '')
    .replace(/^(?:[:–—-][ \t]*)?\n?/u, '');
  const rest =
    left.trim() === '' ? opened : opened.trim() === '' ? left : `${left} ${opened}`.replaceAll(/ +([,.;!?])/gu, '$1');
  return rest
    .replace(words.asking.test(before) ? /\?\s*$/u : /$/u, '')
    .replace(words.trailing, '')
    .trim();
};
