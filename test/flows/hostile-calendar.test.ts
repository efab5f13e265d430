// A hostile calendar file or rule never holds the daemon, and a big file is set in few commits, after a question.
// @module-tag deep
import {expect, test} from 'vitest';
import {longestBlock} from '../support/longest-block.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21.

const file = (...lines: readonly string[]): string => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (uid: number, ...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}@x`, 'SUMMARY:tea', 'DTSTART:20270101T090000Z', ...lines, 'END:VEVENT'].join('\r\n');
const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({length: count}, (_, index) => line(index)).join('\r\n');
const date = (day: number): string =>
  `${new Date(Date.UTC(2027, 0, 2 + day)).toISOString().slice(0, 10).replaceAll('-', '')}T090000Z`;
const alarm = (minutes: number): string =>
  ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${minutes}M`, 'END:VALARM'].join('\r\n');

test.each<[string, string, RegExp]>([
  [
    '60,000 excluded dates',
    file(
      event(
        1,
        'RRULE:FREQ=DAILY',
        repeated(60_000, day => `EXDATE:${date(day % 3_000)}`),
      ),
    ),
    /too many dates/u,
  ],
  [
    '1,000 excluded dates that count',
    file(
      event(
        1,
        'RRULE:FREQ=DAILY',
        repeated(1_000, day => `EXDATE:${date(day)}`),
      ),
    ),
    /too many coming dates/u,
  ],
  [
    '100 alarms with 1,000 excluded dates',
    file(
      event(
        1,
        'RRULE:FREQ=DAILY',
        `EXDATE:${Array.from({length: 1_000}, (_, day) => date(day)).join()}`,
        repeated(100, alarm),
      ),
    ),
    /too many alarms/u,
  ],
  [
    '500 rules without a date',
    file(repeated(500, uid => event(uid, 'RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30'))),
    /never occurs/u,
  ],
  ['1,000 alarms', file(event(1, repeated(1_000, alarm))), /too many alarms/u],
  [
    'an alarm in the distant past',
    file(event(1, 'BEGIN:VALARM', 'TRIGGER:-P99999999999999W', 'END:VALARM')),
    /trigger/u,
  ],
])('a file with %s never holds the daemon, and the answer names the reason', async (_, ics, reason) => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  // The first import loads and compiles the code.
  await fixture.call('calendar.import', {ics: file(event(0, 'RRULE:FREQ=WEEKLY'))});
  let skipped: readonly {readonly reason: string}[] = [];
  const block = await longestBlock(async () => {
    ({skipped} = await fixture.call('calendar.import', {ics}));
  });
  expect(skipped[0]?.reason).toMatch(reason);
  expect(block).toBeLessThan(50);
});

test.each([
  ['a line of 2 MB', file(event(1, `X-LONG:${'x'.repeat(2_000_000)}`)), undefined],
  ['100,000 nestings', file(repeated(100_000, () => 'BEGIN:VEVENT')), 'The calendar is nested too deeply.'],
])('a file with %s never holds the daemon', async (_, ics, problem) => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await fixture.call('calendar.import', {ics: file(event(0))});
  let found: string | undefined;
  const block = await longestBlock(async () => {
    await fixture.call('calendar.import', {ics}).catch((error: Error) => {
      found = error.message;
    });
  });
  expect(found).toBe(problem);
  expect(block).toBeLessThan(50);
});

test('5,000 events are refused with their number, and set in batches once they are confirmed', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const ics = file(repeated(5_000, uid => event(uid)));
  await expect(fixture.call('calendar.import', {ics})).rejects.toMatchObject({
    code: 'refused',
    fault: 'too-many',
    count: 5_000,
    data: {count: 5_000},
  });
  let result: unknown;
  const block = await longestBlock(async () => {
    result = await fixture.call('calendar.import', {ics, confirm: true});
  });
  expect(result).toEqual({added: 5_000, updated: 0, skipped: []});
  expect(block).toBeLessThan(50);
  // Nothing new, so there is nothing to confirm.
  expect(await fixture.call('calendar.import', {ics})).toEqual({added: 0, updated: 0, skipped: []});
});

test.each([
  'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=YEARLY;BYDAY=MO,TU,WE,TH;BYSETPOS=-1;BYHOUR=1,2,3,4,5,6;BYMINUTE=1,2,3,4,5,6',
])('reminder.set with %s is refused at once', {tags: ['fast']}, async repeat => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const set = () => fixture.call('reminder.set', {message: 'tea', repeat}).catch((error: Error) => error.message);
  await set();
  let refusal: unknown;
  const block = await longestBlock(async () => {
    refusal = await set();
  });
  expect(refusal).toMatch(/never occurs|too many times/u);
  expect(block).toBeLessThan(50);
});
