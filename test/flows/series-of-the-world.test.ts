import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const BERLIN = {latitude: 52.5, longitude: 13.4};
const LISBON = {latitude: 38.7, longitude: -9.1};
const configured = (time: object) => ({users: [{name: 'alice', trust: 'full', match: ['terminal:default']}], time});

const start = (home: string, time: object) =>
  openTestDaemon({home, models: scriptedModel([]).models, config: configured(time)});
const onlyOne = async (fixture: TestDaemon) => {
  const [reminder] = (await fixture.call('reminder.list', {})).reminders;
  if (reminder === undefined) throw new Error('no reminder');
  return reminder;
};
const edits = (fixture: TestDaemon) => fixture.events.filter(({type}) => type === 'reminder.edited');

test('a changed place gives a series at sunset its other instants at once, and the trace says why', async () => {
  using home = tempDir();
  await using fixture = await start(home.path, {place: BERLIN});
  const {id, next} = await fixture.call('reminder.set', {when: 'every day at sunset', message: 'close the shutters'});
  await fixture.call('config.set', {key: 'time.place', value: LISBON});
  await fixture.event('reminder.edited', ({because}) => because === 'configuration');
  const moved = await onlyOne(fixture);
  expect(moved.fireAt).toBe(moved.next?.[0]);
  expect(moved.fireAt > (next?.[0] ?? '')).toBe(true);
  const {steps} = await fixture.call('why', {id});
  expect(steps.map(({what}) => what)).toContainEqual(
    expect.stringMatching(
      /^other dates, since the place or region in the configuration changed: next today 18:1\d CET$/u,
    ),
  );
  // It fires then, and not when the sun sets in Berlin.
  await fixture.clock.advance(Date.parse(next?.[0] ?? '') - fixture.clock.now());
  expect(fixture.events.filter(({type}) => type === 'reminder.fired')).toEqual([]);
  await fixture.clock.advance(Date.parse(moved.fireAt) - fixture.clock.now());
  expect((await fixture.event('reminder.fired')).reminder.occurrence).toMatchObject({n: 1, at: moved.fireAt});
});

test('a skipped day stays skipped when its instant moves', async () => {
  using home = tempDir();
  await using fixture = await start(home.path, {place: BERLIN});
  const {id, next} = await fixture.call('reminder.set', {when: 'every day at sunset', message: 'shutters'});
  await fixture.call('reminder.skip', {id, at: next?.[1] ?? ''});
  await fixture.call('config.set', {key: 'time.place', value: LISBON});
  await fixture.event('reminder.edited');
  expect((await onlyOne(fixture)).next?.map(iso => iso.slice(0, 10))).toEqual([
    '2026-11-21',
    '2026-11-23',
    '2026-11-24',
  ]);
});

test('holidays of a changed region leave a series on working days, also where they changed while the daemon was down', async () => {
  using home = tempDir();
  const fixture = await start(home.path, {region: 'DE-BE'});
  await fixture.call('reminder.set', {
    repeat: 'FREQ=WEEKLY;BYDAY=WE;X-WORKDAYS=ALL',
    at: '2026-12-30T09:00:00+01:00',
    message: 'bins',
  });
  expect((await onlyOne(fixture)).next?.map(iso => iso.slice(0, 10))).toEqual([
    '2026-12-30',
    '2027-01-06',
    '2027-01-13',
  ]);
  writeFileSync(join(home.path, 'config.json'), JSON.stringify(configured({region: 'DE-BY'})));
  await using again = await fixture.restart();
  // The sixth of January is a holiday in Bavaria.
  expect((await onlyOne(again)).next?.map(iso => iso.slice(0, 10))).toEqual(['2026-12-30', '2027-01-13', '2027-01-20']);
  expect(edits(again)).toHaveLength(1);
  await using third = await again.restart();
  expect(edits(third)).toHaveLength(1);
});

test('a series that depends on neither is left alone', async () => {
  using home = tempDir();
  await using fixture = await start(home.path, {place: BERLIN});
  await fixture.call('reminder.set', {when: 'every day at 8', message: 'pills'});
  await fixture.call('reminder.set', {when: 'every day at sunset', message: 'shutters'});
  await fixture.call('config.set', {key: 'time.place', value: LISBON});
  expect((await fixture.event('reminder.edited')).reminder.message).toBe('shutters');
  expect(edits(fixture)).toHaveLength(1);
});
