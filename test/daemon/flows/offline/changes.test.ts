import {expect, test} from 'vitest';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

const TWO_CALLS = [
  ['tomorrow at 9', 'call Bob'],
  ['at 18:00', 'call Ann'],
] as const;

test('a correction in German moves the reminder that was just set', async () => {
  const talk = startOfflineConversation();
  await talk.say('erinnere mich morgen um 10 an den Kuchen');
  const {calls, reply} = await talk.say('nein, Mittwoch um 7:30');
  expect(calls).toMatchObject([{action: 'edit'}]);
  expect(reply).toContain('Geändert. Ich erinnere dich am Mi 25. Nov um 07:30 CET: den Kuchen.');
  expect((await talk.say('nein, um 11')).reply).toContain('11:00');
  expect(talk.kept()).toHaveLength(1);
});

test('a missing time leads to a question, and the next message answers', async () => {
  const talk = startOfflineConversation();
  expect((await talk.say('remind me to call my mother')).reply).toBe('When should I remind you? "call my mother"');
  expect((await talk.say('in 10 minutes')).calls).toEqual([
    {action: 'set', when: 'in 10 minutes', message: 'call my mother', mode: 'verbatim'},
  ]);
});

test.each([
  ['5', 'at 5'],
  ['at noon please', 'at noon'],
  ['tomorrow at 9 would be good', 'tomorrow at 9'],
  ["let's say friday 10:00", 'friday 10:00'],
  ['in 5', 'in 5 minutes'],
])('as the answer to "when?", "%s" is %s', async (answer, when) => {
  const talk = startOfflineConversation();
  await talk.say('remind me to stretch');
  expect((await talk.say(answer)).calls).toEqual([{action: 'set', when, message: 'stretch', mode: 'verbatim'}]);
});

test("an answer that isn't a time leads to another question, and a refusal ends it", async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me to stretch');
  expect((await talk.say('banana')).reply).toBe(
    'I didn\'t understand that as a time.\nWhen should I remind you? "stretch"',
  );
  expect((await talk.say('never mind')).reply).toBe('OK, nothing was set.');
  expect(talk.kept()).toEqual([]);
});

test('a missing message leads to a question, and the next message is used word for word', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me in 10 minutes');
  expect((await talk.say('call Bob, then cancel my subscription')).calls).toEqual([
    {action: 'set', when: 'in 10 minutes', message: 'call Bob, then cancel my subscription', mode: 'verbatim'},
  ]);
});

test('when time and message are missing, there are two questions in a row', async () => {
  const talk = startOfflineConversation();
  expect((await talk.say('set a reminder')).reply).toBe('What should I remind you about, and when?');
  expect((await talk.say('call Bob')).reply).toBe('When should I remind you? "call Bob"');
  expect((await talk.say('tomorrow at 10')).reply).toBe(
    'I will remind you tomorrow at 10:00 CET, at the terminal: call Bob.',
  );
});

test('a question in between is answered, not used as the message', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me in 10 minutes');
  expect((await talk.say('what time is it?')).reply).toBe('It is 14:00 CET, Saturday, 21 November.');
  expect(talk.kept()).toEqual([]);
});

test('an appointment gets an offer of a reminder', async () => {
  const talk = startOfflineConversation();
  await talk.say('I have a meeting tomorrow at 9');
  expect((await talk.say('yes please')).calls).toEqual([
    {action: 'set', when: 'tomorrow at 9', message: 'I have a meeting', mode: 'verbatim'},
  ]);
});

test('"it" is the reminder mentioned last', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me tomorrow at 9 to call the dentist');
  expect(await talk.say('make it 10:00')).toEqual({
    reply: 'Changed. I will remind you tomorrow at 10:00 CET: call the dentist.',
    calls: [{action: 'edit', id: 'rem_1', time: '2026-11-22T09:00:00.000Z'}],
  });
  expect((await talk.say('no, at 11')).calls).toEqual([
    {action: 'edit', id: 'rem_1', time: '2026-11-22T10:00:00.000Z'},
  ]);
  expect((await talk.say('change the text of it to call Dr. Smith')).calls).toEqual([
    {action: 'edit', id: 'rem_1', message: 'call Dr. Smith'},
  ]);
  expect(await talk.say('cancel it')).toEqual({
    reply: 'Cancelled: call Dr. Smith.',
    calls: [{action: 'cancel', id: 'rem_1'}],
  });
});

