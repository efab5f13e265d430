// A ring that waits for an answer: a card above the composer, with keys that work while one writes.
import {expect, test} from 'vitest';
import {DAY, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp, type TestAppOptions} from '../../support/render-app.tsx';

const opened = async (options: TestAppOptions = {}) => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.session({key: MAIN, person: 'alice'});
  const app = await openTestApp({gateway, clock, ...options});
  const rings = async (message: string, late = 0) => {
    const reminder = gateway.reminds({message, fireAt: clock.now() - late, user: 'alice'});
    gateway.fires(reminder);
    gateway.says(message, {source: {kind: 'reminder', name: reminder.id}});
    await app.frame(1_000);
    return reminder;
  };
  return {app, gateway, rings};
};

test('a reminder that rang is a card with its text, its time and its keys, until it is answered', async () => {
  const {app, gateway, rings} = await opened();
  await using _ = app;
  const reminder = await rings('call the bank');
  const screen = await app.frame();
  expect(screen).toMatch(/ ▌ ◷ call the bank +rang 11:00\n ▌ Alt\+D done {2}Alt\+S snooze: 10 min, 1 h, tomorrow/u);
  expect(screen.split('\n')[0]).toContain('!1');
  await app.type(KEYS.alt('d'));
  expect(gateway.callsOf('reminder.done')).toEqual([{id: reminder.id}]);
  const after = await app.frame();
  expect(after).not.toContain('▌');
  expect(after.split('\n')[0]).not.toContain('!1');
});

test('its keys work in the middle of a sentence, which stays', async () => {
  const {app, gateway, rings} = await opened();
  await using _ = app;
  const reminder = await rings('tea');
  await app.type('I was just', KEYS.alt('s'));
  expect(await app.frame()).toContain('snooze "tea" until');
  await app.type('20m', KEYS.enter);
  expect(gateway.callsOf('reminder.snooze')).toMatchObject([{id: reminder.id, when: '20m'}]);
  expect(await app.frame()).toContain(' > I was just');
  await app.type(' writing', KEYS.enter);
  expect(gateway.callsOf('session.send')).toMatchObject([{text: 'I was just writing'}]);
});

test('without a ring, Alt+D cuts the next word as ever', async () => {
  const {app} = await opened();
  await using _ = app;
  await app.type('one two', KEYS.home, KEYS.alt('d'));
  expect(await app.frame()).toContain(' >  two');
});

test('several rings stack, the latest first, and the rest is a number', async () => {
  const {app, rings} = await opened();
  await using _ = app;
  for (const text of ['one', 'two', 'three', 'four', 'five']) await rings(text);
  const screen = await app.frame();
  expect(screen).toMatch(/▌ ◷ five .*\n ▌ Alt\+D done .*\+2 more {2}Alt\+R\n ▌ ◷ four .*\n ▌ ◷ three /u);
  expect(screen).not.toContain('▌ ◷ two');
  expect(screen.split('\n')[0]).toContain('!5');
  await app.type(KEYS.alt('r'));
  const plan = await app.frame();
  expect(plan).toMatch(/── rang, unanswered ─/u);
  expect(plan).toMatch(/> .*rang ! {2}◷ five/u);
});

test('a key that is pressed twice answers one ring, and names the next', async () => {
  const {app, rings} = await opened();
  await using _ = app;
  for (const text of ['one', 'two', 'three']) await rings(text);
  await app.frame(2 * SECOND);
  await app.type(KEYS.alt('d'), KEYS.alt('d'), KEYS.alt('d'));
  expect(await app.frame()).toContain('Next: two. Press the key again for it.');
  expect(app.gateway.callsOf('reminder.done')).toHaveLength(1);
  await app.frame(SECOND);
  await app.type(KEYS.alt('d'));
  await app.frame();
  expect(app.gateway.callsOf('reminder.done')).toHaveLength(2);
});

test('in another view the hints name the key that leads to what rang', async () => {
  const {app, rings} = await opened();
  await using _ = app;
  await rings('tea');
  await app.type(KEYS.alt('5'));
  expect(await app.frame()).toContain('Alt+R unanswered');
});

test('a late ring says when it was due', async () => {
  const {app, rings} = await opened();
  await using _ = app;
  await rings('backup', 90 * MINUTE);
  expect(await app.frame()).toMatch(/◷ backup +late, was due 09:30, rang 11:00/u);
});

