// Keys as problems and people write them: `agent.model`, `users[0].trust`, `providers.local.baseUrl`.
import {isRecord} from './field-group.ts';

/** The value at a key, or undefined where there is none. */
export const valueAt = (value: unknown, key: string): unknown =>
  stepsOf(key).reduce<unknown>((holder, step) => childOf(holder, step), value);

/** A copy with `value` at the key (without the key, for undefined), or undefined when the way there leads through something else. */
export const withValueAt = (holder: unknown, key: string, value: unknown): unknown => put(holder, stepsOf(key), value);

/** `users[0].trust` is users, 0, trust. */
export const stepsOf = (key: string): readonly string[] => key.replaceAll(/\[(\d+)\]/gu, '.$1').split('.');

const childOf = (holder: unknown, step: string): unknown => {
  if (Array.isArray(holder)) return isIndex(step) ? holder[Number(step)] : undefined;
  return isRecord(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
};

const put = (holder: unknown, [step, ...rest]: readonly string[], value: unknown): unknown => {
  if (step === undefined || step === '') return undefined;
  const old = childOf(holder, step);
  // Nothing to take away is no reason to build the way there.
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
  // One past the end adds an entry; farther away there would be a hole.
  if (!isIndex(step) || index > list.length) return undefined;
  return value === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, value);
};

const emptyFor = (step: string | undefined): unknown => (step !== undefined && isIndex(step) ? [] : {});

const isIndex = (step: string): boolean => /^\d{1,6}$/u.test(step);
