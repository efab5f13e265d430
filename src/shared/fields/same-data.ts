import {isRecord} from './is-record.ts';

/** True if two values of plain data (JSON, or undefined) are equal. Lists compare in order, fields in any order. */
export const sameData = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((value, at) => sameData(value, other[at]));
  }
  if (!isRecord(one) || !isRecord(other)) return Object.is(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(name => Object.hasOwn(other, name) && sameData(one[name], other[name]))
  );
};
