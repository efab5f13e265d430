// Calendar files over RPC: what goes out, and what comes back in.
import ICAL from 'ical.js';
import {expect, test} from 'vitest';
import {type Component, readComponents} from '../../src/daemon/schedule/calendar/calendar-lines.ts';
import {HOUR, instantOfIso, isoOf} from '../../src/shared/time/time.ts';
import {fakeClock} from '../support/fake-clock.ts';
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

test('an alarm that is gone from the file, and an entry that is cancelled, done or past, cancel their reminders', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const alarm = (trigger: string) => ['BEGIN:VALARM', `TRIGGER:${trigger}`, 'END:VALARM'];
  const both = [...alarm('-PT10M'), ...alarm('-PT20M')];
  const put = (...lines: readonly string[]) =>
    fixture.call('calendar.import', {ics: calendar(tea(...(lines as [string])))});
  expect(await put('20261201T090000Z', ...both)).toEqual({added: 2, updated: 0, skipped: []});
  expect(await put('20261201T090000Z', ...alarm('-PT10M'))).toEqual({added: 0, updated: 0, cancelled: 1, skipped: []});
  expect(await pending(fixture)).toMatchObject([{fireAt: '2026-12-01T08:50:00.000Z'}]);
  const over = ['STATUS:CANCELLED', 'STATUS:COMPLETED'].map(line => ['20261201T090000Z', line, ...both]);
  for (const lines of [...over, ['20261101T090000Z']]) {
    await put('20261201T090000Z', ...both);
    expect(await pending(fixture)).toHaveLength(2);
    expect(await put(...lines)).toMatchObject({added: 0, updated: 0, cancelled: 2, skipped: [{uid: 'tea@x'}]});
    expect(await pending(fixture)).toEqual([]);
  }
  expect(await put('20261101T090000Z')).not.toHaveProperty('cancelled');
});

test('of two entries with the same UID the newer one counts, at each import', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const ics = calendar(
    tea('20261201T090000Z', 'SEQUENCE:1'),
    tea('20261202T090000Z', 'SEQUENCE:10'),
    tea('20261203T090000Z'),
  );
  const skipped = Array(2).fill({uid: 'tea@x', reason: 'The file has another entry with this UID.'});
  expect(await fixture.call('calendar.import', {ics})).toEqual({added: 1, updated: 0, skipped});
  expect(await fixture.call('calendar.import', {ics})).toEqual({added: 0, updated: 0, skipped});
  expect(await pending(fixture)).toMatchObject([{fireAt: '2026-12-02T09:00:00.000Z'}]);
});

