// Calendar files over RPC: what goes out, and what comes back in.
import {expect, test} from 'vitest';
import {type Component, readComponents} from '../../src/daemon/schedule/calendar/calendar-lines.ts';
import {instantOfIso} from '../../src/shared/time/time.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const calendar = (...events: readonly (readonly string[])[]): string =>
  ['BEGIN:VCALENDAR', ...events.flatMap(lines => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']), 'END:VCALENDAR'].join(
    '\r\n',
  );

const tea = (start: string, ...more: readonly string[]): readonly string[] => [
  'UID:tea@x',
  'SUMMARY:tea',
  `DTSTART:${start}`,
  ...more,
];

const pending = async (fixture: TestDaemon) => (await fixture.call('reminder.list', {})).reminders;

const eventsOf = (ics: string): readonly Component[] => {
  const read = readComponents(ics);
  if ('problem' in read) throw new Error(read.problem);
  return read.flatMap(({parts}) => parts).filter(({name}) => name === 'VEVENT');
};

const linesOf = (ics: string, start: string): readonly string[] =>
  ics
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter(line => line.startsWith(start));

test('an event becomes a reminder, once', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const ics = calendar(tea('20261201T090000Z'));
  expect(await fixture.call('calendar.import', {ics})).toEqual({added: 1, updated: 0, skipped: []});
  expect(await fixture.call('calendar.import', {ics})).toEqual({added: 0, updated: 0, skipped: []});
  expect(await pending(fixture)).toMatchObject([
    {message: 'tea', mode: 'verbatim', fireAt: '2026-12-01T09:00:00.000Z'},
  ]);
});

test('an entry that changed in the file is set again, and the old reminder is cancelled', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await fixture.call('calendar.import', {ics: calendar(tea('20261201T090000Z'))});
  const later = calendar(tea('20261202T100000Z'));
  expect(await fixture.call('calendar.import', {ics: later})).toMatchObject({added: 0, updated: 1});
  expect(await fixture.call('calendar.import', {ics: later})).toMatchObject({added: 0, updated: 0});
  expect(await pending(fixture)).toMatchObject([{fireAt: '2026-12-02T10:00:00.000Z'}]);
});

test('an event that was done comes back only where the file moves it', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await fixture.call('calendar.import', {ics: calendar(tea('20261201T090000Z'))});
  const [reminder] = await pending(fixture);
  await fixture.call('reminder.cancel', {id: reminder?.id ?? 'rem_'});
  expect(await fixture.call('calendar.import', {ics: calendar(tea('20261201T090000Z'))})).toMatchObject({added: 0});
  expect(await pending(fixture)).toEqual([]);
  expect(await fixture.call('calendar.import', {ics: calendar(tea('20261205T090000Z'))})).toMatchObject({updated: 1});
  expect(await pending(fixture)).toHaveLength(1);
});

test('a series keeps its zone, counts on from its start, and leaves out what the file excludes', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const ics = calendar([
    'UID:weekly@x',
    'SUMMARY:call',
    'DTSTART;TZID=America/New_York:20261103T090000',
    'RRULE:FREQ=WEEKLY;COUNT=6',
    'EXDATE;TZID=America/New_York:20261201T090000',
  ]);
  expect(await fixture.call('calendar.import', {ics})).toEqual({added: 1, updated: 0, skipped: []});
  expect(await pending(fixture)).toMatchObject([
    {
      zone: 'America/New_York',
      repeat: {rule: 'FREQ=WEEKLY', zone: 'America/New_York', count: 3, words: 'every Tuesday at 09:00, 3 times'},
      next: ['2026-11-24T14:00:00.000Z', '2026-12-08T14:00:00.000Z'],
    },
  ]);
  expect(await fixture.call('calendar.import', {ics})).toEqual({added: 0, updated: 0, skipped: []});
});

test("past entries are left out with a reason, and a file that isn't a calendar changes nothing", async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const ics = calendar(tea('20201201T090000Z'), [
    'UID:old@x',
    'SUMMARY:old',
    'DTSTART:20201201T090000Z',
    'RRULE:FREQ=DAILY;COUNT=3',
  ]);
  expect(await fixture.call('calendar.import', {ics})).toEqual({
    added: 0,
    updated: 0,
    skipped: [
      {uid: 'tea@x', reason: 'Its time has passed.'},
      {uid: 'old@x', reason: 'It has no occurrence to come.'},
    ],
  });
  const broken = `${calendar(tea('20261201T090000Z'))}\r\nBEGIN:VCALENDAR`;
  await expect(fixture.call('calendar.import', {ics: broken})).rejects.toThrow('ends in the middle of a VCALENDAR');
  expect(await pending(fixture)).toEqual([]);
});

