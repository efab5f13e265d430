import {expect, test} from 'vitest';
import type {IdlePlan} from '../../../src/shared/records/idle-status.ts';
import {HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('the timeline shows every occurrence of a job until the end of tomorrow', async () => {
  await using app = await openTestApp({rows: 40});
  // It is noon.
  app.gateway.schedules({name: 'sweep', cron: '0 */6 * * *', zone: 'UTC', nextAt: app.clock.now() + 6 * HOUR});
  await app.type(KEYS.alt('2'));
  const screen = await app.frame();
  expect(screen.match(/cron +sweep/gu)).toHaveLength(6);
  expect(screen).toMatch(/18:00 +cron +sweep[\s\S]*tomorrow[\s\S]*00:00 +cron +sweep[\s\S]*18:00 +cron +sweep/u);
  expect(app.gateway.callsOf('cron.windows')).toHaveLength(1);
  await app.frame(MINUTE);
  expect(app.gateway.callsOf('cron.windows')).toHaveLength(1);
  app.gateway.schedules({name: 'sweep', cron: '0 23 * * *', zone: 'UTC', nextAt: app.clock.now() + 10 * HOUR});
  const changed = await app.frame();
  expect(changed.match(/cron +sweep/gu)?.length).toBe(3);
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
  expect(screen).toMatch(/turn +alice: bring the folder +replied +22s/u);
  expect(screen).toMatch(/turn +operator: look at the backups +running ~/u);
  expect(screen).toMatch(/!.*turn +you: broken \(no key\) +failed !/u);
  expect(screen).toMatch(/turn +alice: and the keys +queued/u);
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
  expect(screen).toContain('call Bob');
  expect(screen).not.toContain('drink tea');
});

test('the plan and the timeline show heartbeats of an idle conversation, and their outcome', async () => {
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
  const plan = await app.frame();
  expect(plan).toMatch(/11:04 +in 4m +beat main/u);
  expect(plan).toContain('PLAN  1 heartbeat');
  await app.type(KEYS.alt('2'));
  const timeline = await app.frame();
  expect(timeline).toMatch(/11:00 +beat +main: The build is green\. +no news/u);
  expect(timeline).toMatch(/11:04 +beat +main +in 4m/u);
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
  expect(await app.frame()).toMatch(/11:09 +beat +main/u);
  await app.frame(MINUTE);
  expect(gateway.callsOf('daemon.status').length - asked).toBeLessThanOrEqual(2);
});

test('heartbeat sessions are not in the list of conversations', async () => {
  await using app = await openTestApp({columns: 140});
  for (const name of ['heartbeat-rooster_main', 'heartbeats']) {
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
  expect(row(' out ').indexOf('out')).toBe(row('sweep').indexOf('cron'));
  const stateEnd = (text: string, state: string) => text.lastIndexOf(state) + state.length;
  expect(stateEnd(row(' out '), 'delivered ✓✓')).toBe(stateEnd(row('sweep'), 'ran'));
});
