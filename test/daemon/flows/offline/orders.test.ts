import {expect, test} from 'vitest';
import {MINUTE} from '../../../../src/shared/time/time.ts';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

const DENTIST = 'I will remind you on Thu 3 Dec at 14:00 CET, at the terminal: dentist.';

test.each([
  ['remind me in one minute to stretch', 'in one minute', 'stretch'],
  ['Remind me in 1 minute to stretch.', 'in 1 minute', 'stretch'],
  ['in 20 min tea', 'in 20 min', 'tea'],
  ['tea in 5 minutes', 'in 5 minutes', 'tea'],
  ['tea 20m', '20m', 'tea'],
  ['5 minutes: tea', '5 minutes', 'tea'],
  ['remind me in 5 to stretch', 'in 5 minutes', 'stretch'],
  ['remind me tomorrow at 9 to pay rent', 'tomorrow at 9', 'pay rent'],
  ['can you remind me to call Bob on friday at noon?', 'on friday at noon', 'call Bob'],
  [
    'could you please remind me in 10 mins to take the pizza out of the oven',
    'in 10 mins',
    'take the pizza out of the oven',
  ],
  ['will you remind me at 5 to call Bob?', 'at 5', 'call Bob'],
  ['can I get a reminder at 5 to call Bob?', 'at 5', 'call Bob'],
  ['hey rooster, remind me at 18:00 to leave', 'at 18:00', 'leave'],
  ['I want you to remind me at 6pm to leave', 'at 6pm', 'leave'],
  ['i need a reminder for the meeting at 3pm', 'at 3pm', 'the meeting'],
  ['reminder: dentist, 3 dec 14:00', '3 dec 14:00', 'dentist'],
  ['set a reminder for friday noon: pay rent', 'friday noon', 'pay rent'],
  ['please set a reminder to call Bob for tomorrow at 3pm', 'tomorrow at 3pm', 'call Bob'],
  ["don't let me forget to call mum tonight", 'tonight', 'call mum'],
  ['don’t let me forget to call mum tonight', 'tonight', 'call mum'],
  ['note to self: buy milk tomorrow morning', 'tomorrow morning', 'buy milk'],
  ['tell me in 10 minutes to check the oven', 'in 10 minutes', 'check the oven'],
  ['tomorrow remind me to buy a present', 'tomorrow', 'buy a present'],
  ['I need to leave in 20 minutes, remind me', 'in 20 minutes', 'I need to leave'],
  ['remind us in 30 minutes to leave', 'in 30 minutes', 'leave'],
  ['call Bob tomorrow at 9', 'tomorrow at 9', 'call Bob'],
  ['at 5 call Bob', 'at 5', 'call Bob'],
  ['lunch at 12 with Ann', 'at 12', 'lunch with Ann'],
  ['remind me to cancel the dentist tomorrow', 'tomorrow', 'cancel the dentist'],
  ['remind me tomorrow to move the car', 'tomorrow', 'move the car'],
  ['remind me at 18:00 to list the errors', 'at 18:00', 'list the errors'],
  ['remind me at 5 to buy milk and eggs', 'at 5', 'buy milk and eggs'],
  ['remind me at 5 to call Bob and tell him dinner is at 8', 'at 5', 'call Bob and tell him dinner is at 8'],
  ['remind me to call my mother at 18:00', 'at 18:00', 'call my mother'],
  ['remind me to call Bob at 555-0123 tomorrow at 9', 'tomorrow at 9', 'call Bob at 555-0123'],
  ['Remind me in 3 minutes: https://example.org/x', 'in 3 minutes', 'https://example.org/x'],
  ['remind me in 2 hours:\nbuy milk\nbuy eggs', 'in 2 hours', 'buy milk\nbuy eggs'],
  ['set an alarm for 06:30', '06:30', 'Alarm'],
])('"%s" sets a reminder for "%s"', async (text, when, message) => {
  const talk = startOfflineConversation();
  const {reply, calls} = await talk.say(text);
  expect(calls).toEqual([{action: 'set', when, message, mode: 'verbatim'}]);
  expect(reply).toMatch(/^I will remind you /u);
});