test('an export with dates and jobs changes nothing where it comes from', async () => {
  using home = tempDir();
  const cron = [{name: 'report', at: '2026-12-01 08:00', message: 'What matters?'}];
  await using fixture = await openTestDaemon({home: home.path, config: {cron}});
  await fixture.call('reminder.set', {repeat: 'FREQ=MONTHLY;X-WORKDAYS=LAST', message: 'bill', when: 'tomorrow 9am'});
  const {ics} = await fixture.call('calendar.export', {});
  expect(await fixture.call('calendar.import', {ics})).toEqual({
    added: 0,
    updated: 0,
    own: 1,
    skipped: [{uid: 'job-report@rooster', reason: 'It is a job of Rooster, not a reminder.'}],
  });
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

test('a series whose next occurrence the clocks skip keeps its time of day', async () => {
  using home = tempDir();
  const clock = fakeClock(Date.parse('2027-03-27T12:00:00Z'));
  await using fixture = await openTestDaemon({home: home.path, clock});
  const start = 'DTSTART;TZID=Europe/Berlin:20270301T023000';
  const ics = calendar(['UID:a@x', 'SUMMARY:tea', start, 'RRULE:FREQ=DAILY;COUNT=40']);
  expect(await fixture.call('calendar.import', {ics})).toMatchObject({added: 1, skipped: []});
  expect(await pending(fixture)).toMatchObject([
    {
      next: ['2027-03-28T01:30:00.000Z', '2027-03-29T00:30:00.000Z', '2027-03-30T00:30:00.000Z'],
      repeat: {start: '2027-03-28T02:30:00', count: 13, words: 'every day at 02:30, 13 times'},
    },
  ]);
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
      {uid: 'old@x', reason: 'It has no future dates.'},
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
  expect(bills).toMatch(/^RDATE;TZID=Europe\/Berlin:20261130T090000,20261231T090000,20270129T090000,/u);
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
  expect(linesOf(ics, 'RDATE')[0]?.split(',')).toHaveLength(5);
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
  expect(back).toEqual({added: 0, updated: 0, own: 2, skipped: []});

  using other = tempDir();
  await using second = await openTestDaemon({home: other.path});
  expect(await second.call('calendar.import', {ics})).toEqual({added: 2, updated: 0, skipped: []});
  const [bins] = await pending(second);
  expect(bins).toMatchObject({message: 'bins', next: series.next, repeat: {count: 5, words: series.repeat?.words}});
  expect(instantOfIso(bins?.fireAt ?? '')).toBe(instantOfIso(series.fireAt));
});

test('another program reads the same instants from an exported file', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const set = (when: string, more: object = {}) => fixture.call('reminder.set', {when, message: when, ...more});
  await set('in 3 days');
  for (const when of EXPORTED) await set(when);
  const {reminders} = await fixture.call('reminder.list', {});
  expect(reminders).toHaveLength(1 + EXPORTED.length);
  const read = instantsByUid((await fixture.call('calendar.export', {})).ics);
  for (const {id, message, fireAt, repeat, next} of reminders) {
    const wanted = repeat === undefined ? [fireAt] : (next ?? []);
    const found = [...read].find(([uid]) => uid.includes(id))?.[1];
    expect([message, found?.slice(0, wanted.length)]).toEqual([message, wanted]);
  }
});

test('another program reads a moved occurrence once, with its own time and text', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path});
  const moved = {scope: 'this', at: '2026-11-22T18:00:00.000Z', message: 'other pills'} as const;
  const rules = ['FREQ=DAILY', 'FREQ=DAILY;X-WORKDAYS=ALL'];
  const ids: string[] = [];
  for (const repeat of rules) {
    const set = await fixture.call('reminder.set', {repeat, when: 'tomorrow 13:00', message: 'pills'});
    ids.push(set.id);
    const at = isoOf((instantOfIso(set.fireAt) ?? 0) + 6 * HOUR);
    await fixture.call('reminder.edit', {...moved, id: set.id, at});
    const {next = []} = await fixture.call('reminder.get', {id: set.id});
    const {ics} = await fixture.call('calendar.export', {});
    const read = instantsByUid(ics);
    const to = (start: string) => [...read].find(([uid]) => uid.startsWith(`${set.id}${start}`))?.[1];
    expect(to('@')).toEqual(next);
    expect(to('-later@')).toEqual([at]);
    expect(linesOf(ics, 'SUMMARY:other pills')).toHaveLength(ids.length);
  }
});

/** Their next three instants lie before and after changes of the clocks. */
const EXPORTED = [
  'every day at 8 and 20',
  'every weekday at 8',
  'every other tuesday at 9:30',
  'every month on the 31st at 9',
  'every last friday of the month at 16:00',
  'every year on 25 october at 2:30',
  'every day at noon in New York',
  'every 90 minutes',
  'every first working day of the month at 9',
  'every 29 february at 10',
  'every day at 7 for two weeks',
  'every day at 8 and 20:30',
  'every monday at 9 and 17:30',
  'every friday the 13th at 9',
  'every hour from 9 to 17',
  'every 3 months on the last friday at 9',
  'every second to last friday of the month at 9',
  'every last weekday of the month at 9',
  'every 45 minutes from 9 to 17',
];

/** The instants of each event until 2040, at most three, as ical.js computes them from the file alone. */
const instantsByUid = (ics: string): ReadonlyMap<string, readonly string[]> => {
  const file = new ICAL.Component(ICAL.parse(ics));
  for (const zone of file.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  try {
    return new Map(
      file.getAllSubcomponents('vevent').map(component => {
        const event = new ICAL.Event(component);
        if (!event.isRecurring()) return [event.uid, [event.startDate.toJSDate().toISOString()]] as [string, string[]];
        const instants: string[] = [];
        const next = event.iterator();
        for (let at = next.next(); at && instants.length < 3 && at.year < 2040; at = next.next())
          instants.push(at.toJSDate().toISOString());
        return [event.uid, instants] as [string, string[]];
      }),
    );
  } finally {
    ICAL.TimezoneService.reset();
  }
};
