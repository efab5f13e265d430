// One sentence of the corpus, and what it means. The expected values are worked out by hand from the calendar.

/**
 * `at`: wall time where the sentence was said, or in the zone that stands behind it; several with ` + `, and behind `?` what
 * else the words may mean, about which a person is asked; `nothing` where no time is said;
 * `unused: PHRASE` where it is refused. `text` is what the reminder says. `rule` and `end` (`until 2027-03-28`, `x10`) of what repeats.
 */
export type Row = readonly [said: string, at: string, text?: string, rule?: string, end?: string];

/** Place and time of the sentences. */
export type Scene = {
  readonly now: string;
  readonly zone: string;
  readonly locale: string;
  readonly rows: readonly Row[];
};
