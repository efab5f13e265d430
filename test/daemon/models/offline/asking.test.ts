import {expect, test} from 'vitest';
import {startTalk} from '../../../support/offline-talk.ts';

const ALL = 'You have 3 reminders:\n1. today 15:00: tea\n2. tomorrow 09:00: call Bob\n3. Fri 27 Nov 10:00: the dentist';

const talkOfThree = () => {
  const talk = startTalk();
  talk.given(['tomorrow 9:00', 'call Bob'], ['15:00', 'tea'], ['friday 10:00', 'the dentist']);
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
])('"%s" lists them, earliest first', async text => {
  expect(await talkOfThree().say(text)).toEqual({reply: ALL, calls: [{action: 'list'}]});
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
  ['what do I have on monday?', 'No reminder comes on Monday. The next one is today at 15:00 CET: tea.'],
  ['when is the dentist?', 'On Fri 27 Nov at 10:00 CET, in 5 days 20 hours: the dentist.'],
  ['when will you remind me to call Bob?', 'Tomorrow at 09:00 CET, in 19 hours: call Bob.'],
  ['how long until tea?', 'Today at 15:00 CET, in 1 hour: tea.'],
  ['do I have a reminder about milk?', 'I have no reminder about “milk”.'],
])('"%s": %s', async (text, reply) => {
  expect(await talkOfThree().say(text)).toEqual({reply, calls: [{action: 'list'}]});
});

test('with none that is said, and those that came and are not done are told', async () => {
  expect((await startTalk().say('list')).reply).toBe('You have no pending reminders.');
  expect((await startTalk().say('what is next?')).reply).toBe('No reminder is coming up.');
  const talk = startTalk();
  talk.given(['15:00', 'tea']);
  talk.came('rem_1');
  expect((await talk.say('list')).reply).toBe(
    'You have no pending reminders.\nCame lately and not marked as done: tea.',
  );
});

test('a reminder of several lines is one line of the list', async () => {
  const talk = startTalk();
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
  ["what's my timezone", 'I reckon in Europe/Berlin, where it is 14:00 CET.'],
  ['what time is it in New York?', 'It is 08:00 EST in New York, Saturday, 21 November.'],
  ['what time is it in San Francisco?', 'It is 05:00 PST in San Francisco, Saturday, 21 November.'],
  ['what time is it in Gotham?', 'I do not know the time zone of Gotham; name a zone, such as Asia/Tokyo.'],
])('"%s": %s', async (text, reply) => {
  expect(await startTalk().say(text)).toEqual({reply, calls: []});
});

test('the time is that of the zone in the prompt, and a file that says otherwise before it does not count', async () => {
  const talk = startTalk({
    zone: 'America/New_York',
    more: '<file name="AGENTS.md">\n# Now\n\nA time without a zone means Asia/Tokyo.\n</file>',
  });
  expect((await talk.say('what time is it')).reply).toBe('It is 08:00 EST, Saturday, 21 November.');
});

test.each([
  ['hello', /^Hello! /u],
  ['Good morning!', /^Good morning! /u],
  ['thanks!', /^You are welcome\.$/u],
  ['ok', /^Good\.$/u],
  ['bye', /^Goodbye!$/u],
  ['who are you?', /^I am the offline assistant of Rooster/u],
  ['hello, who are you?', /^I am the offline assistant of Rooster/u],
  ['are you an AI?', /no language model/u],
  ['help', /^I keep reminders, and I know the time\./u],
  ['?', /^I keep reminders, and I know the time\./u],
  ['what can you do?', /^I keep reminders, and I know the time\./u],
  ['how do i set up signal', /^To reach me on Signal, link me to your phone:\n1\. [\s\S]*rooster signal link/u],
  ['how can I link my phone?', /^To reach me on Signal/u],
  ['connect signal', /^To reach me on Signal/u],
  ['how do I connect a model?', /^To talk freely, connect a model/u],
])('"%s" is answered', async (text, expected) => {
  const {reply, calls} = await startTalk().say(text);
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
])('to "%s" it says honestly what it can do, and how to connect a model', async text => {
  const {reply, calls} = await startTalk().say(text);
  expect(calls).toEqual([]);
  expect(reply).toContain('without a language model I only keep reminders and tell the time');
  expect(reply).toContain('rooster config set agent.model anthropic/<model>');
  expect(reply).toContain('ANTHROPIC_API_KEY');
  expect(reply).toContain('providers.local');
  // Paragraphs are broken by whoever shows them, to their own width.
  expect(reply.split('\n\n')).toHaveLength(2);
  expect(reply).not.toMatch(/[^\n]\n[^\n]/u);
});

test('in a group the speaker and the name of the agent are not part of what is said', async () => {
  const talk = startTalk({
    more: '# Who you are talking to\n\nAlice. This is a group: everybody in it reads your answer. Trust: full.\n\n# This turn\n\nA message from Alice, written on signal.',
  });
  expect((await talk.say('Alice: @Rooster: remind me at 15:00 to call Bob')).calls).toEqual([
    {action: 'set', when: 'at 15:00', message: 'call Bob', mode: 'verbatim'},
  ]);
});

test('a question about a day that is over is about what came on it', async () => {
  const talk = talkOfThree();
  expect((await talk.say('what did I have yesterday?')).reply).toBe(
    'I know of no reminder that came yesterday and waits to be done.',
  );
});

test.each([['list cron jobs'], ['what jobs do I have?'], ['when does standup run next?'], ['jobs']])(
  '"%s", where the schedule cannot be looked at, is answered with where the jobs are shown',
  async text => {
    const {reply, calls} = await startTalk().say(text);
    expect(reply).toBe(
      'I cannot look at the jobs from here: `rooster cron` lists them, and so does /plan in the terminal.',
    );
    expect(calls).toEqual([]);
    const bob = await startTalk({trust: 'familiar'}).say(text);
    expect(bob.reply).toBe('Looking at what is scheduled is not possible in this conversation.');
  },
);
