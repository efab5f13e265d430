// The time that SQLite alone needs to claim and finish rows that are due at once.
import {DUE} from './many-due.ts';
import {reminderAt} from './memory.ts';
import {openRaw} from './raw-sqlite.ts';
import {tempFolder} from './temp-folder.ts';

export const rawClaim = (): number => {
  using folder = tempFolder();
  using raw = openRaw(folder.file('raw.db'));
  const now = Date.now();
  raw.addAll(Array.from({length: DUE}, () => reminderAt(now)));
  const before = performance.now();
  if (raw.claimAll(now, 100) !== DUE) throw new Error('Not every row was claimed.');
  return performance.now() - before;
};
