// Ids that a test can foretell: `rem_1`, `rem_2`, `turn_1`, each prefix counted by itself.
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
