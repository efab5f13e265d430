import {expect, test} from 'vitest';
import {isoOf} from '../../src/shared/time/time.ts';
import {
  instantAt,
  isZone,
  plusDays,
  type WallTime,
  wallTimeAt,
  weekdayOf,
  zoneName,
} from '../../src/shared/time/zone.ts';

test.each([
  ['Europe/Berlin', '2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
  ['Europe/Berlin', '2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
  ['America/New_York', '2026-12-01T09:00', '2026-12-01T14:00:00.000Z'],
  ['Asia/Kathmandu', '2026-12-01T09:00', '2026-12-01T03:15:00.000Z'],
  ['UTC', '2026-12-01T09:00', '2026-12-01T09:00:00.000Z'],
  ['Europe/Berlin', '2056-07-01T09:00', '2056-07-01T07:00:00.000Z'],
])('in %s a wall clock shows %s at %s', (zone, local, iso) => {
  const at = instantAt(wall(local), zone);
  expect(isoOf(at)).toBe(iso);
  expect(wallTimeAt(at, zone)).toEqual(wall(local));
});

test.each([
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
  ['Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
  ['Europe/Berlin', '2026-03-29T02:59', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30:00.000Z', '2026-10-04T02:30'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00.000Z', '2011-12-31T00:00'],
])('in %s the skipped time %s becomes the first one after the gap', (zone, missing, iso, shown) => {
  const at = instantAt(wall(missing), zone);
  expect(isoOf(at)).toBe(iso);
  expect(wallTimeAt(at, zone)).toEqual(wall(shown));
});

test.each([
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
])('in %s the repeated time %s means its first occurrence', (zone, twice, iso) => {
  expect(isoOf(instantAt(wall(twice), zone))).toBe(iso);
});

test.each([
  ['Europe/Berlin', '2026-10-24T12:00Z', 2],
  ['Europe/Berlin', '2026-03-28T12:00Z', 0],
  ['America/New_York', '2026-10-31T12:00Z', 2],
  ['America/New_York', '2026-03-07T12:00Z', 0],
  ['Australia/Lord_Howe', '2026-04-04T02:00Z', 1],
  ['Australia/Lord_Howe', '2026-10-03T02:00Z', 0],
  ['America/Sao_Paulo', '2026-10-31T12:00Z', 0],
])(
  'in %s, two days from %s, all half hours but %d (repeated) survive the way to wall time and back',
  (zone, iso, twice) => {
    const start = Date.parse(iso);
    const halfHours = Array.from({length: 96}, (_, index) => start + index * 1_800_000);
    const changed = halfHours.filter(at => instantAt(wallTimeAt(at, zone), zone) !== at);
    expect(changed.length).toBe(twice);
  },
);

test('an independent calendar agrees on wall times and instants', () => {
  for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland']) {
    for (let at = Date.UTC(2024, 0, 1, 0, 7); at < Date.UTC(2030, 0, 1); at += 7 * 86_400_000 + 3_661_001) {
      const expected = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
      const {year, month, day, hour, minute, second, millisecond} = expected;
      expect(wallTimeAt(at, zone)).toEqual({year, month, day, hour, minute, second, millisecond});
      expect(weekdayOf(wallTimeAt(at, zone))).toBe(expected.dayOfWeek % 7);
    }
  }
});

test('a calendar day later is the same time of day, even over a night of 23 hours', () => {
  const evening = wall('2026-03-28T20:00');
  const later = instantAt(plusDays(evening, 1), 'Europe/Berlin') - instantAt(evening, 'Europe/Berlin');
  expect(later).toBe(23 * 3_600_000);
  expect(plusDays(wall('2024-02-28T09:00'), 2)).toEqual(wall('2024-03-01T09:00'));
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Europe/Nowhere', false],
  ['+01:00', false],
  ['', false],
])('%j is a valid zone: %s', (text, expected) => {
  expect(isZone(text)).toBe(expected);
});

test.each([
  ['Europe/Berlin', '2026-12-01T08:00:00Z', 'CET'],
  ['Europe/Berlin', '2026-07-01T08:00:00Z', 'CEST'],
  ['America/New_York', '2026-12-01T08:00:00Z', 'EST'],
  ['Europe/London', '2026-07-01T08:00:00Z', 'BST'],
  ['Australia/Sydney', '2026-12-01T08:00:00Z', 'AEDT'],
  ['Asia/Tokyo', '2026-12-01T08:00:00Z', 'UTC+9'],
  ['Asia/Kathmandu', '2026-12-01T08:00:00Z', 'UTC+5:45'],
  ['UTC', '2026-12-01T08:00:00Z', 'UTC'],
])('the zone %s is called, at %s: %s', (zone, iso, name) => {
  expect(zoneName(Date.parse(iso), zone)).toBe(name);
});

const wall = (local: string): WallTime => {
  const date = new Date(`${local}:00Z`);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: 0,
    millisecond: 0,
  };
};
