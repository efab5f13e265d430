import {expect, test} from 'vitest';
import type {Run} from '../../../src/shared/records/jobs/jobs.ts';
import {DAY, HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway} from '../../support/fake-gateway.ts';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

test('the composer shows planned items above it when there is no notice', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({paused: true});
  app.gateway.schedules({name: 'standup', paused: true});
  await app.type(KEYS.alt('3'));
  expect(await app.frame(MINUTE)).toMatch(/^ 2 paused · 1 reminder · 1 job$/mu);
});

test('the plan lists what rang unanswered first, then invalid files, then jobs and reminders in groups, each with its time and target', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob', fireAt: app.clock.now() + 12 * MINUTE});
  app.gateway.schedules({name: 'morning', nextAt: app.clock.now() + 27 * MINUTE, deliver: ['signal:alice-uuid']});
  app.gateway.schedules({name: 'sweep', paused: true});
  app.gateway.emit({type: 'cron.invalid', file: 'cron/broken.md', line: 2, reason: 'no schedule'});
  await app.type(KEYS.alt('3'));
  const rows = (await app.frame()).split('\n');
  app.gateway.fires(app.gateway.reminds({message: 'stretch'}));
  expect((await app.frame()).split('\n').slice(3, 5).join('\n')).toMatch(
    /── rang, unanswered ─+\n.*rang ! {2}◷ stretch/u,
  );
  expect(rows[0]).toContain(' 3 plan !1 ');

  expect(rows[3]).toMatch(/── invalid job files ─/u);
  expect(rows[4]).toMatch(/^> cron\/broken\.md:2 +no schedule/u);
  expect(rows[5]).toMatch(/── jobs ─/u);
  expect(rows[6]).toMatch(/in 27m {2}↻ morning +daily/u);
  expect(rows[7]).toMatch(/↻ sweep .*paused/u);
  expect(rows[8]).toMatch(/── reminders ─/u);
  expect(rows[9]).toMatch(/in 12m {2}◷ call Bob/u);
});

test('a job without a time has its state there', async () => {
  await using app = await openTestApp();
  const job = app.gateway.schedules({name: 'sweep'});
  const {nextAt: _, ...paused} = {...job, paused: true};
  app.gateway.emit({type: 'cron.changed', job: paused});
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toMatch(/^> paused {24}↻ sweep +daily/mu);
});

test("the plan shows how many reminders aren't loaded yet, and loads them on scrolling", async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  const reminder = (number: number) =>
    gateway.reminds({message: `number ${number}.`, fireAt: clock.now() + number * HOUR});
  for (let number = 1; number <= 200; number += 1) reminder(number);
  const held = fakeGateway(clock);
  const later = Array.from({length: 450}, (_, index) => ({
    ...held.reminds({message: `number ${201 + index}.`, fireAt: clock.now() + (201 + index) * HOUR}),
    id: `rem_later${index}` as const,
  }));
  gateway.hides(450, later);
  await using app = await openTestApp({gateway, clock, rows: 30});
  await app.type(KEYS.alt('3'));
  expect((await app.frame()).split('\n')[0]).toContain(' 3 plan ·650 ');
  await app.type('G');
  await app.frame();
  expect(app.state().gateway.hiddenReminders).toBe(250);
  await app.type('G');
  await app.frame();
  await app.type('G');
  await app.frame();
  await app.type('G');
  const screen = await app.frame();
  expect(screen).toContain('number 650.');
  expect(screen).not.toContain('later reminder');
  expect(app.gateway.callsOf('reminder.list')).toHaveLength(3);
  await app.frame();
  expect(app.state().gateway.reminders.map(({message}) => message)).toEqual(
    Array.from({length: 650}, (_, index) => `number ${index + 1}.`),
  );
});

test('a reminder is snoozed by a phrase, and the understood time is shown before and after', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob'});
  await app.type(KEYS.alt('3'), 's', '20m');
  const asked = await app.frame(300);
  expect(asked).toContain(' snooze "call Bob" until > 20m');
  expect(asked).toContain('in 20 minutes, in 20m');
  await app.type(KEYS.enter);
  const snoozed = await app.frame();
  expect(snoozed).toMatch(/✓ Snoozed until .*\(in 20m\): call Bob/u);
  expect(snoozed).toMatch(/in 20m {2}◷ call Bob +snoozed/u);
  expect(app.gateway.callsOf('reminder.snooze')).toMatchObject([{when: '20m'}]);
});