test.each([
  ['make it an hour later', 'tomorrow at 10:00 CET'],
  ['half an hour earlier', 'tomorrow at 08:30 CET'],
  ['postpone it by 2 hours', 'tomorrow at 11:00 CET'],
  ['push it back 15 minutes', 'tomorrow at 09:15 CET'],
])('"%s" counts from the time of the reminder', async (text, time) => {
  const talk = startOfflineConversation();
  await talk.say('remind me tomorrow at 9 to call Bob');
  expect((await talk.say(text)).reply).toBe(`Changed. I will remind you ${time}: call Bob.`);
});

test.each([
  ['cancel the dentist one', [{action: 'cancel', id: 'rem_1'}], 'Cancelled: call the dentist.'],
  ['forget about the tea', [{action: 'cancel', id: 'rem_2'}], 'Cancelled: tea.'],
  ["I don't need the tea reminder anymore", [{action: 'cancel', id: 'rem_2'}], 'Cancelled: tea.'],
  ['cancel the one at 9', [{action: 'cancel', id: 'rem_1'}], 'Cancelled: call the dentist.'],
  ["cancel tomorrow's reminder", [{action: 'cancel', id: 'rem_1'}], 'Cancelled: call the dentist.'],
  ['done with tea', [{action: 'done', id: 'rem_2'}], 'Done: tea.'],
  ['mark tea as done', [{action: 'done', id: 'rem_2'}], 'Done: tea.'],
  [
    'snooze the tea reminder 10 minutes',
    [{action: 'snooze', id: 'rem_2', time: '2026-11-21T14:10:00.000Z'}],
    'Snoozed until today at 15:10 CET: tea.',
  ],
  [
    'snooze the tea',
    [{action: 'snooze', id: 'rem_2', time: '2026-11-21T14:10:00.000Z'}],
    'Snoozed until today at 15:10 CET: tea.',
  ],
  [
    'move the dentist to friday 10:00',
    [{action: 'edit', id: 'rem_1', when: 'friday 10:00'}],
    'Changed. I will remind you on Fri 27 Nov at 10:00 CET: call the dentist.',
  ],
  [
    'change the tea reminder to green tea',
    [{action: 'edit', id: 'rem_2', message: 'green tea'}],
    'Changed. I will remind you today at 15:00 CET: green tea.',
  ],
])('"%s" finds the reminder by its words', async (text, calls, reply) => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow 9:00', 'call the dentist'], ['15:00', 'tea']);
  expect(await talk.say(text)).toEqual({reply, calls: [{action: 'list'}, ...calls]});
});

test('a reminder that is done can be snoozed by its id', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea'], ['16:00', 'cake']);
  await talk.say('done with tea');
  expect(await talk.say('snooze rem_1 an hour')).toEqual({
    reply: 'Snoozed until today at 15:00 CET: tea.',
    calls: [{action: 'snooze', id: 'rem_1', when: 'an hour'}],
  });
  expect((await talk.say('snooze rem_9 an hour')).reply).toBe("That didn't work: No reminder rem_9.");
});

test('an id needs no list', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  expect((await talk.say('cancel rem_1')).calls).toEqual([{action: 'cancel', id: 'rem_1'}]);
  expect((await talk.say('cancel rem_9')).reply).toBe("That didn't work: No reminder rem_9.");
});

