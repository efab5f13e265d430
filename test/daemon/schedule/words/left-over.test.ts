import {expect, test} from 'vitest';
import {findWhen} from '../../../../src/daemon/schedule/moments/human-time.ts';
import {readSentence} from '../../../../src/daemon/schedule/words/read-sentence.ts';
import {ENGLISH} from '../../../../src/shared/languages/en/english.ts';
import {LANGUAGES} from '../../../../src/shared/languages/languages.ts';

const CONTEXT = {now: Date.parse('2026-11-19T09:00:00Z'), zone: 'Europe/Berlin', locale: 'en'};
const read = (text: string) => readSentence(text, CONTEXT);

// Each part of a time that a sentence can have twice, and words that can stand between the two.
const PARTS = ['18:30', '6pm', '6 p m', '4.12.', '12/3', '2028', 'last week', 'ago', 'until', 'every', 'twice'];

test.each(PARTS)('"%s" beside a time is never text without a word about it', part => {
  for (const text of [`tomorrow at 9 ${part} call mom`, `every day at 9 ${part} call mom`, `friday ${part} call mom`]) {
    const reading = read(text);
    const isText = reading.kind === 'read' && reading.text.includes(part);
    expect({text, isText}).toEqual({text, isText: false});
  }
});

test('the same words are text behind a colon, in quotes, and on the next line', () => {
  for (const text of [
    'tomorrow at 9: until friday',
    'tomorrow at 9 "until friday"',
    'tomorrow at 9 notes\nuntil friday',
  ]) {
    expect(read(text)).toMatchObject({kind: 'read', fireAt: Date.parse('2026-11-20T08:00:00Z')});
  }
});

test('no time begins inside a number', () => {
  expect(read('37,1 in the morning')).toMatchObject({kind: 'unused', phrase: '37,1'});
  expect(read('dentist 1.19.6 at 9')).toMatchObject({kind: 'unused'});
});

test('what a refusal names is data, with a sentence in each language', () => {
  const found = findWhen('every 3 days after I come home', CONTEXT);
  expect(found).toMatchObject({why: {kind: 'condition', phrase: 'after I come home', other: 'every 3 days'}});
  const sentences = LANGUAGES.map(({answers}) => answers.not.time.condition('after I come home', 'every 3 days'));
  expect(new Set(sentences).size).toBe(LANGUAGES.length);
  for (const sentence of sentences) expect(sentence).toContain('after I come home');
  expect(found).toMatchObject({refused: ENGLISH.answers.not.time.condition('after I come home', 'every 3 days')});
});

test('a reminder that nags until it is done is no condition', () => {
  expect(read('every day at 9 take pills and nag me until done')).toMatchObject({kind: 'read'});
});
