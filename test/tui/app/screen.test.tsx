import {expect, test} from 'vitest';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test("the first frame starts at the top left, wherever the shell's cursor was", async () => {
  await using app = await openTestApp({before: 'a line\n$ rooster some words'});
  const [header] = (await app.frame()).split('\n');
  expect(header).toMatch(/^ rooster ● live/u);
});

test('when nothing changes nothing is written, and no timer runs', async () => {
  await using app = await openTestApp();
  app.gateway.says('hello');
  await app.frame(MINUTE);
  const before = app.terminal.written.length;
  await app.frame(60 * MINUTE);
  expect(app.terminal.written.length - before).toBe(0);
  expect(app.clock.timers).toBe(0);
});

test('a countdown of hours wakes once a minute, and writes only the change', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'later', fireAt: app.clock.now() + 180 * MINUTE + 30_000});
  await app.frame(MINUTE);
  const before = app.terminal.written.length;
  let wakes = 0;
  for (let second = 0; second < 300; second += 1) {
    const {now} = app.state().ui;
    await app.clock.advance(1_000);
    if (app.state().ui.now !== now) wakes += 1;
  }
  await app.frame(0);
  expect(wakes).toBe(5);
  expect(app.terminal.written.length - before).toBeLessThan(5 * 300);
});

test("the terminal's modes are set at the start and reset at the end", async () => {
  const app = await openTestApp();
  expect(app.terminal).toMatchObject({alternate: true, raw: true, autowrap: false, bracketedPaste: true});
  await app.type(KEYS.ctrl('d'));
  expect(app.left()).toBe(true);
  await app[Symbol.asyncDispose]();
  expect(app.terminal).toMatchObject({alternate: false, raw: false});
  expect(app.terminal.written).toMatch(/\x1b\[\?7h.*\x1b\[\?25h/u);
});

test('while suspended the terminal belongs to the shell, and afterwards the screen is back', async () => {
  const during: {readonly raw: boolean; readonly written: string}[] = [];
  await using app = await openTestApp({suspend: ({raw, written}) => during.push({raw, written})});
  await app.type('draft');
  const before = await app.frame();
  await app.type(KEYS.ctrl('z'));
  expect(during).toHaveLength(1);
  expect(during[0]?.raw).toBe(false);
  expect(during[0]?.written).toMatch(/\x1b\[\?7h.*\x1b\[\?1049l/su);
  expect(await app.frame()).toBe(before);
  expect(app.terminal).toMatchObject({alternate: true, raw: true, autowrap: false, bracketedPaste: true});
});

test('Ctrl+D quits only with an empty draft, Ctrl+C when pressed twice', async () => {
  await using app = await openTestApp();
  await app.type('text', KEYS.ctrl('d'));
  expect(app.left()).toBe(false);
  await app.type(KEYS.ctrl('c'), KEYS.ctrl('c'));
  expect(await app.frame()).toContain('^C again to quit');
  await app.type('x', KEYS.backspace, KEYS.ctrl('c'));
  expect(app.left()).toBe(false);
  await app.type(KEYS.ctrl('c'));
  expect(app.left()).toBe(true);
});

test('a terminal that closes ends the program', async () => {
  await using app = await openTestApp();
  app.terminal.stdin.emit('end');
  await app.frame(0);
  expect(app.left()).toBe(true);
});

test('without colours everything is distinguishable by text, marks, bold and inverse', async () => {
  await using app = await openTestApp({env: {NO_COLOR: '1'}});
  app.gateway.turnStarts('turn_1');
  app.gateway.turnEnds('turn_1', {outcome: 'failed', error: 'No answer.'});
  app.gateway.says('x', {turnId: 'turn_1'});
  await app.type(KEYS.ctrl('p'));
  await app.frame();
  const colours = /\x1b\[(?:3[0-7]|38|4[0-7]|48|9[0-7])[;m]/u;
  expect(app.terminal.written).not.toMatch(colours);
  expect(app.terminal.written).toContain('\x1b[7m');
});

test('a screen that is too small asks for more room, and everything returns when it grows', async () => {
  await using app = await openTestApp();
  await app.type('draft');
  app.terminal.resize(15, 4);
  expect((await app.frame()).trim()).toBe('terminal too s…');
  app.terminal.resize(80, 24);
  expect(await app.frame()).toContain(' > draft');
});

test('a narrow screen has no column of times, and nothing is cut off', async () => {
  await using app = await openTestApp({columns: 40, rows: 15});
  app.gateway.says('a somewhat longer answer that has to be wrapped');
  const screen = await app.frame();
  expect(screen).toMatch(/─ 11:00 ─/u);
  expect(screen).toMatch(/roost a somewhat longer answer that/u);
  expect(screen.split('\n').filter(row => row.length > 40)).toEqual([]);
  expect(screen.split('\n')).toHaveLength(15);
});

test('a wide screen shows upcoming events, past runs and the agent, and lists conversations from three on', async () => {
  await using app = await openTestApp({columns: 140, rows: 40});
  app.gateway.session({key: 'rooster:dm:signal:bob', title: 'Bob', unread: 2});
  app.gateway.reminds({message: 'call the dentist'});
  const few = await app.frame(5_000);
  expect(few).not.toContain('CONVERSATIONS');
  expect(few).toMatch(/│ AGENT[^\n]*\n[^\n]*│ {2}now +idle\n/u);
  app.gateway.session({key: 'rooster:chat:tax', title: 'tax letter'});
  const screen = await app.frame(5_000);
  expect(screen).toMatch(/CONVERSATIONS +3 │/u);
  expect(screen).toMatch(/ {2}Bob +2 ▪ │/u);
  expect(screen).toMatch(/│ ◷ call the dentist {2}11:0\d/u);
  expect(screen).toMatch(/│ ACTIVITY/u);
});

test('help lists every key and every command', async () => {
  await using app = await openTestApp({columns: 100, rows: 300});
  await app.type('/help', KEYS.enter);
  const screen = await app.frame();
  for (const words of ['Writing', 'stop the running turn', '/remind WHEN TEXT', 'redraw the screen', '^J Alt+Enter']) {
    expect(screen).toContain(words);
  }
});

test('Ctrl+L redraws everything over the output of another program', async () => {
  await using app = await openTestApp();
  const before = await app.frame();
  app.terminal.stdout.write('\x1b[5;5Hstray output of a library\n\n\n');
  expect(await app.frame()).not.toBe(before);
  await app.type(KEYS.ctrl('l'));
  expect(await app.frame()).toBe(before);
});

test('the initial conversation can be named', async () => {
  const app = await openTestApp();
  app.gateway.session({key: 'rooster:dm:signal:bob', title: 'Bob'});
  await using named = await openTestApp({gateway: app.gateway, clock: app.clock, session: 'rooster:dm:signal:bob'});
  expect(await named.frame()).toContain('to Bob');
  await using unknown = await openTestApp({gateway: app.gateway, clock: app.clock, session: 'nobody'});
  expect(await unknown.frame()).toContain('No conversation "nobody"');
  await app[Symbol.asyncDispose]();
});

test("the daemon's status fits an ordinary screen", async () => {
  await using app = await openTestApp();
  await app.type('/status', KEYS.enter);
  const screen = await app.frame();
  expect(screen).toContain('── status ──');
  for (const words of ['live, 1 client', 'offline, ready', '0 reminders, 0 deliveries, 0 failed', '/s'])
    expect(screen).toContain(words);
});
