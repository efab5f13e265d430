import {expect, test} from 'vitest';
import type {IdlePlan} from '../../../src/shared/records/jobs/idle-status.ts';
import {HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('the timeline shows every occurrence of a job until the end of tomorrow', async () => {
  await using app = await openTestApp({rows: 40});
  // It is noon.
  app.gateway.schedules({name: 'sweep', cron: '0 */6 * * *', zone: 'UTC', nextAt: app.clock.now() + 6 * HOUR});
  await app.type(KEYS.alt('2'));
  const screen = await app.frame();
  expect(screen.match(/↻ +sweep/gu)).toHaveLength(6);
  expect(screen).toMatch(/18:00 +↻ +sweep[\s\S]*tomorrow[\s\S]*00:00 +↻ +sweep[\s\S]*18:00 +↻ +sweep/u);
  expect(app.gateway.callsOf('cron.windows')).toHaveLength(1);
  await app.frame(MINUTE);
  expect(app.gateway.callsOf('cron.windows')).toHaveLength(1);
  app.gateway.schedules({name: 'sweep', cron: '0 23 * * *', zone: 'UTC', nextAt: app.clock.now() + 10 * HOUR});
  const changed = await app.frame();
  expect(changed.match(/↻ +sweep/gu)?.length).toBe(3);
});

test('the timeline lists notable turns: from Signal, by hand, and failed ones, each with its outcome', async () => {
  await using app = await openTestApp({rows: 30});
  const {gateway} = app;
  const session = 'rooster:main';
  const alice = {kind: 'user', name: 'alice', channel: 'signal'} as const;
  const turn = (turnId: `turn_${string}`, text: string, source: Parameters<typeof gateway.says>[1]) =>
    gateway.says(text, {role: 'user', turnId, ...source});
  turn('turn_1', 'bring the folder', {source: alice});
  gateway.emit({type: 'turn.started', session, turnId: 'turn_1', source: alice, model: 'm'});
  gateway.emit({type: 'turn.ended', session, turnId: 'turn_1', source: alice, outcome: 'replied', tookMs: 22_000});
  turn('turn_2', 'look at the backups', {source: {kind: 'operator'}});
  gateway.emit({type: 'turn.started', session, turnId: 'turn_2', source: {kind: 'operator'}, model: 'm'});
  turn('turn_3', 'fine', {source: {kind: 'user'}});
  gateway.emit({type: 'turn.ended', session, turnId: 'turn_3', source: {kind: 'user'}, outcome: 'replied'});
  turn('turn_4', 'broken', {source: {kind: 'user'}});
  const failed = {session, turnId: 'turn_4', source: {kind: 'user'}, outcome: 'failed', error: 'no key'} as const;
  gateway.emit({type: 'turn.ended', ...failed});
  turn('turn_5', 'and the keys', {source: alice});
  await app.type(KEYS.alt('2'));
  const screen = await app.frame();
  expect(screen).toMatch(/⇠ +alice: bring the folder +replied +22s/u);
  expect(screen).toMatch(/⇠ +operator: look at the backups +running ~/u);
  expect(screen).toMatch(/!.*⇠ +you: broken \(no key\) +failed !/u);
  expect(screen).toMatch(/⇠ +alice: and the keys +queued/u);
  expect(screen).not.toContain('fine');

  await app.type('/', 'alice', KEYS.enter);
  const filtered = await app.frame();
  expect(filtered).toContain('bring the folder');
  expect(filtered).not.toContain('by hand');
});

test('a list can be filtered by session, too', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob', sourceSession: 'rooster:signal:dm:alice'});
  app.gateway.reminds({message: 'drink tea'});
  await app.type(KEYS.alt('2'), '/', 'dm:alice', KEYS.enter);
  const screen = await app.frame();
  // The drawing of the day shows all.
  expect(screen).toContain('◷ call Bob');
  expect(screen).not.toContain('◷ drink tea');
});

