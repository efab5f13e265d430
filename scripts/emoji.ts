// Whether a grapheme is an emoji that stands in Unicode's list. The list of all sequences costs 40 ms to make and to ask for the
// first time, which is a sixth of the start of the screen: only what can be such a sequence is looked for in it.

/** The same as `/^\p{RGI_Emoji}$/v.test(grapheme)`. */
export const isEmoji = (grapheme: string): boolean => {
  const [first = ''] = grapheme;
  if (first.length === grapheme.length) return ALONE.test(grapheme);
  return BEGINS_ONE.test(grapheme) && listed().test(grapheme);
};

const listed = (() => {
  let made: RegExp | undefined;
  return (): RegExp => {
    made ??= /^\p{RGI_Emoji}$/v;
    return made;
  };
})();

/** Half a flag is none. */
const ALONE = /^(?!\p{Regional_Indicator})\p{Emoji_Presentation}$/u;
/** Pictures, people, flags, keys. */
const BEGINS_ONE = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\d#*]\ufe0f)/u;
