// Finds what stands in quotes: it is text, also where it looks like a time. Pure.

type Range = {readonly start: number; readonly end: number};

/** The ranges that don't lie in quotes. */
export const outsideQuotes = <One extends Range>(text: string, ranges: readonly One[]): readonly One[] => {
  const quotes = [...text.matchAll(QUOTED)].map(({index, 0: found}) => ({start: index, end: index + found.length}));
  return quotes.length === 0
    ? ranges
    : ranges.filter(range => !quotes.some(({start, end}) => range.start >= start && range.end <= end));
};

export const withoutQuotes = (text: string): string => text.replaceAll(QUOTED, ' ');

/** The text with blanks instead of its quotes, so that positions stay. */
export const maskQuotes = (text: string): string => text.replaceAll(QUOTED, found => ' '.repeat(found.length));

const QUOTED = /"[^"\n]*"|“[^”\n]*”|„[^“”"\n]*[“”"]|«[^»\n]*»|»[^«\n]*«/gu;
