// Fuzzy matching: letters in order, with gaps. The best matches come first; names count more than their descriptions.
import fuzzysort from 'fuzzysort';

type Match<T> = {
  readonly one: T;
  /** The matched letters of the name, as indexes. */
  readonly marks: readonly number[];
  /** Matched letters of the description. */
  readonly moreMarks: readonly number[];
  /** Between 0 and 1. */
  readonly score: number;
};

/** `name` and `more`: what is matched. At most `limit` matches. */
export const fuzzy = <T>(
  query: string,
  all: readonly T[],
  textsOf: (item: T) => {readonly name: string; readonly more: string},
  limit = 200,
): readonly Match<T>[] =>
  fuzzysort
    .go(
      query,
      all.map(item => ({one: item, ...textsOf(item)})),
      {
        keys: ['name', 'more'],
        limit,
        threshold: 0.2,
        scoreFn: ([name, more]) => Math.max(name?.score ?? 0, (more?.score ?? 0) * 0.7),
      },
    )
    .map(result => {
      const [name, more] = result;
      return {
        one: result.obj.one,
        marks: marksOf(name),
        moreMarks: marksOf(more),
        score: result.score,
      };
    });

const marksOf = (
  found: {readonly score: number; readonly indexes: readonly number[]} | undefined,
): readonly number[] => (found !== undefined && found.score > 0 ? found.indexes : []);