test.each([
  ['the first one', ['rem_2']],
  ['2', ['rem_1']],
  ['the last one', ['rem_1']],
  ['Bob', ['rem_1']],
  ['the one tomorrow', ['rem_1']],
  ['rem_1', ['rem_1']],
  ['both', ['rem_2', 'rem_1']],
  ['1 and 2', ['rem_2', 'rem_1']],
])('two matching reminders are listed, and "%s" chooses', async (answer, ids) => {
  const talk = startOfflineConversation();
  await talk.given(...TWO_CALLS);
  const asked = await talk.say('cancel the call');
  expect(asked.reply).toBe('Which one should I cancel?\n1. today 18:00: call Ann\n2. tomorrow 09:00: call Bob');
  expect(asked.calls).toEqual([{action: 'list'}]);
  const {calls} = await talk.say(answer);
  expect(calls.filter(({action}) => action === 'cancel').map(({id}) => id)).toEqual(ids);
});

test.each([
  ['snooze the call 20 minutes', {action: 'snooze', time: '2026-11-21T17:20:00.000Z'}],
  ['snooze the call', {action: 'snooze', time: '2026-11-21T17:10:00.000Z'}],
  ['move the call to friday 9:00', {action: 'edit', when: 'friday 9:00'}],
  ['postpone the call by an hour', {action: 'edit', by: '3600s'}],
  ['done with the call', {action: 'done'}],
  ['change the text of the call to write', {action: 'edit', message: 'write'}],
])('"%s" is remembered while the assistant asks which one', async (text, call) => {
  const talk = startOfflineConversation();
  await talk.given(...TWO_CALLS);
  expect((await talk.say(text)).reply).toMatch(/^Which one should I .*\?\n1\. /u);
  expect((await talk.say('the first one')).calls.at(-1)).toEqual({...call, id: 'rem_2'});
});

test('a number that is not in the list, or a refusal, changes nothing', async () => {
  const talk = startOfflineConversation();
  await talk.given(...TWO_CALLS);
  await talk.say('cancel the call');
  expect((await talk.say('3')).reply).toBe('The list has only 2 reminders.');
  await talk.say('cancel the call');
  expect((await talk.say('none')).reply).toBe('OK, nothing was changed.');
  expect(talk.kept().every(({state}) => state === 'pending')).toBe(true);
});

test('another request instead of a choice is carried out', async () => {
  const talk = startOfflineConversation();
  await talk.given(...TWO_CALLS);
  await talk.say('cancel the call');
  expect((await talk.say('what time is it?')).reply).toMatch(/^It is /u);
  await talk.say('cancel the call');
  expect((await talk.say('tell me a joke')).calls).toEqual([]);
  await talk.say('cancel the call');
  expect((await talk.say('remind me at 15:00 to call Carol')).calls).toMatchObject([{action: 'set'}]);
});

test('two reminders with the same words and time of day are distinguished by their position', async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow 9:00', 'pills'], ['monday 9:00', 'pills'], ['tuesday 9:00', 'pills']);
  await talk.say('cancel pills');
  expect((await talk.say('the second one')).calls).toEqual([{action: 'cancel', id: 'rem_2'}]);
});

test('a number means its line in the list, though an earlier reminder reads the same', async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow 9:00', 'pills'], ['monday 9:00', 'pills'], ['tuesday 9:00', 'pills']);
  await talk.say('what do I have on tuesday?');
  expect((await talk.say('cancel the first one')).calls).toEqual([{action: 'cancel', id: 'rem_3'}]);
});

test('a number still means its line after midnight', async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow 9:00', 'pills'], ['monday 9:00', 'tea']);
  await talk.say('list');
  await talk.clock.advance(11 * 60 * 60_000);
  expect((await talk.say('cancel number 2')).calls).toEqual([{action: 'cancel', id: 'rem_2'}]);
});

