import {expect, test} from 'vitest';
import {createCronIndex} from '../../../src/daemon/schedule/cron/cron-index.ts';
import {createInstants} from '../../../src/daemon/schedule/series/instants.ts';
import type {CronDefinition} from '../../../src/shared/records/jobs/cron-job.ts';
import {DAY, HOUR, isoOf, MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {type FakeClock, fakeClock} from '../../support/fake-clock.ts';
import {openTestStore} from '../store/store-fixture.ts';

const noon = Date.UTC(2026, 10, 21, 12);

test('an edited schedule never fires for an instant earlier today', () => {
  const {index, load, clock} = open();
  load(aJob({cron: '0 18 * * *'}));
  clock.set(noon + HOUR);
  load(aJob({cron: '0 9 * * *'}));
  expect(next(index)).toBe('2026-11-22T09:00:00.000Z');
  expect(due(index, clock)).toEqual({});
});

test('a change of anything but the schedule keeps the next instant', () => {
  const {index, load, clock} = open();
  load(aJob());
  clock.set(noon + 10 * MINUTE);
  load(aJob({message: 'Anything urgent?', announce: 'direct'}));
  expect(next(index)).toBe('2026-11-21T13:00:00.000Z');
});

test("a disabled job doesn't fire, and continues with its next occurrence when enabled", () => {
  const {index, load, clock} = open();
  load(aJob());
  load(aJob({enabled: false}));
  expect(next(index)).toBeUndefined();
  clock.set(noon + 5 * HOUR + MINUTE);
  load(aJob());
  expect(due(index, clock)).toEqual({});
  expect(next(index)).toBe('2026-11-21T18:00:00.000Z');
});

test('an occurrence that passed before the daemon started is missed, however recent', () => {
  const {load, again, clock} = open();
  load(aJob());
  clock.set(noon + HOUR + 5 * SECOND);
  const {index, load: reload} = again();
  reload(aJob());
  expect(due(index, clock)).toEqual({missed: {count: 1, first: noon + HOUR, last: noon + HOUR}});
});

test('an occurrence between the start and the first reading of the files runs', () => {
  const {load, again, clock} = open();
  load(aJob());
  clock.set(noon + HOUR - SECOND);
  const {index, load: reload} = again();
  clock.set(noon + HOUR + SECOND);
  reload(aJob());
  expect(due(index, clock)).toEqual({run: noon + HOUR});
});

test("a handled occurrence isn't due again, even after a restart within the same minute", () => {
  const {index, load, again, clock} = open();
  load(aJob());
  clock.set(noon + HOUR);
  expect(handle(index, clock)).toBe(noon + HOUR);
  expect(due(index, clock)).toEqual({});
  const {index: other, load: reload} = again();
  reload(aJob());
  expect(due(other, clock)).toEqual({});
  expect(next(other)).toBe('2026-11-21T14:00:00.000Z');
});

test('a deleted job that returns under its name is new; a job with a broken file is the same', () => {
  const {index, load, clock} = open();
  load(aJob());
  load();
  clock.set(noon + 3 * HOUR + MINUTE);
  load(aJob());
  expect(due(index, clock)).toEqual({});
  index.load({jobs: [], invalid: [{file: 'cron/standup.md', line: 1, reason: 'Half.'}]});
  clock.set(noon + 5 * HOUR + MINUTE);
  load(aJob());
  expect(due(index, clock)).toEqual({missed: {count: 2, first: noon + 4 * HOUR, last: noon + 5 * HOUR}});
});

test('a clock set back by an hour fires nothing a second time', () => {
  const {index, load, clock} = open();
  load(aJob({cron: '*/10 * * * *'}));
  const fired: number[] = [];
  const pass = (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.set(clock.now() + MINUTE);
      index.settleClock(clock.now());
      const occurrence = handle(index, clock);
      if (occurrence !== undefined) fired.push(occurrence);
    }
  };
  pass(60);
  clock.set(clock.now() - HOUR);
  pass(120);
  expect(fired).toHaveLength(12);
  expect(new Set(fired).size).toBe(12);
});

