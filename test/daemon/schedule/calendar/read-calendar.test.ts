import {describe, expect, test} from 'vitest';
import {type CalendarItem, readCalendar} from '../../../../src/daemon/schedule/calendar/read-calendar.ts';
import {HOUR, isoOf} from '../../../../src/shared/time/time.ts';

const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

const event = (...lines: readonly string[]): string =>
  calendar('BEGIN:VEVENT', 'UID:a@x', 'SUMMARY:tea', ...lines, 'END:VEVENT');

const alarm = (trigger: string): readonly string[] => ['BEGIN:VALARM', 'ACTION:DISPLAY', trigger, 'END:VALARM'];

const read = (text: string) => {
  const found = readCalendar(text, {zone: 'Europe/Berlin'});
  if ('problem' in found) throw new Error(found.problem);
  return found;
};

/** When each item that comes once is due. */
const instants = (text: string): readonly string[] =>
  read(text).items.map(item => (item.kind === 'once' ? isoOf(item.at).slice(0, 16) : item.rule.rule));

const series = (text: string): Extract<CalendarItem, {kind: 'series'}> => {
  const [item] = read(text).items;
  if (item?.kind !== 'series') throw new Error(JSON.stringify(read(text)));
  return item;
};

describe('when an entry reminds', () => {
  test.each([
    ['at its start in UTC', event('DTSTART:20261201T090000Z'), ['2026-12-01T09:00']],
    ['at its start in a zone', event('DTSTART;TZID=America/New_York:20261201T090000'), ['2026-12-01T14:00']],
    ['in a zone in quotes', event('DTSTART;TZID="America/New_York":20261201T090000'), ['2026-12-01T14:00']],
    ['in a zone as Outlook names it', event('DTSTART;TZID=Tokyo Standard Time:20261201T090000'), ['2026-12-01T00:00']],
    ['in a zone behind a path', event('DTSTART;TZID=/example.org/Asia/Tokyo:20261201T090000'), ['2026-12-01T00:00']],
    ["without a zone in the person's", event('DTSTART:20261201T090000'), ['2026-12-01T08:00']],
    ['on a day without a time at nine', event('DTSTART;VALUE=DATE:20261224'), ['2026-12-24T08:00']],
    ['before its start', event('DTSTART:20261201T090000Z', ...alarm('TRIGGER:-PT15M')), ['2026-12-01T08:45']],
    [
      'before its end',
      event('DTSTART:20261201T090000Z', 'DTEND:20261201T110000Z', ...alarm('TRIGGER;RELATED=END:-PT1H30M')),
      ['2026-12-01T09:30'],
    ],
    [
      'before an end that is a duration',
      event('DTSTART:20261201T090000Z', 'DURATION:PT2H', ...alarm('TRIGGER;RELATED=END:-PT30M')),
      ['2026-12-01T10:30'],
    ],
    [
      'at an instant of the alarm',
      event('DTSTART:20261201T090000Z', ...alarm('TRIGGER;VALUE=DATE-TIME:20261130T200000Z')),
      ['2026-11-30T20:00'],
    ],
    [
      'at each of its alarms',
      event('DTSTART:20261201T090000Z', ...alarm('TRIGGER:-P1D'), ...alarm('TRIGGER:PT0S')),
      ['2026-11-30T09:00', '2026-12-01T09:00'],
    ],
    [
      'again after its alarm, as often as it says',
      event('DTSTART:20261201T090000Z', 'BEGIN:VALARM', 'TRIGGER:-PT30M', 'REPEAT:2', 'DURATION:PT10M', 'END:VALARM'),
      ['2026-12-01T08:30', '2026-12-01T08:40', '2026-12-01T08:50'],
    ],
    [
      'at its start where its alarm is none, as in files from Apple',
      event(
        'DTSTART:20261201T090000Z',
        'BEGIN:VALARM',
        'ACTION:NONE',
        'TRIGGER;VALUE=DATE-TIME:19760401T005545Z',
        'END:VALARM',
      ),
      ['2026-12-01T09:00'],
    ],
    ['a day before a day', event('DTSTART;VALUE=DATE:20261224', ...alarm('TRIGGER:-PT6H')), ['2026-12-23T17:00']],
  ])('%s', (_, text, expected) => {
    expect(instants(text)).toEqual(expected);
  });

  test.each([
    ['20270328', '2027-03-28T07:00'],
    ['20271031', '2027-10-31T08:00'],
  ])('on %s, when the clocks change, at the same hour of the day', (day, at) => {
    expect(instants(event(`DTSTART;VALUE=DATE:${day}`))).toEqual([at]);
    expect(instants(event(`DTSTART;VALUE=DATE:${day}`, ...alarm('TRIGGER:PT9H')))).toEqual([at]);
    const timed = event(
      `DTSTART;TZID=Europe/Berlin:${day}T090000`,
      ...alarm('TRIGGER:-P1D'),
      ...alarm('TRIGGER:-PT24H'),
    );
    const dayBefore = Date.UTC(2027, Number(day.slice(4, 6)) - 1, Number(day.slice(6)) - 1, day === '20270328' ? 8 : 7);
    const dayOf = Date.parse(`${at}Z`) - 24 * HOUR;
    expect(instants(timed)).toEqual([isoOf(dayBefore).slice(0, 16), isoOf(dayOf).slice(0, 16)]);
  });

  test('a task when it is due, or at its alarm before that', () => {
    const task = (...lines: readonly string[]) =>
      calendar('BEGIN:VTODO', 'UID:b@x', 'SUMMARY:tax', 'DTSTART:20261201T080000Z', ...lines, 'END:VTODO');
    expect(instants(task('DUE:20261203T170000Z'))).toEqual(['2026-12-03T17:00']);
    expect(instants(task('DUE:20261203T170000Z', ...alarm('TRIGGER;RELATED=END:-P1D')))).toEqual(['2026-12-02T17:00']);
    expect(instants(task())).toEqual(['2026-12-01T08:00']);
    expect(instants(task('DURATION:PT2H'))).toEqual(['2026-12-01T10:00']);
  });

  test('on a day without a time in the configured morning', () => {
    const found = readCalendar(event('DTSTART;VALUE=DATE:20261224'), {zone: 'UTC', morning: '07:30'});
    expect(found).toMatchObject({items: [{at: Date.parse('2026-12-24T07:30:00Z')}]});
  });

  test('in a zone that the file names by its place', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Home', 'X-LIC-LOCATION:Asia/Kolkata', 'END:VTIMEZONE'];
    const text = calendar(
      ...zone,
      'BEGIN:VEVENT',
      'UID:a',
      'SUMMARY:x',
      'DTSTART;TZID=Home:20261201T090000',
      'END:VEVENT',
    );
    expect(instants(text)).toEqual(['2026-12-01T03:30']);
  });
});

