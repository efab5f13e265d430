// A goal measures a thing and its reference in one run, and limits their ratio. An absolute figure says more about the machine than about
// Rooster.

/** One line of the table. A check without a limit is told and not judged. */
export type Check = {
  readonly what: string;
  readonly figure: number;
  readonly unit: '×' | 'ms' | 'MB' | 'B' | '%' | '/s' | '';
  readonly limit?: {readonly is: '≤' | '≥'; readonly value: number};
  /** Both sides as they were measured, for the reader. */
  readonly sides: string;
};

export type Effort = {
  readonly quick: boolean;
  /** Number of times that both sides are measured, one after the other. */
  readonly rounds: number;
};

export type Goal = {
  /** As `docs/performance.md` calls it: P10. */
  readonly name: string;
  readonly title: string;
  readonly measure: (effort: Effort) => Promise<readonly Check[]>;
};

export const isKept = ({figure, limit}: Check): boolean =>
  limit === undefined || (limit.is === '≤' ? figure <= limit.value : figure >= limit.value);
