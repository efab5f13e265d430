import {expect, test} from 'vitest';
import {MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {MAIN} from '../../support/fake-gateway.ts';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

const BOB = 'rooster:dm:signal:bob';

/** A palette with items of every kind. */
const opened = async (query: string, size: {columns?: number; rows?: number} = {}): Promise<TestApp> => {
  const app = await openTestApp(size);
  const {gateway, clock} = app;
  gateway.session({key: BOB, title: 'Bob', unread: 2});
  gateway.reminds({message: 'call the dentist', fireAt: clock.now() + 12 * MINUTE});
  gateway.reminds({message: 'water the plants', fireAt: clock.now() + 30 * MINUTE});
  await app.frame();
  await app.type(KEYS.ctrl('p'), ...query);
  await app.frame(SECOND);
  return app;
};

test('a reminder is found by letters of its text, and shows its time', async () => {
  await using app = await opened('dent');
  expect(await app.frame()).toMatch(/> reminder +call the dentist +in 12m/u);
  await app.type(KEYS.enter);
  const screen = await app.frame();
  expect(app.state().ui.view).toBe('plan');
  expect(screen).toMatch(/^> ?.*call the dentist/mu);
});

test('without a query the nearest things and the prefixes are shown', async () => {
  await using app = await opened('');
  const screen = await app.frame();
  expect(screen).toContain('> command  @ conversation  ! scheduled  # message');
  expect(screen).toMatch(/│ Conversations +│.*\n.*> main +open │.*\n.*│ {2}Bob +2 new ▪ │/u);
  expect(screen).toMatch(/│ Reminders and jobs +│.*\n.*call the dentist +in 12m │/u);
});

test('the conversations of jobs stand below those of people, under a heading of their own', async () => {
  await using app = await openTestApp({rows: 40});
  app.gateway.session({key: 'rooster:cron:a-backup', title: 'a backup', kind: 'cron'});
  app.gateway.session({key: BOB, title: 'Bob'});
  await app.type(KEYS.ctrl('p'));
  expect(await app.frame()).toMatch(/│ Conversations +│[\s\S]* Bob [\s\S]*│ Conversations of jobs +│.*\n.* a backup /u);
  await app.type('a');
  expect(await app.frame()).toMatch(/job chat +a backup/u);
});

test.each([
  ['>plan', /command +\/plan/u, /call the dentist|Bob/u],
  ['@bo', /chat +Bob/u, /command|rem /u],
  ['!', /call the dentist[\s\S]*water the plants/u, /Bob|command +\//u],
  ['/sto', /command +\/stop/u, /Bob/u],
])('%s narrows the results', async (query, there, gone) => {
  await using app = await opened(query);
  const screen = await app.frame();
  expect(screen).toMatch(there);
  expect(screen.split('╰')[0]?.split('\n').slice(5).join('\n')).not.toMatch(gone);
});

test('letters may be missing, and the best match comes first', async () => {
  await using app = await opened('wtrplants');
  expect(await app.frame()).toMatch(/> reminder +water the plants/u);
});

test('the daemon searches messages a moment after the last letter, and a hit opens in its conversation', async () => {
  await using app = await openTestApp();
  app.gateway.says('the parcel is at the shop');
  for (let index = 0; index < 40; index += 1) app.gateway.says(`later ${index}`);
  await app.frame();
  await app.type(KEYS.ctrl('p'), ...'#parcel');
  expect(app.gateway.callsOf('message.search')).toEqual([]);
  const screen = await app.frame(SECOND);
  expect(app.gateway.callsOf('message.search')).toEqual([{text: 'parcel', limit: 20}]);
  expect(screen).toMatch(/> message +the parcel is at the shop/u);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('rooster  the parcel is at the shop');
});

test('what a tool answered is not among the messages', async () => {
  await using app = await openTestApp();
  app.gateway.says('the parcel is at the shop');
  app.gateway.says('parcel_1: 2026-11-21T10:00:00Z = the parcel', {role: 'tool', source: {kind: 'tool', name: 'bash'}});
  await app.type(KEYS.ctrl('p'), ...'#parcel');
  const screen = await app.frame(SECOND);
  expect(screen).toContain('find, 1 match');
  expect(screen).not.toContain('parcel_1');
});

test('an unavailable command says why, and is not run', async () => {
  await using app = await opened('/stop');
  expect(await app.frame()).toMatch(/command +\/stop .*No turn is running/u);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('/stop: No turn is running');
  expect(app.gateway.callsOf('session.stop')).toEqual([]);
});

test('a command with arguments is started in the composer, and each command shows its key', async () => {
  await using app = await opened('/help');
  expect(await app.frame()).toMatch(/command +\/help .*\?/u);
  await app.type(KEYS.ctrl('u'), ...'/remi', KEYS.enter);
  expect(await app.frame()).toContain(' > /remind');
});

test('Tab goes to the list of the item, with its actions', async () => {
  await using app = await opened('dent');
  await app.type(KEYS.tab);
  expect(app.state().ui.overlay.kind).toBe('actions');
  expect(await app.frame()).toMatch(/snooze/iu);
});

test.each([
  {columns: 140, rows: 40},
  {columns: 40, rows: 15},
  {columns: 20, rows: 6},
])('the panel fits $columns x $rows', async size => {
  await using app = await opened('dent', size);
  const screen = await app.frame();
  expect(screen).toMatch(/call/u);
  expect(Math.max(...screen.split('\n').map(line => line.length))).toBeLessThanOrEqual(size.columns);
});

test('a session can be opened from another view too', async () => {
  await using app = await opened('');
  await app.type(KEYS.esc, KEYS.alt('3'), KEYS.ctrl('p'), ...'bob', KEYS.enter);
  await app.frame();
  expect([app.state().ui.view, app.state().ui.session]).toEqual(['chat', BOB]);
  expect(app.state().ui.session).not.toBe(MAIN);
});

test('recent choices come first, even at the next start, and matched letters are underlined', async () => {
  const files = memoryFiles();
  const app = await openTestApp({files});
  await app.type(KEYS.ctrl('p'), 'queue', KEYS.enter);
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({files});
  await next.type(KEYS.ctrl('p'));
  expect(await next.frame()).toMatch(/│ Recent +│.*\n.*> \/queue +show queued messages/u);
  await next.type('que');
  await next.frame(SECOND);
  expect(next.terminal.written).toMatch(/\x1b\[4mque/u);
});
