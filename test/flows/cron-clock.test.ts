import {expect, test} from 'vitest';
import {DAY, HOUR, instantOfIso, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {aJob, type CronFixture, openCronFixture} from '../support/cron-fixture.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

// The clock begins at 2026-11-21T11:00:00Z.
const hourly = (over: Readonly<Record<string, unknown>> = {}) =>
  aJob({cron: '30 * * * *', timezone: 'UTC', announce: 'none', ...over});

test('many jobs due in the same minute all start in that minute, once each', async () => {
  using home = tempDir();
  const cron = Array.from({length: 90}, (_, index) => ({name: `job-${index}`, cron: '* * * * *', message: 'hello'}));
  await using fixture = await openTestDaemon({home: home.path, config: {cron}});
  await fixture.call('cron.list', {});
  await fixture.clock.advance(MINUTE);
  const started = () => fixture.events.flatMap(event => (event.type === 'run.started' ? [event.run.name] : []));
  await until('all have begun', () => started().length >= 90);
  expect(new Set(started()).size).toBe(90);
  // The clock stood still: no run was moved to a later instant.
  expect(
    new Set(fixture.events.flatMap(event => (event.type === 'run.started' ? [event.run.startedAt] : []))).size,
  ).toBe(1);
});

test('occurrences missed while the daemon was down are one record, and the job continues with its next one', async () => {
  await using fixture = await openCronFixture({jobs: [hourly()], answers: ['on time']});
  const {clock} = fixture.now();
  await fixture.restart(() => clock.set(clock.now() + 3 * HOUR));
  await clock.advance(0);
  expect(await fixture.ended()).toMatchObject({
    status: 'skipped',
    late: true,
    scheduledFor: '2026-11-21T13:30:00.000Z',
    error: 'Missed 3 occurrences from 2026-11-21T11:30:00.000Z to 2026-11-21T13:30:00.000Z: Rooster was not running.',
  });
  await clock.advance(30 * MINUTE);
  expect(await fixture.ended(({status}) => status === 'ran')).toMatchObject({late: false});
  expect(await statuses(fixture)).toEqual(['ran', 'skipped']);
});

test('missed: once catches up on all of them with one run', async () => {
  await using fixture = await openCronFixture({jobs: [hourly({missed: 'once'})], answers: ['late']});
  const {clock} = fixture.now();
  await fixture.restart(() => clock.set(clock.now() + 3 * HOUR));
  await clock.advance(0);
  expect(await fixture.ended()).toMatchObject({status: 'ran', late: true, scheduledFor: '2026-11-21T13:30:00.000Z'});
  expect(await statuses(fixture)).toEqual(['ran']);
});

test('a run that was due five seconds before the daemon started is late', async () => {
  await using fixture = await openCronFixture({jobs: [hourly({missed: 'once'})], answers: ['late']});
  const {clock} = fixture.now();
  const due = clock.now() + 30 * MINUTE;
  await fixture.restart(() => clock.set(due + 5 * SECOND));
  await clock.advance(0);
  expect(await fixture.ended()).toMatchObject({status: 'ran', late: true, scheduledFor: '2026-11-21T11:30:00.000Z'});
});

test('a restart within the same minute runs nothing twice', async () => {
  await using fixture = await openCronFixture({jobs: [hourly()], answers: ['once']});
  const {clock} = fixture.now();
  await clock.advance(30 * MINUTE);
  await fixture.ended();
  for (let count = 0; count < 3; count += 1) await fixture.restart();
  await clock.advance(10 * MINUTE);
  expect(await statuses(fixture)).toEqual(['ran']);
});

test('a machine that slept for eight hours records the missed occurrences within half a minute of waking', async () => {
  await using fixture = await openCronFixture({jobs: [hourly()]});
  const {clock} = fixture.now();
  await clock.advance(MINUTE);
  clock.set(clock.now() + 8 * HOUR);
  await clock.advance(30 * SECOND);
  expect(await fixture.ended()).toMatchObject({
    status: 'skipped',
    error: expect.stringContaining('Missed 8 occurrences'),
  });
  expect(await statuses(fixture)).toEqual(['skipped']);
});

test('a clock set forward by a day leaves a record; set back, it runs nothing twice', async () => {
  await using fixture = await openCronFixture({jobs: [hourly()], answers: ['one', 'two']});
  const {clock} = fixture.now();
  await clock.advance(30 * MINUTE);
  await fixture.ended();
  clock.set(clock.now() - HOUR);
  await clock.advance(HOUR);
  expect(await statuses(fixture)).toEqual(['ran']);
  await clock.advance(HOUR);
  await fixture.ended(({output}) => output === 'two');
  clock.set(clock.now() + DAY);
  await clock.advance(30 * SECOND);
  await fixture.ended(({status}) => status === 'skipped');
  const instants = (await fixture.now().call('run.list', {})).runs.map(({scheduledFor}) => scheduledFor);
  expect(new Set(instants).size).toBe(instants.length);
});

test('a suppressed run and a skipped one differ from one that ran, and from one that failed', async () => {
  await using fixture = await openCronFixture({
    jobs: [hourly({retry: 'never'})],
    answers: ['HEARTBEAT_OK', ...Array.from({length: 3}, () => ({error: new Error('no model today')})), 'done'],
  });
  const {clock} = fixture.now();
  for (const count of [1, 2, 3]) {
    await clock.advance(HOUR - ((clock.now() - 30 * MINUTE) % HOUR));
    await fixture
      .now()
      .whileTimePasses(
        fixture.sees(
          `run ${count}`,
          async () => (await statuses(fixture)).filter(status => status !== 'running').length === count,
        ),
      );
  }
  expect(await statuses(fixture)).toEqual(['ran', 'failed', 'suppressed']);
  expect(await fixture.now().call('cron.get', {name: 'standup'})).toMatchObject({last: {status: 'ran'}});
});

test('every kind of wake is in one list, earliest first', async () => {
  await using fixture = await openCronFixture({jobs: [hourly()]});
  await fixture.now().call('reminder.set', {in: '20m', message: 'tea', user: 'alice'});
  await fixture.now().call('reminder.set', {in: '40m', message: 'cake', user: 'alice'});
  const {nextWakes} = await fixture.now().call('daemon.status', {});
  expect(nextWakes.map(({kind, what}) => [kind, what])).toEqual([
    ['reminder', 'tea'],
    ['cron', 'What matters today?'],
    ['reminder', 'cake'],
  ]);
});

test('one hung job delays no other job and no reminder', async () => {
  const answer = ({prompt}: {readonly prompt: unknown}) =>
    JSON.stringify(prompt).includes('be quick') ? 'done' : ({hang: true} as const);
  await using fixture = await openCronFixture({
    jobs: [hourly({name: 'hung'}), hourly({name: 'quick', message: 'be quick'})],
    answers: [answer, answer],
  });
  await fixture.now().call('reminder.set', {in: '30m', message: 'tea', user: 'alice'});
  await fixture.now().clock.advance(30 * MINUTE);
  expect(await fixture.ended(({name}) => name === 'quick')).toMatchObject({status: 'ran'});
  expect(await fixture.sent(1)).toEqual(['tea']);
  expect(await statuses(fixture)).toContain('running');
});

test("a run that waits for a slot has not begun, and its waiting doesn't count as work", async () => {
  const hung = ['one', 'two', 'three', 'four'];
  const answer = ({prompt}: {readonly prompt: unknown}) =>
    JSON.stringify(prompt).includes('be quick') ? 'done' : ({hang: true} as const);
  await using fixture = await openCronFixture({
    jobs: [...hung.map(name => hourly({name})), hourly({name: 'fifth', message: 'be quick', announce: 'none'})],
    answers: Array.from({length: 5}, () => answer),
  });
  const {clock, call, events} = fixture.now();
  await clock.advance(30 * MINUTE);
  const begun = () => events.flatMap(event => (event.type === 'turn.started' ? [event.begun?.runId] : []));
  await fixture.sees('four model calls', async () => (fixture.model.asked.length === 4 ? true : undefined));
  const {runs} = await call('run.list', {});
  const places = runs.map(({id, name, status, beganAt}) => [name, status, beganAt !== undefined, begun().includes(id)]);
  expect(places.toReversed()).toEqual([
    ...hung.map(name => [name, 'running', true, true]),
    ['fifth', 'running', false, false],
  ]);
  await clock.advance(MINUTE);
  await call('session.stop', {session: 'rooster:cron:two'});
  const {status, ...times} = await fixture.ended(({name}) => name === 'fifth');
  const [started = 0, began = 0, ended = 0] = [times.startedAt, times.beganAt, times.endedAt].map(at =>
    at === undefined ? undefined : instantOfIso(at),
  );
  expect(status).toBe('ran');
  expect(began - started).toBeGreaterThanOrEqual(MINUTE);
  expect(ended - began).toBeLessThan(SECOND);
});

test('a run waits for the one before it, and a resumed one starts from the beginning', async () => {
  await using fixture = await openCronFixture({
    jobs: [hourly({announce: 'none'})],
    answers: [{hang: true}, 'one', 'two'],
  });
  await fixture.now().call('cron.run', {name: 'standup'});
  await fixture.now().call('cron.run', {name: 'standup'});
  await fixture.now().event('turn.started');
  const {runs} = await fixture.now().call('run.list', {});
  expect(runs.map(({beganAt}) => beganAt !== undefined)).toEqual([false, true]);
  const {clock} = fixture.now();
  await fixture.restart(() => clock.set(clock.now() + MINUTE));
  const again = await fixture.ended(({id}) => id === runs[1]?.id);
  const [first = 0, second = 0] = [runs[1]?.beganAt, again.beganAt].map(at => instantOfIso(at ?? ''));
  expect(again).toMatchObject({status: 'ran', attempt: 2, startedAt: runs[1]?.startedAt});
  expect(second - first).toBeGreaterThanOrEqual(MINUTE);
  expect(await fixture.ended(({id}) => id === runs[0]?.id)).toMatchObject({status: 'ran', attempt: 1});
});

const statuses = async (fixture: CronFixture) =>
  (await fixture.now().call('run.list', {})).runs.map(({status}) => status);
