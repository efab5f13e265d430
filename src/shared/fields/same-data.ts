import {isRecord} from './is-record.ts';

/**
 * True if two values of plain data are equal. Lists compare in order, fields in any order; an undefined field is like
 * an absent one.
 */
export const sameData = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((value, at) => sameData(value, other[at]));
  }
  if (!isRecord(one) || !isRecord(other)) return Object.is(one, other);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(name => sameData(one[name], other[name]));
};
