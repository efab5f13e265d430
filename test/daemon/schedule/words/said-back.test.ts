// A recurrence that is said back in the program's own words means the same series when those words are read.
import {expect, test} from 'vitest';
import {occurrencesAfter} from '../../../../src/daemon/schedule/recurrence/occurrences.ts';
import {readSentence} from '../../../../src/daemon/schedule/words/read-sentence.ts';
import type {ReadRecurrence} from '../../../../src/daemon/schedule/words/reading.ts';
import type {Language} from '../../../../src/shared/languages/language.ts';
import {LANGUAGES} from '../../../../src/shared/languages/languages.ts';
import {sayRecurrence} from '../../../../src/shared/languages/recurrence/say-recurrence.ts';
import {isoOf} from '../../../../src/shared/time/time.ts';
import {offsetAt} from '../../../../src/shared/time/zone.ts';
import {seededRandom} from '../../../support/seeded-random.ts';
import {ENGLISH_DOUBTS} from './corpus/english-doubts.ts';
import {ENGLISH_EVERYDAY} from './corpus/english-everyday.ts';
import {ENGLISH_SERIES} from './corpus/english-series.ts';
import {ENGLISH_TIMES} from './corpus/english-times.ts';
import {GERMAN_DOUBTS} from './corpus/german-doubts.ts';
import {GERMAN_EVERYDAY} from './corpus/german-everyday.ts';
import {GERMAN_SERIES} from './corpus/german-series.ts';
import {GERMAN_TIMES} from './corpus/german-times.ts';
import {REPEATING} from './corpus/repeating.ts';

const now = Date.parse('2026-11-21T13:00:00Z');
const zone = 'Europe/Berlin';

const RULES = [
  ...ENGLISH_SERIES,
  ...GERMAN_SERIES,
  ...ENGLISH_DOUBTS,
  ...GERMAN_DOUBTS,
  ...ENGLISH_EVERYDAY,
  ...GERMAN_EVERYDAY,
  ...REPEATING.flatMap(({rows}) => rows),
].flatMap(([said]) => {
  const reading = readSentence(said, {now, zone});
  return reading.kind === 'read' && reading.repeat !== undefined ? [[said, reading.repeat] as const] : [];
});

test.each(RULES)('what "%s" means is said back and read again', (_, repeat) => {
  for (const language of LANGUAGES) expect(readAgain(repeat, language)).toEqual(seriesOf(repeat));
});

test('any recurrence of a kind that words have is read again as it was said', () => {
  const random = seededRandom(5);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const some = <T>(from: readonly T[]): readonly T[] => {
    const chosen = from.filter(() => random() < 0.4);
    return chosen.length === 0 ? [pick(from)] : chosen;
  };
  const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  const interval = (): string => pick(['', '', ';INTERVAL=2', ';INTERVAL=3', ';INTERVAL=12']);
  const kinds: readonly (() => string)[] = [
    () => `FREQ=DAILY${interval()}`,
    () => `FREQ=WEEKLY${interval()};BYDAY=${some(days).join()}`,
    () => `FREQ=MONTHLY${interval()};BYMONTHDAY=${1 + Math.floor(random() * 28)}`,
    () => `FREQ=MONTHLY${interval()};BYMONTHDAY=-1`,
    () => `FREQ=MONTHLY${interval()};BYMONTHDAY=${pick(['28,29', '28,29,30'])};BYSETPOS=-1`,
    () => `FREQ=MONTHLY;BYDAY=${pick(['1', '2', '3', '4', '-1'])}${pick(days)}`,
    () => `FREQ=YEARLY;BYMONTH=${1 + Math.floor(random() * 12)};BYMONTHDAY=${1 + Math.floor(random() * 28)}`,
    () => `FREQ=DAILY;BYHOUR=${[...some([6, 8, 12, 17, 22])].join()};BYMINUTE=${pick(['0', '30'])}`,
    () => `FREQ=MINUTELY;INTERVAL=${pick([5, 15, 45, 90])}`,
    () => `FREQ=YEARLY;X-EASTER=${pick([-2, 0, 1, 39])}`,
    () => `FREQ=MONTHLY;X-WORKDAYS=${pick(['FIRST', 'LAST'])}`,
    () => `FREQ=DAILY;X-EXCEPT=${some(['1224', '0101', '20261231', 'E-2', 'D31', 'M8', 'D-1']).join()}`,
    () => `FREQ=WEEKLY;BYDAY=${some(days).join()};X-EXCEPT=${some(['1224', '20270106', 'M7']).join()}`,
  ];
  for (let round = 0; round < 300; round += 1) {
    const rule = pick(kinds)();
    const hour = String(7 + Math.floor(random() * 15)).padStart(2, '0');
    const from: ReadRecurrence = {rule, zone, start: `2026-11-22T${hour}:${pick(['00', '15', '30'])}:00`};
    const [first] = occurrencesAfter({...from, words: ''}, now, 1);
    if (first === undefined || first - now > 300 * 86_400_000) continue;
    const end = pick([{}, {}, {count: 7}, {until: '2029-03-01'}]);
    // An interval is counted from the first occurrence, which the words don't name: it is the next one.
    const repeat: ReadRecurrence = {...from, start: isoOf(first + offsetAt(first, zone)).slice(0, 19), ...end};
    for (const language of LANGUAGES) {
      const words = sayRecurrence(repeat, language.recurrences);
      expect({rule, words, ...readAgain(repeat, language)}).toEqual({rule, words, ...seriesOf(repeat)});
    }
  }
});