test('the answer confirms time, zone, place and message', async () => {
  expect((await startOfflineConversation().say('remind me at 3 dec 14:00: dentist')).reply).toBe(DENTIST);
  expect(
    (await startOfflineConversation({delivery: ['signal:alice-uuid']}).say('remind me tomorrow at 9 to call Bob'))
      .reply,
  ).toBe('I will remind you tomorrow at 09:00 CET, on Signal: call Bob.');
  expect((await startOfflineConversation().say('remind me tomorrow to call Bob')).reply).toBe(
    'I will remind you tomorrow at 09:00 CET (no time of day given, so 09:00), at the terminal: call Bob.',
  );
  expect((await startOfflineConversation().say('remind me in 2 hours:\nbuy milk\nbuy eggs')).reply).toBe(
    'I will remind you today at 16:00 CET, at the terminal:\nbuy milk\nbuy eggs',
  );
});

test('a time in another zone is confirmed in both zones, and a skipped time is explained', async () => {
  expect(await startOfflineConversation().say('remind me at 9am Tokyo time to call')).toEqual({
    reply: 'I will remind you tomorrow at 01:00 CET (09:00 Tokyo time, UTC+9), at the terminal: call.',
    calls: [{action: 'set', when: 'at 9am Tokyo time', message: 'call', mode: 'verbatim'}],
  });
  const talk = startOfflineConversation();
  expect((await talk.say('remind me on 28 march 2027 at 02:30 to sleep')).reply).toBe(
    'I will remind you on Sun 28 Mar 2027 at 03:00 CEST (02:30 does not exist that day: clocks go forward), ' +
      'at the terminal: sleep.',
  );
  expect((await talk.say('make it 9am EST')).reply).toBe(
    'Changed. I will remind you today at 15:00 CET (09:00 EST, UTC−5): sleep.',
  );
});

test("times are in the user's zone", async () => {
  const talk = startOfflineConversation({zone: 'America/New_York'});
  expect((await talk.say('remind me at 18:00 to leave')).reply).toBe(
    'I will remind you today at 18:00 EST, at the terminal: leave.',
  );
});

test('waking up at 7 is in the morning, whatever "at 7" alone would mean', async () => {
  const talk = startOfflineConversation();
  const {reply, calls} = await talk.say('wake me at 7');
  expect(calls).toEqual([
    {action: 'set', time: '2026-11-22T06:00:00.000Z', message: 'Time to get up.', mode: 'verbatim'},
  ]);
  expect(reply).toBe('I will remind you tomorrow at 07:00 CET, at the terminal: Time to get up.');
});

test.each([
  [
    'remind me at 5 to call Bob and at 6 to feed the cat',
    [
      ['at 5', 'call Bob'],
      ['at 6', 'feed the cat'],
    ],
  ],
  [
    'remind me at 5 to buy milk and eggs and at 6 to call Ann',
    [
      ['at 5', 'buy milk and eggs'],
      ['at 6', 'call Ann'],
    ],
  ],
  [
    'remind me to buy milk tomorrow and to call Bob on friday',
    [
      ['tomorrow', 'buy milk'],
      ['on friday', 'call Bob'],
    ],
  ],
  [
    'call Bob at 5 and at 6',
    [
      ['at 5', 'call Bob'],
      ['at 6', 'call Bob'],
    ],
  ],
  [
    'remind me:\n- at 5 call Bob\n- at 6 feed the cat',
    [
      ['at 5', 'call Bob'],
      ['at 6', 'feed the cat'],
    ],
  ],
  [
    'in 5 min tea, in 10 min eggs and in 20 min bread',
    [
      ['in 5 min', 'tea'],
      ['in 10 min', 'eggs'],
      ['in 20 min', 'bread'],
    ],
  ],
])('"%s" is several reminders, one after another', async (text, expected) => {
  const talk = startOfflineConversation();
  const {reply, calls} = await talk.say(text);
  expect(calls.map(({when, message}) => [when, message])).toEqual(expected);
  expect(reply.split('\n')).toHaveLength(expected.length);
});

