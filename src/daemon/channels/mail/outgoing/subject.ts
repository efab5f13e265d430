// The subject line of outgoing mail. Pure. An answer keeps the subject of its thread, with one "Re:"; other mail is
// named after its text.
import {oneLine} from '../../../../shared/text/one-line.ts';
import {shortened} from '../../../../shared/text/shortened.ts';

/** Mail programs in other languages write "AW:", "SV:" and the like, and some count: "Re[2]:". */
export const replySubject = (subject: string): string => {
  const bare = shortened(oneLine(subject).replace(ANSWER_MARKS, ''), LONGEST);
  return bare === '' ? 'Re:' : `Re: ${bare}`;
};

/** `title`: what kind of message it is. `markup`: the text is Markdown. */
export const newSubject = (
  text: string,
  {title, markup}: {readonly title?: string; readonly markup: boolean},
): string => {
  const line = text.split('\n').find(each => each.trim() !== '') ?? '';
  const words = markup ? line.replace(BLOCK_MARKS, '').replaceAll(INLINE_MARKS, '') : line;
  return shortened([title, oneLine(words)].filter(part => part !== undefined && part !== '').join(': '), LONGEST);
};

const ANSWER_MARKS = /^(?:(?:re|aw|antw|sv|vs|ref|rif|odp|ynt|回复|答复)\s*(?:[[(]\d{1,3}[\])])?\s*[:：]\s*)+/iu;
const BLOCK_MARKS = /^\s*(?:#{1,6}\s|[-*+]\s|>\s?)\s*/u;
const INLINE_MARKS = /\*\*|__|~~|`/gu;
/** More would be folded, and no list of messages shows it. */
const LONGEST = 120;
