import {expect, test} from 'vitest';
import {HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('the plan lists upcoming alarms, with the number of refusals', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'call Bob', fireAt: app.clock.now() + 12 * MINUTE});
  app.gateway.alarms({message: 'Look at the build.', nextAt: app.clock.now() + 27 * MINUTE});
  app.gateway.alarms({message: 'Sweep.', cron: '0 9 * * *', nextAt: app.clock.now() + 40 * MINUTE});
  app.gateway.alarms({
    message: 'Go on.',
    session: 'rooster:dm:signal:bob-uuid',
    nextAt: app.clock.now() + 9 * HOUR,
    retryAt: app.clock.now() + 5 * MINUTE,
    failures: 3,
    lastError: 'bob sent more than 60 messages',
  });
  await app.type(KEYS.alt('3'));
  const rows = (await app.frame()).split('\n');
  expect(rows[0]).toContain(' 3 plan ·4 ');
  expect(rows.join('\n')).toContain('\n 1 reminder · 3 alarms');
  expect(rows[3]).toMatch(/── reminders ─/u);
  expect(rows[5]).toMatch(/── alarms ─/u);
  expect(rows[6]).toMatch(/^. .*in 5m {2}☼ Go on\. +retry 3 !/u);
  expect(rows[4]).toMatch(/in 12m {2}◷ call Bob/u);
  expect(rows[7]).toMatch(/in 27m {2}☼ Look at the build\./u);
  expect(rows[8]).toMatch(/in 40m {2}☼ Sweep\. +daily/u);
  await app.type('j');
  expect(await app.frame()).toContain('failed: bob sent more than 60 messages');
});

test('x cancels an alarm after a question, and F runs it now', async () => {
  await using app = await openTestApp();
  const first = app.gateway.alarms({message: 'Look at the build.'});
  const second = app.gateway.alarms({message: 'Sweep.', nextAt: app.clock.now() + 2 * HOUR});
  await app.type(KEYS.alt('3'), 'x');
  expect(await app.frame()).toContain('Cancel the alarm "Look at the build."? It will not wake the agent.');
  await app.answer('y');
  expect(await app.frame()).toContain('✓ Cancelled: Look at the build.');
  expect(await app.frame()).not.toContain('☼ Look');
  await app.type('F');
  expect(await app.frame()).toContain('Wake the agent with "Sweep." now? This ends the alarm.');
  await app.answer('y');
  expect(await app.frame()).toContain('✓ Woke the agent: Sweep.');
  expect(app.gateway.callsOf('alarm.cancel')).toEqual([{id: first.id}]);
  expect(app.gateway.callsOf('alarm.wake')).toEqual([{id: second.id}]);
});

test('Enter reads an alarm with its data, w asks why, and a key without meaning explains that it has none', async () => {
  await using app = await openTestApp({rows: 30});
  const {id} = app.gateway.alarms({message: 'Look at the build.', payload: '{"n": 1.0}', key: 'build'});
  app.gateway.tells(id, [{at: app.clock.now(), what: 'alarm set by hand', id, kind: 'alarm'}]);
  await app.type(KEYS.alt('3'), 's');
  expect(await app.frame()).toContain("an alarm can't be snoozed; press x to cancel or F to wake the agent now");
  await app.type(KEYS.enter);
  const read = await app.frame();
  for (const words of ['alarm alm_1', 'Look at the build.', 'Payload:', '{"n": 1.0}', 'build'])
    expect(read).toContain(words);
  await app.type(KEYS.esc, 'w');
  expect(await app.frame()).toContain('alarm set by hand');
});

test('the timeline has an alarm below the now-line, and its run above it', async () => {
  await using app = await openTestApp({rows: 30});
  const alarm = app.gateway.alarms({message: 'Look at the build.', cron: '0 * * * *'});
  app.gateway.runs({kind: 'alarm', name: alarm.id, session: 'rooster:main', status: 'ran', output: 'It is through.'});
  await app.type(KEYS.alt('2'));
  const screen = await app.frame();
  expect(screen).toMatch(/☼ +Look at the build\..*ran[\s\S]*══ now[\s\S]*☼ +Look at the build\./u);
});

test("a woken turn appears in the conversation as a wake, not as the person's message", async () => {
  await using app = await openTestApp();
  app.gateway.says('Look at the build.', {
    role: 'user',
    turnId: 'turn_1',
    source: {kind: 'alarm', name: 'alm_1'},
    frame: {kind: 'words', words: 'Alarm alm_1 has woken you.'},
    payload: '{"n": 1.0}',
  });
  app.gateway.says('It is through.', {role: 'assistant', turnId: 'turn_1', source: {kind: 'agent'}});
  const screen = await app.frame();
  expect(screen).toMatch(/alarm +Look at the build\./u);
  expect(screen).not.toMatch(/you +Look at the build\./u);
  expect(screen).not.toContain('has woken you');
});