test.each([
  ['remind me to stretch', 'When should I remind you? "stretch"'],
  ['don’t forget to stretch', 'When should I remind you? "stretch"'],
  ['remind me later to stretch', 'When should I remind you? "stretch"'],
  ['remind me in 10 minutes', 'What should I remind you about in 10 minutes?'],
  ['remind me about that in an hour', 'What should I remind you about in an hour?'],
  ['ping me in half an hour', 'What should I remind you about in half an hour?'],
  ['set a reminder', 'What should I remind you about, and when?'],
  ['remind me', 'What should I remind you about, and when?'],
  ['remind me at 25:00 to leave', '"at 25:00" isn\'t a time I understand.\nWhen should I remind you? "leave"'],
  [
    'remind me 2 hours before the meeting',
    'I don\'t know when that is: the meeting.\nWhen should I remind you? "the meeting"',
  ],
  ['I have a meeting tomorrow at 9', 'Should I remind you tomorrow at 9? "I have a meeting" Say yes or no.'],
])('"%s" leads to a question: %s', async (text, question) => {
  expect(await startOfflineConversation().say(text)).toEqual({reply: question, calls: []});
});

test.each([
  ['every monday at 9 remind me to water the plants', 'every monday at 9', 'water the plants'],
  ['remind me every day at 9 to take my pills', 'every day at 9', 'take my pills'],
  ['remind me every mon, wed and fri at 18:30 to train', 'every mon, wed and fri at 18:30', 'train'],
  ['remind me on weekdays at 8 to check in', 'on weekdays at 8', 'check in'],
  ['remind me every evening to lock the door', 'every evening', 'lock the door'],
  ['remind me every 15 minutes to drink', 'every 15 minutes', 'drink'],
  ['remind me monthly on the 15th at 10:00 to pay rent', 'monthly on the 15th at 10:00', 'pay rent'],
  ['remind me every other week to pay', 'every other week', 'pay'],
  ['every weekday at 8 standup', 'every weekday at 8', 'standup'],
  ['wake me every day at 7', 'every day at 7', 'Time to get up.'],
  ['erinnere mich jeden Tag um 9 an die Tabletten', 'jeden Tag um 9', 'die Tabletten'],
])('"%s" sets a reminder that repeats', async (text, when, message) => {
  const {reply, calls} = await startOfflineConversation().say(text);
  expect(calls).toEqual([{action: 'set', when, message, mode: 'verbatim'}]);
  expect(reply).toMatch(
    /^(?:I will remind you every|Ich erinnere dich jeden) .*\n(?:Next|Als Nächstes): .*, .*, .*\.$/u,
  );
});

test('a reminder that repeats is confirmed with its next three dates', async () => {
  expect((await startOfflineConversation().say('remind me every weekday at 8 to check in')).reply).toBe(
    'I will remind you every weekday at 08:00 CET, at the terminal: check in.\n' +
      'Next: Mon 23 Nov 08:00, Tue 24 Nov 08:00, Wed 25 Nov 08:00.',
  );
});

test('one that repeats is skipped once, paused and resumed', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me every weekday at 8 to check in');
  expect((await talk.say('skip the next check in')).reply).toBe(
    'Skipped Mon 23 Nov 08:00: check in.\nNext: Tue 24 Nov 08:00, Wed 25 Nov 08:00, Thu 26 Nov 08:00.',
  );
  expect((await talk.say('pause it')).reply).toBe('Paused: check in.');
  expect((await talk.say('resume the check in')).reply).toBe(
    'Resumed. I will remind you on Tue 24 Nov at 08:00 CET: check in.',
  );
});

test('"undo" takes the last change back and keeps the series; right after setting it cancels', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me every weekday at 8 to check in');
  await talk.say('skip the next check in');
  expect((await talk.say('undo')).reply).toBe(
    'Undid the skip. I will remind you on Mon 23 Nov at 08:00 CET: check in.',
  );
  expect((await talk.say('undo that')).reply).toContain('nothing to undo');
  await talk.say('remind me tomorrow at 9 to call Bob');
  expect((await talk.say('undo')).reply).toBe('Cancelled: call Bob.');
  expect((await talk.say('rückgängig machen')).reply).toContain('call Bob');
  expect((await talk.say('my reminders')).reply).toMatch(/check in[\s\S]*call Bob|call Bob[\s\S]*check in/u);
});

