// A home is brought what the log of its cell says: its daemon lives on meanwhile.
import {expect, test} from 'vitest';
import {bringHome} from '../../../src/daemon/fleet/bring-home.ts';
import type {DatabaseCopy} from '../../../src/daemon/ports/commit-log.ts';
import type {FleetLog} from '../../../src/daemon/ports/fleet-log.ts';
import {placesOf} from '../../../src/shared/records/places.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {recordingLog} from '../store/store-fixture.ts';

test('lets timers and answers come between at most 200 commits of a build, so that the lease is renewed', async () => {
  using folder = tempDir();
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  turn();
  let number = 0;
  const applied: {readonly size: number; readonly turns: number}[] = [];
  const copy = {
    number: () => number,
    apply: commits => {
      applied.push({size: commits.length, turns});
      number = commits.at(-1)?.number ?? number;
    },
    [Symbol.dispose]: () => {},
  } satisfies Partial<DatabaseCopy>;
  const fleetLog = {
    newest: async () => ({number: 1_050, fence: 7}),
    readSnapshot: async () => ({number: 0, fence: 7, schema: 1}),
    readCommits: async function* () {
      yield Array.from({length: 1_050}, (_, index) => ({number: index + 1, changes: Buffer.of()}));
    },
    readFiles: async function* () {},
  } satisfies Partial<FleetLog>;
  const written = await bringHome({
    places: placesOf({ROOSTER_HOME: folder.path}, folder.path),
    fleetLog: fleetLog as unknown as FleetLog,
    ...{cell: 'anna', schema: 1, log: recordingLog()},
    databases: {
      marksOf: () => undefined,
      factsOf: () => expect.fail('It has no database.'),
      copy: async () => expect.fail('It has no database.'),
      openCopy: () => copy as unknown as DatabaseCopy,
      complete: () => {},
      check: async () => {},
      publish: () => {},
      remove: () => {},
      putAside: path => path,
    },
    onFiles: async () => {},
  });
  clearImmediate(next);
  expect(written).toBe(1_050);
  expect(applied.map(({size}) => size)).toEqual([200, 200, 200, 200, 200, 50]);
  expect(new Set(applied.map(each => each.turns)).size).toBe(applied.length);
});
