// Times that can be read in two ways are asked about, and the next message answers. Answers are in the language of the question.
import {expect, test} from 'vitest';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

/** Said on Saturday 21 November 2026 at 14:00 in Berlin. */
const EVENING = '2026-11-21T17:45:00.000Z';
const MORNING = '2026-11-22T05:45:00.000Z';

test.each([
  ['18:45', EVENING],
  ['6:45', MORNING],
  ['06:45', MORNING],
  ['6:45pm', EVENING],
  ['yes', MORNING],
  ['1', MORNING],
  ['the second', EVENING],
  ['in the evening', EVENING],
  ['in the morning', MORNING],
  ['tomorrow at 7', '2026-11-22T06:00:00.000Z'],
])('"6:45" is asked about, and "%s" answers', async (answer, time) => {
  const talk = startOfflineConversation();
  expect(await talk.say('remind me at 6:45 to run')).toEqual({
    reply: 'Do you mean tomorrow 06:45 or today 18:45?',
    calls: [],
  });
  const {calls} = await talk.say(answer);
  expect(calls).toMatchObject([{action: 'set', message: 'run'}]);
  expect(await talk.say('show my reminders')).toMatchObject({calls: [{action: 'list'}]});
  expect(talk.store.reminders.list({limit: 10}).map(({fireAt}) => new Date(fireAt).toISOString())).toEqual([time]);
});

test('no, or another request, sets nothing', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 6:45 to run');
  expect((await talk.say('no')).reply).toBe('OK, nothing was set.');
  await talk.say('remind me at 6:45 to run');
  await talk.say('what is next?');
  expect((await talk.say('18:45')).calls).toEqual([]);
  expect(talk.store.reminders.list({limit: 10})).toEqual([]);
});

test('the order of day and month, and the time of a series, are asked about', async () => {
  const talk = startOfflineConversation();
  expect((await talk.say('remind me on 3/4/2027 to pay')).reply).toBe(
    'Do you mean Sat 3 Apr 2027 09:00 or Thu 4 Mar 2027 09:00?',
  );
  expect((await talk.say('4 march')).reply).toContain('on Thu 4 Mar 2027 at 09:00 CET');
  expect((await talk.say('remind me every day at 6:30 to stretch')).reply).toBe(
    'Do you mean every day at 06:30 or every day at 18:30?',
  );
  expect((await talk.say('the second')).reply).toContain('I will remind you every day at 18:30 CET');
});

test('a question in German is answered in German', async () => {
  const talk = startOfflineConversation();
  expect((await talk.say('erinnere mich um 6 Uhr an den Kaffee')).reply).toBe(
    'Meinst du morgen 06:00 oder heute 18:00?',
  );
  expect((await talk.say('18:00')).reply).toBe('Ich erinnere dich heute um 18:00 CET, im Terminal: den Kaffee.');
  expect((await talk.say('erinnere mich jeden Tag um 6 Uhr an die Tabletten')).reply).toBe(
    'Meinst du jeden Tag um 06:00 oder jeden Tag um 18:00?',
  );
  expect((await talk.say('morgens')).reply).toBe(
    'Ich erinnere dich jeden Tag um 06:00 CET, im Terminal: die Tabletten.\nAls Nächstes: morgen 06:00, Mo 23. Nov 06:00, Di 24. Nov 06:00.',
  );
  expect((await talk.say('lösche den Kaffee')).reply).toBe('Gelöscht: den Kaffee.');
  expect((await talk.say('erinnere mich an den Zahnarzt')).reply).toBe('Wann soll ich dich erinnern? "den Zahnarzt"');
  expect((await talk.say('10:00')).reply).toBe('Ich erinnere dich morgen um 10:00 CET, im Terminal: den Zahnarzt.');
  expect((await talk.say('show my reminders')).reply).toMatch(/^You have 2 reminders:/u);
});

test('a new time of day keeps the day of the reminder', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me friday at 9 to call the dentist');
  expect((await talk.say('make it 10:00')).reply).toContain('on Fri 27 Nov at 10:00 CET');
  expect((await talk.say('no, at 11')).reply).toContain('on Fri 27 Nov at 11:00 CET');
  expect((await talk.say('move it to 6:45')).reply).toBe('Do you mean Fri 27 Nov 06:45 or Fri 27 Nov 18:45?');
  expect((await talk.say('18:45')).reply).toContain('on Fri 27 Nov at 18:45 CET');
});

