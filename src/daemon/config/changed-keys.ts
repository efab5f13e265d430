// Finds the configuration keys that an edit changed.

import {isRecord} from '../../shared/fields/is-record.ts';
import {sameData} from '../../shared/fields/same-data.ts';

/** Keys of nested objects (`agent.model`, `providers.local.baseUrl`). A list counts as one key (`users`). */
export const changedKeys = (before: unknown, after: unknown, key = ''): readonly string[] => {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap(name => changedKeys(before[name], after[name], key === '' ? name : `${key}.${name}`));
  }
  return sameData(before, after) ? [] : [key];
};
