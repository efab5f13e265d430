// Requests around a time, in one or in two parts, and what of them is text. Said in Berlin on Thursday 19 November 2026 at 10:00.
import type {Row, Scene} from './row.ts';

const ENGLISH: readonly Row[] = [
  ['remind me tomorrow to ask Tom to remind me', '2026-11-20 09:00', 'ask Tom to remind me'],
  ['tomorrow ask Tom to remind me', '2026-11-20 09:00', 'ask Tom to remind me'],
  ['remind me tomorrow that Tom will remind me', '2026-11-20 09:00', 'Tom will remind me'],
  ['call mom at 5pm remind me', '2026-11-19 17:00', 'call mom'],
  ['remind me tomorrow at 9 to pay rent, please remind me', '2026-11-20 09:00', 'pay rent'],
  ['pay rent tomorrow. Please remind me', '2026-11-20 09:00', 'pay rent'],
  [
    'remind me daily at 9, but only until sunday, to water the seedlings',
    '2026-11-20 09:00',
    'water the seedlings',
    'FREQ=DAILY',
    'until 2026-11-22',
  ],
  [
    'water the seedlings every day at 9 but only until sunday',
    '2026-11-20 09:00',
    'water the seedlings',
    'FREQ=DAILY',
    'until 2026-11-22',
  ],
  ['remind me to only call on friday', '2026-11-20 09:00', 'only call'],
  ['remind me the morning of dec 24 to wrap presents', '2026-12-24 09:00', 'wrap presents'],
  ['set tomorrow an alarm for 7:30', '2026-11-20 07:30', ''],
  ['set an alarm tomorrow for 6:30pm', '2026-11-20 18:30', ''],
  ['set an alarm tomorrow for 7', '2026-11-20 07:00', ''],
  ['set a reminder to buy tickets for the 6pm show tomorrow', '2026-11-20 09:00', 'buy tickets for the 6pm show'],
  ['in approx. 20 minutes tea', '2026-11-19 10:20', 'tea'],
  ['next friday in 2 weeks', '2026-12-11 09:00', ''],
  ['every mornign at 8 run', '2026-11-20 08:00', 'run', 'FREQ=DAILY'],
  ['every 2 dyas', '2026-11-20 09:00', '', 'FREQ=DAILY;INTERVAL=2'],
];

const GERMAN: readonly Row[] = [
  [
    'erinnere mich morgen daran, Tom zu bitten, mich zu erinnern',
    '2026-11-20 09:00',
    'Tom zu bitten, mich zu erinnern',
  ],
  ['morgen um 9 Tom an den Termin erinnern', '2026-11-20 09:00', 'Tom an den Termin erinnern'],
  ['Kannst du mich morgen um 9 an den Müll erinnern?', '2026-11-20 09:00', 'den Müll'],
  ['morgen um 9 Müll erinnere mich', '2026-11-20 09:00', 'Müll'],
  [
    'täglich um 9, aber nur bis Sonntag, Blumen gießen',
    '2026-11-20 09:00',
    'Blumen gießen',
    'FREQ=DAILY',
    'until 2026-11-22',
  ],
  ['am Morgen des 24. Dezember Geschenke einpacken', '2026-12-24 09:00', 'Geschenke einpacken'],
  ['stell mir einen Wecker auf 7:30', '2026-11-20 07:30', ''],
  ['stell mir einen Wecker auf 6 Uhr', '2026-11-20 06:00', ''],
  ['stell mir morgen einen Wecker auf 7:30', '2026-11-20 07:30', ''],
  ['Stell bitte morgen einen Wecker für 7 Uhr', '2026-11-20 07:00', ''],
  ['Stell einen Wecker morgen auf 7', '2026-11-20 07:00', ''],
  ['Stell einen Wecker morgen auf 6 Uhr', '2026-11-20 06:00', ''],
  ['Denk bitte morgen um 10 dran: Paket abholen', '2026-11-20 10:00', 'Paket abholen'],
  ['Denke morgen um 10 daran, das Paket abzuholen', '2026-11-20 10:00', 'das Paket abzuholen'],
  ['denk morgen um 9 nach', '2026-11-20 09:00', 'denk nach'],
];

const THURSDAY = {now: '2026-11-19T09:00:00Z', zone: 'Europe/Berlin'};
export const REQUESTS: readonly Scene[] = [
  {...THURSDAY, locale: 'en', rows: ENGLISH},
  {...THURSDAY, locale: 'de-DE', rows: GERMAN},
];