test('an export has each reminder once, with its rule and its alarm', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const {id} = await fixture.call('reminder.set', {at: '2026-12-01T09:00:00Z', message: 'tea, or; coffee\nsoon'});
  const pills = await fixture.call('reminder.set', {
    repeat: 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0',
    message: 'pills',
    until: '2026-12-24',
  });
  await fixture.call('reminder.skip', {id: pills.id, at: pills.next?.[1] ?? ''});
  const {ics} = await fixture.call('calendar.export', {});
  expect(eventsOf(ics).map(({parts}) => parts.map(({name}) => name))).toEqual([['VALARM'], ['VALARM']]);
  expect(linesOf(ics, 'UID')).toEqual([`UID:${pills.id}@rooster`, `UID:${id}@rooster`]);
  expect(linesOf(ics, 'SUMMARY')).toEqual(['SUMMARY:pills', 'SUMMARY:tea\\, or\\; coffee\\nsoon']);
  expect(linesOf(ics, 'DTSTART;')).toEqual([
    'DTSTART;TZID=Europe/Berlin:20261121T200000',
    'DTSTART;TZID=Europe/Berlin:20261201T100000',
  ]);
  expect(linesOf(ics, 'RRULE')).toEqual(['RRULE:FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0;UNTIL=20261224T225959Z']);
  expect(linesOf(ics, 'EXDATE')).toEqual(['EXDATE;TZID=Europe/Berlin:20261122T080000']);
  expect(linesOf(ics, 'BEGIN:VTIMEZONE')).toHaveLength(1);
  expect(ics.split('\r\n').every(line => line.length <= 75)).toBe(true);
});

test('an export says by dates what other calendars would read otherwise', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await fixture.call('reminder.set', {repeat: 'FREQ=MONTHLY;X-WORKDAYS=LAST', message: 'bill', when: 'tomorrow 9am'});
  await fixture.call('reminder.set', {repeat: 'FREQ=WEEKLY;BYDAY=SU', message: 'night', at: '2026-11-22T01:30:00Z'});
  const {ics} = await fixture.call('calendar.export', {});
  expect(linesOf(ics, 'RRULE')).toEqual([]);
  const [sundays = '', bills = ''] = linesOf(ics, 'RDATE');
  expect(bills).toMatch(/^RDATE;TZID=Europe\/Berlin:20261231T090000,20270129T090000,/u);
  // Clocks go forward on that Sunday.
  expect(sundays).toContain('20270321T023000,20270328T033000,20270404T023000');
});

test('an export has the jobs of the next 30 days, and nothing that is paused', async () => {
  using home = tempDir();
  const cron = [{name: 'report', cron: '0 8 * * 1', message: 'What matters?'}];
  await using fixture = await openTestDaemon({home: home.path, config: {cron}});
  const {id} = await fixture.call('reminder.set', {repeat: 'FREQ=DAILY', message: 'x', when: 'tomorrow 9am'});
  await fixture.call('reminder.pause', {id});
  const {ics} = await fixture.call('calendar.export', {});
  expect(linesOf(ics, 'UID')).toEqual(['UID:job-report@rooster']);
  expect(linesOf(ics, 'RDATE')[0]?.split(',')).toHaveLength(4);
  expect(linesOf(ics, 'BEGIN:VALARM')).toEqual([]);
});

test('an export that is imported where it comes from adds nothing, and elsewhere all of it', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  await fixture.call('reminder.set', {at: '2026-12-01T09:00:00Z', message: 'tea'});
  const series = await fixture.call('reminder.set', {
    repeat: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
    message: 'bins',
    when: 'monday 7am',
    count: 5,
  });
  const {ics} = await fixture.call('calendar.export', {});
  const back = await fixture.call('calendar.import', {ics});
  expect(back).toMatchObject({added: 0, updated: 0});
  expect(back.skipped.map(({reason}) => reason)).toEqual(['It was exported from here.', 'It was exported from here.']);

  using other = tempDir();
  await using second = await openTestDaemon({home: other.path});
  expect(await second.call('calendar.import', {ics})).toEqual({added: 2, updated: 0, skipped: []});
  const [bins] = await pending(second);
  expect(bins).toMatchObject({message: 'bins', next: series.next, repeat: {count: 5, words: series.repeat?.words}});
  expect(instantOfIso(bins?.fireAt ?? '')).toBe(instantOfIso(series.fireAt));
});
