import {expect, test} from 'vitest';
import {KEYS, memoryFiles, openTestApp} from '../../support/render-app.tsx';

test('a slash opens the commands in groups, each with what it does; letters narrow them, and Enter runs one', async () => {
  await using app = await openTestApp({rows: 30});
  await app.type('/');
  const all = await app.frame();
  expect(all).toMatch(/── commands, 1 of \d+ ─/u);
  expect(all).toMatch(/│ Time +│\n│> \/remind +set a reminder/u);
  await app.type('timel');
  const few = await app.frame();
  expect(few).toMatch(/│> Look +\/timeline +show past and upcoming events +Alt\+2 │/u);
  expect(few).not.toContain('/remind');
  await app.type(KEYS.enter);
  expect(app.state().ui.view).toBe('timeline');
  expect(app.state().ui.uses).toEqual({timeline: 1});
});

test('letters may be missing; then Enter only completes, so that nothing runs unread', async () => {
  await using app = await openTestApp();
  await app.type('/tmln');
  expect(await app.frame()).toContain('/timeline');
  await app.type(KEYS.enter);
  expect(app.state().ui.view).toBe('chat');
  expect(await app.frame()).toContain(' > /timeline');
  await app.type(KEYS.enter);
  expect(app.state().ui.view).toBe('timeline');
});

test('arrows move around the ends, Tab completes, and Esc closes the menu until the next letter', async () => {
  await using app = await openTestApp();
  await app.type('/qu', KEYS.down);
  expect(await app.frame()).toMatch(/> Set up +\/quit/u);
  await app.type(KEYS.up, KEYS.tab);
  expect(await app.frame()).toMatch(/^ > \/quiet/mu);
  await app.type(KEYS.ctrl('u'), '/th');
  expect(await app.frame()).toContain('── commands');
  await app.type(KEYS.esc);
  expect(await app.frame()).not.toContain('── commands');
  expect(await app.frame()).toContain(' > /th');
  await app.type('e');
  expect(await app.frame()).toContain('── commands');
});

test.each([
  ['/theme li', 'light', ' > /theme light'],
  ['/session al', 'alice', ' > /session alice'],
  ['/cron run st', 'standup', ' > /cron run standup'],
])('%s completes its argument', async (typed, shown, draft) => {
  await using app = await openTestApp();
  app.gateway.session({key: 'rooster:dm:signal:alice', title: 'alice'});
  app.gateway.schedules({name: 'standup'});
  await app.frame();
  await app.type(typed);
  expect(await app.frame()).toMatch(new RegExp(`│> ${shown}`, 'u'));
  await app.type(KEYS.tab);
  expect(await app.frame()).toContain(draft);
});

test('a setting is chosen with Enter', async () => {
  await using app = await openTestApp();
  await app.type('/theme li', KEYS.enter);
  expect(app.state().ui.look.theme).toBe('light');
});

test('/why offers items to explain, and Enter alone still explains the last answer', async () => {
  await using app = await openTestApp();
  const reminder = app.gateway.reminds({message: 'call Bob'});
  const answer = app.gateway.says('an answer');
  await app.frame();
  await app.type('/why ');
  expect(await app.frame()).toMatch(/│ {2}.*reminder +call Bob/u);
  await app.type(KEYS.enter);
  await app.frame();
  await app.type(KEYS.esc, '/why ', KEYS.down, KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('why').map(({id}) => id)).toEqual([answer.id, reminder.id]);
});

test('earlier commands are recalled with arrows, without a menu in the way', async () => {
  await using app = await openTestApp();
  await app.type('/queue', KEYS.enter, '/context', KEYS.enter, KEYS.up, KEYS.up);
  const screen = await app.frame();
  expect(screen).toContain(' > /queue');
  expect(screen).not.toContain('── commands');
});

test('the commands used most come first, even at the next start', async () => {
  const files = memoryFiles();
  const app = await openTestApp({files});
  for (let times = 0; times < 3; times += 1) await app.type('/queue', KEYS.enter);
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({files});
  await next.type('/');
  expect(await next.frame()).toMatch(/│ Most used +│\n│> \/queue/u);
});

test.each([
  {columns: 140, rows: 40},
  {columns: 60, rows: 20},
  {columns: 40, rows: 15},
  {columns: 20, rows: 6},
])('the menu fits $columns x $rows', async size => {
  await using app = await openTestApp(size);
  await app.type('/');
  const screen = (await app.frame()).split('\n');
  expect(Math.max(...screen.map(line => line.length))).toBeLessThanOrEqual(size.columns);
  expect(screen.join('\n')).toContain('/remind');
});
