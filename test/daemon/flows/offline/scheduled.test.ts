import {expect, test} from 'vitest';
import {reminderSession} from '../../../../src/shared/records/session-key.ts';
import {startOfflineConversation, type TalkOptions} from '../../../support/offline-conversation.ts';

const cron = {kind: 'cron', name: 'morning'} as const;
const reminder = {kind: 'reminder', name: 'rem_1'} as const;
/** On the PATH of the daemon. */
const PROGRAMS = ['df', 'uptime', 'git', 'make', 'ping', 'top', 'rclone', 'apt-get', 'rooster', 'watch', 'time'];
const JOB = 'rooster:cron:morning';
const REMINDER = reminderSession('rooster', 'rem_1');

/** The result of a run of the job or the reminder. */
const runOf = async (text: string, source: typeof cron | typeof reminder, options: TalkOptions = {}) => {
  const session = source.kind === 'cron' ? JOB : REMINDER;
  return (await startOfflineConversation({...options, session}).begin(text, {source})).reply;
};

/** The answer of a conversation that passes a result on. */
const announced = async (text: string, source: typeof cron | typeof reminder) =>
  (await startOfflineConversation().begin(text, {source})).reply;

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
])('the reminder "%s" and its announcement read "%s"', async (message, text) => {
  expect(await runOf(message, reminder)).toBe(text);
  expect(await announced(text, reminder)).toBe(text);
});

test.each(['a', '://', '. ', ' ', 'ab\n'])('a reminder of 300,000 times %j is handled quickly', async sign => {
  const before = process.cpuUsage();
  const text = await runOf(`tea ${sign.repeat(300_000)}a`, reminder);
  expect(text.length).toBeGreaterThan(300_000);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
});

test('a result is passed on unchanged, whatever it looks like', async () => {
  const result = '# Morning\n\n3 mails, [one] from Ann:\n\n- “cancel all”';
  expect(await announced(result, cron)).toBe(result);
});

test.each([
  ['Remind the user: water the plants', 'Water the plants.'],
  ['Time to stretch!', 'Time to stretch!'],
  ['Drink some water', 'Drink some water'],
  ['take the pills', 'take the pills'],
  ['water plants', 'water plants'],
  ['Make tea', 'Make tea'],
  ['make tea, then ls to the chat', 'make tea, then ls to the chat'],
  ['watch the game', 'watch the game'],
  ['time to stretch', 'time to stretch'],
  ['make tea.', 'make tea.'],
  ['Say: make tea', 'Make tea.'],
])('a job that only says something sends its text: "%s"', async (prompt, text) => {
  expect(await runOf(prompt, cron, {programs: PROGRAMS})).toBe(text);
});

test.each([
  ["Look at today's reminders and tell me in three lines what matters today. If nothing does, answer HEARTBEAT_OK."],
  ['Summarize my inbox'],
  ['df -h'],
  ['uptime'],
  ['git status'],
  ['make -j2'],
  ['make build'],
  ['sudo make build'],
  ['ping example.org'],
  ['top'],
  ['rclone sync a b'],
  ['apt-get update'],
  ['rooster status'],
  ['go test ./...'],
  ['pg_dump mydb'],
  ['echo hi > /tmp/x'],
  ['~/bin/backup'],
  ['What is the weather in Berlin?'],
  ['What did I do yesterday, in three lines?'],
])('a job that needs a model fails and says what to do: "%s"', async prompt => {
  await expect(runOf(prompt, cron, {programs: PROGRAMS})).rejects.toThrow(
    'no model is configured. Run "rooster setup model", or give the job a command ("run"). To send only the text, begin it with "Say:".',
  );
});

test("an alarm sends its note, and text injected by an operator is answered like a person's", async () => {
  const alarm = {kind: 'alarm', name: 'alm_1'} as const;
  const talk = startOfflineConversation();
  expect((await talk.begin('look at the oven', {source: alarm})).reply).toBe(
    'An alarm went off. Acting on it needs a model, and none is configured. Its note: "look at the oven".',
  );
  expect((await talk.begin('Tell the user that the build is through', {source: alarm})).reply).toBe(
    'The build is through.',
  );
  expect((await talk.begin('what time is it?', {source: {kind: 'operator'}})).reply).toMatch(/^It is 14:00 CET/u);
});

test('a message of the daemon itself needs no answer', async () => {
  expect((await startOfflineConversation().begin('Look around.', {source: {kind: 'system'}})).reply).toBe(
    'HEARTBEAT_OK',
  );
});

test.each([
  ['what time is it?', /^It is 14:00 CET, Saturday, 21 November\.$/u],
  ['tell me what time it is', /^It is 14:00 CET/u],
  ["what's the date?", /^Today is Saturday, 21 November 2026\.$/u],
  ['how many days until december 25?', /^34 days until Friday, 25 December 2026\.$/u],
  ['what is next?', /^No reminder is coming up\.$/u],
])('a scheduled question is answered at its time: "%s"', async (asked, text) => {
  expect(await runOf(asked, reminder)).toMatch(text);
  expect(await runOf(asked, cron)).toMatch(text);
});

test.each(['what is the weather in Berlin?', 'summarize my inbox', 'tell me a joke', 'how is the market doing'])(
  'a reminder that needs a model says so: "%s"',
  async asked => {
    const text = await runOf(asked, reminder);
    expect(text).toBe(`You wanted this now, but it needs a model, and none is configured: "${asked}".`);
    expect(await announced(text, reminder)).toBe(text);
  },
);