test("a clock that was a year ahead doesn't stop a job for a year", () => {
  const {index, load, clock} = open();
  load(aJob());
  clock.set(noon + 365 * DAY);
  handle(index, clock);
  clock.set(noon + 30 * MINUTE);
  index.settleClock(clock.now());
  expect(next(index)).toBe('2026-11-21T13:00:00.000Z');
});

test('after eight hours of sleep one occurrence runs and the others are missed', () => {
  const {index, load, clock} = open();
  load(aJob());
  clock.set(noon + 8 * HOUR + 30 * SECOND);
  expect(due(index, clock)).toEqual({
    run: noon + 8 * HOUR,
    missed: {count: 7, first: noon + HOUR, last: noon + 7 * HOUR},
  });
});

test.each([
  ['Berlin, spring', '30 2 * * *', 'Europe/Berlin', '2027-03-27T12:00Z', ['2027-03-28T01:00', '2027-03-29T00:30']],
  ['Berlin, autumn', '30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
  ['New York, spring', '30 2 * * *', 'America/New_York', '2027-03-13T12:00Z', ['2027-03-14T07:00', '2027-03-15T06:30']],
  ['New York, autumn', '30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
  [
    'Lord Howe, spring',
    '15 2 * * *',
    'Australia/Lord_Howe',
    '2026-10-03T00:00Z',
    ['2026-10-03T15:30', '2026-10-04T15:15'],
  ],
  ['leap day', '0 0 29 2 *', 'UTC', '2026-03-01T00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
  [
    'month ends',
    '0 0 31 * *',
    'UTC',
    '2026-11-01T00:00Z',
    ['2026-12-31T00:00', '2027-01-31T00:00', '2027-03-31T00:00'],
  ],
  [
    'every seventh minute',
    '*/7 * * * *',
    'UTC',
    '2026-11-21T11:50Z',
    ['2026-11-21T11:56', '2026-11-21T12:00', '2026-11-21T12:07'],
  ],
  [
    'the 13th or a Friday',
    '0 0 13 * 5',
    'UTC',
    '2026-12-05T00:00Z',
    ['2026-12-11T00:00', '2026-12-13T00:00', '2026-12-18T00:00'],
  ],
])('%s: each occurrence is handled once, in order', (_, cron, zone, from, instants) => {
  const {index, load, clock} = open(Date.parse(from));
  load(aJob({cron, zone}));
  const handled = instants.map(() => {
    const at = index.get('standup')?.nextAt ?? 0;
    clock.set(at);
    return handle(index, clock) ?? 0;
  });
  expect(handled.map(at => isoOf(at).slice(0, 16))).toEqual(instants);
});

const open = (at = noon) => {
  const store = openTestStore({clock: fakeClock(at)});
  const clock = fakeClock(at);
  const start = () => {
    const index = createCronIndex({store, clock, instants: createInstants()});
    return {index, load: (...jobs: CronDefinition[]) => index.load({jobs, invalid: []})};
  };
  return {...start(), clock, again: start};
};

type Book = ReturnType<typeof createCronIndex>;

const only = (index: Book) => {
  const entry = index.get('standup');
  if (entry === undefined) throw new Error('the job is gone');
  return entry;
};
const next = (index: Book): string | undefined => {
  const {nextAt} = only(index);
  return nextAt === undefined ? undefined : isoOf(nextAt);
};
const due = (index: Book, clock: FakeClock) => index.dueOccurrencesOf(only(index), clock.now());
const handle = (index: Book, clock: FakeClock): number | undefined => {
  const {run, missed} = due(index, clock);
  const occurrence = run ?? missed?.last;
  if (occurrence !== undefined) index.handled(only(index), occurrence, clock.now());
  return occurrence;
};

const aJob = (over: Partial<CronDefinition> = {}): CronDefinition => ({
  name: 'standup',
  cron: '0 * * * *',
  zone: 'UTC',
  message: 'What matters today?',
  deliver: [],
  announce: 'none',
  missed: 'skip',
  overlap: 'skip',
  enabled: true,
  preTools: [],
  retry: 'auto',
  carryLastOutput: false,
  origin: 'cron/standup.md',
  ...over,
});