test('a snooze that comes before the reminder is asked about, and one in the past refused', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me tomorrow at 9 to make tea');
  expect(await talk.say('snooze the tea until 15:00')).toEqual({
    reply: '"15:00" is earlier than before: tomorrow 09:00. Move it? Say yes or no.',
    calls: [{action: 'list'}],
  });
  expect((await talk.say('yes')).reply).toBe('Snoozed until today at 15:00 CET: make tea.');
  expect((await talk.say('snooze it until yesterday')).reply).toContain('in the past');
  expect((await talk.say('snooze it in half an hour')).reply).toContain('is earlier than before: today 15:00');
  expect((await talk.say('no')).reply).toBe('OK, nothing was changed.');
});

test.each(['change drink to every 2 hours', 'change the drink reminder to every 2 hours', 'make it every 2 hours'])(
  '"%s" changes the recurrence, not the text',
  async order => {
    const talk = startOfflineConversation();
    await talk.say('remind me every hour to drink');
    expect((await talk.say(order)).reply).toBe(
      'Changed. I will remind you every 2 hours: drink.\nNext: today 16:00, today 18:00, today 20:00.',
    );
  },
);

test.each([
  ['only this one', '2026-11-22T08:00:00.000Z', 'every day at 08:00', 'this'],
  ['this', '2026-11-22T08:00:00.000Z', 'every day at 08:00', 'this'],
  ['all from now on', '2026-11-22T08:00:00.000Z', 'every day at 09:00', 'series'],
  ['nur dieses Mal', '2026-11-22T08:00:00.000Z', 'every day at 08:00', 'this'],
  ['alle ab jetzt', '2026-11-22T08:00:00.000Z', 'every day at 09:00', 'series'],
])('"move the pills to 9" asks about a series, and "%s" moves it', async (answer, fireAt, words, scope) => {
  const talk = startOfflineConversation();
  await talk.given(['every day at 8', 'pills']);
  expect((await talk.say('move the pills to 9')).reply).toBe(
    '"pills" repeats. Only this one (tomorrow 08:00), or all from now on?',
  );
  expect((await talk.say(answer)).calls).toMatchObject([{action: 'edit', scope}]);
  const [series] = talk.kept();
  expect(series).toMatchObject({fireAt: Date.parse(fireAt), repeat: {words}});
});

test('the scope of a series is asked before an unclear time, and "no" changes nothing', async () => {
  const talk = startOfflineConversation();
  await talk.given(['every day at 8', 'pills']);
  expect((await talk.say('move the pills to 6:45')).reply).toContain('Only this one (tomorrow 08:00), or all');
  expect((await talk.say('all')).reply).toBe('Do you mean tomorrow 06:45 or tomorrow 18:45?');
  expect((await talk.say('no')).reply).toBe('OK, nothing was changed.');
  expect(talk.kept()[0]?.repeat?.words).toBe('every day at 08:00');
  await talk.say('move the pills to 6:45');
  await talk.say('all');
  expect((await talk.say('18:45')).reply).toMatch(/^Changed\. I will remind you every day at 18:45 CET: pills\./u);
});

test("a series is moved by a span only in a person's words, and a new recurrence needs no question", async () => {
  const talk = startOfflineConversation();
  await talk.given(['every day at 8', 'pills']);
  expect((await talk.say('postpone the pills by an hour')).reply).toContain('Only this one');
  await talk.say('this one');
  expect(talk.kept()[0]).toMatchObject({
    fireAt: Date.parse('2026-11-22T08:00:00Z'),
    repeat: {words: 'every day at 08:00'},
  });
  await talk.say('move the pills to every day at 10');
  expect(talk.kept()[0]?.repeat?.words).toBe('every day at 10:00');
});

test('a series with several times a day is moved once, and all of it only by its new times', async () => {
  const talk = startOfflineConversation();
  await talk.given(['every day at 8 and 20', 'pills']);
  expect((await talk.say('move the pills to 21')).reply).toBe(
    '"pills" comes every day at 08:00 and 20:00. Only this one (today 20:00)? For all, name the new times: "move it to every day at 9 and 21".',
  );
  await talk.say('yes');
  expect(talk.kept()[0]).toMatchObject({fireAt: Date.parse('2026-11-21T20:00:00Z')});
  expect((await talk.say('move the pills to every day at 9 and 21')).reply).toContain('every day at 09:00 and 21:00');
});