test('a typed time is counted from the current moment, and an edit names its change', async () => {
  await using app = await openTestApp({columns: 130});
  app.gateway.reminds({message: 'call Bob', fireAt: app.clock.now() + 3 * HOUR});
  await app.type(KEYS.alt('3'));
  // Nothing is redrawn for a while, so the screen's idea of the time is old by now.
  await app.frame(55 * SECOND);
  await app.type('e', '5m');
  expect(await app.frame(300)).toMatch(/in 5m\b/u);
  await app.type(KEYS.enter);
  await app.frame();
  await app.type(KEYS.alt('1'));
  expect(app.state().ui.log.findLast(({type}) => type === 'reminder.edited')).toBeDefined();
});

test('an empty input uses the first suggestion, and Tab cycles through them', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob'});
  await app.type(KEYS.alt('3'), 's', KEYS.enter);
  await app.frame();
  await app.type('s', KEYS.tab, KEYS.tab, KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('reminder.snooze').map(({when}) => when)).toEqual(['10m', '1h']);
});

test('an invalid time is refused in the input line, and can be corrected', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob'});
  await app.type(KEYS.alt('3'), 's', 'when pigs fly', KEYS.enter);
  const refused = await app.frame(300);
  expect(refused).toContain('until > when pigs fly');
  expect(refused).toContain('"when pigs fly" isn\'t a time I understand.');
  await app.type(KEYS.ctrl('u'), '5m', KEYS.enter);
  expect(await app.frame()).toContain('✓ Snoozed until');
});

test('a new reminder is entered in one line, with the words of /remind', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.alt('3'), 'n', '20m drink tea');
  expect(await app.frame(300)).toContain('drink tea: in 20 minutes, in 20m');
  await app.type(KEYS.enter);
  expect(await app.frame()).toMatch(/✓ Reminder set: .*drink tea/u);
  expect(await app.frame()).toMatch(/> .*in 20m {2}◷ drink tea/u);
});

test('an ambiguous time shows its choices: Tab takes the next one, Enter sets it', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.alt('3'), 'n', '6:45 run');
  expect(await app.frame(300)).toContain('tomorrow 06:45 · Tab: today 18:45');
  await app.type(KEYS.tab);
  expect(await app.frame()).toContain('today 18:45 · Tab: tomorrow 06:45');
  expect(await app.frame()).toContain('remind > 6:45 run');
  await app.type(KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('reminder.set')).toMatchObject([{when: '2026-11-21T17:45:00.000Z', message: 'run'}]);
});

test.each([
  ['s', 'reminder.snooze'],
  ['e', 'reminder.edit'],
] as const)(
  'an ambiguous time after %s shows its choices, and Enter takes the one that is shown',
  async (key, method) => {
    await using app = await openTestApp();
    app.gateway.reminds({message: 'run'});
    await app.type(KEYS.alt('3'), key, '6:45');
    expect(await app.frame(300)).toContain('tomorrow 06:45 · Tab: today 18:45');
    await app.type(KEYS.tab, KEYS.enter);
    await app.frame();
    expect(app.gateway.callsOf(method)).toMatchObject([{when: '2026-11-21T17:45:00.000Z'}]);
  },
);

test("a queued run isn't shown as running before it begins", async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning'});
  const {beganAt: _, ...run} = app.gateway.runs({name: 'morning', status: 'ran', scheduledFor: 1});
  const {id, session} = run;
  const again = {...run, id: `${id}0`, status: 'running'} as const;
  app.gateway.emit({type: 'run.started', session, run: again});
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toMatch(/↻ .*morning.* waits/u);
  const turn = {session, turnId: 'turn_1', source: {kind: 'cron', name: 'morning'}, model: 'm'} as const;
  app.gateway.emit({type: 'turn.started', ...turn, begun: {runId: again.id, beganAt: 1}});
  const begun = await app.frame();
  expect(begun).toContain('running ~');
  expect(begun).not.toContain('waits');
});

