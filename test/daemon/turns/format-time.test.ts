import {expect, test} from 'vitest';
import {formatTime} from '../../../src/daemon/turns/prompt/turn-prompt.ts';

test.each([
  ['2026-11-21T20:03:00Z', 'UTC', 'Saturday, 21 November 2026, 20:03 in UTC (2026-11-21T20:03:00+00:00;'],
  [
    '2026-11-21T20:03:59Z',
    'America/St_Johns',
    'Saturday, 21 November 2026, 16:33 in America/St_Johns (2026-11-21T16:33:59-03:30;',
  ],
  ['2026-12-31T23:30:00Z', 'Asia/Kolkata', 'Friday, 1 January 2027, 05:00 in Asia/Kolkata (2027-01-01T05:00:00+05:30;'],
  [
    '2026-03-29T00:59:59Z',
    'Europe/Berlin',
    'Sunday, 29 March 2026, 01:59 in Europe/Berlin (2026-03-29T01:59:59+01:00;',
  ],
  [
    '2026-03-29T01:00:00Z',
    'Europe/Berlin',
    'Sunday, 29 March 2026, 03:00 in Europe/Berlin (2026-03-29T03:00:00+02:00;',
  ],
  [
    '2026-10-25T00:30:00Z',
    'Europe/Berlin',
    'Sunday, 25 October 2026, 02:30 in Europe/Berlin (2026-10-25T02:30:00+02:00;',
  ],
  [
    '2026-10-25T01:30:00Z',
    'Europe/Berlin',
    'Sunday, 25 October 2026, 02:30 in Europe/Berlin (2026-10-25T02:30:00+01:00;',
  ],
])('%s in %s', (now, zone, words) => {
  expect(formatTime(Date.parse(now), zone)).toContain(`in UTC ${now.replace('Z', '.000Z')}`);
  expect(formatTime(Date.parse(now), zone).startsWith(words)).toBe(true);
});

test('an unknown zone is shown as UTC', () => {
  expect(formatTime(Date.UTC(2026, 10, 21, 20, 3), 'Mars/Olympus')).toContain('20:03 in UTC');
});
