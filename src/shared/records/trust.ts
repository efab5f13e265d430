// Trust: what a session may do. It comes from configuration and transport, never from a message, and never rises.

export const TRUST_LEVELS = ['full', 'inner', 'familiar', 'public'] as const;
export type Trust = (typeof TRUST_LEVELS)[number];

/** The highest trust of any group, whoever writes in it. */
export const GROUP_CEILING: Trust = 'familiar';

export const isTrust = (value: unknown): value is Trust => TRUST_LEVELS.some(level => level === value);

/** True if `trust` reaches at least `needed`. */
export const reaches = (trust: Trust, needed: Trust): boolean =>
  TRUST_LEVELS.indexOf(trust) <= TRUST_LEVELS.indexOf(needed);

/** The lower of the two. */
export const capped = (trust: Trust, ceiling: Trust): Trust => (reaches(trust, ceiling) ? ceiling : trust);