test('cancelling all asks first', async () => {
  const talk = startOfflineConversation();
  await talk.given(...TWO_CALLS);
  expect(await talk.say('cancel all')).toEqual({
    reply:
      '1. today 18:00: call Ann\n2. tomorrow 09:00: call Bob\n' +
      'Cancel all 2? "undo" brings back only the last one. Say yes or no.',
    calls: [{action: 'list'}],
  });
  expect(await talk.say('yes')).toEqual({
    reply: 'Cancelled: call Ann.\nCancelled: call Bob.',
    calls: [{action: 'list'}, {action: 'cancel', id: 'rem_2'}, {action: 'cancel', id: 'rem_1'}],
  });
});

test('cancelling all can be refused', async () => {
  const talk = startOfflineConversation();
  await talk.given(...TWO_CALLS);
  await talk.say('delete all my reminders');
  expect(await talk.say('no')).toEqual({reply: 'OK, nothing was changed.', calls: []});
});

test('numbers mean the list that was shown', async () => {
  const talk = startOfflineConversation();
  await talk.given(...TWO_CALLS);
  await talk.say('list');
  expect((await talk.say('cancel the second one')).calls).toEqual([{action: 'cancel', id: 'rem_1'}]);
});

test('a number beyond the list cancels nothing', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  expect((await talk.say('cancel the first and second')).reply).toBe(
    'There is no such number. These are pending:\n1. today 15:00: tea',
  );
});

test('words that fit no reminder change nothing', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  expect((await talk.say('cancel the gym')).reply).toBe(
    'I can\'t find a reminder like "gym". These are pending:\n1. today 15:00: tea',
  );
  expect((await startOfflineConversation().say('cancel the gym')).reply).toBe('You have no reminders.');
});

test('when only some words match, the assistant asks', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'dentist appointment']);
  expect((await talk.say('cancel the gym appointment')).reply).toBe(
    'Cancel this one? Say yes, or name another.\n1. today 15:00: dentist appointment',
  );
  expect((await talk.say('yes')).calls).toEqual([{action: 'cancel', id: 'rem_1'}]);
});

test.each([
  ['snooze', {action: 'snooze', when: 'in 10 minutes'}, 'Snoozed until today at 14:10 CET: tea.'],
  ['snooze it', {action: 'snooze', when: 'in 10 minutes'}, 'Snoozed until today at 14:10 CET: tea.'],
  ['snooze 5', {action: 'snooze', when: '5 minutes'}, 'Snoozed until today at 14:05 CET: tea.'],
  ['snooze for an hour', {action: 'snooze', when: 'for an hour'}, 'Snoozed until today at 15:00 CET: tea.'],
  [
    'remind me again in 20 minutes',
    {action: 'snooze', when: 'in 20 minutes'},
    'Snoozed until today at 14:20 CET: tea.',
  ],
  ['5 more minutes', {action: 'snooze', when: '5 minutes'}, 'Snoozed until today at 14:05 CET: tea.'],
  ['in 15 minutes', {action: 'snooze', when: 'in 15 minutes'}, 'Snoozed until today at 14:15 CET: tea.'],
  ['not now', {action: 'snooze', when: 'in 10 minutes'}, 'Snoozed until today at 14:10 CET: tea.'],
  ['make it 18:00', {action: 'snooze', when: '18:00'}, 'Snoozed until today at 18:00 CET: tea.'],
  ['done', {action: 'done'}, 'Done: tea.'],
  ['I did it', {action: 'done'}, 'Done: tea.'],
  ["that's done", {action: 'done'}, 'Done: tea.'],
])('"%s" is about the reminder that has just fired', async (text, call, reply) => {
  const talk = startOfflineConversation();
  await talk.say('in 1 min tea');
  talk.fire('rem_1');
  expect(await talk.say(text)).toEqual({reply, calls: [{...call, id: 'rem_1'}]});
});