test('a click on a word of the card answers that ring', async () => {
  const {app, gateway, rings} = await opened();
  await using _ = app;
  const first = await rings('one');
  const second = await rings('two');
  const rows = (await app.frame()).split('\n');
  const row = rows.findIndex(line => line.includes('▌ ◷ one'));
  await app.type(KEYS.click(rows[row]?.indexOf('done') ?? 0, row));
  expect(gateway.callsOf('reminder.done')).toEqual([{id: first.id}]);
  const left = (await app.frame()).split('\n');
  const keys = left.findIndex(line => line.includes('Alt+S snooze'));
  await app.type(KEYS.click(left[keys]?.indexOf('snooze') ?? 0, keys));
  await app.type(KEYS.enter);
  expect(gateway.callsOf('reminder.snooze')).toMatchObject([{id: second.id, when: '10m'}]);
});

test('a key that was pressed as another reminder rang is not taken for an answer to that one', async () => {
  const {app, gateway, rings} = await opened();
  await using _ = app;
  await rings('one');
  gateway.fires(gateway.reminds({message: 'two', user: 'alice'}));
  await app.type(KEYS.alt('d'));
  expect(gateway.callsOf('reminder.done')).toEqual([]);
  expect(await app.frame()).toContain('Another reminder rang just now. Press the key again.');
});

test("neither another person's reminder nor one of yesterday is a card", async () => {
  const {app, gateway, rings} = await opened();
  await using _ = app;
  gateway.fires(gateway.reminds({message: 'of bob', user: 'bob'}));
  await rings('mine');
  expect(await app.frame()).toMatch(/▌ ◷ mine/u);
  expect(await app.frame()).not.toContain('▌ ◷ of bob');
  await app.frame(DAY);
  expect(await app.frame()).not.toContain('▌');
});

test('an open occurrence of a series is a card, and its next time is not', async () => {
  const {app, gateway} = await opened();
  await using _ = app;
  const at = app.clock.now() - MINUTE;
  const repeat = {rule: 'FREQ=DAILY', words: 'every day at 11:00', zone: 'UTC', start: '2026-11-20T11:00:00'};
  gateway.reminds({message: 'pills', fireAt: at + DAY, repeat, occurrence: {n: 1, at}, firedAt: at, next: [at + DAY]});
  expect(await app.frame()).toMatch(/▌ ◷ pills +rang 10:59/u);
  await app.type(KEYS.alt('r'));
  expect(await app.frame()).toMatch(/> .*rang ! {2}◷ pills/u);
});

test('the card is there again after a restart of the terminal UI', async () => {
  const {app, gateway, rings} = await opened();
  await rings('tea');
  await app[Symbol.asyncDispose]();
  await using again = await openTestApp({gateway, clock: app.clock});
  expect(await again.frame()).toMatch(/▌ ◷ tea/u);
});

test.each([
  [40, 24],
  [60, 12],
  [80, 8],
  [140, 40],
])('at %i columns and %i rows the text, its keys and the composer are on the screen', async (columns, rows) => {
  const {app, rings} = await opened({columns, rows});
  await using _ = app;
  await rings('call the bank');
  const screen = (await app.frame()).split('\n');
  expect(screen.find(line => line.includes('▌'))).toContain('call the bank');
  expect(screen.join('\n')).toContain('Alt+D done');
  expect(screen.join('\n')).toContain(' > write to rooster');
});

test('in ASCII and without colours the card has its marks', async () => {
  const {app, rings} = await opened({env: {LANG: 'C', NO_COLOR: '1'}});
  await using _ = app;
  await rings('tea');
  expect(await app.frame()).toMatch(/ \| r tea +rang 11:00/u);
});

test('a terminal that only watches shows the card without keys', async () => {
  const {app, rings} = await opened({watches: true});
  await using _ = app;
  await rings('tea');
  const screen = await app.frame();
  expect(screen).toMatch(/▌ ◷ tea/u);
  expect(screen).not.toContain('Alt+D done');
});

test.each([
  [{kind: 'done', channel: 'signal'}, '✓ done 11:10 on the phone'],
  [{kind: 'done', channel: 'terminal'}, '✓ done 11:10'],
  [{kind: 'snoozed', snoozedUntil: 80 * MINUTE}, 'snoozed until 12:20'],
  [{kind: 'skipped', channel: 'mail'}, 'skipped 11:10 by mail'],
] as const)('the row of a reminder keeps its answer: %j', async (answer, words) => {
  const {app, gateway, rings} = await opened();
  await using _ = app;
  await rings('tea');
  const message = gateway.messages.at(-1);
  if (message === undefined) throw new Error('no message');
  const until = 'snoozedUntil' in answer ? {snoozedUntil: message.at + answer.snoozedUntil} : {};
  const details = {answer: {...answer, ...until, at: message.at + 10 * MINUTE}};
  gateway.emit({type: 'message.changed', session: MAIN, message: {...message, details}});
  expect(await app.frame()).toMatch(new RegExp(`reminder tea +${words}\n`, 'u'));
  await app.type(KEYS.select, KEYS.altEnter);
  expect(await app.frame()).toMatch(new RegExp(`answer +${words.replace('✓ ', '')}`, 'u'));
});
