// Reads and writes keys like `agent.model`, `users[0].trust` and `providers.local.baseUrl`.
import {isRecord} from '../../shared/fields/is-record.ts';

/** The value at a key, or undefined. */
export const valueAt = (value: unknown, key: string): unknown =>
  stepsOf(key).reduce<unknown>((holder, step) => childOf(holder, step), value);

/**
 * A copy with `value` at the key, or without the key for undefined. Undefined if a value on the path is neither an
 * object nor a list.
 */
export const withValueAt = (holder: unknown, key: string, value: unknown): unknown => put(holder, stepsOf(key), value);

/** Splits `users[0].trust` into users, 0, trust. */
export const stepsOf = (key: string): readonly string[] => key.replaceAll(/\[(\d+)\]/gu, '.$1').split('.');

const childOf = (holder: unknown, step: string): unknown => {
  if (Array.isArray(holder)) return isIndex(step) ? holder[Number(step)] : undefined;
  return isRecord(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
};

const put = (holder: unknown, [step, ...rest]: readonly string[], value: unknown): unknown => {
  if (step === undefined || step === '') return undefined;
  const old = childOf(holder, step);
  // Removing a missing key must not create the path to it.
  if (value === undefined && (old ?? undefined) === undefined && rest.length > 0) return holder;
  const inner = rest.length === 0 ? value : put(old ?? emptyFor(rest[0]), rest, value);
  if (inner === undefined && rest.length > 0) return undefined;
  if (Array.isArray(holder)) return putInList(holder, step, inner);
  if (!isRecord(holder)) return undefined;
  const others = Object.entries(holder);
  if (inner === undefined) return Object.fromEntries(others.filter(([name]) => name !== step));
  if (!Object.hasOwn(holder, step)) return Object.fromEntries([...others, [step, inner]]);
  return Object.fromEntries(others.map(([name, field]) => [name, name === step ? inner : field]));
};

const putInList = (list: readonly unknown[], step: string, value: unknown): unknown => {
  const index = Number(step);
  // The index after the last one adds an entry. A larger one would leave a gap.
  if (!isIndex(step) || index > list.length) return undefined;
  return value === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, value);
};

const emptyFor = (step: string | undefined): unknown => (step !== undefined && isIndex(step) ? [] : {});

const isIndex = (step: string): boolean => /^\d{1,6}$/u.test(step);
