// The German language: its forms, and the words around a time.

import {behind, type Spelling, type TimeLanguage, type TimeWords} from '../../times/time-words.ts';
import {CLOCKS} from './clocks.ts';
import {DATE_LISTS, DAYS} from './days.ts';
import {EDGES} from './edges.ts';
import {GERMAN_EVENT_WORDS} from './event-words.ts';
import {PLACES} from './places.ts';
import {EVERY, REPEATS} from './repeats.ts';
import {SENTENCE} from './sentence.ts';
import {SPANS} from './spans.ts';
import {LEFT_OVER} from './traces.ts';
import {ORDINAL} from './words.ts';

const WEEKDAYS = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonnabend', 'sonntag'];

/** German words of times that are corrected: "Monatg", "jeden Mittwcoh", "jeden zweiten Diesntag", "jeden tg". */
const SPELLING: Spelling = {
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

const WORDS: TimeWords = {
  forms: [...DATE_LISTS, ...CLOCKS, ...DAYS, ...REPEATS, ...EDGES, ...PLACES],
  spans: SPANS,
  spelling: SPELLING,
  glue: () =>
    /^(?:[\s,]|(?<!\p{L})(?:um|am|an|im|in|den|der|dem|des|so|etwa|ca\.?|circa|ungefähr|spätestens|gegen|wieder|nochmal|dann|genau|immer|jeweils|bitte|auch|zu|zum)(?!\p{L}))*$/iu,
  lastNightHour: 6,
  and: () =>
    /^[\s,]*(?:und|u\.?(?!\p{L})|&|,|\+(?=\s)|\/|sowie)[\s,]*(?:(?:wieder|nochmal|noch einmal|dann|auch|um|am)[\s,]+)*$/iu,
  beforeDay: () => /(?<!\p{L})(?:am|an|bis|spätestens|ab|vor|nächsten|diesen|zum|von)\s+$/iu,
  beforeHour: () => /(?:^|(?<!\p{L})(?:mich|um|gegen|bis|ab|auf))\s*$/iu,
  sentence: SENTENCE,
  leftOver: LEFT_OVER,
};

export const GERMAN_TIMES: TimeLanguage = {
  code: 'de',
  times: WORDS,
  nag: /(?:\s*[,;]\s*(?:(?:und|mit|dann)\s+)?|\s+(?:und|mit|dann)\s+)(?:bitte\s+)?(?:(?:nerve?|erinnere?)\s+mich\s+(?:wieder\s+|weiter\s+)?(?:alle|jede)\s+(?<span>[^,;.]{1,20}?)|hake?\s+(?:alle\s+(?<often>[^,;.]{1,20}?)\s+)?nach|(?:nerven|nachhaken))(?:\s+bis\s+(?:ich\s+)?(?:fertig|erledigt|es erledigt|antworte|geantwortet)(?:\s+(?:bin|ist|habe))?)?[.!\s]*$|[\s,;]+(?:(?:und\s+)?(?:klinge?le?|läute|ruf|nerve?|erinnere?)(?:\s+mich)?(?:\s+(?:alle|jede)\s+(?<each>[^,;.]{1,20}?))?\s+)?bis\s+(?:ich\s+(?:antworte|geantwortet\s+habe)|zur\s+antwort)[.!\s]*$/iu,
  untilAnswered: /bis\s+(?:ich\s+)?(?:antworte|geantwortet(?:\s+habe)?|zur\s+antwort)(?!\p{L})/iu,
  events: GERMAN_EVENT_WORDS,
  whereverIAm:
    /(?:^|[\s,;(]+)(?:egal[\s,]+wo|wo\s+(?:auch\s+)?immer|unabhängig\s+davon[\s,]+wo|gleich[\s,]+wo)\s+(?:auch\s+immer\s+)?ich\s+(?:gerade\s+|dann\s+)?(?:bin|mich\s+aufhalte)(?!\p{L})\)?[\s,;:]*/iu,
  clocksOf: /(?<place>\p{L}+(?:\s\p{L}+)?)er\s+zeit(?!\p{L})/iu,
  timer: {
    noun: /^(?:(?<what>\p{L}{2,}?)-?)?(?:timer|kurzzeitwecker)$/iu,
    around: new Set(
      'stell stelle setz setze mach mache starte start erstelle leg lege gib bitte mir uns einen eine ein nen ne den der die das dem meinen neuen noch kannst könntest du hey hi hallo ok okay rooster für fürs auf von mit namens über zum zur um und bei beim'.split(
        ' ',
      ),
    ),
  },
};
