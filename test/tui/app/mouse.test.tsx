// The mouse: a click chooses, a click on what is chosen opens it. The terminal is told when to report it.
import {expect, test} from 'vitest';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

/** Clicks on the first place of the screen that shows a text. */
const click = async (app: TestApp, text: string): Promise<void> => {
  const rows = (await app.frame()).split('\n');
  const y = rows.findIndex(row => row.includes(text));
  expect(y, `"${text}" is on the screen`).toBeGreaterThan(-1);
  await app.type(KEYS.click(rows[y]?.indexOf(text) ?? 0, y));
};

test('a tab, a row and a hint can be clicked; a second click opens the row', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'tea'});
  const rent = app.gateway.reminds({message: 'rent', fireAt: app.clock.now() + 120_000});
  await click(app, '3 plan');
  expect(app.state().ui.view).toBe('plan');
  await click(app, 'rent');
  expect(app.state().ui.lists.plan.selected).toBe(`rem:${rent.id}`);
  await click(app, 'x cancel');
  expect(app.gateway.callsOf('reminder.cancel')).toEqual([{id: rent.id}]);
  await click(app, 'tea');
  await click(app, 'tea');
  expect(app.state().ui.overlay.kind).toBe('reader');
});

test('a message is chosen by a click, and a click below goes back to writing', async () => {
  await using app = await openTestApp();
  app.gateway.says('the first');
  const second = app.gateway.says('the second');
  await click(app, 'the second');
  expect(app.state().ui.browse?.item).toBe(second.id);
  await click(app, '> write to');
  expect(app.state().ui.browse).toBeUndefined();
});

test('an entry of a menu runs at the first click', async () => {
  await using app = await openTestApp();
  await app.type('/ti');
  await click(app, '/timeline');
  expect(app.state().ui.view).toBe('timeline');
  await app.type(KEYS.ctrl('p'), 'outbox');
  await click(app, '/outbox');
  expect(app.state().ui.view).toBe('outbox');
});

test('in the wide layout a conversation is opened by a click', async () => {
  await using app = await openTestApp({columns: 140, rows: 40});
  for (const name of ['alice', 'bob', 'carol'] as const)
    app.gateway.session({key: `rooster:dm:signal:${name}`, title: `Talk of ${name}`});
  await click(app, 'Talk of bob');
  expect(app.state().ui.session).toBe('rooster:dm:signal:bob');
});

test('dragging says once how to select text, and chooses nothing', async () => {
  await using app = await openTestApp();
  app.gateway.says('some words');
  await app.frame();
  await app.type('\x1b[<0;20;3M\x1b[<0;26;3m');
  expect(await app.frame()).toContain('Hold Shift to select text with the mouse.');
  expect(app.state().ui.browse).toBeUndefined();
});

test('a click that brings the terminal to the front chooses nothing', async () => {
  await using app = await openTestApp();
  app.gateway.says('some words');
  await app.type('\x1b[O', `\x1b[I${KEYS.click(20, 2)}`);
  expect(app.state().ui.browse).toBeUndefined();
  await app.frame(1_000);
  await click(app, 'some words');
  expect(app.state().ui.browse).toBeDefined();
});

test('the terminal reports the mouse only while the setting is on, not in zen mode, and the setting stays', async () => {
  const files = memoryFiles();
  const app = await openTestApp({files});
  app.gateway.says('some words');
  await app.frame();
  expect(app.terminal.mouse).toBe(true);
  await app.type(KEYS.alt('z'));
  expect(app.terminal.mouse).toBe(false);
  await app.type(KEYS.alt('z'));
  await app.frame(10_000);
  expect(app.terminal.mouse).toBe(true);
  await app.type('/mouse off', KEYS.enter);
  expect(await app.frame()).toContain('The terminal handles the mouse.');
  expect(app.terminal.mouse).toBe(false);
  await app.type('/mouse on', KEYS.enter);
  expect(app.terminal.mouse).toBe(true);
  await app.type('/mouse off', KEYS.enter);
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({files});
  await next.frame();
  expect(next.terminal.mouse).toBe(false);
});

test('an entry of the help, of the setup and of the list of conversations runs at the first click', async () => {
  await using app = await openTestApp();
  await app.type('?', 'tool output');
  await click(app, 'cycle tool output');
  expect(await app.frame()).toContain('Tool output: short');
  await app.type('/setup', KEYS.enter);
  await click(app, 'Later');
  expect(app.state().ui.overlay.kind).toBe('none');
  app.gateway.session({key: 'rooster:chat:work', title: 'Work'});
  await app.frame();
  await app.type(KEYS.ctrl('n'));
  await click(app, ' Work');
  expect(app.state().ui.session).toBe('rooster:chat:work');
});
