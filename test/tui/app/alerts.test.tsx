import {expect, test} from 'vitest';
import {HOUR, SECOND} from '../../../src/shared/time/time.ts';
import {MAIN} from '../../support/fake-gateway.ts';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

const BOB = 'rooster:dm:signal:bob';

const rings = (app: TestApp): number => app.terminal.written.split('\x07').length - 1;

/** The requested desktop notifications. */
const shown = (app: TestApp): readonly string[] =>
  [...app.terminal.written.matchAll(/\x1b\]9;([^\x1b]*)\x1b\\/gu)].map(([, text = '']) => text);

const XTERM = {LANG: 'C.UTF-8', TERM: 'xterm-256color'};
const FOCUS = {here: '\x1b[I', away: '\x1b[O'};

test('a reminder rings once and appears in its conversation', async () => {
  await using app = await openTestApp();
  app.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  const screen = await app.frame();
  expect(screen).toContain('reminder stretch');
  expect(rings(app)).toBe(1);
});

test('in another conversation a reminder is announced above the composer, and disappears after a while', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: BOB, title: 'Bob'});
  await app.frame();
  await app.type(KEYS.ctrl('p'), 'bob', KEYS.enter);
  app.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  expect(await app.frame()).toContain('◆ reminder in main: stretch');
  expect(rings(app)).toBe(1);
  expect(await app.frame(20 * SECOND)).not.toContain('◆');
});

test("a heartbeat's report rings like a scheduled message, and is named in the conversation", async () => {
  await using app = await openTestApp();
  app.gateway.says('call Carol', {source: {kind: 'system', name: 'heartbeat'}});
  expect(await app.frame()).toMatch(/check-in +call Carol/u);
  expect(rings(app)).toBe(1);
  await app.type(KEYS.alt('3'));
  app.gateway.says('call Bob', {source: {kind: 'system', name: 'heartbeat'}});
  expect(await app.frame()).toContain('◆ heartbeat in main: call Bob');
});

test('Esc dismisses a notice', async () => {
  await using app = await openTestApp();
  await app.type('/bell off', KEYS.enter);
  expect(await app.frame()).toContain('The bell is off');
  await app.type(KEYS.esc);
  expect(await app.frame()).not.toContain('The bell is off');
});

test('a scheduled turn rings for its answer, not for its steps', async () => {
  await using app = await openTestApp();
  const turn = {session: MAIN, turnId: 'turn_c', source: {kind: 'cron', name: 'morning'}} as const;
  app.gateway.emit({type: 'turn.started', ...turn, model: 'offline'});
  app.gateway.says('Summarise this.', {role: 'user', turnId: 'turn_c', source: {kind: 'cron', name: 'morning'}});
  app.gateway.says('Looking', {turnId: 'turn_c', toolCalls: [{callId: 'c', name: 'bash', input: {}}]});
  await app.frame();
  expect(rings(app)).toBe(0);
  app.gateway.says('Good morning.', {turnId: 'turn_c'});
  await app.frame();
  expect(rings(app)).toBe(1);
});

test("a reply to one's own message does not ring", async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_1');
  app.gateway.says('hello', {turnId: 'turn_1'});
  await app.frame();
  expect(rings(app)).toBe(0);
});

test('the bell can be switched off, and stays off in the next run', async () => {
  const files = memoryFiles();
  const app = await openTestApp({files});
  await app.type('/bell off', KEYS.enter);
  await app.frame(SECOND);
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({files});
  next.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  await next.frame();
  expect(rings(next)).toBe(0);
});

test('many announcements together ring once', async () => {
  await using app = await openTestApp();
  for (let index = 0; index < 20; index += 1)
    app.gateway.says(`number ${index}`, {source: {kind: 'reminder', name: 'rem_r'}});
  await app.frame();
  // The first is drawn immediately, the others together a moment later.
  expect(rings(app)).toBeLessThanOrEqual(2);
});

