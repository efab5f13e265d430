import {expect, test} from 'vitest';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

const ALL = 'You have 3 reminders:\n1. today 15:00: tea\n2. tomorrow 09:00: call Bob\n3. Fri 27 Nov 10:00: the dentist';

const talkOfThree = async () => {
  const talk = startOfflineConversation();
  await talk.given(['tomorrow 9:00', 'call Bob'], ['15:00', 'tea'], ['friday 10:00', 'the dentist']);
  return talk;
};

test.each([
  ['what reminders do I have?'],
  ["what's coming up"],
  ['list my reminders'],
  ['list'],
  ['my reminders'],
  ['show me all reminders'],
  ['show everything'],
  ['do I have any reminders?'],
  ['are there any reminders?'],
  ['what is planned?'],
  ['what did I ask you to remind me of?'],
  ['remind me what I have'],
  ['upcoming'],
])('"%s" lists the reminders, earliest first', async text => {
  expect(await (await talkOfThree()).say(text)).toEqual({reply: ALL, calls: [{action: 'list'}]});
});

test.each([
  ['what is next?', 'Next, today at 15:00 CET: tea.'],
  ["what's the next reminder", 'Next, today at 15:00 CET: tea.'],
  ['next', 'Next, today at 15:00 CET: tea.'],
  ['anything planned for tomorrow?', 'Tomorrow:\n1. tomorrow 09:00: call Bob'],
  ['what do I have today', 'Today:\n1. today 15:00: tea'],
  ['show me tomorrow', 'Tomorrow:\n1. tomorrow 09:00: call Bob'],
  ['list my reminders for tomorrow', 'Tomorrow:\n1. tomorrow 09:00: call Bob'],
  ["what's on friday?", 'On Friday:\n1. Fri 27 Nov 10:00: the dentist'],
  ['what is scheduled for next week', 'Next week:\n1. Fri 27 Nov 10:00: the dentist'],
  ['what do I have on monday?', 'You have no reminder on Monday. The next one is today at 15:00 CET: tea.'],
  ['when is the dentist?', 'On Fri 27 Nov at 10:00 CET, in 5 days 20 hours: the dentist.'],
  ['when will you remind me to call Bob?', 'Tomorrow at 09:00 CET, in 19 hours: call Bob.'],
  ['how long until tea?', 'Today at 15:00 CET, in 1 hour: tea.'],
  ['do I have a reminder about milk?', 'You have no reminder about "milk".'],
])('"%s": %s', async (text, reply) => {
  expect(await (await talkOfThree()).say(text)).toEqual({reply, calls: [{action: 'list'}]});
});

test("without reminders the answer is that there are none, and lists fired ones that aren't done", async () => {
  expect((await startOfflineConversation().say('list')).reply).toBe('You have no pending reminders.');
  expect((await startOfflineConversation().say('what is next?')).reply).toBe('No reminder is coming up.');
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  talk.fired('rem_1');
  expect((await talk.say('list')).reply).toBe('You have no pending reminders.\nFired lately and not done: tea.');
});

test('a reminder of several lines is one line of the list', async () => {
  const talk = startOfflineConversation();
  await talk.say('remind me at 15:00:\nbuy milk\nbuy eggs');
  expect((await talk.say('list')).reply).toBe('You have one reminder:\n1. today 15:00: buy milk buy eggs');
});

test.each([
  ['what time is it', 'It is 14:00 CET, Saturday, 21 November.'],
  ["what's the time?", 'It is 14:00 CET, Saturday, 21 November.'],
  ['time?', 'It is 14:00 CET, Saturday, 21 November.'],
  ['what day is it', 'Today is Saturday, 21 November 2026.'],
  ["what's the date today?", 'Today is Saturday, 21 November 2026.'],
  ['what day is tomorrow?', 'That is Sunday, 22 November 2026.'],
  ["what's the date tomorrow", 'That is Sunday, 22 November 2026.'],
  ['what day is the 24th of december?', 'That is Thursday, 24 December 2026.'],
  ['what week is it', 'This is week 47 of the year; today is Saturday, 21 November.'],
  ['how long until 18:00', '4 hours until today at 18:00 CET.'],
  ['how many days until 24 december', '33 days until Thursday, 24 December 2026.'],
  ["what's my timezone", 'Your time zone is Europe/Berlin, where it is 14:00 CET.'],
  ['what time is it in New York?', 'It is 08:00 EST in New York, Saturday, 21 November.'],
  ['what time is it in San Francisco?', 'It is 05:00 PST in San Francisco, Saturday, 21 November.'],
  ['what time is it in Gotham?', "I don't know the time zone of Gotham. Name a zone, such as Asia/Tokyo."],
])('"%s": %s', async (text, reply) => {
  expect(await startOfflineConversation().say(text)).toEqual({reply, calls: []});
});

