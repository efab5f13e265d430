// Recurrences in scenes: on an ordinary Thursday, and on the last days of long months.
import {ENGLISH_REPEATING} from './english-repeating.ts';
import {GERMAN_REPEATING} from './german-repeating.ts';
import type {Scene} from './row.ts';

const THURSDAY = {now: '2026-11-19T09:00:00Z', zone: 'Europe/Berlin'};

export const REPEATING: readonly Scene[] = [
  {...THURSDAY, locale: 'en', rows: ENGLISH_REPEATING},
  {...THURSDAY, locale: 'de-DE', rows: GERMAN_REPEATING},
  {
    now: '2026-12-31T05:00:00Z',
    zone: 'Pacific/Auckland',
    locale: 'en',
    rows: [
      ['every month pay rent', '2027-01-31 09:00', 'pay rent', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['every 6 months dentist', '2027-06-30 09:00', 'dentist', 'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=-1'],
      ['every 2 months at 9', '2027-02-28 09:00', '', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1'],
      ['every quarter taxes', '2027-03-31 09:00', 'taxes', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'],
      ['every month at 19:00', '2026-12-31 19:00', '', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['every month at 9 and 19', '2026-12-31 19:00', '', 'FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=9,19;BYMINUTE=0'],
      ['every 3 months until may', '2027-03-31 09:00', '', 'FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1', 'until 2027-05-01'],
      ['every month starting tomorrow', '2027-01-01 09:00', '', 'FREQ=MONTHLY'],
      ['monthly', '2027-01-31 09:00', '', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['every year', '2027-12-31 09:00', '', 'FREQ=YEARLY'],
      ['every other month on the 31st', '2027-01-31 09:00', '', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1'],
      ['every month on the 15th', '2027-01-15 09:00', '', 'FREQ=MONTHLY;BYMONTHDAY=15'],
    ],
  },
  {
    now: '2026-08-31T05:00:00Z',
    zone: 'Europe/Berlin',
    locale: 'de',
    rows: [
      ['jeden Monat Miete', '2026-08-31 09:00', 'Miete', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['halbjährlich', '2026-08-31 09:00', '', 'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=-1'],
      ['alle 2 Monate um 6:30', '2026-10-31 06:30 ? 2026-08-31 18:30', '', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1'],
    ],
  },
  {
    now: '2027-01-31T04:00:00Z',
    zone: 'Asia/Kolkata',
    locale: 'en',
    rows: [
      ['every month', '2027-02-28 09:00', '', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['every month starting 30 march', '2027-03-30 09:00', '', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1'],
      ['every month except in february', '2027-03-31 09:00', '', 'FREQ=MONTHLY;BYMONTHDAY=-1;X-EXCEPT=M2'],
    ],
  },
  {
    now: '2028-02-29T07:00:00Z',
    zone: 'Europe/Berlin',
    locale: 'en',
    rows: [
      ['every year', '2028-02-29 09:00', '', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'],
      ['every month', '2028-02-29 09:00', '', 'FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1'],
    ],
  },
  {
    now: '2026-03-30T05:00:00Z',
    zone: 'Asia/Kolkata',
    locale: 'en',
    rows: [
      ['every 11 months', '2027-02-28 09:00', '', 'FREQ=MONTHLY;INTERVAL=11;BYMONTHDAY=28,29,30;BYSETPOS=-1'],
      ['every month at 18:00', '2026-03-30 18:00', '', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1'],
    ],
  },
  {
    now: '2026-11-19T09:00:00Z',
    zone: 'Europe/Berlin',
    locale: 'en',
    rows: [
      ['every month starting 31 january', '2027-01-31 09:00', '', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      [
        'every 2 months from 30 november at 8',
        '2026-11-30 08:00',
        '',
        'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29,30;BYSETPOS=-1',
      ],
      ['every year from 29 february', '2028-02-29 09:00', '', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'],
    ],
  },
];
