import {expect, test} from 'vitest';
import {readSentence} from '../../../../src/daemon/schedule/words/read-sentence.ts';
import type {Reading, ReadSentence} from '../../../../src/daemon/schedule/words/reading.ts';
import {wallTimeAt} from '../../../../src/shared/time/zone.ts';
import {AS_SAID} from './corpus/as-said.ts';
import {CLOCKS_AND_SPANS} from './corpus/clocks-and-spans.ts';
import {DAYS_AND_TEXTS} from './corpus/days-and-texts.ts';
import {ELSEWHERE} from './corpus/elsewhere.ts';
import {ENGLISH_DOUBTS} from './corpus/english-doubts.ts';
import {ENGLISH_EVERYDAY} from './corpus/english-everyday.ts';
import {ENGLISH_SENTENCES} from './corpus/english-sentences.ts';
import {ENGLISH_SERIES} from './corpus/english-series.ts';
import {ENGLISH_TIMES} from './corpus/english-times.ts';
import {GERMAN_DOUBTS} from './corpus/german-doubts.ts';
import {GERMAN_EVERYDAY} from './corpus/german-everyday.ts';
import {GERMAN_SERIES} from './corpus/german-series.ts';
import {GERMAN_TIMES} from './corpus/german-times.ts';
import {LEFT_OVER} from './corpus/left-over.ts';
import {REPEATING} from './corpus/repeating.ts';
import {REQUESTS} from './corpus/requests.ts';
import type {Scene} from './corpus/row.ts';
import {TWO_LANGUAGES} from './corpus/two-languages.ts';

const SATURDAY = {now: '2026-11-21T13:00:00.123Z', zone: 'Europe/Berlin'};
const SCENES: readonly Scene[] = [
  {
    ...SATURDAY,
    locale: 'en',
    rows: [...ENGLISH_TIMES, ...ENGLISH_SERIES, ...ENGLISH_SENTENCES, ...ENGLISH_DOUBTS, ...ENGLISH_EVERYDAY],
  },
  {...SATURDAY, locale: 'de-DE', rows: [...GERMAN_TIMES, ...GERMAN_SERIES, ...GERMAN_DOUBTS, ...GERMAN_EVERYDAY]},
  ...ELSEWHERE,
  ...CLOCKS_AND_SPANS,
  ...DAYS_AND_TEXTS,
  ...REPEATING,
  ...REQUESTS,
  ...AS_SAID,
  ...LEFT_OVER,
  ...TWO_LANGUAGES,
];
const CORPUS = SCENES.flatMap(({rows, ...scene}) => rows.map(row => [row[0], row, scene] as const));

test.each(CORPUS)('"%s" means what the table says', (said, [, at, text = '', rule, end], {now, zone, locale}) => {
  const reading = readSentence(said, {now: Date.parse(now), zone, locale});
  const isRead = reading.kind === 'read';
  expect({said, ...shown(reading, zone)}).toEqual({
    said,
    at,
    ...(isRead ? {text, ...(rule === undefined ? {} : {rule}), ...(end === undefined ? {} : {end})} : {}),
  });
});

test.each([
  ['5m late one', 'en'],
  ['10m late', 'en'],
  ['5m early bird', 'en'],
  ['in 20m early dinner', 'en'],
  ['10m later call mom', 'en'],
  ['20m earlier train', 'en'],
  ['20m old bread', 'en'],
  ['20m long call with Bob', 'en'],
  ['5m ago', 'en'],
  ['5m früher los', 'de-DE'],
  ['20m alt und gut', 'de-DE'],
])('"%s" is answered in the language of the person (%s)', (said, locale) => {
  const {now, zone} = SATURDAY;
  for (const own of ['en', 'de-DE']) {
    const reading = readSentence(said, {now: Date.parse(now), zone, locale: own});
    expect(reading.kind === 'nothing' || reading.language === undefined || locale.startsWith(reading.language)).toBe(
      true,
    );
  }
  const {answerIn = 'en'} = readSentence(said, {now: Date.parse(now), zone, locale});
  expect(locale.startsWith(answerIn)).toBe(true);
});

test('the corpus has 600 sentences, each once', () => {
  const keys = CORPUS.map(([said, , {now, zone}]) => `${said} ${now} ${zone}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThanOrEqual(600);
});

const shown = (reading: Reading, own: string): Readonly<Record<string, string>> => {
  if (reading.kind === 'nothing') return {at: 'nothing'};
  if (reading.kind === 'unused') return {at: `unused: ${reading.phrase}`};
  const {text, repeat, also = []} = reading;
  const at = [reading, ...also]
    .map(one =>
      choicesOf(one)
        .map(wall => wallOf(wall, own))
        .join(' ? '),
    )
    .join(' + ');
  if (repeat === undefined) return {at, text};
  const end =
    repeat.until === undefined
      ? repeat.count === undefined
        ? undefined
        : `x${repeat.count}`
      : `until ${repeat.until}`;
  return {
    at,
    text,
    rule: `${repeat.rule}${repeat.from === 'done' ? ' from done' : ''}`,
    ...(end === undefined ? {} : {end}),
  };
};

/** The likeliest reading, then the others that a person is asked about. */
const choicesOf = (one: ReadSentence): readonly Pick<ReadSentence, 'fireAt' | 'zone'>[] =>
  one.ask === undefined ? [one] : one.ask.choices.map(({fireAt}) => ({fireAt, zone: one.zone}));

const wallOf = ({fireAt, zone}: Pick<ReadSentence, 'fireAt' | 'zone'>, own: string): string => {
  const {year, month, day, hour, minute} = wallTimeAt(fireAt, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}${zone === own ? '' : ` ${zone}`}`;
};
