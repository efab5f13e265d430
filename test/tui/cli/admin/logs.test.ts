import {appendFileSync, mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {SECOND} from '../../../../src/shared/time/time.ts';
import {createTail, logLine} from '../../../../src/tui/cli/admin/logs.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {commandWorld} from '../command-world.ts';
import {rooster} from '../rooster.ts';

test('following a log prints whole lines once, as they are appended', () => {
  using folder = tempDir();
  const path = join(folder.path, 'daemon.log');
  const tail = createTail(path);
  expect(tail.more()).toEqual([]);
  writeFileSync(path, 'one\ntw');
  expect(tail.more()).toEqual(['one']);
  appendFileSync(path, 'o\nthree\n');
  expect(tail.more()).toEqual(['two', 'three']);
  expect(tail.more()).toEqual([]);
});

test('a rotated log is read to its end, and the new one from its start', () => {
  using folder = tempDir();
  const path = join(folder.path, 'daemon.log');
  writeFileSync(path, 'one\n');
  const tail = createTail(path);
  tail.more();
  appendFileSync(path, 'last\n');
  renameSync(path, `${path}.1`);
  writeFileSync(path, 'first\n');
  expect(tail.more()).toEqual(['last', 'first']);
});

test('a truncated log is read from its start', () => {
  using folder = tempDir();
  const path = join(folder.path, 'daemon.log');
  writeFileSync(path, 'a long line\n');
  const tail = createTail(path);
  tail.more();
  writeFileSync(path, 'new\n');
  expect(tail.more()).toEqual(['new']);
});

test.each([
  [
    '{"level":"warn","time":"2026-11-21T11:00:05.000Z","pid":7,"reminder":"rem_1","msg":"A reminder fires late."}',
    '11:00:05 warn   A reminder fires late.  {"reminder":"rem_1"}',
  ],
  ['no JSON \u001b[2Jat all', 'no JSON at all'],
])('the line %s is shown as %s', async (line, shown) => {
  const {world} = await commandWorld();
  expect(logLine(world, line)).toBe(shown);
});

test('the log uses the zone of the person at the terminal, and names it', async () => {
  using folder = tempDir();
  mkdirSync(join(folder.path, 'logs'));
  writeFileSync(
    join(folder.path, 'logs/daemon.log'),
    '{"level":"warn","time":"2026-11-21T10:00:05.000Z","msg":"A reminder fires late."}\n',
  );
  const before = process.env['TZ'];
  const home = {env: {ROOSTER_HOME: folder.path}};
  try {
    const shown = await rooster(['daemon', 'logs'], {...home, zone: 'Asia/Tokyo', zoneEnv: process.env});
    expect(shown.out()).toBe('Times are in Asia/Tokyo.\n19:00:05 warn   A reminder fires late.\n');
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
  const hung = await rooster(['daemon', 'logs'], {...home, waits: true, answers: {hello: () => new Promise(() => {})}});
  expect(hung.out()).toMatch(/warn {3}A reminder fires late.\n$/u);
  expect(hung.clock.now() - fakeClock().now()).toBeLessThan(2 * SECOND);
});
