import {expect, test} from 'vitest';
import {createReminderTool, type ReminderActions} from '../../../src/daemon/tools/reminder.ts';
import {GatewayError} from '../../../src/shared/records/gateway-error.ts';
import type {Reminder} from '../../../src/shared/records/jobs.ts';
import {toolContext} from '../../support/tool-context.ts';

const LIST_LINE = /^- \[(rem_\w+)\] (\S+) \((.*?)\) → "(.*)"$/u;

const dentist: Reminder = {
  id: 'rem_abc123',
  fireAt: Date.UTC(2026, 10, 22, 14),
  message: 'Remind the user to call the dentist.',
  mode: 'agent',
  user: 'alice',
  delivery: ['signal:alice-uuid', 'terminal:default'],
  sourceSession: 'rooster:main',
  createdAt: Date.UTC(2026, 10, 21, 11),
  state: 'pending',
  zone: 'Europe/Berlin',
};

const open = (reminders: readonly Reminder[] = [dentist]) => {
  const done: unknown[] = [];
  const note =
    (deed: string, reminder: Reminder) =>
    async (...args: readonly unknown[]): Promise<Reminder> => {
      done.push([deed, ...args.filter(arg => !(typeof arg === 'object' && arg !== null && 'turnId' in arg))]);
      return reminder;
    };
  const actions: ReminderActions = {
    set: ({by, ...order}) =>
      note('set', {...dentist, message: order.message, mode: order.mode})({...order, user: by.user}),
    list: async () => reminders,
    cancel: note('cancel', {...dentist, state: 'cancelled'}),
    snooze: note('snooze', {...dentist, fireAt: dentist.fireAt + 600_000}),
    done: note('done', {...dentist, state: 'done'}),
    edit: note('edit', {...dentist, mode: 'verbatim'}),
  };
  const tool = createReminderTool({
    actions,
    formatIn: (at, zone) => `${new Date(at).getUTCHours()} o'clock (UTC) in ${zone}`,
  });
  return {done, tool, use: (input: unknown, context = toolContext()) => tool.run(input, context)};
};

test('it needs inner trust and describes the rules of a good reminder', () => {
  const {tool} = open();
  expect(tool.spec.name).toBe('reminder');
  expect(tool.needs).toBe('inner');
  expect(tool.spec.description).toContain('confirm you have a concrete execution plan');
  expect(tool.spec.description).toContain('as self-contained as possible');
});

test('setting one says the instant, what it is in words, where it goes and how', async () => {
  const {use, done} = open();
  const output = await use({action: 'set', time: '2026-11-22T15:00:00+01:00', message: 'call the dentist'});
  expect(output).toEqual({
    ok: true,
    text:
      "Reminder scheduled (id: rem_abc123) for 2026-11-22T14:00:00.000Z = 14 o'clock (UTC) in Europe/Berlin. " +
      'Delivered to: signal:alice-uuid, terminal:default. Mode: agent.',
  });
  expect(done).toEqual([
    ['set', {at: '2026-11-22T15:00:00+01:00', message: 'call the dentist', mode: 'agent', user: 'alice'}],
  ]);
});

test("people's words and a local time go on as they are, and a verbatim message byte for byte", async () => {
  const {use, done} = open();
  const output = await use({action: 'set', when: 'tomorrow at 3pm', message: '  Tee trinken ☕\n', mode: 'verbatim'});
  await use({action: 'set', time: '2026-11-22T15:00', message: 'x', when: ''});
  expect(output.text).toContain('Mode: verbatim (word for word).');
  expect(done).toEqual([
    ['set', {when: 'tomorrow at 3pm', message: '  Tee trinken ☕\n', mode: 'verbatim', user: 'alice'}],
    ['set', {at: '2026-11-22T15:00', message: 'x', mode: 'agent', user: 'alice'}],
  ]);
});

test('the list is one line a reminder that a program can read, also when a message has several lines', async () => {
  const tricky = {...dentist, id: 'rem_2' as const, message: 'Say "hi" (loudly) → "now"\n\nthen stop'};
  const {text} = await open([dentist, tricky]).use({action: 'list'});
  const lines = text.split('\n').map(line => LIST_LINE.exec(line)?.slice(1));
  expect(lines).toEqual([
    [
      'rem_abc123',
      '2026-11-22T14:00:00.000Z',
      "14 o'clock (UTC) in Europe/Berlin",
      'Remind the user to call the dentist.',
    ],
    ['rem_2', '2026-11-22T14:00:00.000Z', "14 o'clock (UTC) in Europe/Berlin", 'Say "hi" (loudly) → "now" then stop'],
  ]);
});

test('an empty list says so', async () => {
  expect(await open([]).use({action: 'list'})).toEqual({ok: true, text: 'No pending reminders.'});
});

test("another user's reminders are never listed, not even when they are handed over", async () => {
  const {use} = open([{...dentist, user: 'bob'}]);
  expect((await use({action: 'list'})).text).toBe('No pending reminders.');
  expect((await use({action: 'list'}, toolContext({user: 'bob', trust: 'inner'}))).text).toMatch(LIST_LINE);
});

