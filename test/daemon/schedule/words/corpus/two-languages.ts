// Sentences that mix English and German, and those of a third language. Said on a Thursday.
import type {Row, Scene} from './row.ts';

const ROWS: readonly Row[] = [
  // A time in another language that reads it for sure is used.
  ['sync um 15 uhr tomorrow', '2026-11-20 15:00', 'sync'],
  ['meeting montag at 3pm', '2026-11-23 15:00', 'meeting'],
  ['tomorrow um 5 zahnarzt', '2026-11-20 17:00', 'zahnarzt'],
  ['dec 24 18 uhr bescherung', '2026-12-24 18:00', 'bescherung'],
  ['abgabe freitag 5pm', '2026-11-20 17:00', 'abgabe'],
  // So is its lead-in.
  ['remind me übermorgen um 16 uhr', '2026-11-21 16:00'],
  ['erinnere mich tomorrow at 5 an den müll', '2026-11-20 17:00', 'den müll'],
  // Words that may be a part of a time there never become text.
  ['friday abend kino', 'unused: abend'],
  ['every montag 9', 'unused: every'],
  ['next week montag', 'unused: montag'],
  ['training daily um 16 uhr', 'unused: daily'],
  ['alle 2 weeks dienstag', 'unused: alle'],
  ['nächsten friday 3pm', 'unused: nächsten'],
  // A day of a language that isn't read.
  ['15 tammi klo 14:30', 'unused: 15 tammi'],
  ['julio 5, 2015 en 1:04 pm', 'unused: julio 5'],
  ['vendredi 27 novembre 14:00', 'unused: vendredi'],
  ['zaterdag 18:00 eten', 'unused: zaterdag'],
  ['el lunes a las 10:00', 'unused: lunes'],
  ['plácido domingo concert friday', '2026-11-20 09:00', 'plácido domingo concert'],
  ['明天 9:00 会议', 'unused: 明天'],
  ['call Julio tomorrow at 9', '2026-11-20 09:00', 'call Julio'],
  ['mars 2 launch tomorrow at 9', '2026-11-20 09:00', 'mars 2 launch'],
  ['den 5 maj kl 10:00', 'unused: 5 maj'],
  // Sentences that mean the same whatever the person's language is.
  ['24/7 support call at 4', 'unused: 24/7'],
  ['14h-16h workshop', 'unused: -16h'],
  ['30 minute timer remaining', 'unused: 30 minute timer remaining'],
  // Words that only look like another language's.
  ['morning run um 19 uhr', '2026-11-19 19:00', 'morning run'],
  ['call May tomorrow um 16 uhr', '2026-11-20 16:00', 'call May'],
];

export const TWO_LANGUAGES: readonly Scene[] = [
  {now: '2026-11-19T09:00:00Z', zone: 'Europe/Berlin', locale: 'de-DE', rows: ROWS},
];
