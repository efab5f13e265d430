import {expect, test} from 'vitest';
import {HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {formatQuiet, isQuiet, readQuiet} from '../../../src/tui/state/quiet.ts';

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
])('quiet hours %s at %s: %s', (words, time, quiet) => {
  expect(isQuiet(readQuiet(words, at('12:00')), at(time))).toBe(quiet);
});

test('until a time means the next occurrence of that time, once', () => {
  const quiet = readQuiet('until 07:00', at('23:00'));
  expect(quiet).toEqual({kind: 'until', until: at('07:00', 22)});
  expect(isQuiet(quiet, at('06:59', 22))).toBe(true);
  expect(isQuiet(quiet, at('23:00', 22))).toBe(false);
  expect(readQuiet('2h', at('23:00'))).toEqual({kind: 'until', until: at('23:00') + 2 * HOUR});
  expect(readQuiet('for 45 minutes', 0)).toEqual({kind: 'until', until: 45 * MINUTE});
});

test('quiet hours are confirmed in words', () => {
  const words = (text: string): string | undefined => {
    const quiet = readQuiet(text, at('23:00'));
    return quiet === undefined ? undefined : formatQuiet(quiet);
  };
  expect(words('22-7:30')).toBe('every day from 22:00 to 07:30');
  expect(words('until 7')).toBe('until 07:00');
  expect(words('sometimes')).toBeUndefined();
});
