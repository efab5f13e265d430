import {expect, test} from 'vitest';
import {findWhen, resolveWhen} from '../../../src/daemon/schedule/moments/human-time.ts';
import {isoOf} from '../../../src/shared/time/time.ts';
import {workedMs} from '../../support/own-time.ts';

/** Saturday 21 November 2026, 14:00:00.123 in Berlin. */
const now = Date.parse('2026-11-21T13:00:00.123Z');
const berlin = {now, zone: 'Europe/Berlin'};

test.each([
  ['20m', '2026-11-21T13:20:00.123Z'],
  ['90s', '2026-11-21T13:01:30.123Z'],
  ['1h30m', '2026-11-21T14:30:00.123Z'],
  ['1h30', '2026-11-21T14:30:00.123Z'],
  ['+45 min', '2026-11-21T13:45:00.123Z'],
  ['2 days', '2026-11-23T13:00:00.123Z'],
  ['in 2 hours', '2026-11-21T15:00:00.123Z'],
  ['in one minute', '2026-11-21T13:01:00.123Z'],
  ['in half an hour', '2026-11-21T13:30:00.123Z'],
  ['an hour and a half', '2026-11-21T14:30:00.123Z'],
  ['in a quarter of an hour', '2026-11-21T13:15:00.123Z'],
  ['a couple of hours from now', '2026-11-21T15:00:00.123Z'],
  ['in twenty-five minutes or so', '2026-11-21T13:25:00.123Z'],
  ["in an hour's time", '2026-11-21T14:00:00.123Z'],
  ['in 2 hours and 30 minutes', '2026-11-21T15:30:00.123Z'],
  ['two weeks from now', '2026-12-05T13:00:00.123Z'],
  ['in 3 months', '2027-02-21T13:00:00.123Z'],
  ['in 30 years', '2056-11-21T13:00:00.123Z'],
])('"%s" is counted from now: %s', (text, iso) => {
  expect(at(text)).toBe(iso);
});

