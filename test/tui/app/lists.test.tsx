import {expect, test} from 'vitest';
import {DAY, HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {createShownZone} from '../../../src/tui/format/shown-zone.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('the outbox shows the status of each delivery, newest first, and counts the problems', async () => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  gateway.delivers({text: 'old', state: 'read', readAt: clock.now(), createdAt: clock.now() - HOUR});
  gateway.delivers({text: 'tea', state: 'delivered', createdAt: clock.now() - 3});
  gateway.delivers({text: 'twice', state: 'sent', repeat: true, createdAt: clock.now() - 2});
  gateway.delivers({
    text: 'again',
    attempts: 1,
    nextAttemptAt: clock.now() + 42_000,
    address: 'signal:alice-uuid',
    createdAt: clock.now() - 1,
  });
  gateway.delivers({text: 'lost', state: 'dead', lastError: 'No such account.', address: 'signal:bob-uuid'});
  await app.type(KEYS.alt('4'));
  const rows = (await app.frame()).split('\n');
  expect(rows[0]).toContain(' 4 outbox !1 ');
  expect(rows[3]).toMatch(/^> 11:00 {2}signal bob-uuid +"lost" +dead !$/u);
  expect(rows[4]).toMatch(/signal alic…uid +"again" +retry 2 in 0:4\d$/u);
  expect(rows[5]).toMatch(/here +"twice" +waiting at the terminal, maybe twice$/u);
  expect(rows[6]).toMatch(/"tea" +delivered ✓✓$/u);
  expect(rows[7]).toMatch(/"old" +read 11:00 ✓✓$/u);
  expect(rows.at(-3)).toContain('No such account.');
});

test('a dead delivery is retried, a waiting one is discarded after a question, a sent one says why not', async () => {
  await using app = await openTestApp();
  app.gateway.delivers({text: 'sent', state: 'sent', createdAt: app.clock.now() - 2});
  app.gateway.delivers({text: 'waiting', createdAt: app.clock.now() - 1});
  const dead = app.gateway.delivers({text: 'lost', state: 'dead'});
  await app.type(KEYS.alt('4'), 'R');
  expect(await app.frame()).toContain('✓ Sent again: lost');
  expect(app.gateway.callsOf('outbox.retry')).toEqual([{id: dead.id}]);
  await app.type('j', 'x');
  expect(await app.frame()).toContain('Discard the delivery "waiting"');
  await app.answer('y');
  await app.type('j', 'R');
  expect(await app.frame()).toContain("a delivery can't be sent again when it is sent");
  expect(app.gateway.callsOf('outbox.discard')).toHaveLength(1);
});

test('h holds a waiting delivery back, and releases it', async () => {
  await using app = await openTestApp();
  const {id} = app.gateway.delivers({text: 'waiting'});
  await app.type(KEYS.alt('4'), 'h');
  const held = await app.frame();
  expect(held).toContain('✓ Held until you release it: waiting');
  expect(held).toMatch(/"waiting" +held$/mu);
  expect(held).toContain('h release');
  await app.type('R');
  expect(await app.frame()).toContain("a delivery can't be sent again");
  await app.type('h');
  expect(await app.frame()).toContain('✓ Released: waiting');
  expect(app.gateway.callsOf('outbox.hold')).toEqual([{id}]);
  expect(app.gateway.callsOf('outbox.release')).toEqual([{id}]);
});

test('one key cycles through the filters of a list, and a filter without matches shows how to clear it', async () => {
  await using app = await openTestApp();
  app.gateway.delivers({text: 'fine', state: 'sent'});
  await app.type(KEYS.alt('4'), 'f', 'f');
  const screen = await app.frame();
  expect(screen).toContain('only dead');
  expect(screen).toContain('No matches (only dead). Esc clears the filter.');
  await app.type(KEYS.esc);
  expect(await app.frame()).toContain('"fine"');
});

test('the timeline has the past above the now-line and the future below it, separated by days', async () => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  const at = clock.now() - 20 * MINUTE;
  const run = gateway.runs({name: 'sweep', status: 'failed', startedAt: at, endedAt: at + 60_000, error: 'timeout'});
  gateway.delivers({text: 'Here is it.', state: 'delivered', createdAt: at + 60_000, runId: run.id});
  gateway.reminds({message: 'call Bob', fireAt: clock.now() + 12 * MINUTE});
  gateway.schedules({name: 'morning', nextAt: clock.now() + DAY});
  await app.type(KEYS.alt('2'));
  const rows = (await app.frame()).split('\n').slice(6, 13);
  expect(rows[0]).toMatch(/── today, /u);
  expect(rows[1]).toMatch(/^! 10:40 ↻ sweep: timeout +→ here +failed ! +1m 0s/u);
  expect(rows[2]).toMatch(/══ now 11:00 ═+/u);
  expect(rows[3]).toMatch(/^> 11:12 ◷ call Bob +→ here +in 12m/u);
  expect(rows[4]).toMatch(/── tomorrow, /u);
  expect(rows[5]).toMatch(/11:00 ↻ morning .* → here +in 1d 0h/u);
});

