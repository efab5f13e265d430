// German words of times that are corrected: "Monatg", "jeden Mittwcoh", "jeden zweiten Diesntag", "jeden tg".
import {behind, type Spelling} from '../../times/time-words.ts';
import {EVERY} from './repeats.ts';
import {ORDINAL} from './words.ts';

const WEEKDAYS = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonnabend', 'sonntag'];

export const SPELLING: Spelling = {
  days: [...WEEKDAYS, 'morgen', 'übermorgen'],
  every: behind(`${EVERY}(?: (?:${ORDINAL}|andere[nrs]?))?`),
  behindEvery: [
    ...WEEKDAYS,
    'wochenende',
    ...['morgen', 'mittag', 'nachmittag', 'abend', 'nacht'],
    ...['minute', 'stunde', 'tag', 'woche', 'monat', 'jahr'],
  ],
  otherWords: new Set(
    'margen morden morsen Morgan Montan Freytag Freital sorgen sorge montage mittags mittags stunden minuten sonnabende'.split(
      ' ',
    ),
  ),
  isCapital: true,
};
