// What the doctor found about one thing: `bad` is to be mended, `odd` is worth knowing.

export type Finding = {
  readonly name: string;
  readonly verdict: 'good' | 'odd' | 'bad';
  readonly what: string;
  readonly mend?: string;
};
