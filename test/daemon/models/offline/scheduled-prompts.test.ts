import {expect, test} from 'vitest';
import {announceFrame} from '../../../../src/daemon/flows/announce.ts';
import {reminderFrame} from '../../../../src/daemon/flows/reminders/fire-reminder.ts';
import {createOfflineAssistant} from '../../../../src/daemon/models/offline-assistant.ts';
import {findWhen} from '../../../../src/daemon/schedule/human-time.ts';
import {promptMessages} from '../../../../src/daemon/turns/turn-history.ts';
import {createTurnPrompt} from '../../../../src/daemon/turns/turn-prompt.ts';
import {SCAFFOLD_FILES} from '../../../../src/daemon/workspace/scaffold-files.ts';
import type {MessageSource} from '../../../../src/shared/message.ts';
import {fakeClock} from '../../../support/fake-clock.ts';

const clock = fakeClock();
const model = createOfflineAssistant({clock, findWhen});

/** What is answered to a text of that source, with the tool at hand. */
const answerTo = async (
  text: string,
  source: MessageSource,
  {system = 'You are Rooster.', frame}: {readonly system?: string; readonly frame?: string} = {},
): Promise<string> => {
  const messages = promptMessages([
    {
      id: 'msg_1',
      session: 'rooster:main',
      role: 'user',
      text,
      at: clock.now(),
      source,
      ...(frame === undefined ? {} : {frame}),
    },
  ]);
  const {content} = await model.doGenerate({
    prompt: [{role: 'system', content: system}, ...messages],
    tools: [{type: 'function', name: 'reminder', inputSchema: {type: 'object'}}],
  });
  expect(content.every(({type}) => type === 'text')).toBe(true);
  return content.map(part => (part.type === 'text' ? part.text : '')).join('');
};

const cron: MessageSource = {kind: 'cron', name: 'morning'};

test.each([
  ['Remind the user to call Bob', 'Call Bob.'],
  ['Remind the user to call Dr. Smith at 555-0123', 'Call Dr. Smith at 555-0123.'],
  ['remind me that the shop closes at 18:00', 'The shop closes at 18:00.'],
  ['Remind Alice to pay €300 rent', 'Pay €300 rent.'],
  ['Reminder: iPhone repair', 'iPhone repair.'],
  ['iPhone repair', 'iPhone repair.'],
  ['Tell the user that dinner is ready!', 'Dinner is ready!'],
  ['stretch', 'Stretch.'],
  ['Remind the user to read https://example.org/x', 'Read https://example.org/x'],
  ['Remind the user to buy:\n- milk\n- eggs', 'buy:\n- milk\n- eggs'],
  ['remind me tomorrow at 9', 'Remind me tomorrow at 9.'],
  ['', ''],
])('the reminder "%s" and its announcement are told as "%s"', async (message, told) => {
  const source: MessageSource = {kind: 'reminder', name: 'rem_1'};
  const frame = reminderFrame('terminal', 'sessions/rooster_main.jsonl');
  expect(await answerTo(message, source, {frame})).toBe(told);
  expect(await answerTo(told, source, {frame: announceFrame('reminder:rem_1')})).toBe(told);
});

test.each(['a', '://', '. ', ' ', 'ab\n'])(
  'a reminder that is a long run of %j is told in a time that does not grow with its square',
  async sign => {
    const before = process.cpuUsage();
    const frame = reminderFrame('terminal', 'sessions/rooster_main.jsonl');
    const told = await answerTo(`tea ${sign.repeat(300_000)}a`, {kind: 'reminder', name: 'rem_1'}, {frame});
    expect(told.length).toBeGreaterThan(300_000);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
  },
);

test('a result is announced as it is, however it looks', async () => {
  const result = '# Morning\n\n3 mails, [one] from Ann:\n\n- “cancel all”';
  expect(await answerTo(result, cron, {frame: announceFrame('morning')})).toBe(result);
});

test.each([
  ['Remind the user: water the plants', 'Water the plants.'],
  ['Time to stretch!', 'Time to stretch!'],
  ['Drink some water', 'Drink some water.'],
])('a cron job that only says something says it: "%s"', async (prompt, told) => {
  expect(await answerTo(prompt, cron)).toBe(told);
});

test.each([
  ["Look at today's reminders and tell me in three lines what matters today. If nothing does, answer HEARTBEAT_OK."],
  ['Summarize my inbox'],
  ['What is the weather in Berlin?'],
])('work that needs a model is said, in one line, to have been left undone: "%s"', async prompt => {
  const told = await answerTo(prompt, cron);
  expect(told).toMatch(/^This scheduled task needs a language model, and none is connected, so it was not done: /u);
  expect(told).not.toContain('\n');
  expect(told).not.toContain('HEARTBEAT_OK');
});

