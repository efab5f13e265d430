// Timers in words, in two languages.
import {expect, test} from 'vitest';
import {MINUTE} from '../../../../src/shared/time/time.ts';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

test.each([
  ['pasta timer 10 minutes', 'pasta', 'Timer: 10 minutes, until today at 14:10 CET, at the terminal: pasta.'],
  ['tea timer 5 min', 'tea', 'Timer: 5 minutes, until today at 14:05 CET, at the terminal: tea.'],
  ['set a timer for 10 minutes for the pasta', 'pasta', undefined],
  ['set a 10 minute timer for pasta', 'pasta', undefined],
  ['start a 10-minute timer for the pasta please', 'pasta', undefined],
  ['the pasta timer 10 minutes', 'pasta', undefined],
  ['set a timer for 10 minutes', 'Time is up: 10 minutes.', undefined],
  ['10 minute timer', 'Time is up: 10 minutes.', undefined],
  ['timer 10 min', 'Time is up: 10 minutes.', undefined],
  ['Timer 10 Minuten für die Nudeln', 'Nudeln', 'Timer: 10 Minuten, bis heute um 14:10 CET, im Terminal: Nudeln.'],
  ['Nudeltimer 10 Minuten', 'Nudel', undefined],
  ['Stell mir bitte einen Timer auf 5 Minuten', 'Die Zeit ist um: 5 Minuten.', undefined],
  ['stelle einen Timer für die Pizza auf zwölf Minuten', 'Pizza', undefined],
])('"%s" starts a timer: %s', async (text, message, says) => {
  const talk = startOfflineConversation();
  const {reply, calls} = await talk.say(text);
  expect(calls).toMatchObject([{action: 'set', message, mode: 'verbatim', timer: true}]);
  if (says !== undefined) expect(reply).toBe(says);
});

test.each([
  'remind me in 10 minutes about the timer',
  'erinnere mich in 10 Minuten an den Timer',
  'the oven timer rang 10 minutes ago',
  'is the pasta timer 10 minutes?',
])('"%s" starts no timer', async text => {
  const talk = startOfflineConversation();
  const {calls} = await talk.say(text);
  expect(calls.filter(({timer}) => timer === true)).toEqual([]);
});

const PASTA = ['pasta timer 10 minutes'];
const NUDELN = ['Nudeltimer 10 Minuten'];

test.each([
  ['how long', PASTA, '10 minutes left, rings today at 14:10 CET: pasta.'],
  ['how long is left on the pasta timer?', PASTA, '10 minutes left, rings today at 14:10 CET: pasta.'],
  ['how much time is left on the pasta', PASTA, '10 minutes left, rings today at 14:10 CET: pasta.'],
  ['my timers', PASTA, '10 minutes left, rings today at 14:10 CET: pasta.'],
  ['how long', [], 'No timer is running.'],
  ['how long is left on the egg timer', PASTA, 'You have no reminder about "egg".'],
  ['wie lange noch?', NUDELN, 'Noch 10 Minuten, klingelt heute um 14:10 CET: Nudel.'],
  ['wie lange läuft der Nudeltimer noch', NUDELN, 'Noch 10 Minuten, klingelt heute um 14:10 CET: Nudel.'],
  ['meine Timer', NUDELN, 'Noch 10 Minuten, klingelt heute um 14:10 CET: Nudel.'],
])('"%s" says what is left', async (text, before, says) => {
  const talk = startOfflineConversation();
  for (const said of before) await talk.say(said);
  expect((await talk.say(text)).reply).toBe(says);
});

test.each([
  ['add 5 minutes to the pasta timer', PASTA, '300s'],
  ['add 5 minutes', PASTA, '300s'],
  ['give the pasta timer 5 more minutes', PASTA, '300s'],
  ['5 more minutes on the pasta', PASTA, '300s'],
  ['extend the timer by 5 minutes', PASTA, '300s'],
  ['take 2 minutes off', PASTA, '-120s'],
  ['take 2 minutes off the pasta timer', PASTA, '-120s'],
  ['shorten the pasta timer by 2 minutes', PASTA, '-120s'],
  ['gib dem Nudeltimer 5 Minuten mehr', NUDELN, '300s'],
  ['5 Minuten mehr', NUDELN, '300s'],
  ['füge 5 Minuten hinzu', NUDELN, '300s'],
  ['noch 5 Minuten auf den Nudeltimer', NUDELN, '300s'],
  ['verlängere den Nudeltimer um 5 Minuten', NUDELN, '300s'],
  ['zieh 2 Minuten ab', NUDELN, '-120s'],
  ['verkürze den Nudeltimer um 2 Minuten', NUDELN, '-120s'],
])('"%s" moves the timer', async (text, before, by) => {
  const talk = startOfflineConversation();
  for (const said of before) await talk.say(said);
  expect((await talk.say(text)).calls).toContainEqual({action: 'edit', id: 'rem_1', by});
});

test('of two timers the assistant asks which one gets the minutes', async () => {
  const talk = startOfflineConversation();
  await talk.say('pasta timer 10 minutes');
  await talk.say('egg timer 4 minutes');
  expect((await talk.say('add 5 minutes')).reply).toContain('Which one');
  expect((await talk.say('egg')).calls).toContainEqual({action: 'edit', id: 'rem_2', by: '300s'});
});

test('a timer loses no more than what is left of it', async () => {
  const talk = startOfflineConversation();
  await talk.say('Nudeltimer 10 Minuten');
  expect((await talk.say('zieh 2 Stunden ab')).reply).toBe(
    'Das ging nicht: So viel Zeit ist nicht mehr übrig. Soll Schluss sein, sag "lösche sie".',
  );
});

test.each(['cancel the pasta timer', 'cancel the timer', 'lösche den Timer'])('"%s", then undo', async text => {
  const talk = startOfflineConversation();
  await talk.say('pasta timer 10 minutes');
  await talk.say('remind me tomorrow at 9 to call Bob');
  expect((await talk.say(text)).calls).toContainEqual({action: 'cancel', id: 'rem_1'});
  talk.clock.set(talk.clock.now() + MINUTE);
  expect((await talk.say('undo')).calls).toEqual([{action: 'undo'}]);
});