describe('a file', () => {
  test('may be folded, and have any line end', () => {
    const text = calendar(
      'BEGIN:VEVENT',
      'UID:a@x',
      'SUMMARY:Call Bob\\, Carol\\; and a \\\\ bac',
      ' kslash\\nin two lines',
      'DTSTART:20261201T0900',
      '\t00Z',
      'END:VEVENT',
    );
    for (const file of [text, text.replaceAll('\r\n', '\n'), text.replaceAll('\r\n', '\r'), `\uFEFF${text}`]) {
      expect(read(file).items).toMatchObject([{text: 'Call Bob, Carol; and a \\ backslash\nin two lines'}]);
      expect(instants(file)).toEqual(['2026-12-01T09:00']);
    }
  });

  test.each([
    ['', /holds no calendar/],
    ['hello', /Line 1 isn't a line of a calendar: "hello"/],
    ['BEGIN:VCARD\nEND:VCARD', /holds no calendar/],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR', /Line 3 ends VCALENDAR, which isn't open/],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT', /ends in the middle of a VEVENT/],
    [`${'BEGIN:X\n'.repeat(5_000)}`, /nested too deeply/],
  ])('%j is refused as a whole', (text, sentence) => {
    const found = readCalendar(text, {zone: 'UTC'});
    expect('problem' in found ? found.problem : found).toMatch(sentence);
  });

  test.each([
    [['DTSTART:20261201T090000Z', 'STATUS:CANCELLED'], 'It is cancelled.'],
    [['DTSTART:20261201T090000Z', 'STATUS:COMPLETED'], 'It is done.'],
    [[], 'It has no date.'],
    [['DTSTART:tomorrow'], "Its DTSTART isn't a date."],
    [['DTSTART:20260230T090000Z'], "Its DTSTART isn't a date."],
    [['DTSTART;TZID=Nowhere/Land:20261201T090000'], 'Its time zone "Nowhere/Land" is unknown.'],
    [['DTSTART:20261201T090000Z', ...alarm('TRIGGER:soon')], "The trigger of its alarm isn't a time."],
    [['DTSTART:20261201T090000Z', 'RRULE:FREQ=SECONDLY'], /^Its rule can't be kept\. FREQ=SECONDLY/],
    [['DTSTART:20261201T090000Z', 'RDATE:20261202T090000Z'], /RDATE/],
    [['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY'], /EXRULE/],
    [['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'], /several rules/],
    [['DTSTART:20261201T090000Z', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261201T080000Z'], /RANGE/],
    [
      ['DTSTART:20261201T090000Z', 'BEGIN:VALARM', 'TRIGGER:PT0S', 'REPEAT:999999', 'DURATION:PT1S', 'END:VALARM'],
      'Its alarm repeats too often: 20 times are the most.',
    ],
    [
      ['DTSTART:20261201T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=TU', ...alarm('TRIGGER:-P1D')],
      "Its alarm is on another day than the event, which a rule can't say.",
    ],
  ] as const)('an entry with %j is left out with its reason', (lines, reason) => {
    expect(read(event(...lines)).skipped).toEqual([{uid: 'a@x', reason: expect.stringMatching(reason)}]);
  });

  test('an entry without a UID or a text is left out', () => {
    const text = calendar('BEGIN:VEVENT', 'DTSTART:20261201T090000Z', 'END:VEVENT');
    expect(read(text).skipped).toEqual([{uid: '', reason: expect.stringMatching(/no UID/)}]);
    const empty = calendar('BEGIN:VEVENT', 'UID:a', 'DTSTART:20261201T090000Z', 'END:VEVENT');
    expect(read(empty).skipped).toEqual([{uid: 'a', reason: 'It has no text.'}]);
  });
});

describe('what repeats', () => {
  test('keeps its rule, its zone and its end', () => {
    const text = event('DTSTART;TZID=America/New_York:20261201T090000', 'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270328');
    expect(series(text).rule).toEqual({
      rule: 'FREQ=WEEKLY;BYDAY=TU',
      zone: 'America/New_York',
      start: '2026-12-01T09:00:00',
      until: '2027-03-28',
    });
  });

  test('is moved with its alarm, as long as that is on the same day', () => {
    const text = event(
      'DTSTART;TZID=Europe/Berlin:20261201T090000',
      'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222T080000Z',
      ...alarm('TRIGGER:-PT15M'),
    );
    expect(series(text).rule).toMatchObject({start: '2026-12-01T08:45:00', until: '2026-12-22T07:45:00.000Z'});
    const weekly = event('DTSTART:20261201T090000Z', 'RRULE:FREQ=WEEKLY', ...alarm('TRIGGER:-P1D'));
    expect(series(weekly).rule).toMatchObject({rule: 'FREQ=WEEKLY', start: '2026-11-30T09:00:00'});
  });

  test('leaves out an excluded day on which the clocks change, at the hour of its alarm', () => {
    const days = ['DTSTART;VALUE=DATE:20270327', 'RRULE:FREQ=DAILY', 'EXDATE;VALUE=DATE:20270328,20271031'];
    const ringsOn = (text: string) => series(text).without.map(isoOf);
    expect(ringsOn(event(...days))).toEqual(['2027-03-28T07:00:00.000Z', '2027-10-31T08:00:00.000Z']);
    const before = event(...days, ...alarm('TRIGGER:-PT15H'));
    expect(ringsOn(before)).toEqual(['2027-03-27T08:00:00.000Z', '2027-10-30T07:00:00.000Z']);
    const hours = ['DTSTART;TZID=Europe/Berlin:20270327T090000', 'RRULE:FREQ=DAILY', 'EXDATE:20270328T070000Z'];
    expect(ringsOn(event(...hours, ...alarm('TRIGGER:-P1D')))).toEqual(['2027-03-27T08:00:00.000Z']);
  });

  test('ends with the alarm of its last event', () => {
    const until = (...lines: readonly string[]) => series(event(...lines)).rule.until;
    const days = ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;UNTIL=20261203'];
    expect(until(...days)).toBe('2026-12-03');
    expect(until(...days, ...alarm('TRIGGER:-PT15H'))).toBe('2026-12-02');
    const zoned = ['DTSTART;TZID=Europe/Berlin:20270320T090000', 'RRULE:FREQ=DAILY;UNTIL=20270328T070000Z'];
    expect(until(...zoned, ...alarm('TRIGGER:-P1D'))).toBe('2027-03-27T08:00:00.000Z');
  });

  test('leaves out an excluded event whose alarm is at its end', () => {
    const text = event(
      'DTSTART:20261201T090000Z',
      'DTEND:20261201T110000Z',
      'RRULE:FREQ=DAILY',
      'EXDATE:20261202T090000Z',
      ...alarm('TRIGGER;RELATED=END:-PT30M'),
    );
    expect(series(text)).toMatchObject({rule: {start: '2026-12-01T10:30:00'}});
    expect(series(text).without.map(isoOf)).toEqual(['2026-12-02T10:30:00.000Z']);
  });

  test('leaves out excluded instants, and those with an entry of their own', () => {
    const text = calendar(
      'BEGIN:VEVENT',
      'UID:a@x',
      'SUMMARY:tea',
      'DTSTART:20261201T090000Z',
      'RRULE:FREQ=DAILY',
      'EXDATE:20261202T090000Z,20261203T090000Z',
      'EXDATE;VALUE=DATE:20261204',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:a@x',
      'SUMMARY:tea later',
      'RECURRENCE-ID:20261205T090000Z',
      'DTSTART:20261205T110000Z',
      'END:VEVENT',
    );
    expect(series(text).without.map(isoOf)).toEqual([
      '2026-12-02T09:00:00.000Z',
      '2026-12-03T09:00:00.000Z',
      '2026-12-04T09:00:00.000Z',
      '2026-12-05T09:00:00.000Z',
    ]);
    expect(instants(text)).toEqual(['FREQ=DAILY', '2026-12-05T11:00']);
    expect(new Set(read(text).items.map(({key}) => key)).size).toBe(2);
  });
});

describe("other programs' own lines", () => {
  test.each([
    'X_LOTUS-NOTESVERSION:2',
    'GROUP1.X-ABLABEL:home',
    'X-APPLE-RADIUS=50;X-TITLE=Main\nStreet, no colon here',
    'RADIUS=50',
  ])('%s is skipped', line => {
    expect(instants(event(...line.split('\n'), 'DTSTART:20261201T090000Z'))).toEqual(['2026-12-01T09:00']);
  });

  test.each(['RRULE FREQ=DAILY', 'EXDATE;VALUE=DATE', 'BEGIN VALARM'])('a broken %s refuses the file', line => {
    expect(readCalendar(event('DTSTART:20261201T090000Z', line), {zone: 'UTC'})).toEqual({
      problem: expect.stringContaining(`isn't a line of a calendar: "${line}"`),
    });
  });
});

test('a rule may end with a semicolon', () => {
  expect(series(event('DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY; ')).rule.rule).toBe('FREQ=DAILY');
});

describe('a zone that only the file knows', () => {
  const change = (name: string, start: string, from: string, to: string, rule?: string): readonly string[] => [
    `BEGIN:${name}`,
    `DTSTART:${start}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `END:${name}`,
  ];
  const inZone = (name: string, ...changes: readonly string[]): string =>
    calendar(
      'BEGIN:VTIMEZONE',
      `TZID:${name}`,
      ...changes,
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:a@x',
      'SUMMARY:tea',
      `DTSTART;TZID="${name}":20261201T090000`,
      'END:VEVENT',
    );
  const winter = change('STANDARD', '16010101T030000', '+0200', '+0100', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU');
  const summer = change('DAYLIGHT', '16010101T020000', '+0100', '+0200', 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU');
  const fixed = change('STANDARD', '16010101T000000', '+0700', '+0700');
  const pacific = [
    ...change('STANDARD', '20071104T020000', '-0700', '-0800', 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
    ...change('DAYLIGHT', '20070311T020000', '-0800', '-0700', 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
  ];

  test.each([
    ['Customized Time Zone', [...winter, ...summer], 'Europe/Berlin', '2026-12-01T08:00'],
    ['(UTC+07:00) Bangkok, Hanoi, Jakarta', fixed, 'Etc/GMT-7', '2026-12-01T02:00'],
    ['Pacific, of our own', pacific, 'America/Los_Angeles', '2026-12-01T17:00'],
  ])('%s has the offsets that the file gives it', (name, changes, zone, at) => {
    const text = inZone(name, ...changes);
    expect(read(text).items).toMatchObject([{zone}]);
    expect(instants(text)).toEqual([at]);
  });

  test('without known changes it is refused by name', () => {
    expect(read(inZone('Moon', ...change('STANDARD', '16010101T000000', '+0017', '+0017'))).skipped).toEqual([
      {uid: 'a@x', reason: 'Its time zone "Moon" is unknown.'},
    ]);
  });
});