test('the plan and the timeline show heartbeats of an idle conversation when they are asked for', async () => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  const stands = (heartbeat: IdlePlan): void =>
    gateway.idles([
      {session: 'rooster:main', lastHeardAt: clock.now(), heartbeat, reflection: {why: 'Nothing is new.'}},
    ]);
  stands({nextAt: clock.now() + 4 * MINUTE});
  gateway.runs({
    kind: 'heartbeat',
    name: 'rooster:main',
    status: 'suppressed',
    output: 'HEARTBEAT_OK. The build is green.',
    endedAt: clock.now(),
    schedule: 'idle for 4 minutes',
  });
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).not.toContain('♡');
  await app.type(...'fffff');
  const plan = await app.frame();
  expect(plan).toMatch(/11:04 +in 4m +♡ main/u);
  await app.type(KEYS.alt('2'));
  expect(await app.frame()).not.toContain('♡');
  await app.type(...'ffffffff');
  const timeline = await app.frame();
  expect(timeline).toMatch(/11:00 +♡ +main: The build is green\. +no news/u);
  expect(timeline).toMatch(/11:04 +♡ +main +in 4m/u);
  expect(Math.max(...timeline.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);

  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('heartbeat of main ──');
  await app.type(KEYS.esc, 'w');
  expect(await app.frame()).toContain('it has not run yet');

  // A person was active: it comes later, and only the change event says so.
  const asked = gateway.callsOf('daemon.status').length;
  stands({nextAt: clock.now() + 9 * MINUTE});
  gateway.says('hello');
  await app.frame(2 * SECOND);
  expect(await app.frame()).toMatch(/11:09 +♡ +main/u);
  await app.frame(MINUTE);
  expect(gateway.callsOf('daemon.status').length - asked).toBeLessThanOrEqual(2);
});

test('a heartbeat that failed, or whose words are searched, stands in the timeline unasked', async () => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  const heartbeat = {kind: 'heartbeat', name: 'rooster:main', schedule: 'idle for 4 minutes'} as const;
  gateway.runs({...heartbeat, status: 'failed', error: 'No model answered.', endedAt: clock.now()});
  gateway.runs({...heartbeat, status: 'suppressed', output: 'HEARTBEAT_OK. The build is green.', endedAt: clock.now()});
  await app.type(KEYS.alt('2'));
  const timeline = await app.frame();
  expect(timeline).toMatch(/♡ +main.*failed/u);
  expect(timeline).not.toContain('The build is green');
  await app.type('/', 'green', KEYS.enter);
  expect(await app.frame()).toMatch(/♡ +main: The build is green/u);
});

test('a ring that waits for an answer says so in the timeline, and its receipt once it is done', async () => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  const reminder = gateway.reminds({message: 'take the pill'});
  gateway.fires(reminder);
  const run = gateway.runs({kind: 'reminder', name: reminder.id, status: 'ran', endedAt: clock.now()});
  gateway.delivers({text: 'take the pill', runId: run.id, state: 'read', address: 'signal:alice-uuid'});
  await app.type(KEYS.alt('2'));
  expect(await app.frame()).toMatch(/take the pill.*unanswered !/u);
  await app.type('d');
  expect(await app.frame()).toMatch(/take the pill.*read .*✓✓/u);
});

test('heartbeat sessions are not in the list of conversations', async () => {
  await using app = await openTestApp({columns: 140});
  for (const name of ['heartbeat-rooster_main', 'heartbeats', 'standup']) {
    const state = {kind: 'cron', title: name, trust: 'full', messages: 2, unread: 0, busy: false, queued: 0} as const;
    const key = `rooster:cron:${name}` as const;
    app.gateway.emit({type: 'session.updated', session: key, state: {...state, key, lastActivityAt: app.clock.now()}});
  }
  const screen = await app.frame();
  expect(screen).toContain('heartbeats');
  expect(screen).not.toContain('heartbeat-');
});

test('rows of every kind have the same columns, and an instant event shows no duration', async () => {
  await using app = await openTestApp({columns: 110});
  const {gateway, clock} = app;
  const now = clock.now();
  gateway.runs({
    kind: 'reminder',
    name: 'rem_1',
    status: 'ran',
    startedAt: now - 3 * MINUTE,
    endedAt: now - 3 * MINUTE,
  });
  gateway.runs({kind: 'cron', name: 'sweep', status: 'ran', startedAt: now - 2 * MINUTE, endedAt: now - MINUTE});
  gateway.delivers({text: 'tea', address: 'signal:alice', state: 'delivered', createdAt: now - MINUTE});
  await app.type(KEYS.alt('2'));
  const screen = await app.frame();
  expect(screen).not.toContain('0.0s');
  const row = (word: string) => screen.split('\n').find(one => one.includes(word)) ?? '';
  expect(row('⇢').indexOf('⇢')).toBe(row('sweep').indexOf('↻'));
  const starts = (head: string): number =>
    screen
      .split('\n')
      .find(one => one.includes('took'))
      ?.indexOf(head) ?? -1;
  expect(row('⇢').indexOf('→')).toBe(starts('where'));
  expect(row('⇢').indexOf('delivered')).toBe(starts('state'));
  expect(row('sweep').indexOf('ran')).toBe(starts('state'));
  expect(row('sweep').trimEnd().length).toBe(starts('took') + 'took'.length);
});

