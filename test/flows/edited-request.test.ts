// A person edits a request on the phone: what the earlier text had set changes, without a model, or the answer names what stays.
import {expect, onTestFinished, test} from 'vitest';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const ALICE = '22222222-2222-4222-8222-222222222222';

const startPhone = async () => {
  const home = tempDir();
  const phone = fakeChannel();
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE}`]}];
  const fixture = await openTestDaemon({home: home.path, channels: [phone], config: {users}});
  onTestFinished(async () => {
    await fixture[Symbol.asyncDispose]();
    home[Symbol.dispose]();
  });
  const answers = (): readonly string[] =>
    fixture.events.flatMap(event => (event.type === 'delivery.queued' ? [event.delivery.text] : []));
  const answer = async (act: () => Promise<unknown>): Promise<string> => {
    const before = answers().length;
    await act();
    await until('an answer', () => answers().length > before);
    return answers().at(-1) ?? '';
  };
  return {
    fixture,
    says: (text: string) => answer(() => phone.says(ALICE, text)),
    /** Edits the first message, or another one. */
    edits: (text: string, of = 1) => answer(() => phone.changes(ALICE, {of, text})),
    deletes: (of = 1) => answer(() => phone.changes(ALICE, {of})),
    reminders: async () =>
      (await fixture.call('reminder.list', {state: 'pending'})).reminders.map(
        ({fireAt, message}) => `${fireAt} ${message}`,
      ),
  };
};

test('another time in an edit moves the reminder; a second edit moves it again', async () => {
  const phone = await startPhone();
  await phone.says('remind me tomorrow at 9 to call mum');
  expect(await phone.edits('remind me tomorrow at 7 to call mum')).toContain('tomorrow at 07:00');
  expect(await phone.edits('remind me tomorrow at 8 to call mum')).toContain('tomorrow at 08:00');
  expect(await phone.reminders()).toEqual([expect.stringMatching(/T07:00.* call mum$/u)]);
});

test.each([
  ['remind me every day at 9 to stretch', 'remind me every day at 7 to stretch', /^I moved|every day at 07:00/u],
  ['remind me tomorrow at 9 to stretch', 'remind me every day at 7 to stretch', /every day at 07:00/u],
  ['remind me every day at 9 to stretch', 'remind me tomorrow at 7 to stretch', /tomorrow at 07:00/u],
])('"%s" edited to "%s" leaves one reminder', async (before, after, said) => {
  const phone = await startPhone();
  await phone.says(before);
  expect(await phone.edits(after)).toMatch(said);
  expect(await phone.reminders()).toHaveLength(1);
});

test('an edit that sets several reminders replaces the earlier ones', async () => {
  const phone = await startPhone();
  await phone.says('remind me to stretch in an hour and again in two hours');
  await phone.edits('remind me tomorrow at 7 to stretch');
  expect(await phone.reminders()).toEqual([expect.stringContaining('T06:00')]);
});

test('an ambiguous time in an edit is asked about, and the answer moves the reminder', async () => {
  const phone = await startPhone();
  await phone.says('remind me tomorrow at 9 to call Bob');
  expect(await phone.edits('remind me at 8 to call Bob')).toMatch(/^Do you mean .+\?$/u);
  await phone.says('tomorrow');
  expect(await phone.reminders()).toEqual([expect.stringContaining('T07:00')]);
});

test('an edit that sets nothing names the reminder that stays and how to cancel it', async () => {
  const phone = await startPhone();
  await phone.says('remind me tomorrow at 9 to call mum');
  expect(await phone.edits('never mind')).toContain(
    'The reminder from your earlier text stays: "call mum", tomorrow at 09:00 CET. To cancel it: "cancel call mum".',
  );
  await phone.says('cancel call mum');
  expect(await phone.reminders()).toEqual([]);
});

test('another schedule in an edit changes the job', async () => {
  const phone = await startPhone();
  await phone.says('make a job that says good morning every weekday at 8');
  expect(await phone.edits('make a job that says good morning every weekday at 7')).toMatch(/^Changed the job /u);
  const {jobs} = await phone.fixture.call('cron.list', {});
  expect(jobs).toHaveLength(1);
  expect(jobs[0]?.cron).toBe('0 7 * * 1-5');
});

test('an edit or a deletion that leaves a job names it', async () => {
  const phone = await startPhone();
  await phone.says('make a job that says good morning every weekday at 8');
  const {jobs} = await phone.fixture.call('cron.list', {});
  const name = jobs[0]?.name ?? '';
  expect(await phone.edits('thanks')).toContain(
    `The job from your earlier text stays: ${name}. To delete it: "delete job ${name}".`,
  );
  expect(await phone.deletes()).toBe(`You deleted a message. What it set stays: the job "${name}".`);
});
