// An import that is interrupted at a commit, and repeated on another day.
import {expect, test} from 'vitest';
import {DAY} from '../../src/shared/time/time.ts';
import {fullDisk} from '../support/full-disk.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const tea = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:tea@x', 'SUMMARY:tea', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

const pending = async (fixture: TestDaemon) => (await fixture.call('reminder.list', {})).reminders;

const EXCLUDED = Array.from({length: 60}, (_, day) => new Date(Date.UTC(2026, 10, 23 + day)).toISOString())
  .map(iso => `${iso.slice(0, 10).replaceAll('-', '')}T090000`)
  .join(',');
const SERIES = [
  'DTSTART;TZID=Europe/Berlin:20261120T090000',
  'RRULE:FREQ=DAILY',
  `EXDATE;TZID=Europe/Berlin:${EXCLUDED}`,
];

test.each([
  ['an event', ['DTSTART:20261201T090000Z'], ['DTSTART:20261202T090000Z']],
  ['a series', SERIES, SERIES.map(line => line.replaceAll('T090000', 'T100000'))],
])(
  '%s that is imported again after any failed commit is there once, and changes with its file',
  async (_, first, changed) => {
    for (let failing = 1, isOver = false; !isOver && failing < 10; failing += 1) {
      using home = tempDir();
      await using fixture = await openTestDaemon({home: home.path});
      for (const ics of [tea(...first), tea(...changed)]) {
        {
          using disk = fullDisk(failing);
          const seen = (await pending(fixture)).length;
          await fixture.call('calendar.import', {ics}).catch(() => undefined);
          isOver = disk.refused() === 0;
          expect((await pending(fixture)).length).toBeGreaterThanOrEqual(seen);
        }
        for (const reminder of await pending(fixture))
          expect(reminder.skipped ?? []).toHaveLength(first === SERIES ? 60 : 0);
        await fixture.clock.advance(DAY);
        expect(await fixture.call('calendar.import', {ics})).toMatchObject({skipped: []});
        expect(await fixture.call('calendar.import', {ics})).toEqual({added: 0, updated: 0, skipped: []});
        expect(await pending(fixture)).toHaveLength(1);
      }
    }
  },
);

test('a reminder that an older version set without its mark is replaced', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const left = await fixture.call('reminder.set', {
    at: '2026-11-30T09:00:00Z',
    message: 'tea',
    key: 'calendar tea@x  0 1',
  });
  const ics = tea('DTSTART:20261201T090000Z');
  expect(await fixture.call('calendar.import', {ics})).toEqual({added: 1, updated: 0, skipped: []});
  expect((await pending(fixture)).map(({fireAt}) => fireAt)).toEqual(['2026-12-01T09:00:00.000Z']);
  expect(await fixture.call('reminder.get', {id: left.id})).toMatchObject({state: 'cancelled'});
});

test('days that a file excludes ring never, however many they are', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  expect(await fixture.call('calendar.import', {ics: tea(...SERIES)})).toEqual({added: 1, updated: 0, skipped: []});
  const [series] = await pending(fixture);
  expect(series?.next).toEqual(['2026-11-22T08:00:00.000Z', '2027-01-22T08:00:00.000Z', '2027-01-23T08:00:00.000Z']);
  const skipped = await fixture.call('reminder.skip', {id: series?.id ?? 'rem_', at: '2027-01-22T08:00:00.000Z'});
  expect(skipped.next?.[1]).toBe('2027-01-23T08:00:00.000Z');
});

test('two imports of one file at once set each entry once', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const ics = tea('DTSTART:20261201T090000Z');
  const both = await Promise.all([fixture.call('calendar.import', {ics}), fixture.call('calendar.import', {ics})]);
  expect(both.map(({added}) => added).toSorted()).toEqual([0, 1]);
  expect(await pending(fixture)).toHaveLength(1);
});