test('one that fired lately is told apart, so that it can be snoozed', async () => {
  const {text} = await open([{...dentist, state: 'fired'}]).use({action: 'list'});
  const lines = text.split('\n');
  expect(lines[0]).toBe('No pending reminders.');
  expect(lines.some(line => LIST_LINE.test(line))).toBe(false);
  expect(lines.at(-1)).toContain('rem_abc123 fired for 2026-11-22T14:00:00.000Z');
});

test('a list of very many says how many more there are', async () => {
  const many = Array.from({length: 130}, (_, index) => ({...dentist, id: `rem_${index}` as const}));
  const lines = (await open(many).use({action: 'list'})).text.split('\n');
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toBe('… and 30 more, later than these.');
});

test('cancelling, snoozing, ending and changing one say what became of it', async () => {
  const {use, done} = open();
  const id = 'rem_abc123';
  expect((await use({action: 'cancel', id})).text).toBe(
    'Reminder rem_abc123 cancelled. It was: "Remind the user to call the dentist."',
  );
  expect((await use({action: 'snooze', id, when: '10m'})).text).toBe(
    "Reminder rem_abc123 snoozed until 2026-11-22T14:10:00.000Z = 14 o'clock (UTC) in Europe/Berlin. " +
      'Delivered to: signal:alice-uuid, terminal:default. Mode: agent.',
  );
  expect((await use({action: 'done', id})).text).toBe('Reminder rem_abc123 marked as done.');
  expect((await use({action: 'edit', id, mode: 'verbatim', time: '2026-11-22T14:00:00Z'})).text).toBe(
    "Reminder rem_abc123 changed: 2026-11-22T14:00:00.000Z = 14 o'clock (UTC) in Europe/Berlin → " +
      '"Remind the user to call the dentist." Delivered to: signal:alice-uuid, terminal:default. Mode: verbatim (word for word).',
  );
  expect(done).toEqual([
    ['cancel', id],
    ['snooze', id, {when: '10m'}],
    ['done', id],
    ['edit', id, {at: '2026-11-22T14:00:00Z', mode: 'verbatim'}],
  ]);
});

test.each([
  [{action: 'set', message: 'x'}, '"time" or "when" must be given for the action "set".'],
  [{action: 'set', time: ' ', message: 'x'}, '"time" or "when" must be given for the action "set".'],
  [{action: 'set', time: '2026-11-22T15:00', when: 'tomorrow', message: 'x'}, 'Give "time" or "when", not both.'],
  [{action: 'set', when: 'tomorrow'}, '"message" must be given for the action "set".'],
  [{action: 'set', when: 'tomorrow', message: '  '}, '"message" must be given for the action "set".'],
  [{action: 'snooze', id: 'rem_1'}, '"time" or "when" must be given for the action "snooze".'],
  [{action: 'cancel'}, '"id" must be given for the action "cancel".'],
  [{action: 'done', id: ''}, '"id" must be given for the action "done".'],
  [{action: 'edit', id: 'rem_1'}, 'Say what to change: "time" or "when", "message" or "mode".'],
  [{action: 'postpone'}, '"action" must be one of set, list, cancel, snooze, done, edit.'],
  [{action: 'set', when: 'x', message: 'x', repeat: 'daily'}, 'reminder has no argument "repeat".'],
])('%j is refused with a sentence, and nothing is done', async (input, sentence) => {
  const {use, done} = open();
  expect(await use(input)).toEqual({ok: false, text: sentence});
  expect(done).toEqual([]);
});

test('what the keeper of reminders refuses is told in its own words', async () => {
  const refuse = (): never => {
    throw new GatewayError('not_found', 'There is no reminder rem_9.');
  };
  const actions = {set: refuse, list: refuse, cancel: refuse, snooze: refuse, done: refuse, edit: refuse};
  const tool = createReminderTool({actions, formatIn: () => ''});
  const output = await tool.run({action: 'cancel', id: 'rem_9'}, toolContext());
  expect(output).toEqual({ok: false, text: 'There is no reminder rem_9.'});
});

test('a call is told by what it does, to which, when and what', () => {
  const {tool} = open();
  expect(tool.summarize({action: 'set', when: 'tomorrow 9am', message: 'call\nthe dentist'})).toBe(
    'set tomorrow 9am call the dentist',
  );
  expect(tool.summarize({action: 'cancel', id: 'rem_1'})).toBe('cancel rem_1');
});

test('a call about a reminder that is known names its words, not its id', () => {
  const refuse = (): never => {
    throw new GatewayError('not_found', 'There is none.');
  };
  const actions = {set: refuse, list: refuse, cancel: refuse, snooze: refuse, done: refuse, edit: refuse};
  const messageOf = (id: string): string | undefined => (id === 'rem_1' ? 'stretch' : undefined);
  const tool = createReminderTool({actions, formatIn: () => '', messageOf});
  expect(tool.summarize({action: 'snooze', id: 'rem_1', time: '10 minutes'})).toBe('snooze "stretch" 10 minutes');
  expect(tool.summarize({action: 'snooze', id: 'rem_2', time: '10 minutes'})).toBe('snooze rem_2 10 minutes');
});