test('the timeline goes back page by page, and shows no partly loaded period', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  const start = clock.now() - 500 * MINUTE;
  for (let index = 0; index < 450; index += 1) {
    const startedAt = start + index * MINUTE;
    gateway.runs({name: `job-${index}`, status: 'ran', startedAt, endedAt: startedAt + 5});
  }
  gateway.forgetsEvents();
  await using app = await openTestApp({clock, gateway});
  await app.type(KEYS.alt('2'), 'g');
  await app.frame();
  expect(gateway.callsOf('run.list')).toHaveLength(1);
  await app.type('g');
  await app.frame();
  await app.type('g');
  expect(await app.frame()).toMatch(/> .*job-0 /u);
  await app.type('g');
  await app.frame();
  expect(gateway.callsOf('run.list').length).toBeLessThanOrEqual(3);
});

test('the log shows live events after earlier ones, and holds still while reading', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.says('said before');
  await using app = await openTestApp({clock, gateway});
  await app.type(KEYS.alt('5'));
  gateway.says('said now');
  const screen = await app.frame();
  expect(screen).toMatch(/ following$/mu);
  expect(screen).toMatch(/agent: said before\n.*agent: said now/su);
  await app.type('k');
  for (let index = 0; index < 60; index += 1) gateway.says(`more ${index}`);
  const held = await app.frame();
  expect(held).toMatch(/held, G follows/u);
  expect(held).toMatch(/> .*agent: said before/u);
  await app.type('G');
  expect(await app.frame()).toMatch(/> .*agent: more 59/u);
});

test('a message announced in another view names its source, and leads there', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.alt('3'));
  app.gateway.says('Two meetings.', {source: {kind: 'cron', name: 'standup'}});
  expect(await app.frame()).toContain('◆ job standup in main: Two meetings.');
  await app.type('v');
  const chat = await app.frame();
  expect(chat).toContain('Two meetings.');
  expect(chat).toContain('write to rooster');
  const dead = app.gateway.delivers({state: 'dead', text: 'lost', lastError: 'No such account.'});
  app.gateway.delivers({state: 'sent', text: 'newer'});
  await app.frame();
  await app.type(KEYS.alt('v'));
  expect(await app.frame()).toMatch(/4 outbox.*> .*"lost"/su);
  expect(app.state().ui.lists.outbox.selected).toBe(dead.id);
});

test.each([
  [80, 24],
  [140, 40],
  [40, 15],
])('every list fits a terminal of %d by %d', async (columns, rows) => {
  await using app = await openTestApp({columns, rows});
  const {gateway, clock} = app;
  gateway.reminds({message: 'a reminder with a text that is longer than any line could be, and then some more of it'});
  gateway.schedules({name: 'a-job-with-a-name-that-is-rather-long-for-a-name', cron: '*/15 8-18 * * 1-5'});
  gateway.delivers({text: 'words '.repeat(40), state: 'dead', lastError: 'reasons '.repeat(20)});
  gateway.runs({status: 'failed', error: 'it broke '.repeat(20), endedAt: clock.now() + 5});
  gateway.emit({type: 'cron.invalid', file: `cron/${'long'.repeat(20)}.md`, line: 12, reason: 'wrong '.repeat(30)});
  for (const view of ['2', '3', '4', '5']) {
    await app.type(KEYS.alt(view), 'g');
    const screen = (await app.frame()).split('\n');
    expect(screen).toHaveLength(rows);
    expect(screen.filter(row => row.startsWith('>'))).toHaveLength(
      columns < 120 ? 1 : screen.filter(row => row.startsWith('>')).length,
    );
    expect(screen.at(-1)).toMatch(/Enter|n new/u);
  }
});

test("a screen shows one zone, that of the person at the terminal, and names it if the machine's differs", async () => {
  const before = process.env['TZ'];
  try {
    const clock = fakeClock();
    const gateway = fakeGateway(clock, {zone: 'Europe/Berlin'});
    gateway.reminds({message: 'call Bob', fireAt: clock.now() + 2 * HOUR, zone: 'Europe/Berlin'});
    await using app = await openTestApp({
      gateway,
      clock,
      columns: 100,
      shownZone: createShownZone(process.env, clock.now),
    });
    await app.type(KEYS.alt('3'));
    const plan = (await app.frame()).split('\n');
    expect(plan[0]).toContain('Europe/Berlin');
    expect(plan[4]).toMatch(/14:00 +in 2h/u);
    expect(plan.join('\n')).toContain('today 14:00 CET');
    await app.type(KEYS.enter);
    expect(await app.frame()).toMatch(/due +2026-11-21 14:00:00 CET/u);
    await app.type(KEYS.esc, KEYS.alt('5'));
    expect(await app.frame()).toMatch(/12:00(?::\d\d)? /u);
  } finally {
    process.env['TZ'] = before;
  }
});