test.each([
  ['erinnere mich morgen um 9 an den Zahnarzt', 'morgen um 9', 'den Zahnarzt'],
  ['Bitte erinnere mich in 20 Minuten an den Tee', 'in 20 Minuten', 'den Tee'],
  ['kannst du mich heute Abend an die Wäsche erinnern?', 'heute Abend', 'die Wäsche'],
  [
    'erinnere mich daran, am Freitag um 17 Uhr die Rechnung zu schicken',
    'am Freitag um 17 Uhr',
    'die Rechnung zu schicken',
  ],
  ['morgen um 10 Müll rausbringen', 'morgen um 10', 'Müll rausbringen'],
])('a reminder is asked for in German: "%s"', async (text, when, message) => {
  expect((await startOfflineConversation().say(text)).calls).toEqual([
    {action: 'set', when, message, mode: 'verbatim'},
  ]);
});

test('German commands change reminders', async () => {
  const talk = startOfflineConversation();
  await talk.say('erinnere mich morgen um 9 an den Zahnarzt');
  await talk.say('erinnere mich um 18 Uhr an die Wäsche');
  expect((await talk.say('zeig mir meine Erinnerungen')).reply).toContain('1. heute 18:00: die Wäsche');
  expect((await talk.say('verschiebe den Zahnarzt auf Montag um 10')).reply).toContain('am Mo 23. Nov um 10:00');
  expect((await talk.say('lösche die Wäsche')).reply).toBe('Gelöscht: die Wäsche.');
  expect((await talk.say('wie spät ist es?')).reply).toContain('14:00');
});

test('a time in the sentence without a use is quoted', async () => {
  const {reply, calls} = await startOfflineConversation().say('remind me the day before my flight on Dec 12 to pack');
  expect(calls).toEqual([]);
  expect(reply).toContain('I didn\'t use "the day before my flight".');
});

test.each([
  ['in an hour and again in two hours stretch', 'stretch'],
  ['check the oven in an hour and again in two hours', 'check the oven'],
  ['in einer Stunde und nochmal in zwei Stunden nach dem Ofen schauen', 'nach dem Ofen schauen'],
])('"%s" is two reminders with the same text', async (said, text) => {
  const {calls} = await startOfflineConversation().say(said);
  expect(calls.map(({message}) => message)).toEqual([text, text]);
});

test.each([
  ['every day at 8 and 20 take the pills, nag me every 15 minutes', 'take the pills', 15],
  ['remind me at 20:00 to take the pills and keep reminding me every 5 min until I am done', 'take the pills', 5],
  ['remind me at 20:00 to take the pills with nagging', 'take the pills', 10],
  ['erinnere mich täglich um 8 und 20 Uhr an die Tabletten, hake alle 15 Minuten nach', 'die Tabletten', 15],
  ['erinnere mich um 20 Uhr an die Tabletten und nerv mich alle 5 Minuten bis ich fertig bin', 'die Tabletten', 5],
])('"%s" nags, and the words about it are not its text', async (said, message, minutes) => {
  const talk = startOfflineConversation();
  const {reply} = await talk.say(said);
  expect(talk.kept()).toMatchObject([{message, nagMs: minutes * MINUTE}]);
  expect(reply).toMatch(new RegExp(`(?:Then every|Danach alle) ${minutes} (?:min|Minuten)`, 'u'));
});

test('a text that ends in other words about nagging stays whole', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 18:00 to ask the neighbours why they nag');
  expect(talk.kept()).toMatchObject([{message: 'ask the neighbours why they nag'}]);
});

test.each([['I saw it 5 minutes ago'], ['how is the weather tomorrow?'], ['we won 3:2'], ['I run every day']])(
  '"%s" sets nothing',
  async text => {
    const talk = startOfflineConversation();
    expect((await talk.say(text)).calls).toEqual([]);
    expect(talk.kept()).toEqual([]);
  },
);