test('a job is run after a question, paused and resumed', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning'});
  await app.type(KEYS.alt('3'), 'F');
  expect(await app.frame()).toContain('Run morning now?');
  await app.answer('y');
  expect(await app.frame()).toContain('running ~');
  await app.type('p');
  expect(await app.frame()).toMatch(/↻ morning .*running|paused/u);
  expect(app.gateway.callsOf('cron.run')).toEqual([{name: 'morning'}]);
  await app.type('p');
  await app.frame();
  expect([app.gateway.callsOf('cron.pause').length, app.gateway.callsOf('cron.resume').length]).toEqual([1, 1]);
});

test('a key without a meaning on a row says why', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'morning'});
  await app.type(KEYS.alt('3'), 's');
  expect(await app.frame()).toContain("a job can't be snoozed; edit cron/morning.md, or press p to pause it");
  expect(app.gateway.callsOf('reminder.snooze')).toEqual([]);
});

test('a fired reminder stays in the plan until it is done, and can be snoozed', async () => {
  await using app = await openTestApp();
  app.gateway.fires(app.gateway.reminds({message: 'stretch'}));
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toMatch(/── rang, unanswered ─+\n> .*rang ! {2}◷ stretch/u);
  await app.type('s', '5m', KEYS.enter);
  expect(await app.frame()).toMatch(/> .*in 5m {2}◷ stretch/u);
  await app.type('d');
  expect(await app.frame()).not.toContain('◷ stretch');
});

test('a countdown shows seconds only near its end, and nothing is written while nothing changes', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob', fireAt: app.clock.now() + 2 * HOUR});
  await app.type(KEYS.alt('3'));
  await app.frame(40 * SECOND);
  expect(await writes(app, 15 * SECOND)).toBe(0);
  expect(await writes(app, MINUTE)).toBe(1);
});

test('the view, its filter and the selected row are restored at the next start', async () => {
  const files = memoryFiles();
  const app = await openTestApp({files});
  for (const message of ['one tea', 'two', 'three tea']) app.gateway.reminds({message});
  await app.type(KEYS.alt('3'), '/', 'tea', KEYS.enter, 'j');
  expect(await app.frame(400)).toMatch(/with "tea"/u);
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({files, gateway: app.gateway});
  const screen = await next.frame();
  expect(screen).toMatch(/with "tea"/u);
  expect(screen).toContain('✓ plan is still filtered: with "tea"; Esc clears it');
  expect(screen).toMatch(/> .*three tea/u);
  expect(screen).not.toMatch(/ two /u);
  await next.type(KEYS.esc);
  expect(await next.frame()).toContain('two');
  await next.type(KEYS.esc);
  expect(await next.frame()).toContain('write to rooster');
});

test('letters typed fast are separate keys, and an input line takes the rest', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'one'});
  app.gateway.reminds({message: 'two', fireAt: app.clock.now() + HOUR});
  await app.type(KEYS.alt('3'), 'jsin 20 minutes');
  expect(await app.frame()).toContain(' snooze "two" until > in 20 minutes');
});

/** The number of writes within that time. */
const writes = async (app: TestApp, ms: number): Promise<number> => {
  const before = app.terminal.written.length;
  let count = 0;
  let seen = before;
  for (let passed = 0; passed < ms; passed += SECOND) {
    await app.frame(SECOND);
    if (app.terminal.written.length > seen) count += 1;
    seen = app.terminal.written.length;
  }
  return count;
};

test('a very long list of reminders counts the later ones', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  gateway.reminds({message: 'first'});
  gateway.hides(57);
  gateway.forgetsEvents();
  await using app = await openTestApp({clock, gateway});
  await app.type(KEYS.alt('3'));
  const screen = await app.frame();
  expect(screen).toContain('58 reminders');
  expect(screen).toContain('and 57 later reminders');
});

test('a wide screen counts all upcoming events, even those not loaded', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  for (let index = 0; index < 20; index += 1) gateway.reminds({message: `thing ${index}`});
  gateway.hides(57);
  gateway.forgetsEvents();
  await using app = await openTestApp({columns: 140, rows: 40, clock, gateway});
  const [, shown = ''] = /(\d+) more/u.exec(await app.frame()) ?? [];
  expect(Number(shown)).toBeGreaterThan(57);
});

test('a job moved by a clock change shows when the clocks go forward', async () => {
  await using app = await openTestApp({columns: 120});
  const job = {cron: '30 2 * * *', zone: 'Europe/Berlin', nextAt: Date.UTC(2027, 2, 28, 1)};
  app.gateway.schedules({...job, name: 'night'});
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toMatch(/\n job · clocks go forward from 02:00 · 30 2 \* \* \* in Europe\/Berlin · next /u);
  app.gateway.schedules({...job, name: 'night', paused: true});
  expect(await app.frame()).not.toContain('clocks go forward from');
});