test('problems that need action are shown: a dead delivery, an invalid job, an invalid configuration', async () => {
  await using app = await openTestApp();
  app.gateway.emit({type: 'cron.invalid', file: 'cron/x.md', line: 3, reason: 'no such day'});
  expect(await app.frame()).toContain('! cron/x.md, line 3: no such day');
  app.gateway.emit({
    type: 'config.rejected',
    problems: [{key: 'agent.model', reason: 'is no text', inForce: 'offline'}],
  });
  expect(await app.frame()).toContain('! configuration, agent.model: is no text  1 more');
});

test('messages for the person also become desktop notifications, in one line with their kind', async () => {
  await using app = await openTestApp({env: XTERM});
  app.gateway.says('stretch\nyour \x1b]9;legs\x07', {source: {kind: 'reminder', name: 'rem_1'}});
  await app.frame();
  expect(shown(app)).toEqual(['rooster, reminder: stretch your']);
  expect(rings(app)).toBe(1);
});

test('/bell bell is only a sound', async () => {
  await using app = await openTestApp({env: XTERM});
  await app.type('/bell bell', KEYS.enter);
  app.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  await app.frame();
  expect([shown(app), rings(app)]).toEqual([[], 1]);
});

test('a reply rings only for a person who has turned away from the terminal', async () => {
  await using app = await openTestApp();
  const reply = async (text: string): Promise<number> => {
    app.gateway.session({key: MAIN, unread: 1});
    app.gateway.says(text);
    await app.frame(SECOND);
    return rings(app);
  };
  await app.type(FOCUS.here);
  expect(await reply('seen')).toBe(0);
  await app.type(FOCUS.away);
  expect(await reply('unseen')).toBe(1);
  await app.type(FOCUS.here);
  expect(await app.frame()).toMatch(/new.*\n.*unseen/u);
});

test("a reply in a conversation that isn't on the screen rings", async () => {
  await using app = await openTestApp();
  app.gateway.session({key: BOB, title: 'Bob'});
  await app.frame();
  await app.type(KEYS.alt('2'));
  app.gateway.says('here it is');
  await app.frame();
  expect(rings(app)).toBe(1);
});

test("a message seen on another terminal meanwhile doesn't ring on this one", async () => {
  await using app = await openTestApp();
  await app.type(FOCUS.away);
  app.gateway.session({key: MAIN, unread: 1});
  app.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  await app.frame(100);
  app.gateway.session({key: MAIN, unread: 0});
  await app.frame(SECOND);
  expect(rings(app)).toBe(0);
});

test('a terminal without focus marks nothing as read', async () => {
  await using app = await openTestApp();
  await app.type(FOCUS.away);
  app.gateway.session({key: MAIN, unread: 1});
  app.gateway.says('news');
  await app.frame();
  expect(app.gateway.callsOf('session.read')).toEqual([]);
  await app.type(FOCUS.here);
  await app.frame();
  expect(app.gateway.callsOf('session.read')).toHaveLength(1);
});

test('a failed turn rings when nobody is watching it', async () => {
  await using app = await openTestApp();
  await app.type(FOCUS.away);
  app.gateway.turnStarts('turn_1');
  app.gateway.turnEnds('turn_1', {outcome: 'failed', error: 'The model did not answer.'});
  await app.frame(SECOND);
  expect(rings(app)).toBe(1);
});

test('in quiet hours nothing rings, and everything is shown', async () => {
  const files = memoryFiles();
  await using app = await openTestApp({files});
  await app.type('/bell off 0:00-12:00', KEYS.enter);
  expect(await app.frame()).toContain('off from 00:00 to 12:00');
  await app.type('/bell off 12:00-0:00', KEYS.enter, '/bell off 0:00-23:59', KEYS.enter);
  app.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  expect(await app.frame()).toContain('stretch');
  expect(rings(app)).toBe(0);
  await app.type('/bell on', KEYS.enter, '/quiet 2h', KEYS.enter);
  expect(await app.frame()).toMatch(/Quiet hours until \d\d:\d\d/u);
  app.gateway.says('eat', {source: {kind: 'reminder', name: 'rem_3'}});
  await app.frame();
  expect(rings(app)).toBe(0);
  await app.type('/quiet off', KEYS.enter);
  app.gateway.says('drink', {source: {kind: 'reminder', name: 'rem_2'}});
  await app.frame();
  expect(rings(app)).toBe(1);
});

