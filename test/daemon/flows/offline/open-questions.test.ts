// Messages while a question is open: answers, commands, and requests of their own.
import {expect, test} from 'vitest';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

test.each([
  ['skip stand up', [{action: 'list'}, {action: 'skip', id: 'rem_1'}]],
  ['skip it', []],
  ['pause it', [{action: 'pause', id: 'rem_1'}]],
  ['pause stand up', [{action: 'list'}, {action: 'pause', id: 'rem_1'}]],
  ['undo', [{action: 'cancel', id: 'rem_1'}]],
  ['done', [{action: 'list'}]],
  ['list', [{action: 'list'}]],
  ['cancel stand up', [{action: 'list'}, {action: 'cancel', id: 'rem_1'}]],
  ['lösche stand up', [{action: 'list'}, {action: 'cancel', id: 'rem_1'}]],
])('"%s" is a command, also while the text of a reminder is asked for', async (text, calls) => {
  const talk = startOfflineConversation();
  await talk.say('remind me every day at 9 to stand up');
  expect((await talk.say('remind me on christmas')).reply).toContain('What should I remind you about');
  expect((await talk.say(text)).calls).toEqual(calls);
});

test.each([
  'cancel my gym membership',
  'remove the trash',
  'the laundry is done',
  'the dentist at 10',
  'change the bulb to LED',
])('"%s" is the text that was asked for', async text => {
  const talk = startOfflineConversation();
  await talk.say('remind me every day at 9 to stand up');
  await talk.say('remind me on christmas');
  await talk.say(text);
  expect(talk.kept().map(({message}) => message)).toEqual(['stand up', text]);
});

test.each(['tomorrow 9', 'remind me to call mum', 'set a reminder'])(
  'after "%s", a sentence with a time of its own is a new reminder',
  async asked => {
    const talk = startOfflineConversation();
    await talk.say(asked);
    await talk.say('every weekday at 8 check the weather');
    expect(talk.kept()).toMatchObject([
      {message: 'check the weather', repeat: {rule: expect.stringContaining('MO,TU')}},
    ]);
  },
);

test.each([
  ['this evening', '20:00'],
  ['in the evening', '20:00'],
  ['today', '20:00'],
  ['tomorrow', '08:00'],
  ['tomorrow morning', '08:00'],
  ['heute Abend', '20:00'],
  ['abends', '20:00'],
  ['morgen früh', '08:00'],
  ['morgen', '08:00'],
  // Neither of them is in that part of that day.
  ['tomorrow evening', '18:00'],
  ['at 19:30', '19:30'],
])('of today 20:00 and tomorrow 08:00, "%s" means %s', async (answer, time) => {
  const talk = startOfflineConversation();
  expect((await talk.say('remind me at 8 to call Bob')).reply).toBe('Do you mean today 20:00 or tomorrow 08:00?');
  expect((await talk.say(answer)).reply).toContain(time);
  expect(talk.kept()).toHaveLength(1);
});

test("what isn't an answer leads to the same question once more", async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 8 to call Bob');
  const again = "I didn't understand that as an answer.\nDo you mean today 20:00 or tomorrow 08:00?";
  expect((await talk.say('banana')).reply).toBe(again);
  expect((await talk.say('banana')).reply).toContain("I didn't understand that.");
  await talk.say('erinnere mich um 8 an die Pillen');
  expect((await talk.say('quatsch')).reply).toContain('Das verstehe ich nicht als Antwort.\nMeinst du');
  expect((await talk.say('morgen')).reply).toContain('morgen um 08:00');
});

test('one or all is asked before the time, and the answers are kept', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me every day at 8 and 20 to take the pills');
  expect((await talk.say('move the pills to 9')).reply).toContain('Only');
  expect((await talk.say('only this one')).reply).toBe('Do you mean today 21:00 or tomorrow 09:00?');
  expect((await talk.say('both')).reply).toContain('Do you mean today 21:00 or tomorrow 09:00?');
  expect((await talk.say('today')).calls).toMatchObject([{action: 'edit', id: 'rem_1', scope: 'this'}]);
});
