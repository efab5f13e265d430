// "it", where several reminders are in view: after a list, after two that were set at once, after two that rang. The assistant asks which
// one is meant. What rang and waits for an answer goes before a list; where only one is in view, it is meant.
import {expect, test} from 'vitest';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

const threeListed = async (list = 'list my reminders') => {
  const talk = startOfflineConversation();
  await talk.say('remind me in 1 hour to stretch');
  await talk.say('remind me in 2 hours to call Bob');
  await talk.say('remind me in 3 hours to water the plants');
  await talk.say(list);
  return talk;
};

test.each([
  ['cancel it', 'Which one should I cancel?', '2', {action: 'cancel', id: 'rem_2'}],
  ['delete that', 'Which one should I cancel?', 'the second one', {action: 'cancel', id: 'rem_2'}],
  ['cancel', 'Which one should I cancel?', 'call Bob', {action: 'cancel', id: 'rem_2'}],
  ['snooze it for 10 minutes', 'Which one should I snooze?', '2', {action: 'snooze', id: 'rem_2'}],
  ['move it to 20:00', 'Which one should I move?', '2', {action: 'edit', id: 'rem_2'}],
  ['it is done', 'Which one', '2', {action: 'done', id: 'rem_2'}],
  ['pause it until monday', 'Which one', '2', {action: 'pause', id: 'rem_2'}],
])(
  'after a list of three, "%s" asks which one, and the answer is carried out',
  async (said, question, answer, call) => {
    const talk = await threeListed();
    const asked = await talk.say(said);
    expect(asked.calls.filter(({action}) => action !== 'list')).toEqual([]);
    expect(asked.reply).toContain(question);
    expect(asked.reply).toMatch(/stretch[\s\S]*call Bob[\s\S]*water the plants/u);
    expect((await talk.say(answer)).calls.at(-1)).toMatchObject(call);
  },
);

test.each([
  ['lösch es', 'Welche', '2', {action: 'cancel', id: 'rem_2'}],
  ['streich sie', 'Welche', 'die zweite', {action: 'cancel', id: 'rem_2'}],
  ['verschieb sie auf 20 Uhr', 'Welche', '2', {action: 'edit', id: 'rem_2'}],
  ['schlummere sie 10 Minuten', 'Welche', '2', {action: 'snooze', id: 'rem_2'}],
  ['pausiere sie bis Montag', 'Welche', '2', {action: 'pause', id: 'rem_2'}],
])('after a list of three, "%s" asks in German', async (said, question, answer, call) => {
  const talk = await threeListed('zeig meine Erinnerungen');
  const asked = await talk.say(said);
  expect(asked.calls.filter(({action}) => action !== 'list')).toEqual([]);
  expect(asked.reply).toContain(question);
  expect((await talk.say(answer)).calls).toMatchObject([call]);
});

test.each([
  ['lösche die zweite', 'rem_2'],
  ['streich die dritte Erinnerung', 'rem_3'],
  ['lösche Nummer 1', 'rem_1'],
  ['lösche die letzte', 'rem_3'],
])('"%s" counts in the list', async (said, id) => {
  const talk = await threeListed('zeig meine Erinnerungen');
  expect((await talk.say(said)).calls.at(-1)).toMatchObject({action: 'cancel', id});
});

test('never mind ends the question, and nothing is changed', async () => {
  const talk = await threeListed();
  await talk.say('cancel it');
  await talk.say('never mind');
  expect(talk.kept().map(({state}) => state)).toEqual(['pending', 'pending', 'pending']);
});

test('with one in view, "it" is that one, also if another one was set last', async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow at 9', 'call Bob']);
  await talk.say('remind me in 2 hours to stretch');
  await talk.say('what is on tomorrow');
  expect((await talk.say('cancel it')).calls).toMatchObject([{action: 'cancel', id: 'rem_1'}]);
});

test('right after one was set, "it" is that one', async () => {
  const talk = await threeListed();
  await talk.say('remind me in 4 hours to read');
  expect((await talk.say('cancel it')).calls).toMatchObject([{action: 'cancel', id: 'rem_4'}]);
});

test('after two that were set with one message, "it" asks', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 18:00 to call Ann and at 19:00 to call Bob');
  expect(talk.kept()).toHaveLength(2);
  const asked = await talk.say('cancel it');
  expect(asked.reply).toContain('Which one should I cancel?');
  expect((await talk.say('1')).calls).toMatchObject([{action: 'cancel', id: 'rem_1'}]);
});

test('what rang after a list and waits for an answer goes before the list', async () => {
  const talk = await threeListed();
  talk.fire('rem_1');
  expect((await talk.say('snooze it for 10 minutes')).calls).toMatchObject([{action: 'snooze', id: 'rem_1'}]);
});

test('of two that rang, "it" asks; once one of them is answered elsewhere, the other is meant', async () => {
  const talk = await threeListed();
  talk.fire('rem_1');
  talk.fire('rem_2');
  const asked = await talk.say('it is done');
  expect(asked.reply).toMatch(/stretch[\s\S]*call Bob/u);
  expect(asked.reply).not.toContain('water the plants');
  expect((await talk.say('2')).calls).toMatchObject([{action: 'done', id: 'rem_2'}]);

  const other = await threeListed();
  other.fire('rem_1');
  other.fire('rem_2');
  const first = other.kept().find(({id}) => id === 'rem_1');
  other.store.transact(() => first && other.store.reminders.update({...first, state: 'done'}));
  expect((await other.say('it is done')).calls).toMatchObject([{action: 'done', id: 'rem_2'}]);
});

test('of a list, what was cancelled elsewhere meanwhile is out of view', async () => {
  const talk = await threeListed();
  for (const gone of talk.kept().filter(({id}) => id !== 'rem_3'))
    talk.store.transact(() => talk.store.reminders.update({...gone, state: 'cancelled'}));
  expect((await talk.say('cancel it')).calls).toMatchObject([{action: 'cancel', id: 'rem_3'}]);
});