test('a time in the past leads to another question', async () => {
  const talk = startOfflineConversation();
  expect((await talk.say('remind me yesterday to stretch')).reply).toBe(
    '"yesterday" is in the past.\n' + 'When should I remind you? "stretch"',
  );
  expect((await talk.say('tomorrow at 10')).reply).toBe(
    'I will remind you tomorrow at 10:00 CET, at the terminal: stretch.',
  );
});

test('an error of the service is passed on', async () => {
  const talk = startOfflineConversation();
  talk.failWith('No delivery channel for this user.');
  expect((await talk.say('remind me at 5 to call Bob')).reply).toBe(
    'I couldn\'t set the reminder "call Bob": No delivery channel for this user.',
  );
});

test('each of several reminders has its own answer', async () => {
  const talk = startOfflineConversation();
  const {reply} = await talk.say('remind me at 5 to call Bob and at 6 to feed the cat');
  expect(reply).toBe(
    'I will remind you today at 17:00 CET, at the terminal: call Bob.\n' +
      'I will remind you today at 18:00 CET, at the terminal: feed the cat.',
  );
});

test.each([
  ['remid me in 10 min to stretch', 'in 10 min', 'stretch'],
  ['rmeind me at 5pm to leave', 'at 5pm', 'leave'],
  ['remindme at 5pm to leave', 'at 5pm', 'leave'],
  ['set a remidner for 4pm to call the bank', '4pm', 'call the bank'],
  ['remind me this time tomorrow to water', 'tomorrow at 14:00', 'water'],
  ['reminder: dentist, dec 3, 10am', 'dec 3 10am', 'dentist'],
  ['remind me in 1.5 hours to eat', 'in 1.5 hours', 'eat'],
  ['remind me in 10 mintues to check', 'in 10 minutes', 'check'],
  ['remind me thrusday 9am to go', 'thursday 9am', 'go'],
  ['could u remind me 2moro at 9 to ring mum', 'tomorrow at 9', 'ring mum'],
  ['remind me half past six tomorrow to feed the cat', 'half past six tomorrow', 'feed the cat'],
])('a typing error is understood: "%s"', async (text, when, message) => {
  const {calls} = await startOfflineConversation().say(text);
  expect(calls).toEqual([{action: 'set', when, message, mode: 'verbatim'}]);
});

test('a time before another one is counted back', async () => {
  const {calls, reply} = await startOfflineConversation().say('remind me 5 minutes before the meeting at 3');
  expect(calls).toEqual([{action: 'set', when: '5 minutes before at 3', message: 'the meeting', mode: 'verbatim'}]);
  expect(reply).toBe('I will remind you today at 14:55 CET, at the terminal: the meeting.');
});

test.each([
  ['i have a meeting at 4, remind me 10 minutes before', 'at 4 10 minutes before', 'i have a meeting'],
  ['remind me 10 min before 4pm to prepare', '10 min before 4pm', 'prepare'],
])('a time before another one is counted back: "%s"', async (text, when, message) => {
  const {calls} = await startOfflineConversation().say(text);
  expect(calls).toEqual([{action: 'set', when, message, mode: 'verbatim'}]);
});

test.each(['cancle it', 'delte bob'])('a misspelt command is understood: "%s"', async said => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 5 to call bob');
  expect((await talk.say(said)).reply).toBe('Cancelled: call bob.');
});

test('the same time on another day leads to a question, and nothing else is set', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 5 to call bob');
  const {reply, calls} = await talk.say('move it to tomorrow same time');
  expect(calls).toEqual([]);
  expect(reply).toBe('Say the time too: "move it to tomorrow 17:00".');
});

test('a reminder can be moved to a bare hour', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 5 to call Bob');
  expect((await talk.say('change it to 6')).reply).toBe('Changed. I will remind you today at 18:00 CET: call Bob.');
});

