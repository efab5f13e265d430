// Defines what an additional language provides to the offline assistant.

export type CommandWords = {
  /** Matches any request for a reminder. */
  readonly asks: RegExp;
  /** The words before the reminder text. */
  readonly lead: RegExp;
  /** Commands with their English equivalents. The first match wins. */
  readonly commands: readonly (readonly [said: RegExp, means: string])[];
};
