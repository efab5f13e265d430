import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {walDamage} from '../../../../src/daemon/store/database/wal-check.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {aFact, openTestStore, tempFolder} from '../store-fixture.ts';

const COMMITS = 40;

/** A database after `kill -9`, with forty commits in the log only, the last one several pages long. */
const killed = () => {
  const home = tempFolder();
  const path = home.in('rooster.db');
  const store = openTestStore({path});
  for (let number = 1; number < COMMITS; number += 1) store.transact(emit => emit(aFact(String(number))));
  store.transact(emit => emit(aFact('long'.repeat(5_000))));
  const copy = home.in('killed/rooster.db');
  mkdirSync(home.in('killed'), {mode: 0o700});
  copyFileSync(path, copy);
  copyFileSync(`${path}-wal`, `${copy}-wal`);
  store[Symbol.dispose]();
  const log = readFileSync(`${copy}-wal`);
  return {
    log,
    /** The number of commits that a start on this log finds, or its error. */
    startOn: (changed: Buffer): number | string => {
      const again = home.in('again/rooster.db');
      mkdirSync(home.in('again'), {recursive: true, mode: 0o700});
      copyFileSync(copy, again);
      writeFileSync(`${again}-wal`, changed);
      try {
        using found = openTestStore({path: again});
        return found.events.seq;
      } catch (error) {
        if (error instanceof GatewayError) return error.message;
        throw error;
      }
    },
    [Symbol.dispose]: () => home[Symbol.dispose](),
  };
};

const flipped = (log: Buffer, offset: number): Buffer => {
  const changed = Buffer.from(log);
  changed[offset] = (changed[offset] ?? 0) ^ 0x10;
  return changed;
};

test('the log of a killed process is sound, and everything in it is found', () => {
  using left = killed();
  expect(walDamage(left.log)).toBeUndefined();
  expect(left.startOn(left.log)).toBe(COMMITS);
});

test('a corrupt byte in the log silently loses at most its last two commits', () => {
  using left = killed();
  const outcomes = {refused: 0, lost: 0, whole: 0};
  for (let index = 0; index < 120; index += 1) {
    const offset = index < 32 ? index : (index * 7_919) % left.log.length;
    const found = left.startOn(flipped(left.log, offset));
    if (typeof found === 'string') {
      expect(found).toContain('is damaged (its log has');
      outcomes.refused += 1;
    } else {
      expect(found).toBeGreaterThanOrEqual(COMMITS - 2);
      outcomes[found === COMMITS ? 'whole' : 'lost'] += 1;
    }
  }
  expect(outcomes.refused).toBeGreaterThan(75);
  expect(outcomes.lost).toBeGreaterThan(0);
});

test('a log tail that never reached the disk counts as a power cut, not as damage', () => {
  using left = killed();
  const frame = 24 + 4096;
  expect(walDamage(left.log.subarray(0, left.log.length - 100))).toBeUndefined();
  expect(walDamage(left.log.subarray(0, 32 + frame * 3))).toBeUndefined();
  // The last commit's frames may be on the disk in part, in any order.
  const torn = Buffer.from(left.log);
  torn.fill(0, left.log.length - 2 * frame, left.log.length - frame);
  expect(walDamage(torn)).toBeUndefined();
  expect(left.startOn(torn)).toBe(COMMITS - 1);
});

test('a log that was created but never written is empty, not damaged', () => {
  expect(walDamage(Buffer.alloc(0))).toBeUndefined();
  expect(walDamage(Buffer.alloc(31, 1))).toBeUndefined();
  expect(walDamage(Buffer.alloc(9000))).toBeUndefined();
});

test('old log frames behind the current ones are not damage', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const store = openTestStore({path});
  // After a checkpoint the log is written from its beginning again; its longer old tail stays behind.
  for (let number = 1; number <= 90; number += 1) store.transact(emit => emit(aFact('long'.repeat(25_000))));
  const log = readFileSync(`${path}-wal`);
  store[Symbol.dispose]();
  const last = log.length - (24 + 4096);
  expect(log.subarray(last + 8, last + 16).equals(log.subarray(16, 24))).toBe(false);
  expect(walDamage(log)).toBeUndefined();
});