test("the time is in the user's zone", async () => {
  const talk = startOfflineConversation({zone: 'America/New_York'});
  expect((await talk.say('what time is it')).reply).toBe('It is 08:00 EST, Saturday, 21 November.');
});

test.each([
  ['hello', /^Hello! /u],
  ['Good morning!', /^Good morning! /u],
  ['thanks!', /^You are welcome\.$/u],
  ['ok', /^Good\.$/u],
  ['bye', /^Goodbye!$/u],
  ['who are you?', /^I am Rooster's offline assistant\./u],
  ['hello, who are you?', /^I am Rooster's offline assistant\./u],
  ['are you an AI?', /without a model/u],
  ['help', /^I keep reminders and tell the time\./u],
  ['?', /^I keep reminders and tell the time\./u],
  ['what can you do?', /^I keep reminders and tell the time\./u],
  ['how do i set up signal', /^To reach me on Signal, link your phone:\n1\. [\s\S]*rooster signal link/u],
  ['how can I link my phone?', /^To reach me on Signal/u],
  ['connect signal', /^To reach me on Signal/u],
  ['link signal', /^To reach me on Signal/u],
  ['how do I make a job?', /write \/job and when: \/job every weekday at 8/u],
  ['Wie erstelle ich einen Job?', /^Schreib am Terminal \/job/u],
  ['why did this reach me?', /write \/why\./u],
  ['why did stretch ring?', /write \/why\./u],
  ['why', /write \/why\./u],
  ['why did I get this reminder', /write \/why\./u],
  ['warum habe ich das bekommen?', /^Schreib am Terminal \/why/u],
  ['put a message into another conversation', /write \/inject\./u],
  ['how can I send a message to another chat?', /write \/inject\./u],
  ['Wie schreibe ich eine Nachricht in ein anderes Gespräch?', /^Schreib am Terminal \/inject/u],
  ['how do I connect a model?', /^To chat freely, connect a model/u],
])('"%s" is answered', async (text, expected) => {
  const {reply, calls} = await startOfflineConversation().say(text);
  expect(reply).toMatch(expected);
  expect(calls).toEqual([]);
});

test.each([
  ['tell me a joke'],
  ['what is the capital of France?'],
  ['list the files in /tmp'],
  ["tell me tomorrow's weather"],
  ['send Bob an email'],
  ['asdf'],
  ['🦆'],
  ['   '],
])(`"%s" is answered with the assistant's abilities and how to connect a model`, async text => {
  const {reply, calls} = await startOfflineConversation().say(text);
  expect(calls).toEqual([]);
  expect(reply).toContain('Without a model I can keep reminders and tell the time');
  expect(reply).toContain('type /setup in the terminal UI, or run `rooster setup`');
  // The reader of a paragraph wraps it to its own width.
  expect(reply.split('\n\n')).toHaveLength(2);
  expect(reply).not.toMatch(/[^\n]\n[^\n]/u);
});

test("the agent's name in front is not part of a message", async () => {
  const {calls} = await startOfflineConversation().say('@Rooster: remind me at 15:00 to call Bob');
  expect(calls).toEqual([{action: 'set', when: 'at 15:00', message: 'call Bob', mode: 'verbatim'}]);
});

test('a question about a past day covers reminders that came on it', async () => {
  const talk = await talkOfThree();
  expect((await talk.say('what did I have yesterday?')).reply).toBe('No reminder from yesterday is left to do.');
});

test.each([['list cron jobs'], ['when does standup run next?'], ['jobs']])(
  'a person without access to the schedule learns that: "%s"',
  async text => {
    expect(await startOfflineConversation({trust: 'familiar'}).say(text)).toEqual({
      reply: "I can't show the schedule in this conversation.",
      calls: [],
    });
  },
);