test('a reminder later than all loaded ones is found by its text, and can be read', async () => {
  const clock = fakeClock();
  const gateway = fakeGateway(clock);
  const held = gateway.reminds({message: 'water the plants', fireAt: clock.now() + HOUR});
  gateway.hides(57, [{...held, id: 'rem_later', message: 'Dentist in spring', fireAt: clock.now() + 90 * DAY}]);
  gateway.forgetsEvents();
  await using app = await openTestApp({clock, gateway});
  await app.type(KEYS.ctrl('p'), '!dentist');
  expect(await app.frame(SECOND)).toMatch(/reminder Dentist in spring +in 90d/u);
  expect(gateway.callsOf('reminder.list')).toEqual([{text: 'dentist', limit: 20}]);
  expect(gateway.callsOf('message.search')).toEqual([]);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('reminder rem_later');
});

test("when all reminders are loaded, the daemon isn't asked for more", async () => {
  await using app = await openTestApp();
  await app.type(KEYS.ctrl('p'), 'dentist');
  await app.frame(SECOND);
  expect(app.gateway.callsOf('message.search')).toHaveLength(1);
  expect(app.gateway.callsOf('reminder.list')).toEqual([]);
});

test('a job shows how its last runs went, its next three times, and what the last one used', async () => {
  for (const [env, marks] of [
    [{LANG: 'C.UTF-8'}, '▪▂·✗'],
    [{LANG: 'C'}, '*_.x'],
  ] as const) {
    await using app = await openTestApp({columns: 118, env});
    const {gateway, clock} = app;
    const now = clock.now();
    const ran = (hoursAgo: number, run: Partial<Run>): void => {
      const startedAt = now - hoursAgo * HOUR;
      gateway.runs({name: 'sweep', startedAt, endedAt: startedAt + SECOND, scheduledFor: startedAt, ...run});
    };
    ran(4, {status: 'ran'});
    ran(3, {status: 'ran', late: true});
    ran(2, {status: 'skipped'});
    ran(1, {status: 'failed', tokens: {input: 1_200, output: 34}});
    gateway.schedules({name: 'sweep', cron: '0 */6 * * *', zone: 'UTC', nextAt: now + 7 * HOUR});
    await app.type(KEYS.alt('3'));
    const screen = await app.frame();
    expect(screen.split('\n').find(row => row.includes('every 6 h'))).toContain(` ${marks} `);
    await app.type('k');
    const detail = (await app.frame()).split('\n').slice(-4, -1).join('');
    expect(detail).toMatch(/next today 18:00 UTC, tomorrow 00:00 UTC, tomorrow 06:00 UTC . last runs: 1 ran, 1 late,/u);
  }
});

test('the lines below the plan have the text and the dates whole, even at 80 columns', async () => {
  await using app = await openTestApp({columns: 80, rows: 24});
  const next = [0, 1, 2].map(week => app.clock.now() + HOUR + week * 7 * DAY);
  const repeat = {
    rule: 'FREQ=WEEKLY;BYDAY=SA',
    words: 'every Saturday at 12:00',
    zone: 'UTC',
    start: '2026-11-21T12:00:00',
  };
  const message = 'Call the doctor about the results of last week, and ask for the bill too';
  app.gateway.reminds({message, fireAt: next[0] ?? 0, next, repeat});
  await app.type(KEYS.alt('3'));
  const rows = (await app.frame()).split('\n');
  expect(rows.find(row => row.startsWith('>'))).toMatch(/Call the doctor.*… Sat/u);
  const below = rows.slice(-4, -1).join(' ').replaceAll(/\s+/gu, ' ');
  expect(below).toContain(message);
  expect(below).toContain('every Saturday at 12:00 · next today 12:00 UTC, Sat 28 Nov 12:00 UTC, Sat 5 Dec 12:00 UTC');
});

test('a row in another year says which', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'passport', fireAt: Date.UTC(2028, 0, 23, 9)});
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toMatch(/ 23 Jan 2028 \d\d:00 .*passport/u);
  await app.type(KEYS.alt('2'));
  expect(await app.frame()).toContain('── Sun 23 Jan 2028 ──');
});