test('each kind of row has its sign, a letter without the symbols, and its word below the list', async () => {
  for (const [env, signs] of [
    [{LANG: 'C.UTF-8'}, ['◷', '↻', '⇢']],
    [{LANG: 'C'}, ['r', 'j', 'o']],
  ] as const) {
    await using app = await openTestApp({env});
    const {gateway, clock} = app;
    gateway.delivers({text: 'tea', address: 'signal:alice', state: 'delivered', createdAt: clock.now() - MINUTE});
    gateway.reminds({message: 'call Bob', fireAt: clock.now() + HOUR});
    gateway.schedules({name: 'sweep', nextAt: clock.now() + 2 * HOUR});
    await app.type(KEYS.alt('2'));
    const screen = await app.frame();
    for (const [index, word] of ['call Bob', 'sweep', '"tea"'].entries())
      expect(screen).toMatch(new RegExp(`\\d\\d:\\d\\d ${signs[index]} ${word}`, 'u'));
    expect(screen.split('\n').at(-3)).toMatch(/^ reminder /u);
  }
});

test('a countdown has the colour of now in its last minute', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob', fireAt: app.clock.now() + 90 * SECOND});
  app.gateway.reminds({message: 'read', fireAt: app.clock.now() + HOUR});
  await app.type(KEYS.alt('2'), 'j');
  expect(await app.frame()).toContain('in 1:30');
  expect(app.terminal.written).not.toMatch(/\x1b\[33m\x1b\[1m[in ]*\d/u);
  await app.frame(35 * SECOND);
  expect(app.terminal.written).toMatch(/\x1b\[33m\x1b\[1m[in ]*\d/u);
});

const DAY_ROW = /^ {2}Sat 21 (.*)$/mu;

test('the timeline draws its day: higher blocks where there is more, and a mark that moves with the time', async () => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  for (let index = 0; index < 5; index += 1)
    gateway.delivers({text: `${index}`, address: 'signal:alice', state: 'sent', createdAt: clock.now() - 5 * HOUR});
  gateway.reminds({message: 'call Bob', fireAt: clock.now() + 6 * HOUR});
  gateway.reminds({message: 'not today', fireAt: clock.now() + 33 * HOUR});
  await app.type(KEYS.alt('2'));
  const screen = await app.frame();
  expect(screen).toMatch(/^ {9}00 +03 +06 +09 +12 +15 +18 +21/mu);
  const day = DAY_ROW.exec(screen)?.[1] ?? '';
  const hourOf = (sign: string): number => (day.indexOf(sign) * 24) / 70;
  expect(day.match(/▄/gu)).toHaveLength(1);
  // It is 11:00.
  expect([hourOf('█'), hourOf('┃'), hourOf('▄')].map(Math.round)).toEqual([6, 11, 17]);
  const moved = await app.frame(HOUR);
  expect((DAY_ROW.exec(moved)?.[1] ?? '').indexOf('┃')).toBe(day.indexOf('┃') + 3);
});

test('below the day stand its next three, each under its block, and what rang unanswered has a sign of its own', async () => {
  await using app = await openTestApp({rows: 30});
  const {gateway, clock} = app;
  gateway.reminds({message: 'rang', fireAt: clock.now() - 3 * HOUR, state: 'fired', firedAt: clock.now() - 3 * HOUR});
  for (const [index, message] of ['tea', 'Bob', 'pills', 'too late'].entries())
    gateway.reminds({message, fireAt: clock.now() + (4 * index + 1) * HOUR - (index === 3 ? HOUR : 0)});
  await app.type(KEYS.alt('2'));
  const screen = await app.frame();
  const day = DAY_ROW.exec(screen)?.[1] ?? '';
  // It is 11:00.
  expect(Math.round((day.indexOf('!') * 24) / 70)).toBe(8);
  expect(day.match(/▄/gu)).toHaveLength(4);
  const labels = screen.split('\n').find(line => line.includes('12:00 tea')) ?? '';
  expect(labels).toMatch(/12:00 tea +16:00 Bob +20:00 pills$/u);
  expect(labels.indexOf('12:00 tea') - 9).toBe(day.indexOf('▄'));
  expect(labels).not.toContain('too late');
});

test('] and [ go from day to day, t goes back to now, and the drawing follows', async () => {
  await using app = await openTestApp({rows: 30});
  const {gateway, clock} = app;
  gateway.runs({name: 'before', status: 'ran', startedAt: clock.now() - 26 * HOUR, endedAt: clock.now() - 25 * HOUR});
  gateway.reminds({message: 'today', fireAt: clock.now() + HOUR});
  gateway.reminds({message: 'tomorrow', fireAt: clock.now() + 25 * HOUR});
  gateway.reminds({message: 'tomorrow, later', fireAt: clock.now() + 28 * HOUR});
  await app.type(KEYS.alt('2'), ']');
  const after = await app.frame();
  expect(after).toMatch(/^> .*tomorrow {3}/mu);
  expect(after).toMatch(/^ {2}Sun 22 /mu);
  await app.type('j', '[');
  expect(await app.frame()).toMatch(/^> .* today /mu);
  await app.type('[');
  const before = await app.frame();
  expect(before).toMatch(/^> .* before /mu);
  expect(before).toMatch(/^ {2}Fri 20 /mu);
  await app.type('t');
  expect(await app.frame()).toMatch(DAY_ROW);
});

test('W draws the whole week, and asks for its occurrences', async () => {
  await using app = await openTestApp({columns: 100, rows: 30});
  await app.type(KEYS.alt('2'), 'W');
  const screen = await app.frame();
  expect(screen).toMatch(/ {2}Mon 16 .*\n {2}Tue 17 [\s\S]*\n▸ Sat 21 .*┃.*\n {2}Sun 22 /u);
  expect(app.gateway.callsOf('cron.windows')).toHaveLength(2);
  await app.type('W');
  expect(await app.frame()).not.toContain('Mon 16');
});

test('a filter by kind shows the signs of all kinds beside its name', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.alt('2'), 'f');
  expect(await app.frame()).toContain('◷ ☼ ↻ ⇠ ⇢ only reminders');
});

