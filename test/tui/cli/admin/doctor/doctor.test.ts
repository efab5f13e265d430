import {chmodSync, chownSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {placesOf} from '../../../../../src/shared/records/places.ts';
import {mistakeFinding} from '../../../../../src/tui/cli/admin/doctor/files.ts';
import {
  charactersFinding,
  clockFinding,
  nodeFinding,
  zoneFinding,
} from '../../../../../src/tui/cli/admin/doctor/machine.ts';
import {entryFinding, ownerOf, placeFindings} from '../../../../../src/tui/cli/admin/doctor/places.ts';
import {fakeClock} from '../../../../support/fake-clock.ts';
import {tempDir} from '../../../../support/temp-dir.ts';

const verdicts = (home: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    placeFindings({places: placesOf({ROOSTER_HOME: home}, '/'), clock: fakeClock()}).map(({what, verdict}) => [
      what.replaceAll(home, '~'),
      verdict,
    ]),
  );

const bad = (home: string): readonly string[] =>
  Object.entries(verdicts(home))
    .filter(([, verdict]) => verdict === 'bad')
    .map(([what]) => what);

test("a home that doesn't exist yet is fine, and the check doesn't create it", () => {
  using folder = tempDir();
  const home = join(folder.path, 'home');
  expect(bad(home)).toEqual([]);
  expect(verdicts(home)).toHaveProperty(['~; Rooster creates what is missing'], 'good');
});

test('folders and files that others can read are reported, with a command that fixes them', () => {
  using folder = tempDir();
  mkdirSync(join(folder.path, 'run'));
  chmodSync(join(folder.path, 'run'), 0o755);
  writeFileSync(join(folder.path, 'config.json'), '{}');
  chmodSync(join(folder.path, 'config.json'), 0o644);
  expect(bad(folder.path)).toEqual(['other users can read or write ~/run (mode 755)']);
  const mends = placeFindings({places: placesOf({ROOSTER_HOME: folder.path}, '/'), clock: fakeClock()}).flatMap(
    ({fix}) => fix ?? [],
  );
  expect(mends).toEqual([`chmod 700 ${folder.path}/run`]);
  const config = join(folder.path, 'config.json');
  expect(entryFinding('configuration', config, 0o600)).toMatchObject({verdict: 'bad', fix: `chmod 600 ${config}`});
});

test('a database is recognized by its first bytes', () => {
  using folder = tempDir();
  const path = join(folder.path, 'rooster.db');
  writeFileSync(path, 'not a database', {mode: 0o600});
  expect(bad(folder.path)).toEqual(["~/rooster.db isn't an SQLite database"]);
  writeFileSync(path, 'SQLite format 3\0 and so on');
  expect(bad(folder.path)).toEqual([]);
});

test.each([
  ['standby', "good | backups are made where the cell is held; the database of this home isn't in use"],
  ['cells', "good | backups are made in the home of each cell; the database of this home isn't in use"],
  ['holder', 'odd | no backup yet; the daemon makes one each day'],
] as const)('a backup is advised only where the database is in use: %s', (role, line) => {
  using folder = tempDir();
  writeFileSync(join(folder.path, 'rooster.db'), 'SQLite format 3\0', {mode: 0o600});
  const world = {places: placesOf({ROOSTER_HOME: folder.path}, '/'), clock: fakeClock()};
  const replica = {role, host: 'anna', behindMs: 0, seq: 0, fence: 1};
  const found = placeFindings(world, {replica}).find(({name}) => name === 'backup');
  expect(`${found?.verdict} | ${found?.what}`).toBe(line);
  expect(found?.fix !== undefined).toBe(found?.verdict === 'odd');
});

test('an overlong socket path is reported with the limit', () => {
  using folder = tempDir();
  const home = join(folder.path, 'x'.repeat(100));
  expect(bad(home)).toEqual([expect.stringMatching(/socket path .* bytes/u)]);
});

test("a home inside a file can't be created", () => {
  using folder = tempDir();
  writeFileSync(join(folder.path, 'file'), '');
  expect(bad(join(folder.path, 'file/home')).length).toBeGreaterThan(0);
});

test.each([
  ['24.0.0', 'good'],
  ['26.10.0', 'good'],
  ['22.12.0', 'bad'],
])('Node %s is %s', (version, verdict) => {
  expect(nodeFinding(version).verdict).toBe(verdict);
});

test.each([
  [0, 'bad'],
  [Date.UTC(2026, 10, 21), 'good'],
  [Date.UTC(2150, 0, 1), 'bad'],
])('a clock at %d is %s', (now, verdict) => {
  expect(clockFinding(now).verdict).toBe(verdict);
});

test.each([
  [undefined, 'Europe/Berlin', 'good'],
  ['Europe/Berlin', 'Europe/Berlin', 'good'],
  [':Europe/Berlin', 'Europe/Berlin', 'good'],
  ['Europe/Berlinn', 'UTC', 'bad'],
  ['', 'UTC', 'good'],
])('TZ=%s with the zone %s is %s', (wanted, found, verdict) => {
  expect(zoneFinding(wanted, found).verdict).toBe(verdict);
});

test.each([
  [{LANG: 'en_US.UTF-8'}, 'good'],
  [{LANG: 'en_US.UTF-8', LC_ALL: 'C'}, 'odd'],
  [{}, 'odd'],
])('the locale %j is %s', (env, verdict) => {
  expect(charactersFinding({env}).verdict).toBe(verdict);
});

test.each([
  ['agnet', {unknown: {meant: 'agent'}}, 'rename it to "agent" in /c, or remove it'],
  ['agent.modle', {unknown: {meant: 'model'}}, 'rename it to "agent.model" in /c, or remove it'],
  ['xyz', {unknown: {}}, 'remove "xyz" from /c'],
  ['c', {}, 'edit /c, then run rooster config check'],
  ['agent.model', {}, 'edit /c, or run rooster config set agent.model VALUE'],
])('the fix of %s (%j) is: %s', (key, kind, fix) => {
  expect(mistakeFinding({key, reason: 'A sentence.', inForce: 'it is ignored', ...kind}, '/c').fix).toBe(fix);
});

test('the clock is shown in readable form', () => {
  expect(clockFinding(Date.UTC(2026, 10, 21, 12)).what).toMatch(/^Sat 21 Nov 2026 \d\d:\d\d$/u);
});

test.runIf(process.getuid?.() === 0)('a file of another user is reported with its owner', () => {
  using folder = tempDir();
  const path = join(folder.path, 'theirs');
  writeFileSync(path, '');
  chownSync(path, 54_321, 54_321);
  expect(entryFinding('database', path, 0o600)).toMatchObject({what: `${path} belongs to uid 54321`});
});

test('an owner is shown by name and uid, or by uid alone', () => {
  const users = 'root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\n';
  expect(ownerOf(1000, users)).toBe('alice (uid 1000)');
  expect(ownerOf(7, users)).toBe('uid 7');
});