test('a long task and a long output are cut between characters', async () => {
  const long = `Summarize ${'😀'.repeat(2_000)}`;
  expect(await answerTo(long, cron)).toMatch(/so it was not done: Summarize (?:😀){55}…$/u);
  const told = await answerTo(`[Output of bash {}]\nx${'😀'.repeat(2_000)}\n\n[The task]\nSummarize it`, cron);
  expect(told).toContain('😀');
  expect(told).not.toContain('\ufffd');
});

test('what was put before the task of a cron job is not taken for it', async () => {
  const prompt =
    '[What you answered the last time]\n(nothing yet)\n\n[Output of bash {}]\nremind me at 5\n\n[The task]\nDrink water';
  expect(await answerTo(prompt, cron)).toBe('Drink water.');
});

test.each([
  ['as it is made', SCAFFOLD_FILES['HEARTBEAT.md'] ?? ''],
  ['of a person’s own', 'Remind me of the beans. What is coming up?'],
])('the heartbeat has nothing to say, whatever its file asks: one %s', async (_, text) => {
  const source = {kind: 'system', name: 'heartbeat'} as const;
  const workspace = {root: '/w', read: async () => undefined};
  const system = await createTurnPrompt({workspace, agentName: () => 'rooster'})({
    session: 'rooster:heartbeat:rooster:main',
    trust: 'full',
    zone: 'UTC',
    now: clock.now(),
    source,
    tools: [],
  });
  expect(await answerTo(text, source, {system})).toBe('HEARTBEAT_OK');
});

test('an alarm is told, and words put in by the operator are answered like a person’s', async () => {
  expect(await answerTo('look at the oven', {kind: 'alarm', name: 'oven'})).toBe(
    'An alarm has come, and going on with it needs a language model, which is not connected. Its note says: “look at the oven”.',
  );
  expect(await answerTo('Tell the user that the build is through', {kind: 'alarm', name: 'b'})).toBe(
    'The build is through.',
  );
  expect(await answerTo('what time is it?', {kind: 'operator'}, {system: 'A time without a zone means UTC.'})).toMatch(
    /^It is 11:00 UTC/u,
  );
});

test('without a model there is no summary, and none is made up', async () => {
  const system = 'You keep the memory of a conversation between a person and their agent.';
  expect(await answerTo('Summarise the conversation so far', {kind: 'user', name: 'Alice'}, {system})).toBe('');
});

const reminded: MessageSource = {kind: 'reminder', name: 'rem_1'};
const frame = reminderFrame('terminal', 'sessions/rooster_main.jsonl');
const system = 'A time without a zone means UTC.';

test.each([
  ['what time is it?', /^It is 11:00 UTC, Saturday, 21 November\.$/u],
  ['tell me what time it is', /^It is 11:00 UTC/u],
  ["what's the date?", /^Today is Saturday, 21 November 2026\.$/u],
  ['how many days until december 25?', /^34 days until Friday, 25 December 2026\.$/u],
])('a scheduled question about the clock is answered as if it were asked then: "%s"', async (asked, told) => {
  expect(await answerTo(asked, reminded, {system, frame})).toMatch(told);
  expect(await answerTo(asked, cron, {system})).toMatch(told);
});

test.each(['what is the weather in Berlin?', 'summarize my inbox', 'tell me a joke', 'how is the market doing'])(
  'a reminder that asks for more than can be answered is never told as an answer: "%s"',
  async asked => {
    const told = await answerTo(asked, reminded, {system, frame});
    expect(told).toBe(`You wanted this now, and it needs a language model, which is not connected: “${asked}”.`);
    expect(await answerTo(told, reminded, {frame: announceFrame('reminder:rem_1')})).toBe(told);
  },
);

test('what a job looked up beforehand is told, and that nothing was made of it', async () => {
  const prompt =
    '[Output of bash {"command":"git log"}]\nabc123 Mend the gate\n\n[The task]\nWhat did I do yesterday, in three lines?';
  const told = await answerTo(prompt, cron, {system: '# Formatting\n\nplain text'});
  expect(told).toBe(
    'This is what the job looked up:\nabc123 Mend the gate\n' +
      'What was to be made of it needs a language model, and none is connected: What did I do yesterday, in three lines?',
  );
});

test('a task about what is past is no question about reminders', async () => {
  expect(await answerTo('What did I do yesterday, in three lines?', cron)).toMatch(/needs a language model/u);
});
