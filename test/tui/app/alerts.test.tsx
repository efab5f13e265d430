import {expect, test} from 'vitest';
import {SECOND} from '../../../src/shared/time.ts';
import {MAIN} from '../../support/fake-gateway.ts';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

const BOB = 'rooster:dm:signal:bob';

const rings = (app: TestApp): number => app.terminal.written.split('\x07').length - 1;

test('a reminder rings once and stands in the conversation it belongs to', async () => {
  await using app = await openTestApp();
  app.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  const screen = await app.frame();
  expect(screen).toContain('reminder stretch');
  expect(rings(app)).toBe(1);
});

test('with another conversation on the screen it is announced above the composer, and goes away by itself', async () => {
  await using app = await openTestApp();
  app.gateway.session({key: BOB, title: 'Bob'});
  await app.frame();
  await app.type(KEYS.alt('2'));
  app.gateway.says('stretch', {source: {kind: 'reminder', name: 'rem_1'}});
  expect(await app.frame()).toContain('◆ reminder in main: stretch');
  expect(rings(app)).toBe(1);
  expect(await app.frame(20 * SECOND)).not.toContain('◆');
});

test('escape puts a notice away', async () => {
  await using app = await openTestApp();
  await app.type('/bell off', KEYS.enter);
  expect(await app.frame()).toContain('the bell is off');
  await app.type(KEYS.esc);
  expect(await app.frame()).not.toContain('the bell is off');
});

test('what a scheduled turn leads to rings when it is said, not for its steps', async () => {
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

test('a reply to what one wrote oneself does not ring', async () => {
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

test('many announcements at once ring once', async () => {
  await using app = await openTestApp();
  for (let index = 0; index < 20; index += 1)
    app.gateway.says(`number ${index}`, {source: {kind: 'reminder', name: 'r'}});
  await app.frame();
  // The first is drawn at once, the others together a moment later.
  expect(rings(app)).toBeLessThanOrEqual(2);
});

test('what needs a hand is said: a delivery that died, a wrong job, a wrong configuration', async () => {
  await using app = await openTestApp();
  app.gateway.emit({type: 'cron.invalid', file: 'cron/x.md', line: 3, reason: 'no such day'});
  expect(await app.frame()).toContain('! cron/x.md, line 3: no such day');
  app.gateway.emit({
    type: 'config.rejected',
    problems: [{key: 'agent.model', reason: 'is no text', inForce: 'offline'}],
  });
  expect(await app.frame()).toContain('! configuration, agent.model: is no text (and 1 more)');
});