const INVERSE = /\x1b\[7m/u;

test('a row flashes once when it becomes due, and not at all after /motion off', async () => {
  for (const motion of ['on', 'off']) {
    await using app = await openTestApp({env: {LANG: 'C.UTF-8', NO_COLOR: '1'}});
    const {gateway, clock} = app;
    gateway.reminds({message: 'selected', fireAt: clock.now() + HOUR});
    await app.type(`/motion ${motion}`, KEYS.enter, KEYS.alt('2'));
    await app.frame(MINUTE);
    const before = app.terminal.written.length;
    gateway.runs({kind: 'reminder', name: 'rem_1', status: 'ran', startedAt: clock.now(), endedAt: clock.now()});
    await app.frame(100);
    expect(INVERSE.test(app.terminal.written.slice(before).replaceAll(/>.*/gu, ''))).toBe(motion === 'on');
    await app.frame(SECOND);
    const rest = app.terminal.written.length;
    await app.frame(10 * SECOND);
    expect(app.terminal.written.length).toBe(rest);
  }
});

test('a wide screen shows the next countdown in large letters', async () => {
  await using app = await openTestApp({columns: 140, rows: 40});
  app.gateway.reminds({message: 'call Bob', fireAt: app.clock.now() + 12 * MINUTE});
  const screen = await app.frame();
  expect(screen).toMatch(/│ ▀█ {2}▀▀█ *\n/u);
  expect(screen).toMatch(/│ {2}█ {2}█▀▀ █▀█▀█ *\n/u);
  expect(screen).toMatch(/│ ◷ call Bob {2}11:12/u);
  expect(screen).toMatch(/│ TODAY *\n.*│ 00 {6}06 {6}12 {6}18 *\n.*│.*┃/u);
});

test('without the symbols, blocks still differ from the empty hours and from now', async () => {
  await using app = await openTestApp({env: {LANG: 'C', NO_COLOR: '1'}});
  app.gateway.reminds({message: 'call Bob', fireAt: app.clock.now() + 6 * HOUR});
  await app.type(KEYS.alt('2'));
  expect(DAY_ROW.exec(await app.frame())?.[1]?.replaceAll('_', '')).toBe('|=');
});

test('an answered reminder keeps its text, not that of the confirmation', async () => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  const now = clock.now();
  const run = gateway.runs({kind: 'reminder', name: 'rem_1', status: 'ran', startedAt: now - MINUTE, endedAt: now});
  gateway.delivers({text: 'lift weights', runId: run.id, state: 'sent', createdAt: now - MINUTE});
  gateway.delivers({text: 'Done: “lift weights”.', runId: run.id, state: 'sent', createdAt: now});
  await app.type(KEYS.alt('2'));
  const screen = await app.frame();
  expect(screen).toMatch(/◷ lift weights/u);
  expect(screen).not.toContain('Done:');
});