test('the timeline names the night in which the clocks change', async () => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Europe/Berlin';
  try {
    const clock = fakeClock(Date.UTC(2027, 2, 27, 11));
    await using app = await openTestApp({clock});
    app.gateway.reminds({message: 'winter', fireAt: Date.UTC(2027, 2, 28, 0, 30)});
    app.gateway.reminds({message: 'summer', fireAt: Date.UTC(2027, 2, 28, 1, 30)});
    app.gateway.reminds({message: 'autumn', fireAt: Date.UTC(2027, 10, 1)});
    await app.type(KEYS.alt('2'));
    const screen = await app.frame();
    expect(screen).toMatch(/01:30 ◷ winter[\s\S]*── clocks go forward by 1 h ─[\s\S]*03:30 ◷ summer/u);
    expect(screen).toMatch(/── Mon 1 Nov ─+\n.*◷ autumn +→ here +in 219d/u);
  } finally {
    process.env['TZ'] = zone;
  }
});

test('without a selection no key is offered that needs one', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.alt('4'));
  const hints = (await app.frame()).split('\n').at(-1);
  expect(hints).toMatch(/n new.*Esc back/u);
  expect(hints).not.toMatch(/Enter read|w why|y copy/u);
});

test("a narrow screen still shows part of a delivery's text and status", async () => {
  await using app = await openTestApp({columns: 40, rows: 15});
  const next = {attempts: 1, nextAttemptAt: app.clock.now() + 92_000, repeat: true} as const;
  app.gateway.delivers({text: 'call the dentist', address: 'signal:+15555550100', ...next});
  app.gateway.delivers({text: 'stretch', state: 'delivered'});
  app.gateway.delivers({text: 'water the plants', state: 'read', readAt: app.clock.now()});
  await app.type(KEYS.alt('4'));
  const screen = await app.frame();
  expect(screen).toMatch(/here +"water the…? ?.*read ✓✓$/mu);
  expect(screen).toMatch(/signal +"call .*retry 2/u);
  expect(screen).toMatch(/here +"stretch" +delivered ✓✓/u);
});

test('the menu of a list has the actions of its keys: x discards a delivery in both', async () => {
  await using app = await openTestApp();
  app.gateway.delivers({text: 'waiting'});
  await app.type(KEYS.alt('4'), '.');
  const menu = await app.frame();
  expect(menu).toMatch(/x +discard the delivery\s*│\n/u);
  expect(menu.match(/discard/gu)).toHaveLength(1);
  expect(menu).not.toContain('move the reminder');
  await app.type('x');
  expect(await app.frame()).toContain('Discard the delivery "waiting"');
});

test('the side pane names the item first, then the event, within its width', async () => {
  await using app = await openTestApp({columns: 140, rows: 40});
  const {gateway, clock} = app;
  const plants = gateway.reminds({message: 'water plants', fireAt: clock.now() + 2 * DAY - 3 * HOUR});
  gateway.delivers({text: 'Take the bins out tonight, please', address: 'signal:alice-uuid', state: 'sent'});
  const screen = await app.frame();
  expect(screen).toContain('water plan… set, Mon 8:00');
  expect(screen).toContain('Take the bi… sent, signal');
  gateway.emit({type: 'reminder.edited', reminder: {...plants, fireAt: clock.now() + HOUR}, changed: ['fireAt']});
  expect(await app.frame()).toContain('moved, 12:00');
});

test('the log leaves out session updates, and names the source of a message', async () => {
  await using app = await openTestApp({columns: 100, rows: 30});
  const {gateway} = app;
  gateway.says('blink', {source: {kind: 'reminder', name: 'rem_1'}});
  const touched = app.state().gateway.sessions.get(MAIN);
  if (touched === undefined) throw new Error('there is no main conversation');
  gateway.emit({type: 'session.updated', session: MAIN, state: {...touched, messages: 15}});
  await app.type(KEYS.alt('5'));
  const screen = await app.frame();
  expect(screen).not.toContain('15 messages');
  expect(screen).toMatch(/reminder(?: \S+)?: blink/u);
  expect(screen).not.toContain('agent: blink');
});
