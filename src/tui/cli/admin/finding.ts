// Finding: one result of the doctor. `bad` needs a fix, `odd` is worth knowing.

export type Finding = {
  readonly name: string;
  /** Shown instead of the name. */
  readonly label?: string;
  readonly verdict: 'good' | 'odd' | 'bad';
  readonly what: string;
  readonly fix?: string;
};
