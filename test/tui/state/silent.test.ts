import {expect, test} from 'vitest';
import {formatHours, isSilent, readHours} from '../../../src/tui/state/silent.ts';

const at = (time: string, day = 21): number => {
  const [hour, minute] = time.split(':').map(Number);
  return new Date(2026, 10, day, hour, minute).getTime();
};

test.each([
  ['22:00-07:00', '21:59', false],
  ['22:00-07:00', '22:00', true],
  ['22:00-07:00', '03:00', true],
  ['22:00-07:00', '07:00', false],
  ['22-7', '06:59', true],
  ['13:00 - 14:30', '13:30', true],
  ['13:00 - 14:30', '14:30', false],
  ['from', '03:00', false],
  ['22:00-22:00', '22:00', false],
  ['25:00-07:00', '03:00', false],
  ['22:61-07:00', '03:00', false],
])('silent hours %s at %s: %s', (text, time, silent) => {
  expect(isSilent({silent: readHours(text)}, at(time))).toBe(silent);
});

test('quiet that the person asked for counts as well', () => {
  expect(isSilent({quietUntil: at('13:00')}, at('12:59'))).toBe(true);
  expect(isSilent({quietUntil: at('13:00')}, at('13:00'))).toBe(false);
  expect(isSilent({}, 0)).toBe(false);
});

test('silent hours are confirmed in words', () => {
  const hours = readHours('22-7:30');
  expect(hours && formatHours(hours)).toBe('from 22:00 to 07:30');
  expect(readHours('sometimes')).toBeUndefined();
});
