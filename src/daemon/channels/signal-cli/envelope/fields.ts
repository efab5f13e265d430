// Reads external JSON: each reader returns the value, or undefined if it is absent, null or of another type.
import {isRecord} from '../../../../shared/fields/is-record.ts';

export type EnvelopeFields = Readonly<Record<string, unknown>>;

export const readFields = (value: unknown): EnvelopeFields | undefined => (isRecord(value) ? value : undefined);

export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A non-empty text. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A whole number from 0 up to JavaScript's safe limit: a timestamp, a size, a position. */
export const readWhole = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** A timestamp. signal-cli never reports 0. */
export const readTime = (value: unknown): number | undefined => readWhole(value) || undefined;