const PUT_OFF: readonly (readonly [said: string, pending: string, came: string])[] = [
  ['snooze it 1 hour', '18:00', '15:03'],
  ['snooze it for an hour', '18:00', '15:03'],
  ['snooze the tea by an hour', '18:00', '15:03'],
  ['snooze it half an hour longer', '17:30', '14:33'],
  ['snooze it 30', '17:30', '14:33'],
  ['snooze it', '17:10', '14:13'],
  ['push it back an hour', '18:00', '15:03'],
  ['push it back', '17:10', '14:13'],
  ['an hour later', '18:00', '15:03'],
  ['postpone it for 20 minutes', '17:20', '14:23'],
  ['postpone it', '17:10', '14:13'],
  // Phrases that give a time, for either.
  ['snooze it until 18:00', '18:00', '18:00'],
];

test.each(PUT_OFF)('"%s" adds to the time of a pending reminder: %s', async (said, pending) => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 17:00: tea');
  await talk.clock.advance(3 * 60_000);
  expect((await talk.say(said)).reply).toMatch(
    new RegExp(`(?:Snoozed until|will remind you) today at ${pending} CET`, 'u'),
  );
});

test.each(PUT_OFF)('"%s" counts from now for a reminder that has fired', async (said, _, came) => {
  const talk = startOfflineConversation();
  await talk.say('in 1 min tea');
  talk.fire('rem_1');
  await talk.clock.advance(3 * 60_000);
  expect((await talk.say(said)).reply).toBe(`Snoozed until today at ${came} CET: tea.`);
});

test('a reminder that fired elsewhere is found in the list', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea'], ['16:00', 'coffee']);
  talk.fired('rem_1');
  expect(await talk.say('done')).toEqual({
    reply: 'Done: tea.',
    calls: [{action: 'list'}, {action: 'done', id: 'rem_1'}],
  });
});

test('without a fired reminder, "done" leads to a question', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  expect((await talk.say('done')).reply).toBe('Mark this one as done? Say yes, or name another.\n1. today 15:00: tea');
});

test('moving a reminder that has just fired makes it fire again', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 15:00 to call Bob');
  talk.fired('rem_1');
  expect(await talk.say('make it 16:00')).toEqual({
    reply: 'Snoozed until today at 16:00 CET: call Bob.',
    calls: [{action: 'snooze', id: 'rem_1', when: '16:00'}],
  });
});

test('"that" is the reminder mentioned last', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 15:00 to call Bob');
  expect((await talk.say('remind me of that tomorrow at 9 too')).calls).toEqual([
    {action: 'set', when: 'tomorrow at 9', message: 'call Bob', mode: 'verbatim'},
  ]);
});

test('an error of a service is passed on', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  talk.failWith('The database is busy.');
  expect((await talk.say('cancel rem_1')).reply).toBe("That didn't work: The database is busy.");
  expect((await talk.say('list')).reply).toBe("I couldn't list your reminders: The database is busy.");
});

test('a person who may not set reminders learns that, without a question', async () => {
  const talk = startOfflineConversation({trust: 'familiar'});
  for (const text of [
    'remind me at 5 to call Bob',
    'remind me to stretch',
    'list',
    'cancel it',
    'every monday at 9 x',
  ]) {
    expect(await talk.say(text)).toEqual({
      reply: "I can't set, list or change reminders in this conversation.",
      calls: [],
    });
  }
  expect((await talk.say('what time is it?')).reply).toBe('It is 14:00 CET, Saturday, 21 November.');
  expect((await talk.say('tell me a joke')).reply).not.toContain('config');
});

test('a reminder that fires before the answer closes the question', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  await talk.say('remind me to stretch');
  talk.fire('rem_1');
  expect((await talk.say('in 15 minutes')).calls).toEqual([{action: 'snooze', id: 'rem_1', when: 'in 15 minutes'}]);
});

test('a list is forgotten with the next answer', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea'], ['tomorrow 9:00', 'call Bob']);
  await talk.say('what do I have tomorrow?');
  await talk.say('thanks');
  expect((await talk.say('cancel the first one')).reply).toBe('Cancelled: tea.');
});

test('"undo" cancels all reminders that one message set', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me in an hour and again in two hours to stretch');
  expect((await talk.say('undo')).reply).toBe('Cancelled: stretch.\nCancelled: stretch.');
  expect(talk.kept().map(({state}) => state)).toEqual(['cancelled', 'cancelled']);
});