test('the terminal title shows unread messages, and the old title is restored', async () => {
  const app = await openTestApp();
  const titles = (): readonly string[] =>
    [...app.terminal.written.matchAll(/\x1b\]2;([^\x1b]*)\x1b\\/gu)].map(([, text = '']) => text);
  expect(titles().at(-1)).toBe('rooster: main');
  app.gateway.session({key: BOB, title: 'Bob', unread: 2});
  await app.frame();
  expect(titles().at(-1)).toBe('(2) rooster: main');
  await app[Symbol.asyncDispose]();
  const {written} = app.terminal;
  expect([written.split('\x1b[22;0t').length, written.split('\x1b[23;0t').length]).toEqual([2, 2]);
});

test('a notice does not hide a running turn', async () => {
  await using app = await openTestApp();
  app.gateway.turnStarts('turn_1');
  app.gateway.delta({turnId: 'turn_1', text: 'Well', offset: 0});
  app.gateway.emit({type: 'cron.invalid', file: 'cron/x.md', line: 3, reason: 'no such day'});
  expect(await app.frame()).toMatch(/! cron\/x\.md, line 3: no such day +◐ rooster is writing {2}0s/u);
});

test('a notice about another conversation disappears when that one opens, and covers no command reply', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: BOB, title: 'Bob'});
  await app.frame();
  await app.type(KEYS.ctrl('p'), 'bob', KEYS.enter, '/bell off', KEYS.enter);
  app.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  const screen = await app.frame();
  expect(screen).toContain('◆ reminder in main: stretch');
  expect(screen).not.toContain('more');
  await app.type(KEYS.ctrl('p'), 'main', KEYS.enter);
  expect(await app.frame()).not.toContain('◆');
});

test('a job that appears while the screen is open is announced, and leads to the plan', async () => {
  await using app = await openTestApp();
  const job = app.gateway.schedules({name: 'old'});
  await app.frame();
  const fresh = {...job, name: 'standup', nextAt: app.clock.now() + 2 * HOUR};
  app.gateway.emit({type: 'cron.changed', job: fresh, added: true});
  const screen = await app.frame();
  expect(screen).toContain('◆ New job standup: runs in 2h 0m');
  expect(screen).not.toContain('job old');
  app.gateway.emit({type: 'cron.changed', job: fresh, removed: true});
  expect(await app.frame()).toContain('◆ The job standup was removed');
});

test('an expired notice does not return when a newer one goes', async () => {
  await using app = await openTestApp();
  const job = app.gateway.schedules({name: 'standup'});
  app.gateway.emit({type: 'cron.changed', job, added: true});
  expect(await app.frame(4 * SECOND)).toContain('New job');
  await app.type('/bell off', KEYS.enter);
  expect(await app.frame()).toMatch(/The bell is off(?!.*more)/u);
  expect(await app.frame(7 * SECOND)).not.toContain('New job');
});

test('a full disk is said once, and again when it is full again', async () => {
  await using app = await openTestApp();
  const look = async (reason: string | undefined): Promise<string> => {
    app.gateway.disk(reason);
    await app.type('/status', KEYS.enter);
    const screen = await app.frame();
    await app.type(KEYS.esc);
    return screen;
  };
  expect(await look(undefined)).not.toContain('The disk is full');
  const full = await look('The disk is full: /home/alice has no room left. Free some space.');
  expect(full.match(/The disk is full: \/home\/alice/gu)).toHaveLength(2);
  await app.frame(20 * SECOND);
  expect(
    (await look('The disk is full: /home/alice has no room left. Free some space.')).match(/disk is full/gu),
  ).toHaveLength(1);
  expect(await look(undefined)).not.toContain('The disk is full');
  expect(
    (await look('The disk is full: /home/alice has no room left. Free some space.')).match(/disk is full/gu),
  ).toHaveLength(2);
});
