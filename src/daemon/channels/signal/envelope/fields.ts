// Reading JSON that others wrote: each reader gives the value, or undefined where it is absent, null or of another type.

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text with something in it. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A whole number from 0 on that is exact in JavaScript: a timestamp, a size, a position. */
export const wholeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** A timestamp: signal-cli writes none that is 0. */
export const timestampOf = (value: unknown): number | undefined => wholeOf(value) || undefined;
