// German sentences as people type or dictate them. Said in Berlin on Thursday 19 November 2026 at 10:00.
import type {Row} from './row.ts';

export const GERMAN_AS_SAID: readonly Row[] = [
  // A weekday before or after another day.
  ['am Wochenende nach Weihnachten Baum raus', '2026-12-26 09:00', 'Baum raus'],
  ['am Montag nach Ostern Schule', '2027-03-29 09:00', 'Schule'],
  ['am Freitag vor Weihnachten Feier', '2026-12-18 09:00', 'Feier'],
  ['am letzten Freitag vor Weihnachten Feier', '2026-12-18 09:00', 'Feier'],
  ['am Freitag vor dem 24.12. Feier', 'unused: 24.12.'],
  ['am Freitag nach der Schule Oma anrufen', 'unused: am Freitag nach der Schule'],
];
