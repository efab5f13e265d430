// Rare states, which are explained in words.
import {expect, test} from 'vitest';
import {HOUR} from '../../../src/shared/time/time.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('zen mode shows only text from the first column, without panes, lines and times, and can be left', async () => {
  await using app = await openTestApp({columns: 140, rows: 40});
  app.gateway.says('what is **left**?', {role: 'user', source: {kind: 'user'}, turnId: 'turn_1'});
  app.gateway.says('Three things:\n\n- the dentist', {turnId: 'turn_1'});
  expect(await app.frame()).toContain('ACTIVITY');
  await app.type(KEYS.alt('z'));
  const zen = await app.frame();
  expect(zen).not.toContain('ACTIVITY');
  expect(zen).not.toMatch(/\d\d:\d\d (?:you|rooster)/u);
  expect(zen).not.toContain('───');
  const rows = zen.split('\n');
  expect(rows).toContain('you');
  expect(rows).toContain('what is **left**?');
  expect(rows).toContain('Three things:');
  await app.type(KEYS.alt('z'));
  expect(await app.frame()).toContain('ACTIVITY');
});

test('an event of a newer daemon shows its type, and its details as sent', async () => {
  await using app = await openTestApp();
  app.gateway.emit({type: 'mood.changed', mood: 'sunny'} as never);
  await app.frame();
  await app.type('\x1b5');
  expect(await app.frame()).toContain('? mood.changed');
  await app.type('\r');
  expect(await app.frame()).toContain('"mood": "sunny"');
});

test('when the clock was set back, a line between the times shows it', async () => {
  await using app = await openTestApp();
  const now = app.clock.now();
  app.gateway.says('before', {at: now});
  app.gateway.says('after', {at: now - 2 * HOUR});
  expect(await app.frame()).toMatch(/before\n[^\n]*the clock was set back by 2 h/u);
});

test('a text of thousands of lines shows its beginning, and Alt+Enter reads the rest', async () => {
  await using app = await openTestApp();
  const lines = Array.from({length: 4_012}, (_, index) => `line ${index + 1}`).join('\n');
  app.gateway.says(lines, {role: 'user', source: {kind: 'user'}});
  const screen = await app.frame();
  expect(screen).toContain('line 8');
  expect(screen).toContain('… 4,004 more rows: Ctrl+↑, then Alt+Enter');
  await app.type(KEYS.select, KEYS.altEnter, 'G');
  expect(await app.frame()).toContain('line 4012');
});

test('a failed turn says why and how to ask again, and Alt+T asks again', async () => {
  await using app = await openTestApp();
  app.gateway.says('hello?', {role: 'user', source: {kind: 'user'}, turnId: 'turn_1'});
  app.gateway.turnStarts('turn_1');
  app.gateway.turnEnds('turn_1', {outcome: 'failed', error: 'the model is not reached'});
  const screen = await app.frame();
  expect(screen).toContain('! failed: the model is not reached');
  expect(screen).toContain('press Ctrl+↑, then Alt+T to ask again');
  await app.type(KEYS.select, KEYS.alt('t'));
  await app.frame();
  expect(app.gateway.callsOf('session.send').at(-1)).toMatchObject({text: 'hello?'});
});

test('at 40 columns the reader shows its position, and both ends of its text', async () => {
  await using app = await openTestApp({columns: 40, rows: 15});
  app.gateway.says(Array.from({length: 60}, (_, index) => `line ${index}`).join('\n'), {
    id: 'msg_0123456789abcdefghijklmnop' as never,
  });
  await app.frame();
  await app.type(KEYS.select, KEYS.altEnter);
  const [, title = ''] = (await app.frame()).split('\n');
  expect(title).toMatch(/── message .*…\w+, \d+\/\d+/u);
});

test('the header shows another terminal on the same daemon until it leaves', async () => {
  await using app = await openTestApp({columns: 100});
  await app.frame();
  app.gateway.counts(2);
  expect((await app.frame()).split('\n')[0]).toContain('2 clients');
  app.gateway.counts(1);
  expect((await app.frame()).split('\n')[0]).not.toContain('client');
});
