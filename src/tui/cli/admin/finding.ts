// Finding: one result of the doctor. `bad` needs a fix, `odd` is worth knowing.

export type Finding = {
  readonly name: string;
  readonly verdict: 'good' | 'odd' | 'bad';
  readonly what: string;
  readonly fix?: string;
};
