import {describe, expect, test} from 'vitest';
import type {QuietConfig} from '../../../src/daemon/config/config-schema.ts';
import {nextTime, quietUntil, readQuietOverride} from '../../../src/daemon/delivery/reach/quiet.ts';
import {instantOfIso, isoOf} from '../../../src/shared/time/time.ts';

const zone = 'Europe/Berlin';
const at = (iso: string): number => instantOfIso(iso) ?? Number.NaN;
const endOf = (quiet: QuietConfig, now: string): string | undefined => {
  const end = quietUntil({quiet, zone}, at(now));
  return end === undefined ? undefined : isoOf(end).slice(0, 16);
};

describe('the configured hours', () => {
  test.each([
    ['2026-11-21T20:59:00Z', undefined],
    ['2026-11-21T21:00:00Z', '2026-11-22T06:00'],
    ['2026-11-22T05:59:00Z', '2026-11-22T06:00'],
    ['2026-11-22T06:00:00Z', undefined],
  ])('22:00-07:00 at %s ends %s', (now, end) => expect(endOf('22:00-07:00', now)).toBe(end));

  test('an afternoon rest ends on the same day', () =>
    expect(endOf('13:00-14:30', '2026-11-21T12:15:00Z')).toBe('2026-11-21T13:30'));

  test('hours belong to the day on which they begin', () => {
    const quiet = {hours: '22:00-07:00', days: ['fri']} as const;
    expect(endOf(quiet, '2026-11-20T22:00:00Z')).toBe('2026-11-21T06:00');
    expect(endOf(quiet, '2026-11-21T03:00:00Z')).toBe('2026-11-21T06:00');
    expect(endOf(quiet, '2026-11-21T22:00:00Z')).toBeUndefined();
  });

  test('another zone counts where it is named', () =>
    expect(endOf({hours: '22:00-07:00', zone: 'UTC'}, '2026-11-21T21:30:00Z')).toBeUndefined());

  test('until an instant it is quiet all the time, and then by the hours', () => {
    const quiet = {hours: '22:00-07:00', until: '2026-11-21T12:00:00Z'};
    expect(endOf(quiet, '2026-11-21T10:00:00Z')).toBe('2026-11-21T12:00');
    expect(endOf(quiet, '2026-11-21T12:00:00Z')).toBeUndefined();
  });

  test('in the night when the clocks change, the morning is the one on the wall', () => {
    expect(endOf('22:00-07:00', '2026-03-28T23:00:00Z')).toBe('2026-03-29T05:00');
    expect(endOf('22:00-07:00', '2026-10-24T23:00:00Z')).toBe('2026-10-25T06:00');
  });
});

describe("a person's words", () => {
  const now = at('2026-11-21T11:00:00Z');
  const rules = {quiet: '22:00-07:00', zone};
  const untilOf = (text: string): string | undefined => {
    const override = readQuietOverride(text, rules, now);
    const end = override && quietUntil({...rules, override}, now);
    return end === undefined ? undefined : isoOf(end).slice(0, 16);
  };

  test.each([
    ['2h', '2026-11-21T13:00'],
    ['90 minutes', '2026-11-21T12:30'],
    ['for 1 day', '2026-11-22T11:00'],
    ['until 18:30', '2026-11-21T17:30'],
    ['until 7', '2026-11-22T06:00'],
    ['11h', '2026-11-22T06:00'],
  ])('"%s" is quiet until %s', (text, end) => expect(untilOf(text)).toBe(end));

  test.each(['', 'soon', '0h', 'until 25:00', '2 weeks'])('"%s" is not understood', text =>
    expect(readQuietOverride(text, rules, now)).toBeUndefined(),
  );

  test('"off" ends the quiet of this night, and the next night is quiet again', () => {
    const night = at('2026-11-21T23:00:00Z');
    const override = readQuietOverride('off', rules, night);
    expect(quietUntil({...rules, override}, night)).toBeUndefined();
    expect(quietUntil({...rules, override}, night + 24 * 3_600_000)).toBeDefined();
  });
});

test('the next time of day is today or tomorrow', () => {
  expect(isoOf(nextTime(8 * 60, at('2026-11-21T06:00:00Z'), zone))).toBe('2026-11-21T07:00:00.000Z');
  expect(isoOf(nextTime(8 * 60, at('2026-11-21T07:00:00Z'), zone))).toBe('2026-11-22T07:00:00.000Z');
});
