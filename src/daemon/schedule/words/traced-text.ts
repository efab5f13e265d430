// A text that is rewritten piece by piece and remembers where each of its characters came from. Pure.

type TracedText = {readonly text: string; readonly starts: readonly number[]; readonly ends: readonly number[]};

/** How to say something else: undefined leaves the match as it is. */
export type Rewording = {readonly said: RegExp; readonly means: (match: RegExpExecArray) => string | undefined};

export const traced = (text: string): TracedText => {
  const indices = Array.from({length: text.length}, (_, index) => index);
  return {text, starts: indices, ends: indices.map(index => index + 1)};
};

/** What a stretch of the text was at first. */
export const originOf = (
  {text, starts, ends}: TracedText,
  start: number,
  end: number,
): {start: number; end: number} => ({
  start: starts[start] ?? ends.at(-1) ?? text.length,
  end: ends[end - 1] ?? start,
});

export const reworded = ({text, starts, ends}: TracedText, {said, means}: Rewording): TracedText => {
  const made = {text: '', starts: [] as number[], ends: [] as number[]};
  let from = 0;
  const copy = (to: number): void => {
    made.text += text.slice(from, to);
    made.starts.push(...starts.slice(from, to));
    made.ends.push(...ends.slice(from, to));
  };
  for (const match of text.matchAll(said)) {
    const words = means(match);
    if (words === undefined) continue;
    copy(match.index);
    from = match.index + match[0].length;
    made.text += words;
    made.starts.push(...Array<number>(words.length).fill(starts[match.index] ?? 0));
    made.ends.push(...Array<number>(words.length).fill(ends[from - 1] ?? 0));
  }
  copy(text.length);
  return made;
};
