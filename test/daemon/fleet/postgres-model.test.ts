// @module-tag deep
// The log of a fleet beside a model of it: the same calls, in any order, have the same outcome.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createPostgresLog} from '../../../src/daemon/fleet/postgres-log.ts';
import type {FleetLog, Lease} from '../../../src/daemon/ports/fleet-log.ts';
import {openPglite} from '../../support/pglite.ts';
import {tempDir} from '../../support/temp-dir.ts';

test('appends, takeovers and snapshots in any order leave one log without a gap', async () => {
  await using log = createPostgresLog(await openPglite());
  await log.prepare();
  using folder = tempDir();
  let cells = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, {minLength: 5, maxLength: 30}), async steps => {
      cells += 1;
      const cell = `any-${cells}`;
      const leases = [await takeover(log, cell)];
      let model: Model = {base: 0, baseFence: leases[0]?.fence ?? 0, rows: []};
      const file = join(folder.path, 'copy.db');
      writeFileSync(file, cell);
      expect(await log.writeSnapshot(leases[0] as Lease, {number: 0, file})).toBe(true);
      for (const step of steps) {
        // Of an earlier holder now and then.
        const lease = leases.at(step.kind === 'take' ? -1 : -1 - step.old) ?? (leases[0] as Lease);
        const isCurrent = lease === leases.at(-1);
        const newest = model.base + model.rows.length;
        if (step.kind === 'take') leases.push(await takeover(log, cell, lease));
        else if (step.kind === 'append') {
          const first = Math.max(1, newest + 1 + step.offset);
          const commits = Array.from({length: step.size}, (_, index) => ({
            number: first + index,
            changes: Buffer.from(step.same ? `${lease.fence} ${first + index}` : 'other'),
          }));
          const appended = append(
            model,
            lease.fence,
            commits.map(({number, changes}) => ({number, text: String(changes)})),
          );
          const outcome = await outcomeOf(log.append(lease, commits));
          if (!isCurrent) expect(outcome).toBe(false);
          else if (appended === undefined) expect(outcome).toBe('conflict');
          else {
            expect(outcome).toBe(true);
            model = appended;
          }
        } else {
          const number = Math.max(0, newest + step.offset);
          const outcome = await outcomeOf(log.writeSnapshot(lease, {number, file}));
          if (!isCurrent) expect(outcome).toBe(false);
          else if (number < model.base) expect(outcome).toBe('conflict');
          else {
            expect(outcome).toBe(true);
            model = {base: number, baseFence: lease.fence, rows: model.rows.slice(number - model.base)};
          }
        }
        const read = (await Array.fromAsync(log.readCommits(cell, model.base))).flat();
        expect(read.map(({number, changes}) => ({number, text: Buffer.from(changes).toString()}))).toEqual(
          model.rows.map(({text}, index) => ({number: model.base + 1 + index, text})),
        );
        const fence = model.rows.at(-1)?.fence;
        expect(await log.newest(cell)).toMatchObject({
          number: model.base + model.rows.length,
          fence: fence ?? expect.any(Number),
        });
      }
    }),
    {numRuns: 60},
  );
});

/** The snapshot's number and its writer, and the commits after it. */
type Model = {
  readonly base: number;
  readonly baseFence: number;
  readonly rows: readonly {readonly fence: number; readonly text: string}[];
};

/** Undefined if the commits don't continue the log. */
const append = (
  {base, baseFence, rows}: Model,
  fence: number,
  commits: readonly {readonly number: number; readonly text: string}[],
): Model | undefined => {
  const first = commits[0]?.number ?? 0;
  // A snapshot of the same holder has what it wrote before.
  if (first > base + rows.length + 1 || (first <= base && baseFence !== fence)) return undefined;
  const all = [...rows];
  for (const {number, text} of commits) {
    const known = all[number - base - 1];
    if (number <= base) continue;
    if (known === undefined) all.push({fence, text});
    else if (known.fence !== fence || known.text !== text) return undefined;
  }
  return {base, baseFence, rows: all};
};

const takeover = async (log: FleetLog, cell: string, before?: Lease): Promise<Lease> => {
  if (before !== undefined) await log.renew(before, 0);
  const lease = await log.take([cell], {holder: 'any', schema: 1, leaseMs: 60_000});
  if (lease === undefined) throw new Error('The cell is held.');
  return lease;
};

const outcomeOf = (work: Promise<boolean>): Promise<unknown> => work.catch(error => error.code);

const old = fc.constantFrom(0, 0, 0, 0, 1, 2);
const STEP = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      old,
      offset: fc.integer({min: -3, max: 1}),
      size: fc.integer({min: 1, max: 4}),
      same: fc.constantFrom(true, true, true, false),
    }),
  },
  {weight: 1, arbitrary: fc.record({kind: fc.constant('take' as const)})},
  {
    weight: 1,
    arbitrary: fc.record({kind: fc.constant('snapshot' as const), old, offset: fc.integer({min: -4, max: 2})}),
  },
);
