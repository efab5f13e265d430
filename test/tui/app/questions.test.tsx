// Questions before actions that are hard to undo: which keys answer them.
import {expect, test} from 'vitest';
import {KEYS, openTestApp, type TestApp} from '../../support/render-app.tsx';

const resets = (app: TestApp): number => app.gateway.callsOf('session.reset').length;

test("a sentence typed ahead doesn't answer a question and goes to the draft", async () => {
  await using app = await openTestApp();
  app.gateway.says('old words');
  await app.type('/new', KEYS.enter, ...'try this please');
  const screen = await app.frame();
  expect(screen).toContain('Start "main" over?');
  expect(screen).toContain(' > try this please');
  // A later y still belongs to the sentence.
  await app.frame(1_000);
  await app.type('y');
  expect(await app.frame()).toContain(' > try this pleasey');
  expect(resets(app)).toBe(0);
  await app.type(KEYS.backspace);
  await app.answer(KEYS.enter);
  expect(app.state().ui.overlay.kind).toBe('none');
  expect(await app.frame()).toContain(' > try this please');
  expect(app.gateway.callsOf('session.send')).toEqual([]);
  expect(resets(app)).toBe(0);
});

test('y answers only after a pause since the question appeared and since the last key', async () => {
  await using app = await openTestApp();
  app.gateway.says('old words');
  await app.frame();
  app.terminal.type('/new');
  app.terminal.type(KEYS.enter);
  // The program was busy: the clock advanced, and nothing was drawn.
  app.terminal.type('y');
  await app.frame(1_000);
  expect(resets(app)).toBe(0);
  expect(app.state().ui.overlay).toMatchObject({kind: 'confirm', typed: true});
  await app.type(KEYS.esc);
  await app.type(KEYS.backspace, '/new', KEYS.enter);
  await app.frame(300);
  await app.type(KEYS.enter);
  expect(app.state().ui.overlay.kind).toBe('confirm');
  await app.frame(300);
  await app.type(KEYS.tab);
  expect(app.state().ui.overlay).not.toHaveProperty('yes');
  await app.answer('y');
  expect(resets(app)).toBe(1);
});

test('Enter means no, until the person moves to yes', async () => {
  await using app = await openTestApp();
  await app.type('/new', KEYS.enter);
  expect(await app.frame()).not.toContain('> n ');
  expect(await app.frame(500)).toMatch(/> n keep the conversation {5}y start over/u);
  await app.type(KEYS.enter);
  expect(app.state().ui.overlay.kind).toBe('none');
  expect(resets(app)).toBe(0);
  await app.type('/new', KEYS.enter);
  await app.answer(KEYS.tab);
  expect(await app.frame()).toMatch(/ {2}n keep the conversation {3}> y start over/u);
  await app.answer(KEYS.enter);
  expect(resets(app)).toBe(1);
});

test('letters that arrive together and pasted text answer nothing', async () => {
  await using app = await openTestApp();
  await app.type('/new', KEYS.enter);
  await app.answer('you know');
  expect(await app.frame()).toContain(' > you know');
  await app.type(KEYS.esc, KEYS.ctrl('u'), '/new', KEYS.enter);
  await app.answer('\x1b[200~y\x1b[201~');
  expect(await app.frame()).toContain(' > y');
  expect(resets(app)).toBe(0);
});

test('in a list, keys pressed before a question appears are dropped', async () => {
  await using app = await openTestApp();
  const alarm = app.gateway.alarms({message: 'tea'});
  await app.type(KEYS.alt('3'), 'x', 'y', 'j');
  expect(await app.frame()).toContain('Cancel the alarm "tea"?');
  expect(app.gateway.callsOf('alarm.cancel')).toEqual([]);
  await app.answer('y');
  expect(app.gateway.callsOf('alarm.cancel')).toEqual([{id: alarm.id}]);
  await app.type(KEYS.alt('1'));
  expect(await app.frame()).toContain('write to rooster');
});
