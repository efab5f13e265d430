// Which keys of the configuration in force an edit changed.
import {isDeepStrictEqual} from 'node:util';
import {isRecord} from './field-group.ts';

/** Keys as far down as objects go (`agent.model`, `providers.local.baseUrl`); a list changes as a whole (`users`). */
export const changedKeys = (before: unknown, after: unknown, key = ''): readonly string[] => {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap(name => changedKeys(before[name], after[name], key === '' ? name : `${key}.${name}`));
  }
  return isDeepStrictEqual(before, after) ? [] : [key];
};
