import {expect, test} from 'vitest';
import type {Announcer} from '../../../../src/daemon/flows/announce.ts';
import {createReminderSource} from '../../../../src/daemon/flows/reminders/fire-reminder.ts';
import type {JobRunner} from '../../../../src/daemon/flows/run-job.ts';
import {createInstants} from '../../../../src/daemon/schedule/series/instants.ts';
import {HOUR} from '../../../../src/shared/time/time.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {testCore} from '../../../support/test-core.ts';
import {aReminder, aRun, noon, openTestStore} from '../../store/store-fixture.ts';

const open = (jobs: JobRunner = {run: async ({run}) => run}) => {
  const store = openTestStore();
  const told: string[] = [];
  const announcer: Announcer = {
    aim: ({otherwise}) => otherwise,
    quietUntil: () => undefined,
    announce: async () => {},
    putNotice: () => {},
    sendNotice: () => {},
    putDirectly: ({text}) => {
      if (text === 'poison') throw new Error('this one cannot be told');
      told.push(text);
    },
  };
  const source = createReminderSource({
    ...testCore({
      store,
      clock: fakeClock(),
      ids: countingIds(),
      log: memoryLog(),
      agent: () => 'rooster',
      schedulePrune: () => {},
      startedAt: noon,
      people: {trustOf: () => 'full', addressesOf: () => []},
      times: {instants: createInstants()},
    }),
    watchedJobs: () => [],
    announcer,
    jobs,
    copyPath: () => 'sessions/rooster_main.jsonl',
  });
  return {store, told, source};
};

test("a reminder that can't be fired delays no other, and is retried later", () => {
  const {store, told, source} = open();
  for (const [index, message] of ['poison', 'tea', 'milk'].entries()) {
    store.reminders.add(aReminder(String(index), {message, mode: 'verbatim', fireAt: noon + index}));
  }
  expect(() => source.fireDue(noon + HOUR)).toThrow('this one cannot be told');
  // The first attempt, with all of them, was undone.
  expect(told.slice(-2)).toEqual(['tea', 'milk']);
  expect(store.reminders.list({state: 'pending', limit: 9}).map(({message}) => message)).toEqual(['poison']);
  expect(store.reminders.list({state: 'fired', limit: 9}).map(({message}) => message)).toEqual(['tea', 'milk']);
  expect(store.runs.list({limit: 9}).map(({status}) => status)).toEqual(['ran', 'ran']);
  store[Symbol.dispose]();
});

test('an interrupted run whose reminder is gone ends, and says why', () => {
  const {store, source} = open();
  store.runs.claim(aRun('1', {kind: 'reminder', name: 'rem_gone'}));
  source.resume(aRun('1', {kind: 'reminder', name: 'rem_gone'}));
  expect(store.runs.get('run_1')).toMatchObject({
    status: 'failed',
    error: 'The run was interrupted and its reminder no longer exists.',
  });
  store[Symbol.dispose]();
});

test('a nag is listed among upcoming events, and one that fails delays no other', () => {
  const {store, told, source} = open();
  for (const [index, message] of ['poison', 'tea'].entries()) {
    store.runs.claim(
      aRun(`nag${index}`, {kind: 'reminder', name: `rem_${index}`, scheduledFor: noon + index, status: 'ran'}),
    );
    const nagging = {nagMs: HOUR, nextNagAt: noon + HOUR, runId: `run_nag${index}`, firedAt: noon} as const;
    store.reminders.add(
      aReminder(String(index), {message, mode: 'verbatim', state: 'fired', fireAt: noon, ...nagging}),
    );
  }
  store.reminders.add(aReminder('2', {message: 'milk', mode: 'verbatim', fireAt: noon + 2 * HOUR}));
  expect(source.upcoming(noon, 9).map(({what}) => what)).toEqual(['poison (again)', 'tea (again)', 'milk']);
  expect(source.upcoming(noon, 1).map(({what}) => what)).toEqual(['poison (again)']);
  expect(() => source.fireDue(noon + 3 * HOUR)).toThrow('this one cannot be told');
  expect(told).toContain('tea');
  expect(told).toContain('milk');
  expect(store.reminders.get('rem_1')).toMatchObject({nags: 1});
  store[Symbol.dispose]();
});

test('the end of a run settles its own occurrence, and never a newer one', async () => {
  const ends: (() => void)[] = [];
  const {store, source} = open({
    run: async ({run, onEnd}) => {
      ends.push(() => store.transact(emit => onEnd?.({...run, status: 'ran'}, emit)));
      return run;
    },
  });
  store.reminders.add(aReminder('1', {message: 'tea', mode: 'agent', fireAt: noon}));
  source.fireDue(noon);
  const firing = store.reminders.get('rem_1');
  if (firing === undefined) throw new Error('it is gone');
  expect(firing.state).toBe('firing');
  // A newer run has taken over meanwhile.
  store.reminders.update({...firing, runId: 'run_newer'}, firing);
  ends[0]?.();
  expect(store.reminders.get('rem_1')).toMatchObject({state: 'firing', runId: 'run_newer'});
  store.reminders.update(firing, firing);
  ends[0]?.();
  expect(store.reminders.get('rem_1')).toMatchObject({state: 'fired'});
  store[Symbol.dispose]();
});
