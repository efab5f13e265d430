// English: sentences as people type them, with slips and short forms. Said in Berlin on Saturday 21 November 2026 at 14:00.
import type {Row} from './row.ts';

export const ENGLISH_EVERYDAY: readonly Row[] = [
  ['every first of the month rent', '2026-12-01 09:00', 'rent', 'FREQ=MONTHLY;BYMONTHDAY=1'],
  ['evry day at 9 vitamins', '2026-11-22 09:00', 'vitamins', 'FREQ=DAILY'],
  ['wensday at 10 gym', '2026-11-25 10:00', 'gym'],
  ["pay rent at month's end", '2026-11-30 09:00', 'pay rent'],
  ['pay rent at month end', '2026-11-30 09:00', 'pay rent'],
  [
    'every 45 min stand up until 5pm',
    '2026-11-21 14:45',
    'stand up',
    'FREQ=MINUTELY;INTERVAL=45',
    'until 2026-11-21T16:00:00.000Z',
  ],
  ['monday 8am-10am focus', '2026-11-23 08:00 ? 2026-11-23 10:00', 'focus'],
  ['tomorrow 9:30-10:30 dentist', '2026-11-22 09:30 ? 2026-11-22 10:30', 'dentist'],
  ['tomorrow 2-4pm delivery', '2026-11-22 14:00 ? 2026-11-22 16:00', 'delivery'],
  ["at 9 o'clock sharp call", '2026-11-21 21:00 ? 2026-11-22 09:00', 'call'],
  ['at 9am sharp call mum', '2026-11-22 09:00', 'call mum'],
  ['once every two days water', '2026-11-22 09:00', 'water', 'FREQ=DAILY;INTERVAL=2'],
  ['every 8h antibiotics', '2026-11-21 22:00', 'antibiotics', 'FREQ=HOURLY;INTERVAL=8'],
  ['every 30m stretch', '2026-11-21 14:30', 'stretch', 'FREQ=MINUTELY;INTERVAL=30'],
  ['every alternate tuesday bins', '2026-11-24 09:00', 'bins', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['on alternate days water', '2026-11-22 09:00', 'water', 'FREQ=DAILY;INTERVAL=2'],
  [
    'always on the last working day of the month invoices',
    '2026-11-30 09:00',
    'invoices',
    'FREQ=MONTHLY;X-WORKDAYS=LAST',
  ],
  ['every friday the 13th', '2027-08-13 09:00', '', 'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR'],
  ['in the mornings and evenings take pills', '2026-11-21 18:00', 'take pills', 'FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0'],
  [
    'every weekday at 7:30 and saturday at 9 wake up',
    '2026-11-23 07:30 + 2026-11-28 09:00',
    '',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  ],
  ['every day at 9 and on friday at 10 walk', '2026-11-22 09:00 + 2026-11-27 10:00', 'walk', 'FREQ=DAILY'],
  ['twice a week on mondays and thursdays at 18 gym', '2026-11-23 18:00', 'gym', 'FREQ=WEEKLY;BYDAY=MO,TH'],
  [
    'every morning at 7 and evening at 9 brush teeth',
    '2026-11-21 21:00',
    'brush teeth',
    'FREQ=DAILY;BYHOUR=7,21;BYMINUTE=0',
  ],
];
