import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fleetFindings, judgeFleet, unasked} from '../../../../../src/tui/cli/admin/doctor/fleet.ts';
import {tempDir} from '../../../../support/temp-dir.ts';
import {commandWorld} from '../../command-world.ts';

const postgres = {host: 'db.example', encrypted: true, tables: 1, newest: 1};
const linesOf = (facts: Parameters<typeof judgeFleet>[0]): readonly (string | undefined)[] =>
  judgeFleet(facts).map(({verdict, what, fix}) => [verdict, what, ...(fix === undefined ? [] : [fix])].join(' | '));

test.each([
  [{}, []],
  [
    {mistaken: 'fleet.cells: It must name at least one cell.'},
    [
      'bad | fleet.cells: It must name at least one cell. | correct "fleet" in config.json, then rooster daemon restart',
    ],
  ],
  [
    {unasked: 'The environment variable X is not set.'},
    [
      "odd | PostgreSQL wasn't asked. The environment variable X is not set. | set it here as for the daemon, then rooster doctor",
    ],
  ],
  [
    {postgres: {...postgres, trouble: 'PostgreSQL at db.example: no answer.'}},
    [
      'bad | PostgreSQL at db.example: no answer. Until it answers, nothing is sent or confirmed | start PostgreSQL, or correct "fleet.postgres"',
    ],
  ],
  [
    {postgres: {...postgres, tables: 2}},
    ['bad | PostgreSQL at db.example answers, encrypted; its tables are those of a newer Rooster | rooster update'],
  ],
  [
    {postgres: {...postgres, encrypted: false, tables: 0}},
    ['odd | PostgreSQL at db.example answers, not encrypted; it has no tables of Rooster yet | rooster daemon start'],
  ],
] as const)('the fleet is judged by what PostgreSQL said: %j', (facts, lines) => {
  expect(linesOf(facts)).toEqual(lines);
});

test('each cell has a line: who holds it, how long its log is, and what to do where nobody does', () => {
  const cells = [
    {cell: 'anna', host: 'server-1', isHere: true, isHeld: true, logBytes: 2_000},
    {cell: 'bob', host: 'server-2', address: 'ssh://rooster@server-2', isHeld: true, logBytes: 0},
    {cell: 'clara', host: 'server-2', isHeld: false},
    {cell: 'dora', home: '/home/r/cells/dora'},
  ];
  expect(linesOf({postgres, cells}).slice(1)).toEqual([
    'good | anna: held by this home; 2 KB of changes since its newest snapshot',
    'good | bob: held by the daemon on server-2 (ssh://rooster@server-2); 0 KB of changes since its newest snapshot',
    'bad | clara: nobody holds it, the last one was server-2 | rooster daemon start',
    'odd | dora: no daemon has held it yet. All about it: ROOSTER_HOME=/home/r/cells/dora rooster doctor | rooster daemon start',
  ]);
});

test('what a daemon that stands by or waits for PostgreSQL can not say is named, and not shown as broken', async () => {
  const replica = {host: 'anna', behindMs: 0, seq: 0, fence: 1};
  expect(unasked({replica: {...replica, role: 'holder'}})).toBeUndefined();
  expect(unasked({replica: {...replica, role: 'holder', held: 'No answer.'}})?.verdict).toBe('odd');
  for (const role of ['standby', 'cells'] as const)
    expect(unasked({replica: {...replica, role}})?.verdict).toBe('good');
  const {world} = await commandWorld();
  const [line] = await fleetFindings(world, {replica: {...replica, role: 'holder'}});
  expect(line?.what).toBe('Holds the cell anna.');
});

test.each([
  ['{"agent": {"model": "offline"}}', 0],
  ['', 0],
  ['{"fleet": {"cells": ["anna"]}}', 1],
  // The same key, as JSON may also write it.
  ['{"\\u0066leet": {"cells": ["anna"]}}', 1],
])('only for a configuration with a fleet is PostgreSQL asked: %s', async (config, times) => {
  using folder = tempDir();
  const asked: unknown[] = [];
  const {world} = await commandWorld({
    env: {ROOSTER_HOME: folder.path},
    ask: async args => {
      asked.push(args);
      return {code: 0, stdout: JSON.stringify({postgres}), stderr: ''};
    },
  });
  writeFileSync(world.places.config, config);
  expect(await fleetFindings(world, undefined)).toHaveLength(times);
  expect(asked).toHaveLength(times);
});

test('PostgreSQL is asked in the home of one of several cells, too, whose setting is elsewhere', async () => {
  using folder = tempDir();
  const ask = async () => ({code: 0, stdout: JSON.stringify({postgres}), stderr: ''});
  const {world} = await commandWorld({env: {ROOSTER_HOME: folder.path}, ask});
  writeFileSync(join(folder.path, 'in-fleet'), 'id\n/home/r/config.json');
  expect(await fleetFindings(world, undefined)).toHaveLength(1);
});

test('a configuration that is missing, or a folder, has no fleet', async () => {
  using folder = tempDir();
  const {world} = await commandWorld({env: {ROOSTER_HOME: folder.path}});
  expect(await fleetFindings(world, undefined)).toEqual([]);
  mkdirSync(world.places.config);
  expect(await fleetFindings(world, undefined)).toEqual([]);
});
