import {expect, test} from 'vitest';
import type {TraceStep} from '../../../src/shared/records/trace.ts';
import {SECOND} from '../../../src/shared/time/time.ts';
import {whyShown} from '../../../src/tui/commands/overlays/why.ts';
import {rowText, rowWidth} from '../../../src/tui/text/row.ts';
import {drawnIn} from '../../support/overlay-room.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

const trace = (at: number): readonly TraceStep[] => [
  {at, kind: 'run', id: 'run_1', what: 'cron standup was due (30 7 * * 1-5)'},
  {at: at + SECOND, kind: 'run', id: 'run_1', what: 'fired in rooster:cron:standup'},
  {at: at + 2 * SECOND, kind: 'turn', id: 'turn_1', what: 'turn began', trust: 'full'},
  {
    at: at + 3 * SECOND,
    kind: 'message',
    id: 'msg_2',
    what: 'Mallory wrote "now!"',
    trust: 'familiar',
    detail: 'now!\nat once',
  },
  {at: at + 4 * SECOND, kind: 'delivery', id: 'dlv_1', what: 'accepted for signal:alice'},
];

test('w shows what led to a message: numbered steps, instants, untrusted origins', async () => {
  await using app = await openTestApp();
  const message = app.gateway.says('Morning.');
  app.gateway.tells(message.id, trace(app.clock.now()));
  await app.frame();
  await app.type(KEYS.select, KEYS.alt('w'));
  const screen = await app.frame();
  expect(screen).toMatch(/> 1 {2}run +run_1/u);
  expect(screen).toMatch(/│ +\d\d:\d\d:01 {2}fired in rooster:cron:standup/u);
  expect(screen).toContain('[familiar, not trusted]');
  expect(screen).toContain('from step 3 on, untrusted input is involved');
  await app.type('3', KEYS.enter);
  expect(await app.frame()).toMatch(/message msg_2.*at once/su);
  await app.type(KEYS.esc, 'y');
  await app.frame();
  expect(app.saw.copied[0]).toMatch(/^why msg_.*1\. run run_1.*4\. delivery dlv_1/su);
  app.gateway.tells('msg_2', trace(app.clock.now()).slice(0, 1));
  await app.type('w');
  expect(await app.frame()).toContain('why msg_2');
  // Two traces, the sentence of the copy, and then the selection itself.
  await app.type(KEYS.esc, KEYS.esc, KEYS.esc, KEYS.esc);
  expect(app.state().ui.browse).toBeUndefined();
});

test('an unknown id gives a sentence, and /why asks by an id', async () => {
  await using app = await openTestApp();
  await app.type('/why rem_9', KEYS.enter);
  expect(await app.frame()).toContain('No record of "rem_9".');
  await app.type(KEYS.esc);
  await app.type('/why', KEYS.enter);
  expect(await app.frame()).toContain('No answers here yet');
});

test('a trace fits any screen, and the selected step is visible', () => {
  const steps = Array.from(
    {length: 12},
    (_, index): TraceStep => ({
      at: index * 90_000_000,
      kind: 'message',
      id: `msg_${index}`,
      what: `step ${index} ${'with many words '.repeat(20)}`,
      trust: 'public',
    }),
  );
  for (const cells of [20, 39, 79, 139]) {
    for (let index = 0; index < steps.length; index += 1) {
      const rows = drawnIn(cells, 16, room => whyShown({title: 'msg_1', steps, index}, 0, room)).rows;
      expect(rows).toHaveLength(16);
      for (const row of rows) expect(rowWidth(row)).toBe(cells + 2);
      expect(rows.map(rowText).join('\n')).toContain(`>${String(index + 1).padStart(2)}`);
    }
  }
});

test('a sent message is found by a few letters, and goes into the draft', async () => {
  await using app = await openTestApp();
  for (const text of ['call Bob', 'buy tea', 'TEA and cake']) await app.type(text, KEYS.enter);
  await app.type(KEYS.ctrl('r'), 'tea');
  expect(await app.frame()).toMatch(/buy tea.*\n.*│ > TEA and cake/su);
  await app.type(KEYS.up, KEYS.enter);
  expect(await app.frame()).toContain(' > buy tea');
  expect(app.gateway.callsOf('session.send')).toHaveLength(3);
});

test('the draft opens in an editor and returns unsent', async () => {
  await using app = await openTestApp();
  app.saw.edit = text => `${text}\nand more`;
  await app.type('a draft', KEYS.ctrl('g'));
  await app.frame();
  expect(await app.frame()).toMatch(/> a draft\n +and more/u);
  expect(app.gateway.callsOf('session.send')).toEqual([]);
});

test('an answer, its code, and the whole conversation are copied as written', async () => {
  await using app = await openTestApp();
  app.gateway.says('hello', {role: 'user', source: {kind: 'user', name: 'alice', channel: 'terminal'}});
  app.gateway.says('Try this:\n\n```sh\nls -la\n```\n');
  await app.frame();
  await app.type('/copy', KEYS.enter, '/copy code', KEYS.enter, '/export', KEYS.enter);
  await app.frame();
  await app.frame();
  expect(app.saw.copied).toEqual(['Try this:\n\n```sh\nls -la\n```\n', 'ls -la']);
  expect(app.saw.saved[0]?.name).toBe('rooster-main.md');
  expect(app.saw.saved[0]?.text).toMatch(/^# main.*\*\*you\*\* \d\d:\d\d\n\nhello\n\n\*\*rooster\*\*/su);
  expect(await app.frame()).toContain('Saved 2 messages to /tmp/rooster-main.md');
});

test('keys pressed before the trace arrives do not suppress it', async () => {
  await using app = await openTestApp();
  const message = app.gateway.says('Morning.');
  app.gateway.tells(message.id, trace(app.clock.now()));
  await app.frame();
  await app.type(KEYS.select);
  await app.type(KEYS.alt('w'), ' ');
  expect(await app.frame()).toContain('fired in rooster:cron:standup');
});

test('/why accepts a word of a reminder, and lists the matches', async () => {
  await using app = await openTestApp();
  const stretch = {...app.gateway.reminds({message: 'stretch your legs'})};
  const bob = {...stretch, id: 'rem_b' as const, message: 'call Bob'};
  app.gateway.hides(0, [stretch, bob, {...bob, id: 'rem_c', message: 'call Bobby'}]);
  app.gateway.tells(stretch.id, [{at: app.clock.now(), kind: 'reminder', id: stretch.id, what: 'set by hand'}]);
  await app.type('/why stretch', KEYS.enter);
  expect(await app.frame()).toContain('set by hand');
  await app.type(KEYS.esc, '/why call', KEYS.enter);
  expect(await app.frame()).toContain('"call" matches 2: "call Bob", "call Bobby"');
});