test('"done" while nothing waits for an answer says so, and lists nothing', async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow at 9', 'tea'], ['tomorrow at 10', 'coffee']);
  expect((await talk.say('done')).reply).toBe(
    'Nothing has rung that isn\'t done. To end a reminder before it rings, say "cancel" with its name.',
  );
  expect((await talk.say('erledigt')).reply).toContain('Es hat nichts geklingelt');
});

test('one occurrence that is moved is said with its new time, and what stays', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me every weekday at 8 to stand up');
  await talk.say('move it to 8:30');
  expect((await talk.say('only this one')).reply).toBe(
    'Changed: stand up.\nThis time: Mon 23 Nov 08:30. Then as before: Tue 24 Nov 08:00, Wed 25 Nov 08:00, Thu 26 Nov 08:00.',
  );
  await talk.say('verschiebe stand up auf 9 Uhr');
  expect((await talk.say('nur dieses mal')).reply).toBe(
    'Geändert: stand up.\nDieses Mal: Mo 23. Nov 09:00. Danach wie bisher: Di 24. Nov 08:00, Mi 25. Nov 08:00, Do 26. Nov 08:00.',
  );
});

test('several times of day move a daily series, and need the days of another', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me every day at 9 and 20 to take the pills');
  expect((await talk.say('move the pills to 9 and 21')).reply).toContain('every day at 09:00 and 21:00');
  expect((await talk.say('verschiebe pills auf 8 und 20 Uhr')).reply).toContain('jeden Tag um 08:00 und 20:00');
  await talk.say('remind me every weekday at 8 to stand up');
  expect((await talk.say('move it to 9 and 21')).reply).toBe(
    'Name the days too: "move it to every weekday at 9 and 21".',
  );
  expect(talk.kept()).toHaveLength(2);
});

test('more than a hundred reminders are counted and cancelled', async () => {
  const talk = startOfflineConversation();
  await talk.given(...Array.from({length: 106}, (_, index) => [`in ${index + 1} hours`, `tea ${index}`] as const));
  expect((await talk.say('delete all reminders')).reply).toContain(
    'Cancel all 106? "undo" brings back only the last one. Say yes or no.',
  );
  await talk.say('yes');
  expect(talk.store.reminders.list({state: 'pending', limit: 200})).toEqual([]);
});

test.each([
  ['nag me about the dentist every 10 minutes', 10 * 60_000],
  ['nag me every hour about the dentist', 60 * 60_000],
  ['nag me every 5 minutes', 5 * 60_000],
  ['nerv mich jede Stunde wegen dentist', 60 * 60_000],
])('"%s" sets the nagging of that reminder', async (text, nagMs) => {
  const talk = startOfflineConversation();
  await talk.say('remind me tomorrow at 9 to go to the dentist');
  await talk.say(text);
  expect(talk.kept()).toMatchObject([{message: 'go to the dentist', nagMs}]);
});

test("nagging about what isn't a reminder is refused", async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  expect((await talk.say('nag me every 10 minutes about Eve')).reply).toContain('I can\'t find a reminder like "Eve".');
  expect((await talk.say('quiet 2h')).reply).toBe(
    'To hold back what can wait, write /quiet 2h, or /quiet saturday 8 to 18.',
  );
  expect(talk.kept()).toHaveLength(1);
});

test('an edited message whose earlier text set an alarm names the alarm that stays, and how to cancel it', async () => {
  const talk = startOfflineConversation();
  const {reply} = await talk.begin('thanks', {
    source: {kind: 'user', name: 'Alice', channel: 'terminal'},
    details: {edit: {before: 'wake yourself at 5', made: {reminders: [], jobs: [], alarms: ['alm_1']}}},
  });
  expect(reply.split('\n').at(-1)).toBe(
    'The alarm from your earlier text stays. To cancel it, run: rooster alarms cancel alm_1',
  );
});
