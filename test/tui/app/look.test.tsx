import {expect, test} from 'vitest';
import {SECOND} from '../../../src/shared/time/time.ts';
import {KEYS, memoryFiles, openTestApp} from '../../support/render-app.tsx';

const FOREIGN = /[^\x00-\x7e]/u;

test.each([
  {columns: 80, rows: 24},
  {columns: 140, rows: 40},
  {columns: 40, rows: 15},
])('without UTF-8 the whole screen is ASCII ($columns x $rows)', async size => {
  await using app = await openTestApp({...size, env: {LANG: 'C'}});
  app.gateway.reminds({});
  app.gateway.says('A list:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted');
  app.gateway.turnStarts('turn_1');
  app.gateway.delta({turnId: 'turn_1', text: 'writing', offset: 0});
  expect(await app.frame()).not.toMatch(FOREIGN);
  for (const keys of [[KEYS.ctrl('p')], [KEYS.esc, '?'], [KEYS.esc, '/status', KEYS.enter]]) {
    await app.type(...keys);
    expect(await app.frame()).not.toMatch(FOREIGN);
  }
});

test('a theme is chosen by name, immediately and for the next start', async () => {
  const files = memoryFiles();
  const app = await openTestApp({files});
  await app.type('/theme mono ascii', KEYS.enter);
  const screen = await app.frame(SECOND);
  expect(screen).toContain('Theme mono, symbols ascii');
  expect(screen).not.toMatch(FOREIGN);
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({files});
  expect(next.state().ui.look).toEqual({theme: 'mono', glyphs: 'ascii'});
  expect(await next.frame()).not.toMatch(FOREIGN);
  await next.type('/theme auto', KEYS.enter);
  expect(await next.frame()).toContain('● live');
});

test('an unknown theme is reported, and the draft stays', async () => {
  await using app = await openTestApp();
  await app.type('/theme pink', KEYS.enter);
  const screen = await app.frame();
  expect(screen).toContain('Unknown theme pink. Use one of auto, dark');
  expect(screen).toContain('> /theme pink');
});

test('/theme alone lists the themes: the selected one is on at once, Esc restores, Enter keeps', async () => {
  await using app = await openTestApp({env: {LANG: 'C.UTF-8', COLORTERM: 'truecolor', COLORFGBG: '15;0'}});
  const VIOLET = /\x1b\[38;2;180;161;255m/u;
  const painted = async (ms = 100): Promise<string> => {
    const from = app.terminal.written.length;
    await app.frame(ms);
    return app.terminal.written.slice(from);
  };
  await app.type('/theme', KEYS.enter);
  expect(await app.frame()).toMatch(/themes[\s\S]*> auto +the terminal's own colours[\s\S]*dusk +violet/u);
  let from = app.terminal.written.length;
  await app.type('dus');
  await painted();
  expect(app.terminal.written.slice(from)).toMatch(VIOLET);
  await app.type(KEYS.esc);
  await painted(SECOND);
  from = app.terminal.written.length;
  await app.type('/theme', KEYS.enter, KEYS.down, KEYS.down);
  expect(await app.frame()).toContain('> light');
  await app.type(KEYS.esc);
  await app.frame(SECOND);
  expect(app.terminal.written.slice(from)).not.toMatch(VIOLET);
  await app.type('/theme', KEYS.enter, 'dusk', KEYS.enter);
  expect(await app.frame()).toContain('Theme dusk.');
});