test.each([
  ['remind alice to call at 5', /^I can only remind you\. Say "remind me at 5 to tell alice …"/u],
  ['remind me soon', /^What should I remind you about, and when\?$/u],
  ['remind me later today to reply', /^When should I remind you\? "reply"$/u],
  ['remind me twice a day to stretch', /^Say the times of day too: "every day at 8 and 20"\.$/u],
  ['remind me 3 times a week to run', /^Say the days too: "every Monday and Thursday"\.$/u],
  ['whats next', /^No reminder is coming up\.$/u],
  ['whats the time', /^It is 14:00 CET/u],
  ['what did i miss?', /^You have no pending reminders\.$/u],
  ['what matters today?', /^You have no reminder today\.$/u],
])('"%s" sets nothing', async (text, told) => {
  const {calls, reply} = await startOfflineConversation().say(text);
  expect(calls.filter(({action}) => action === 'set')).toEqual([]);
  expect(reply).toMatch(told);
});

test.each([
  ['in 2 hours and 30 minutes: check the oven'],
  ['remind me in 2 hours and 30 minutes to check the oven'],
  ['remind me to check the oven in 2 hours and 30 minutes'],
])('"%s" is one reminder', async text => {
  const {reply} = await startOfflineConversation().say(text);
  expect(reply).toBe('I will remind you today at 16:30 CET, at the terminal: check the oven.');
});

const WEEKDAYS = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';

test.each([
  ['remind me every weekday at 8 and every saturday at 10 to get up', WEEKDAYS, 'FREQ=WEEKLY;BYDAY=SA'],
  ['weekdays at 8:00 and weekends at 10:00 get up', WEEKDAYS, 'FREQ=WEEKLY;BYDAY=SA,SU'],
  ['remind me mon-fri at 7:30 and sat-sun at 9 to get up', WEEKDAYS, 'FREQ=WEEKLY;BYDAY=SA,SU'],
  ['erinnere mich montags um 8 und freitags um 10 ans Training', 'FREQ=WEEKLY;BYDAY=MO', 'FREQ=WEEKLY;BYDAY=FR'],
  ['erinnere mich werktags um 7 und am Wochenende um 9 ans Aufstehen', WEEKDAYS, 'FREQ=WEEKLY;BYDAY=SA,SU'],
])('two series in one sentence stay series: "%s"', async (text, ...rules) => {
  const talk = startOfflineConversation();
  await talk.say(text);
  expect(talk.kept().map(({repeat}) => repeat?.rule)).toEqual(expect.arrayContaining(rules));
  expect(talk.kept()).toHaveLength(2);
});

test('each of two series in one sentence keeps its own end', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me every weekday at 8 until 24 december and every saturday at 10 for 3 times to get up');
  expect(talk.kept().map(({repeat}) => repeat)).toMatchObject([{until: '2026-12-24'}, {count: 3}]);
});

test.each([
  ['remind me on monday, wednesday and friday at 6:30pm to go to the gym', ['23 18:30', '25 18:30', '27 18:30']],
  ['remind me tuesday and thursday at 7pm to train', ['24 19:00', '26 19:00']],
  ['remind me at 9 and at 17 to take the pill', ['21 17:00', '22 09:00']],
  ['erinnere mich Montag, Mittwoch und Freitag um 18:30 ans Training', ['23 18:30', '25 18:30', '27 18:30']],
])('the whole sentence says when each of several reminders is: "%s"', async (text, times) => {
  const talk = startOfflineConversation();
  await talk.say(text);
  const local = talk
    .kept()
    .map(({fireAt}) => new Date(fireAt + 3_600_000).toISOString().slice(8, 16).replace('T', ' '));
  expect(local).toEqual(times);
});

test.each([
  ['remind me at 15:00 to take the pills, nag me every minute', 60_000],
  ['remind me at 15:00 to take the pills, nag me every hour', 3_600_000],
  ['erinnere mich um 15 Uhr an die Pillen, nerv mich jede Stunde', 3_600_000],
])('"%s" says how often it nags', async (text, nagMs) => {
  const talk = startOfflineConversation();
  await talk.say(text);
  expect(talk.kept()).toMatchObject([{nagMs, message: expect.stringMatching(/(?:pills|Pillen)$/u)}]);
});

test.each(['weck mich morgen um 6:30', 'wecke mich um 7'])('"%s" needs no text', async text => {
  expect((await startOfflineConversation().say(text)).reply).toContain('Zeit zum Aufstehen.');
});
