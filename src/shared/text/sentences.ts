// Sentences from parts: a reason in two parts, and somebody's text at the end of a sentence or inside one.

/** The reason of a failure in two parts, so that a status shows it whole and another sentence quotes its first part. */
export type Reason = {
  /** The event, as a clause without a full stop. */
  readonly what: string;
  /** The remedy, or the consequences, in whole sentences. */
  readonly advice?: string;
};

export const formatReason = ({what, advice}: Reason): string =>
  advice === undefined ? `${what}.` : `${what}. ${advice}`;

/** Text of another program as a part of a sentence: without its full stop. Rooster's own reasons are a `Reason`. */
export const clauseFromOutside = (text: string): string => text.replace(/(?<![.\s])[.\s]+$/u, '');

/** `1 reminder`, `2 reminders`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** Adds a full stop, unless the stop would break a link. */
export const stopped = (text: string): string => {
  const trimmed = text.trim();
  const lastWord = trimmed.split(/\s/u).at(-1) ?? '';
  return /[\p{L}\p{N})\]"'”’]$/u.test(lastWord) && !/.:\/\/./u.test(lastWord) ? `${trimmed}.` : trimmed;
};

/** With a capital first letter. */
export const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
