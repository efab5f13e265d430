import {isRecord} from './is-record.ts';

/**
 * True if two values of plain data are equal. Lists compare in order, fields in any order; an undefined field is like
 * an absent one.
 */
export const sameData = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, at) => sameData(value, b[at]));
  }
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(name => sameData(a[name], b[name]));
};