test.each([
  ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00+05:30', '2026-12-01T03:30:00.000Z'],
  ['2026-12-01 09:00Z', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
  ['2026-12-01 09:00', '2026-12-01T08:00:00.000Z'],
  ['2026-12-01 9:00:30', '2026-12-01T08:00:30.000Z'],
  ['2026-07-01T09:00', 'unclear'],
  ['2027-07-01T09:00', '2027-07-01T07:00:00.000Z'],
  ['tomorrow 9am', '2026-11-22T08:00:00.000Z'],
  ['tomorrow at 9', '2026-11-22T08:00:00.000Z'],
  ['tomorrow 9', '2026-11-22T08:00:00.000Z'],
  ['9 tomorrow', '2026-11-22T08:00:00.000Z'],
  ['tomorow 9:15', '2026-11-22T08:15:00.000Z'],
  ['tomorrow 7.30', '2026-11-22T06:30:00.000Z'],
  ['tomorrow 7.30pm', '2026-11-22T18:30:00.000Z'],
  ['tomorrow 18h', '2026-11-22T17:00:00.000Z'],
  ['at 9pm tomorrow', '2026-11-22T20:00:00.000Z'],
  ['nine tomorrow morning', '2026-11-22T08:00:00.000Z'],
  ['tomorrow evening at 8', '2026-11-22T19:00:00.000Z'],
  ['8 tomorrow evening', '2026-11-22T19:00:00.000Z'],
  ['tomorrow night', '2026-11-22T19:00:00.000Z'],
  ['noon tomorrow', '2026-11-22T11:00:00.000Z'],
  ['the day after tomorrow 8am', '2026-11-23T07:00:00.000Z'],
  ['day after tomorrow at 8:00', '2026-11-23T07:00:00.000Z'],
  ['fri 9:00', '2026-11-27T08:00:00.000Z'],
  ['friday 9', '2026-11-27T08:00:00.000Z'],
  ['next monday at noon', '2026-11-23T11:00:00.000Z'],
  ['at 5 on friday', '2026-11-27T16:00:00.000Z'],
  ['tuesday at 3', '2026-11-24T14:00:00.000Z'],
  ['monday at 4:30', '2026-11-23T03:30:00.000Z'],
  ['monday at 04:30', '2026-11-23T03:30:00.000Z'],
  ['8pm on friday', '2026-11-27T19:00:00.000Z'],
  ['saturday 15:00', '2026-11-21T14:00:00.000Z'],
  ['saturday 10:00', '2026-11-28T09:00:00.000Z'],
  ['monday next week', '2026-11-23T08:00:00.000Z'],
  ['next week friday at 8', '2026-11-27T07:00:00.000Z'],
  ['in 2 days at 9am', '2026-11-23T08:00:00.000Z'],
  ['tonight', '2026-11-21T19:00:00.000Z'],
  ['8 tonight', '2026-11-21T19:00:00.000Z'],
  ['8 in the evening', '2026-11-21T19:00:00.000Z'],
  ['this afternoon', '2026-11-21T14:00:00.000Z'],
  ['noon', '2026-11-22T11:00:00.000Z'],
  ['midnight', '2026-11-21T23:00:00.000Z'],
  ['at 18:00', '2026-11-21T17:00:00.000Z'],
  ['at 13:00', '2026-11-22T12:00:00.000Z'],
  ['at 1500', '2026-11-21T14:00:00.000Z'],
  ['at 18h30', '2026-11-21T17:30:00.000Z'],
  ['5pm', '2026-11-21T16:00:00.000Z'],
  ['eod', '2026-11-21T16:00:00.000Z'],
  ['25 dec at 6:30 p.m.', '2026-12-25T17:30:00.000Z'],
  ['Dec 25 2027 18:00', '2027-12-25T17:00:00.000Z'],
  ['the 27th at 3pm', '2026-11-27T14:00:00.000Z'],
  ['friday the 27th', '2026-11-27T08:00:00.000Z'],
  ['on the 5th', '2026-12-05T08:00:00.000Z'],
  ['1.12.2026 9:00', '2026-12-01T08:00:00.000Z'],
  ['27.11. 10:00', '2026-11-27T09:00:00.000Z'],
  ['3/12 10:00', '2026-12-03T09:00:00.000Z'],
  ['29 february', '2028-02-29T08:00:00.000Z'],
  ['20 nov 9am', '2027-11-20T08:00:00.000Z'],
  ['18:00 UTC', '2026-11-21T18:00:00.000Z'],
  ['9am PST', '2026-11-21T17:00:00.000Z'],
  ['9:00 Europe/London', '2026-11-22T09:00:00.000Z'],
  ['21 nov 2056 9am', '2056-11-21T08:00:00.000Z'],
])('"%s", written in Berlin on a Saturday at 14:00, is %s', (text, iso) => {
  expect(at(text)).toBe(iso);
});

test.each([
  ['half past seven', '2026-11-21T18:30:00.000Z'],
  ['quarter to six', '2026-11-21T16:45:00.000Z'],
  ['at twenty past four', '2026-11-21T15:20:00.000Z'],
  ['at seven thirty', '2026-11-21T18:30:00.000Z'],
  ['at 5', '2026-11-21T16:00:00.000Z'],
  ['at 9', '2026-11-21T20:00:00.000Z'],
  ['at 1', '2026-11-22T12:00:00.000Z'],
  ['at 12', '2026-11-22T11:00:00.000Z'],
  ['9:00', '2026-11-22T08:00:00.000Z'],
  ['4:30', '2026-11-22T03:30:00.000Z'],
])('"%s" without a day is the next occurrence of that time: %s', (text, iso) => {
  expect(at(text)).toBe(iso);
});

test('the order of day and month follows the zone', () => {
  expect(at('3/12/2027 10:00', {now, zone: 'America/New_York'})).toBe('2027-03-12T15:00:00.000Z');
  expect(at('3/12/2027 10:00', {now, zone: 'Europe/Berlin'})).toBe('2027-12-03T09:00:00.000Z');
  expect(at('12/25 10:00', {now, zone: 'Europe/Berlin'})).toBe('2026-12-25T09:00:00.000Z');
});

test.each([
  ['fri 9:00', undefined],
  ['20m', undefined],
  ['tomorrow', 'no time of day given, so 09:00'],
  ['2026-12-01', 'no time of day given, so 09:00'],
  ['9:00 Europe/London', '09:00 Europe/London, UTC; could also be today 22:00'],
  ['9am PST', '09:00 PST, UTC−8'],
  ['9am CST', '09:00 CST, UTC−6'],
  ['9am IST', '09:00 IST, UTC+5:30'],
  ['18:00 UTC+2', '18:00 UTC+2'],
  ['18:00 UTC', '18:00 UTC'],
  ['tomorrow New York time', '09:00 New York time, UTC−5; no time of day given, so 09:00'],
  // If the person's own clocks agree, there is no note.
  ['9am CET', undefined],
  ['9am Paris time', undefined],
])('an unusual reading of "%s" has a note: %s', (text, note) => {
  expect(noteOn(text, berlin)).toBe(note);
});

test.each([
  ['9am Tokyo time', '2026-11-22T00:00:00.000Z'],
  ['9am in tokyo time', '2026-11-22T00:00:00.000Z'],
  ['Tokyo time 9am', '2026-11-22T00:00:00.000Z'],
  ['at 9 new york time', '2026-11-21T14:00:00.000Z'],
  ['tomorrow at 9am Los Angeles time', '2026-11-22T17:00:00.000Z'],
  ['9am eastern time', '2026-11-21T14:00:00.000Z'],
  ['9am US Pacific Standard Time', '2026-11-21T17:00:00.000Z'],
  ['15:00 Europe/London time', '2026-11-21T15:00:00.000Z'],
  ['15:00 London’s time', '2026-11-21T15:00:00.000Z'],
  ['friday 9:00 Mumbai time', '2026-11-27T03:30:00.000Z'],
  ['2026-12-01 09:00 Asia/Tokyo', '2026-12-01T00:00:00.000Z'],
  ['1 july 9am London time', '2027-07-01T08:00:00.000Z'],
  ['9am atlantis time', 'unclear'],
  ['9am next time', 'unclear'],
  ['9am christmas time', 'unclear'],
])('"%s" is a time at that place: %s', (text, iso) => {
  expect(at(text)).toBe(iso);
});

test.each([
  ['yesterday 9am', '"yesterday 9am" was yesterday 09:00 CET, in the past.'],
  ['2020-01-01', '"2020-01-01" was Wed 1 Jan 2020 09:00 CET, in the past.'],
  ['today at 9am', '"today at 9am" was today 09:00 CET, in the past.'],
  ['today', '"today" needs a time of day.'],
  ['now', '"now" isn\'t in the future.'],
  ['in 0 minutes', '"in 0 minutes" is right now.'],
  ['', 'No time was given.'],
  ['banana', 'I can\'t read "banana" as a time.'],
  ['soon', 'I can\'t read "soon" as a time.'],
  ['last friday', 'I can\'t read "last friday" as a time.'],
  ['feb 30', '"feb 30" doesn\'t exist in the calendar or on the clock.'],
  ['2026-02-30 09:00', '"2026-02-30 09:00" doesn\'t exist in the calendar or on the clock.'],
  ['2027-02-29', '"2027-02-29" doesn\'t exist in the calendar or on the clock.'],
  ['2026-12-01T24:30', '"2026-12-01T24:30" doesn\'t exist in the calendar or on the clock.'],
  ['25:00', 'I can\'t read "25:00" as a time.'],
  ['tomorrow 9am banana', 'I can\'t read "tomorrow 9am banana" as a time.'],
  ['tomorrow 9am or friday 10am', 'Say one time: "tomorrow 9am" or "friday 10am".'],
  ['in 100000000000 years', '"in 100000000000 years" is too far ahead.'],
  ['99999999999999999999 days', '"99999999999999999999 days" is too far ahead.'],
  ['every monday', '"every monday" repeats. Give a single time.'],
  ['x'.repeat(5_000), 'The text is too long for a time.'],
])('"%.40s" is unclear, and the error has two examples', (text, reason) => {
  expect(resolveWhen(text, berlin)).toMatchObject({
    kind: 'unclear',
    reason: `${reason} Examples: "in 20 minutes", "tomorrow 9:00".`,
  });
});

test.each([
  ['tomorrow 9am banana', true],
  ['every monday', true],
  ['x'.repeat(5_000), true],
  ['yesterday 9am', undefined],
  ['2027-02-29', undefined],
  ['today', undefined],
  ['in 100000000000 years', undefined],
])('the result says in data whether "%.40s" contains no time: %s', (text, isNoTime) => {
  expect(resolveWhen(text, berlin)).toHaveProperty('kind', 'unclear');
  expect(Reflect.get(resolveWhen(text, berlin), 'isNoTime')).toBe(isNoTime);
});

test.each([
  // Spring: a skipped time is the first instant after the gap.
  ['Europe/Berlin', '2026-03-28T12:00:00Z', 'tomorrow 02:30', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28T12:00:00Z', 'tomorrow 9:00', '2026-03-29T07:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28T12:00:00Z', '24h', '2026-03-29T12:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T00:30:00Z', 'in 1 hour', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-03-07T17:00:00Z', 'tomorrow 2:30am', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-03-07T17:00:00Z', 'tomorrow 9:00', '2026-03-08T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03T02:00:00Z', 'tomorrow 02:15', '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-03T02:00:00Z', 'tomorrow 9:00', '2026-10-03T22:00:00.000Z'],
  // Autumn: a repeated time is its first occurrence.
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 'tomorrow 02:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 'tomorrow 9:00', '2026-10-25T08:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 'in 2 days', '2026-10-26T12:00:00.000Z'],
  ['America/New_York', '2026-10-31T16:00:00Z', 'tomorrow 1:30am', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-10-31T16:00:00Z', 'tomorrow 9:00', '2026-11-01T14:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T02:00:00Z', 'tomorrow 01:45', '2026-04-04T14:45:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-04T02:00:00Z', 'tomorrow 9:00', '2026-04-04T22:30:00.000Z'],
])('in %s, at %s, "%s" is %s', (zone, iso, text, expected) => {
  expect(at(text, {now: Date.parse(iso), zone})).toBe(expected);
});

test.each([
  ['Europe/Berlin', '2026-03-28T12:00:00Z', 'tomorrow 02:30', 'does not exist that day: clocks go forward'],
  ['America/New_York', '2026-03-07T17:00:00Z', '2026-03-08 02:30', 'does not exist that day: clocks go forward'],
  ['Australia/Lord_Howe', '2026-10-03T02:00:00Z', 'tomorrow 02:15', 'does not exist that day: clocks go forward'],
  ['UTC', '2026-03-28T12:00:00Z', 'tomorrow 02:30 Berlin time', 'does not exist that day: clocks go forward'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 'tomorrow 02:30', 'comes twice that day; the first is meant'],
  ['Europe/Berlin', '2026-03-28T12:00:00Z', 'tomorrow 03:00', undefined],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', 'tomorrow 03:00', undefined],
  ['Europe/Berlin', '2026-03-29T00:30:00Z', 'in 45 minutes', undefined],
])('in %s, at %s, "%s" is a wall time that %s', (zone, iso, text, oddity) => {
  const note = noteOn(text, {now: Date.parse(iso), zone});
  if (oddity === undefined) expect(note).toBeUndefined();
  else expect(note).toContain(oddity);
});

test("a time already past on a day of 23 hours is the next day's, at the same wall time", () => {
  expect(at('8:00', {now: Date.parse('2026-03-28T09:00:00Z'), zone: 'Europe/Berlin'})).toBe('2026-03-29T06:00:00.000Z');
});

test('"tonight" gets later during the evening', () => {
  const said = (iso: string) => at('tonight', {now: Date.parse(iso), zone: 'UTC'});
  expect(said('2026-11-21T12:00:00Z')).toBe('2026-11-21T20:00:00.000Z');
  expect(said('2026-11-21T20:30:00Z')).toBe('2026-11-21T22:00:00.000Z');
  expect(said('2026-11-21T22:30:00Z')).toBe('2026-11-21T23:30:00.000Z');
});

test.each([
  ['remind me in one minute to stretch', 'in one minute', 'stretch', '2026-11-21T13:01:00.123Z'],
  ['remind me to call Bob tomorrow at 9', 'tomorrow at 9', 'call Bob', '2026-11-22T08:00:00.000Z'],
  ['in 20 minutes stretch', 'in 20 minutes', 'stretch', '2026-11-21T13:20:00.123Z'],
  ['in 20 min tea', 'in 20 min', 'tea', '2026-11-21T13:20:00.123Z'],
  ['set a reminder for friday noon: pay rent', 'friday noon', 'pay rent', '2026-11-27T11:00:00.000Z'],
  ['5 minutes: tea', '5 minutes', 'tea', '2026-11-21T13:05:00.123Z'],
  ['20m stretch legs', '20m', 'stretch legs', '2026-11-21T13:20:00.123Z'],
  ['tea in 5 minutes', 'in 5 minutes', 'tea', '2026-11-21T13:05:00.123Z'],
  ['remind me tomorrow at 9 to pay rent', 'tomorrow at 9', 'pay rent', '2026-11-22T08:00:00.000Z'],
  ['wake me at 7', 'at 7', '', '2026-11-22T06:00:00.000Z'],
  ['wake me up at 7 tomorrow', 'at 7 tomorrow', '', '2026-11-22T06:00:00.000Z'],
  ['please remind me at 18:00 that the shop closes', 'at 18:00', 'the shop closes', '2026-11-21T17:00:00.000Z'],
  ['can you remind me on friday to send the invoice?', 'on friday', 'send the invoice', '2026-11-27T08:00:00.000Z'],
  ['remind me about the dentist on monday at 8:30', 'on monday at 8:30', 'the dentist', '2026-11-23T07:30:00.000Z'],
  [
    'Remind me to take the bread out in half an hour.',
    'in half an hour',
    'take the bread out',
    '2026-11-21T13:30:00.123Z',
  ],
  ['remind me to sit in the sun tomorrow', 'tomorrow', 'sit in the sun', '2026-11-22T08:00:00.000Z'],
  ['remind me in 5 minutes to walk for 2 hours', 'in 5 minutes', 'walk for 2 hours', '2026-11-21T13:05:00.123Z'],
  ['remind me to walk for 2 hours tomorrow', 'tomorrow', 'walk for 2 hours', '2026-11-22T08:00:00.000Z'],
  ['remind me to read chapter 2 in 3 days', 'in 3 days', 'read chapter 2', '2026-11-24T13:00:00.123Z'],
  ['remind me to buy 2 tickets at 9 tomorrow', 'at 9 tomorrow', 'buy 2 tickets', '2026-11-22T08:00:00.000Z'],
  ['remind me to buy 2 tomorrow', 'tomorrow', 'buy 2', '2026-11-22T08:00:00.000Z'],
  ['remind me to pay 300 euros on december 1st', 'on december 1st', 'pay 300 euros', '2026-12-01T08:00:00.000Z'],
  ['remind me next week to call May', 'next week', 'call May', '2026-11-28T08:00:00.000Z'],
  ['at noon, remind me to eat', 'at noon', 'eat', '2026-11-22T11:00:00.000Z'],
  ['tomorrow remind me to buy a present', 'tomorrow', 'buy a present', '2026-11-22T08:00:00.000Z'],
  ['on monday, remind me to send it', 'on monday', 'send it', '2026-11-23T08:00:00.000Z'],
  ['I need to leave in 20 minutes, remind me', 'in 20 minutes', 'I need to leave', '2026-11-21T13:20:00.123Z'],
  ['remind me that the meeting starts at 15:00', 'at 15:00', 'the meeting starts', '2026-11-21T14:00:00.000Z'],
  ['remind me to check at 5 whether it is off', 'at 5', 'check whether it is off', '2026-11-21T16:00:00.000Z'],
  ['note to self: buy milk tomorrow morning', 'tomorrow morning', 'buy milk', '2026-11-22T08:00:00.000Z'],
  ["don't let me forget to call Carol at 17:00", 'at 17:00', 'call Carol', '2026-11-21T16:00:00.000Z'],
  ['set a timer for 10 minutes', 'for 10 minutes', '', '2026-11-21T13:10:00.123Z'],
  [
    'remind me to turn off the oven at quarter to six',
    'at quarter to six',
    'turn off the oven',
    '2026-11-21T16:45:00.000Z',
  ],
  ['please set a reminder to call Bob for tomorrow at 3pm', 'tomorrow at 3pm', 'call Bob', '2026-11-22T14:00:00.000Z'],
  [
    'in an hour and a half remind me to move the car please',
    'in an hour and a half',
    'move the car',
    '2026-11-21T14:30:00.123Z',
  ],
  ['remind me in 30 seconds to "say hello, world"', 'in 30 seconds', '"say hello, world"', '2026-11-21T13:00:30.123Z'],
  ['remind me in 2 hours:\nbuy milk\nbuy eggs', 'in 2 hours', 'buy milk\nbuy eggs', '2026-11-21T15:00:00.123Z'],
  ['remind me tomorrow at 9:\n- milk\n- eggs', 'tomorrow at 9', '- milk\n- eggs', '2026-11-22T08:00:00.000Z'],
  ['remind me tomorrow', 'tomorrow', '', '2026-11-22T08:00:00.000Z'],
  ['remind me at 9am Tokyo time to call', 'at 9am Tokyo time', 'call', '2026-11-22T00:00:00.000Z'],
  ['remind me to call Bob at 9am in New York time', 'at 9am in New York time', 'call Bob', '2026-11-21T14:00:00.000Z'],
  ['remind me at 9am Asia/Tokyo to call', 'at 9am Asia/Tokyo', 'call', '2026-11-22T00:00:00.000Z'],
  ['remind me at 15:00 ET to call', 'at 15:00 ET', 'call', '2026-11-21T20:00:00.000Z'],
  ['remind me at 9am to ask for London time', 'at 9am', 'ask for London time', '2026-11-22T08:00:00.000Z'],
  // Ordinary words, though each is the short name of some zone.
  ['remind me at 9am eat lunch', 'at 9am', 'eat lunch', '2026-11-22T08:00:00.000Z'],
  ['remind me at 5pm art class', 'at 5pm', 'art class', '2026-11-21T16:00:00.000Z'],
  ['remind me yesterday to stretch', 'yesterday', 'stretch', '2026-11-20T08:00:00.000Z'],
])('in "%s" the time is "%s" and the message "%s"', (text, when, rest, iso) => {
  const found = timeIn(text, berlin);
  expect({...found, at: isoOf(found?.at ?? 0)}).toMatchObject({when, rest, at: iso});
});

test.each([
  ['remind me in one minute to stretch'],
  ['can you remind me on friday to send the invoice?'],
  ['remind me to turn off the oven at quarter to six'],
  ['remind me about the dentist on monday at 8:30'],
  ['remind me to pay rent on the 1st at noon'],
  ['on monday, remind me to send it'],
  ['call mom tomorrow evening at 8'],
  ['set a timer for 10 minutes'],
  ['remind me 8 tonight to call'],
])('the time found in "%s" means the same alone', text => {
  const found = timeIn(text, berlin);
  expect(resolveWhen(found?.when ?? '', berlin)).toMatchObject({kind: 'at', at: found?.at});
});

test.each([
  ['hello'],
  ['what time is it?'],
  ['remind me to stretch'],
  ['remind me to sit in the sun'],
  ['remind me 2 days before the party'],
  ['I saw it 5 minutes ago'],
  ['it is a constructor'],
  [''],
])('"%s" contains no time', text => {
  expect(timeIn(text, berlin)).toBeUndefined();
});

test('any text gets a result quickly, and never a past instant', {tags: ['deep']}, () => {
  const words =
    'remind me at in on the 9 17:30 2026-11-31 tomorrow half past every 1h30 . : , friday next 31.2. to – 🦆 noon Z \n 1/2/3 +'.split(
      ' ',
    );
  let seed = 7;
  const random = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let round = 0; round < 1_500; round += 1) {
    const text = Array.from({length: 1 + random(9)}, () => words[random(words.length)]).join(
      random(4) === 0 ? '' : ' ',
    );
    const when = resolveWhen(text, berlin);
    if (when.kind === 'at') expect(when.at).toBeGreaterThan(now);
    const found = timeIn(text, berlin);
    for (const word of found?.when.split(' ') ?? []) expect(text).toContain(word);
  }
});

test('a very long text is read only up to the length of a sentence', () => {
  const index = 'remind me tomorrow at 9 to read this:\n'.concat('it was 5 minutes to noon on friday, '.repeat(5_000));
  const started = workedMs();
  const found = timeIn(index, berlin);
  expect(found?.when).toBe('tomorrow at 9');
  expect(found?.rest.length).toBeGreaterThan(180_000);
  expect(workedMs() - started).toBeLessThan(500);
});

const noteOn = (text: string, context: typeof berlin): string | undefined => {
  const when = resolveWhen(text, context);
  if (when.kind === 'unclear') throw new Error(when.reason);
  return when.note;
};

const at = (text: string, context = berlin): string => {
  const when = resolveWhen(text, context);
  return when.kind === 'at' ? isoOf(when.at) : when.kind;
};

/** The time in a sentence; undefined where it is refused too. */
const timeIn = (text: string, context: typeof berlin) => {
  const found = findWhen(text, context);
  return found === undefined || 'refused' in found ? undefined : found;
};

test.each([8, 14, 18, 23])('a text that is only the length "%ih" is no time of day, and needs no note', hours => {
  expect(resolveWhen(`${hours}h`, berlin)).toEqual({kind: 'at', at: now + hours * 3_600_000});
});
