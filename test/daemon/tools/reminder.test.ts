import {expect, test} from 'vitest';
import {createReminderTool, type ReminderActions} from '../../../src/daemon/tools/reminder.ts';
import type {Reminder} from '../../../src/shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
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

const pills: Reminder = {
  ...dentist,
  id: 'rem_pills',
  message: 'pills',
  repeat: {rule: 'FREQ=DAILY', words: 'every day at 15:00', zone: 'Europe/Berlin', start: '2026-11-22T15:00:00'},
  next: [0, 1, 2, 3].map(day => dentist.fireAt + day * 86_400_000),
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
      note('set', {
        ...(order.repeat === undefined ? dentist : pills),
        message: order.message,
        mode: order.mode,
        on: order.on,
        once: order.once === false || order.on === undefined ? undefined : true,
      })({
        ...order,
        user: by.user,
      }),
    list: async () => reminders,
    cancel: note('cancel', {...dentist, state: 'cancelled'}),
    snooze: note('snooze', {...dentist, fireAt: dentist.fireAt + 600_000}),
    done: note('done', {...dentist, state: 'done'}),
    edit: note('edit', {...dentist, mode: 'verbatim'}),
    skip: note('skip', pills),
    pause: note('pause', {...pills, paused: true}),
    resume: note('resume', pills),
    undo: note('undo', pills),
  };
  const tool = createReminderTool({
    actions,
    formatMoment: (at, zone) => `${new Date(at).getUTCHours()} o'clock (UTC) in ${zone}`,
  });
  return {done, tool, use: (input: unknown, context = toolContext()) => tool.run(input, context)};
};

test('the reminder tool needs inner trust and describes the rules of a good reminder', () => {
  const {tool} = open();
  expect(tool.spec.name).toBe('reminder');
  expect(tool.needs).toBe('inner');
  expect(tool.spec.description).toContain('confirm you have a concrete execution plan');
  expect(tool.spec.description).toContain('as self-contained as possible');
});

