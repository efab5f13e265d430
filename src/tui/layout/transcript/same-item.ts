// Compares the looks of two items. Items are rebuilt on every change; the records in them aren't.
import type {Item} from '../../conversation/item.ts';

export const sameItem = (one: Item, other: Item): boolean => sameFields(one, other, 1);

/** Compares field by field, also inside small rebuilt records. */
const sameFields = (one: object, other: object, depth: number): boolean => {
  const fields = Object.entries(one);
  const others = new Map<string, unknown>(Object.entries(other));
  return fields.length === others.size && fields.every(([name, value]) => sameValue(value, others.get(name), depth));
};

const sameValue = (one: unknown, other: unknown, depth: number): boolean =>
  Object.is(one, other) || (depth > 0 && isRecord(one) && isRecord(other) && sameFields(one, other, depth - 1));

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
