import {expect, test} from 'vitest';
import type {Run} from '../../../src/shared/records/jobs/jobs.ts';
import {HOUR, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {headerModel} from '../../../src/tui/screens/pane-models.ts';
import {reduceApp} from '../../../src/tui/store/reduce-app.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {fakeGateway, MAIN} from '../../support/fake-gateway.ts';
import {memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

const rings = (app: TestApp): number => app.terminal.written.split('\x07').length - 1;

const run = (given: Partial<Run>): Run => ({
  id: 'run_1',
  kind: 'cron',
  name: 'price-watch',
  session: 'rooster:cron:price-watch',
  status: 'failed',
  scheduledFor: 0,
  startedAt: 0,
  attempt: 1,
  late: false,
  ...given,
});

test('after a reconnect the gap is marked with its events, and nothing appears twice', async () => {
  await using app = await openTestApp();
  app.gateway.says('before');
  await app.frame(3 * SECOND);
  app.gateway.goesAway('The daemon was killed.');
  await app.frame(4 * MINUTE);
  app.gateway.emit({type: 'daemon.started', version: '1', bootId: 'b', pid: 2, interrupted: 0});
  app.gateway.emit({type: 'run.ended', run: run({})});
  app.gateway.says('while away');
  app.gateway.comesBack();
  const screen = await app.frame(20 * SECOND);
  expect(screen).toMatch(
    /before[\s\S]*3 events while disconnected, \d\d:\d\d → \d\d:\d\d[\s\S]*while away[\s\S]*reconnected/u,
  );
  expect(screen).toContain('the daemon was restarted; 1 message, price-watch failed');
  expect(screen.match(/before|while away/gu)).toEqual(['before', 'while away']);
  app.gateway.says('after');
  expect(await app.frame()).toMatch(/reconnected[\s\S]*after/u);
});

test('a gap without events is not marked', async () => {
  await using app = await openTestApp();
  app.gateway.says('before');
  await app.frame();
  app.gateway.goesAway();
  await app.frame(MINUTE);
  app.gateway.comesBack();
  expect(await app.frame(20 * SECOND)).not.toContain('disconnected');
});

test('a reminder that fired during the gap rings once after the reconnect, unless it was seen elsewhere', async () => {
  await using app = await openTestApp();
  const missing = async (unread: number): Promise<number> => {
    app.gateway.goesAway();
    await app.frame(MINUTE);
    for (const text of ['tea', 'rest']) app.gateway.says(text, {source: {kind: 'reminder', name: 'rem_1'}});
    app.gateway.session({key: MAIN, unread});
    app.gateway.comesBack();
    await app.frame(20 * SECOND);
    return rings(app);
  };
  await app.frame(3 * SECOND);
  expect(await missing(2)).toBe(1);
  expect(await missing(0)).toBe(1);
});

test('when the missed events are pruned, the gap shows their number', async () => {
  await using app = await openTestApp();
  app.gateway.says('before');
  await app.frame();
  app.gateway.goesAway();
  await app.frame(MINUTE);
  for (let index = 0; index < 7; index += 1) app.gateway.says(`missed ${index}`);
  app.gateway.forgetsEvents();
  app.gateway.comesBack();
  const screen = await app.frame(20 * SECOND);
  expect(screen).toMatch(/before[\s\S]*7 events while disconnected[\s\S]*missed 0/u);
});

test('during a replay the header shows how far behind the screen is', async () => {
  await using app = await openTestApp();
  app.gateway.says('before');
  await app.frame();
  const {seq = 0} = app.state().gateway;
  const behind = reduceApp(app.state(), {type: 'replay', since: seq, upTo: seq + 812, now: 0});
  expect(headerModel(behind).behind).toBe(812);
});

test('on the next day the screen summarizes the events since the last visit, at the place where reading stopped', async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  const app = await openTestApp({clock, files, gateway});
  gateway.says('good night');
  await app.frame();
  await app[Symbol.asyncDispose]();
  await clock.advance(10 * HOUR);
  gateway.runs(
    run({id: 'run_2', kind: 'reminder', name: 'rem_1', status: 'ran', startedAt: clock.now(), endedAt: clock.now()}),
  );
  gateway.runs(run({endedAt: clock.now()}));
  gateway.said('good morning');
  gateway.session({key: MAIN, unread: 1});
  await using next = await openTestApp({clock, files, gateway});
  const screen = await next.frame();
  expect(screen).toMatch(/good night[\s\S]*while you were away, .* → [\s\S]*new \(1\)[\s\S]*good morning/u);
  expect(screen).toContain('1 reminder rang, price-watch failed');
});

test('messages unread before leaving are not counted as new', async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  gateway.session({key: 'rooster:dm:signal:bob', kind: 'dm', unread: 5});
  gateway.says('good night');
  const app = await openTestApp({clock, files, gateway});
  await app.frame();
  await app[Symbol.asyncDispose]();
  await clock.advance(10 * HOUR);
  const next = await openTestApp({clock, files, gateway});
  expect(await next.frame()).not.toContain('while you were away');
  await next[Symbol.asyncDispose]();
  await clock.advance(HOUR);
  gateway.session({key: 'rooster:dm:signal:bob', kind: 'dm', unread: 6});
  await using last = await openTestApp({clock, files, gateway});
  expect(await last.frame()).toMatch(/while you were away, .*1 message /u);
});

test('a late message shows when it was due', async () => {
  const clock = fakeClock();
  await using app = await openTestApp({clock});
  const due = clock.now();
  await clock.advance(2 * HOUR);
  const late = run({
    kind: 'reminder',
    name: 'rem_1',
    status: 'ran',
    scheduledFor: due,
    startedAt: clock.now(),
    late: true,
  });
  app.gateway.runs(late);
  app.gateway.says('take the pizza out', {source: {kind: 'reminder', name: 'rem_1'}, runId: late.id});
  app.gateway.says('feed the cat', {source: {kind: 'reminder', name: 'rem_2'}, runId: 'run_2'});
  const screen = await app.frame();
  expect(screen).toMatch(/take the pizza out +late, was due \d\d:\d\d\n/u);
  expect(screen).toMatch(/feed the cat *\n/u);
});

test('a short absence without events shows no mark', async () => {
  const [clock, files] = [fakeClock(), memoryFiles()];
  const gateway = fakeGateway(clock);
  const app = await openTestApp({clock, files, gateway});
  gateway.says('good night');
  await app.frame();
  await app[Symbol.asyncDispose]();
  await using next = await openTestApp({clock, files, gateway});
  expect(await next.frame()).not.toContain('away');
});

test('repeated restarts of the daemon without messages leave one mark, without figures', async () => {
  await using app = await openTestApp();
  app.gateway.says('before');
  await app.frame(3 * SECOND);
  for (let index = 0; index < 3; index += 1) {
    app.gateway.goesAway('The daemon was killed.');
    await app.frame(2 * SECOND);
    app.gateway.emit({type: 'daemon.started', version: '1', bootId: `b${index}`, pid: 2, interrupted: 0});
    app.gateway.comesBack();
    await app.frame(20 * SECOND);
  }
  const screen = await app.frame();
  expect(screen.match(/disconnected/gu)).toHaveLength(1);
  expect(screen).toMatch(/ disconnected, \d\d:\d\d.*, the daemon was restarted/u);
});