test.each([
  ['every day at 8:30 and 18:15', 'every day at 08:30 and 18:15'],
  ['every weekday at 8:30 and 18:15', 'every weekday at 08:30 and 18:15'],
  ['every 30 minutes from 9 to 17', 'every day every 30 minutes from 09:00 to 17:00'],
  ['every hour from 9 to 17', 'every hour from 09:00 to 17:00'],
])('"%s" is said back as "%s"', (said, words) => {
  const reading = readSentence(said, {now, zone});
  expect(reading.kind === 'read' && reading.repeat && sayRecurrence(reading.repeat)).toBe(words);
});

const ASKED = [
  ...ENGLISH_DOUBTS,
  ...ENGLISH_TIMES,
  ...GERMAN_DOUBTS,
  ...GERMAN_TIMES,
  ...REPEATING.flatMap(({rows}) => rows),
].flatMap(([said]) => {
  const reading = readSentence(said, {now, zone});
  return reading.kind === 'read' && reading.ask !== undefined ? [[said, reading.ask.choices] as const] : [];
});

test.each(ASKED)('each choice for "%s" is read without a question, as what it stands for', (_, choices) => {
  expect(choices.length).toBeGreaterThan(1);
  for (const {when, fireAt, repeat} of choices) {
    const again = readSentence(when, {now, zone});
    if (again.kind !== 'read') throw new Error(`"${when}" was not read.`);
    expect(again).not.toHaveProperty('ask', expect.anything());
    expect({when, fireAt: again.fireAt, text: again.text}).toEqual({when, fireAt, text: ''});
    expect(again.repeat && seriesOf(again.repeat)).toEqual(repeat && seriesOf(repeat));
  }
});

const readAgain = (repeat: ReadRecurrence, language: Language) => {
  const words = `${sayRecurrence(repeat, language.recurrences)}${repeat.zone === zone ? '' : ` ${repeat.zone}`}`;
  const reading = readSentence(words, {now: before(repeat), zone, locale: language.code});
  if (reading.kind !== 'read' || reading.repeat === undefined) return {words, reading};
  return {...seriesOf(reading.repeat), ...(reading.text === '' ? {} : {words, left: reading.text})};
};

/** The words don't name the start: they are said just before it, and what counts elapsed time one interval before. */
const before = (repeat: ReadRecurrence): number => {
  const [first = now, second = first] = occurrencesAfter({...repeat, words: ''}, now - 1, 2);
  return /^FREQ=(?:MINUTELY|HOURLY)(?!.*;BY)/u.test(repeat.rule) ? first - (second - first) : first - 1;
};

/** The part of a series that matters here: its occurrences. */
const seriesOf = (repeat: ReadRecurrence) => ({
  zone: repeat.zone,
  next: occurrencesAfter({...repeat, words: ''}, now, 12).map(isoOf),
});
