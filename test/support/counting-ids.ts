// Predictable ids for tests: `rem_1`, `rem_2`, `turn_1`; each prefix has its own counter.
import type {IdPrefix, Ids} from '../../src/shared/records/ids.ts';

export const countingIds = (): Ids => {
  const counts = new Map<IdPrefix, number>();
  return {
    next: prefix => {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}_${count}`;
    },
  };
};
