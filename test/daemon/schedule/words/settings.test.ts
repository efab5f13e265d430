import {expect, test} from 'vitest';
import {readSentence} from '../../../../src/daemon/schedule/words/read-sentence.ts';
import type {SentenceContext} from '../../../../src/daemon/schedule/words/reading.ts';
import {formatMoment} from '../../../../src/shared/time/format-time.ts';

/** Saturday 14:00. */
const berlin = {now: Date.parse('2026-11-21T13:00:00Z'), zone: 'Europe/Berlin'};

test.each([
  ['tuesday at 3', {}, 'Tue 24 Nov 15:00', '3 is read as 15:00'],
  ['tuesday at 3', {bareHours: 'as-said'}, 'Tue 24 Nov 03:00', undefined],
  ['tuesday at 3pm', {bareHours: 'as-said'}, 'Tue 24 Nov 15:00', undefined],
  ['every day at 3', {bareHours: 'as-said'}, 'tomorrow 03:00', undefined],
  ['tuesday', {}, 'Tue 24 Nov 09:00', 'no time of day given, so 09:00'],
  ['tuesday', {morning: '07:30'}, 'Tue 24 Nov 07:30', 'no time of day given, so 07:30'],
  ['tuesday morning', {morning: '07:30'}, 'Tue 24 Nov 07:30', 'no time given for the morning, so 07:30'],
  ['every weekday', {morning: '07:30'}, 'Mon 23 Nov 07:30', 'no time of day given, so 07:30'],
] satisfies readonly (readonly [string, Partial<SentenceContext>, string, string | undefined])[])(
  '"%s" with %j is %s',
  (said, settings, at, note) => {
    const reading = readSentence(said, {...berlin, ...settings});
    if (reading.kind !== 'read') throw new Error(`"${said}" was not read.`);
    expect(formatMoment(reading.fireAt, berlin.now, berlin.zone)).toBe(at);
    expect(reading.note).toBe(note);
  },
);

test('an hour that may be of either half of the day is asked about', () => {
  expect(readSentence('at 8 call mum', berlin)).toMatchObject({
    fireAt: Date.parse('2026-11-21T19:00:00Z'),
    ask: {
      question: 'Which time do you mean?',
      choices: [
        {label: 'today 20:00', when: '2026-11-21T19:00:00.000Z'},
        {label: 'tomorrow 08:00', when: '2026-11-22T07:00:00.000Z'},
      ],
    },
  });
  expect(readSentence('at 8pm call mum', berlin)).not.toHaveProperty('ask', expect.anything());
  expect(readSentence('at 5 call mum', berlin)).not.toHaveProperty('ask', expect.anything());
});

test('"next friday" on a Monday is asked about, and of the next week', () => {
  const monday = {...berlin, now: Date.parse('2026-11-23T08:00:00Z')};
  expect(readSentence('next friday at 10 review', monday)).toMatchObject({
    fireAt: Date.parse('2026-12-04T09:00:00Z'),
    ask: {choices: [{label: 'Fri 4 Dec 10:00'}, {label: 'Fri 27 Nov 10:00'}]},
  });
  expect(readSentence('next friday at 10 review', berlin)).not.toHaveProperty('ask', expect.anything());
});

test('the sun needs a place, and the first working day the holidays of a region', () => {
  expect(readSentence('at sunset close the blinds', berlin)).toMatchObject({kind: 'unused', phrase: 'at sunset'});
  const calendar = {
    place: {latitude: 52.52, longitude: 13.4},
    holidays: {isHoliday: (date: string) => date.endsWith('-01-01')},
  };
  const sunset = readSentence('at sunset close the blinds', {...berlin, calendar});
  const earlier = readSentence('half an hour before sunset close the blinds', {...berlin, calendar});
  for (const sentence of [
    'when the sun sets close the blinds',
    'remind me to close the blinds once the sun is down',
    'wenn die Sonne untergeht close the blinds',
  ])
    expect(readSentence(sentence, {...berlin, calendar})).toMatchObject({
      fireAt: sunset.kind === 'read' && sunset.fireAt,
      text: 'close the blinds',
    });
  if (sunset.kind !== 'read' || earlier.kind !== 'read') throw new Error('The sun was not read.');
  expect(sunset.text).toBe('close the blinds');
  // About four in the afternoon.
  expect(Math.abs(sunset.fireAt - Date.parse('2026-11-21T15:05:00Z'))).toBeLessThan(5 * 60_000);
  expect(sunset.fireAt - earlier.fireAt).toBe(30 * 60_000);
  expect(readSentence('every day at sunset close the blinds', {...berlin, calendar})).toMatchObject({
    repeat: {rule: 'FREQ=DAILY;X-SUN=SET'},
  });
  const first = readSentence('first working day of january', {...berlin, calendar});
  expect(first).toMatchObject({fireAt: Date.parse('2027-01-04T08:00:00Z')});
});

test.each([
  ['montag um 9', 'en', 'montag um 9'],
  ['monday at 9', 'de-DE', 'monday at 9'],
  ['in 20 min', 'de-DE', 'in 20 min'],
])('"%s" is read whatever the locale %s is', (said, locale, when) => {
  expect(readSentence(said, {...berlin, locale})).toMatchObject({kind: 'read', when});
});

test.each([
  ['en', 'Mon 1 Feb 2027 09:00', 'Sat 2 Jan 2027 09:00'],
  ['en-US', 'Sat 2 Jan 2027 09:00', 'Mon 1 Feb 2027 09:00'],
  ['en_US.UTF-8', 'Sat 2 Jan 2027 09:00', 'Mon 1 Feb 2027 09:00'],
  ['de-DE', 'Mon 1 Feb 2027 09:00', 'Sat 2 Jan 2027 09:00'],
])('the order of day and month in 1/2/2027 is that of %s, and asked about', (locale, first, second) => {
  const reading = readSentence('1/2/2027 dentist', {...berlin, locale});
  expect(reading).toMatchObject({ask: {choices: [{label: first}, {label: second}]}});
  expect(readSentence('13/2/2027 dentist', {...berlin, locale})).not.toHaveProperty('ask', expect.anything());
});

test('a time with minutes is read as written, whatever a bare hour means', () => {
  for (const bareHours of ['afternoon', 'as-said'] as const)
    expect(readSentence('tomorrow at 6:45', {...berlin, bareHours})).toMatchObject({
      fireAt: Date.parse('2026-11-22T05:45:00Z'),
      ask: {choices: [{label: 'tomorrow 06:45'}, {label: 'tomorrow 18:45'}]},
    });
});