test('setting a reminder answers with the instant, the time in words, the targets and the mode', async () => {
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

test('a recurrence needs no time beside it, and is said back with the next three dates', async () => {
  const {use, done} = open();
  const output = await use({action: 'set', repeat: 'every day at 3pm', message: 'pills', mode: 'verbatim', until: ''});
  expect(done).toEqual([['set', {repeat: 'every day at 3pm', message: 'pills', mode: 'verbatim', user: 'alice'}]]);
  const date = "14 o'clock (UTC) in Europe/Berlin";
  expect(output.text).toBe(
    `Reminder scheduled (id: rem_pills) for every day at 15:00 in Europe/Berlin, first 2026-11-22T14:00:00.000Z = ${date}. ` +
      `Next: ${date}; ${date}; ${date}. Delivered to: signal:alice-uuid, terminal:default. Mode: verbatim (word for word).`,
  );
});

test('an event needs no time, is said back, and its parts must fit together', async () => {
  const {done, use} = open();
  const on = {kind: 'message', from: 'bob', words: 'launch'} as const;
  const set = await use({action: 'set', on, once: false, message: 'look', mode: 'verbatim'});
  expect(set).toMatchObject({ok: true});
  expect(set.text).toContain('it rings every time bob mentions "launch". At most every 10 minutes');
  expect(done).toMatchObject([['set', {on, once: false}]]);
  const job = await use({action: 'set', on: {kind: 'run', name: 'backup', status: 'failed'}, message: 'look'});
  expect(job.text).toContain('it rings when backup fails.');
  expect(await use({action: 'set', on: {kind: 'run', from: 'bob'}, message: 'look'})).toMatchObject({ok: false});
  const listed = await open([{...dentist, on, once: true}]).use({action: 'list'});
  expect(listed.text).toBe('- [rem_abc123] when bob mentions "launch" → "Remind the user to call the dentist."');
});

test('an occurrence is skipped, a series paused and resumed, and the last change undone', async () => {
  const {use, done} = open();
  expect((await use({action: 'skip', id: 'rem_pills', time: '2026-11-23T15:00:00+01:00'})).text).toContain('Next:');
  expect((await use({action: 'pause', id: 'rem_pills'})).text).toBe('Reminder rem_pills paused: "pills"');
  expect((await use({action: 'resume', id: 'rem_pills'})).text).toContain('resumed');
  expect((await use({action: 'undo'})).text).toContain('before the last change');
  await use({action: 'edit', id: 'rem_pills', when: '9am', scope: 'this'});
  expect(done).toEqual([
    ['skip', 'rem_pills', '2026-11-23T15:00:00+01:00'],
    ['pause', 'rem_pills', undefined],
    ['resume', 'rem_pills'],
    ['undo'],
    ['edit', 'rem_pills', {when: '9am', scope: 'this'}],
  ]);
});

test('phrases and local times pass unchanged, and a verbatim message byte for byte', async () => {
  const {use, done} = open();
  const output = await use({action: 'set', when: 'tomorrow at 3pm', message: '  Tee trinken ☕\n', mode: 'verbatim'});
  await use({action: 'set', time: '2026-11-22T15:00', message: 'x', when: ''});
  expect(output.text).toContain('Mode: verbatim (word for word).');
  expect(done).toEqual([
    ['set', {when: 'tomorrow at 3pm', message: '  Tee trinken ☕\n', mode: 'verbatim', user: 'alice'}],
    ['set', {at: '2026-11-22T15:00', message: 'x', mode: 'agent', user: 'alice'}],
  ]);
});

test('the list has one machine-readable line per reminder, even for a message of several lines', async () => {
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

test("another user's reminders are never listed, even if the service returns them", async () => {
  const {use} = open([{...dentist, user: 'bob'}]);
  expect((await use({action: 'list'})).text).toBe('No pending reminders.');
  expect((await use({action: 'list'}, toolContext({user: 'bob', trust: 'inner'}))).text).toMatch(LIST_LINE);
});

test('a recently fired reminder is listed separately, so that it can be snoozed', async () => {
  const {text} = await open([{...dentist, state: 'fired'}]).use({action: 'list'});
  const lines = text.split('\n');
  expect(lines[0]).toBe('No pending reminders.');
  expect(lines.some(line => LIST_LINE.test(line))).toBe(false);
  expect(lines.at(-1)).toContain('rem_abc123 fired for 2026-11-22T14:00:00.000Z');
});

test('a very long list says how many more there are', async () => {
  const many = Array.from({length: 130}, (_, index) => ({...dentist, id: `rem_${index}` as const}));
  const lines = (await open(many).use({action: 'list'})).text.split('\n');
  expect(lines).toHaveLength(101);
  expect(lines.at(-1)).toBe('… and 30 more, later than these.');
});

test('cancel, snooze, done and edit each answer with the result', async () => {
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
  [{action: 'edit', id: 'rem_1'}, 'Say what to change: "time", "when" or "repeat", "by", "message" or "mode".'],
  [{action: 'postpone'}, '"action" must be one of set, list, cancel, snooze, done, edit, skip, pause, resume, undo.'],
  [{action: 'set', when: 'x', message: 'x', recurs: 'daily'}, 'reminder has no argument "recurs".'],
])('%j is refused with a sentence, and nothing is done', async (input, sentence) => {
  const {use, done} = open();
  expect(await use(input)).toEqual({ok: false, text: sentence});
  expect(done).toEqual([]);
});

test('a refusal of the reminder service keeps its own sentence', async () => {
  const refuse = (): never => {
    throw new GatewayError('not_found', 'No reminder rem_9.');
  };
  const actions = {
    set: refuse,
    list: refuse,
    cancel: refuse,
    snooze: refuse,
    done: refuse,
    edit: refuse,
    skip: refuse,
    pause: refuse,
    resume: refuse,
    undo: refuse,
  };
  const tool = createReminderTool({actions, formatMoment: () => ''});
  const output = await tool.run({action: 'cancel', id: 'rem_9'}, toolContext());
  expect(output).toEqual({ok: false, text: 'No reminder rem_9.'});
});

test('a call is summarized by action, reminder, time and message', () => {
  const {tool} = open();
  expect(tool.summarize({action: 'set', when: 'tomorrow 9am', message: 'call\nthe dentist'})).toBe(
    'set tomorrow 9am call the dentist',
  );
  expect(tool.summarize({action: 'cancel', id: 'rem_1'})).toBe('cancel rem_1');
  const at = (time: string): string => tool.summarize({action: 'set', time, message: 'tea'});
  expect(at('2026-11-27T09:00:00')).toBe('set 2026-11-27 09:00 tea');
  expect(at('2026-11-27T08:00:00.000Z')).toBe('set 2026-11-27 08:00 UTC tea');
  expect(at('2026-11-27T09:00+01:00')).toBe('set 2026-11-27 09:00 UTC+01:00 tea');
});

test('a call about a known reminder shows its text, not its id', () => {
  const refuse = (): never => {
    throw new GatewayError('not_found', 'There is none.');
  };
  const actions = {
    set: refuse,
    list: refuse,
    cancel: refuse,
    snooze: refuse,
    done: refuse,
    edit: refuse,
    skip: refuse,
    pause: refuse,
    resume: refuse,
    undo: refuse,
  };
  const messageOf = (id: string): string | undefined => (id === 'rem_1' ? 'stretch' : undefined);
  const tool = createReminderTool({actions, formatMoment: () => '', messageOf});
  expect(tool.summarize({action: 'snooze', id: 'rem_1', time: '10 minutes'})).toBe('snooze "stretch" 10 minutes');
  expect(tool.summarize({action: 'snooze', id: 'rem_2', time: '10 minutes'})).toBe('snooze rem_2 10 minutes');
});
