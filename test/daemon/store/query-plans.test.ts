// Large tables cost nothing: each query finds its rows by an index, in the right order.
import {expect, test} from 'vitest';
import type {Database} from '../../../src/daemon/store/database/database.ts';
import {createDeliveries} from '../../../src/daemon/store/tables/deliveries.ts';
import {createReminders} from '../../../src/daemon/store/tables/reminders.ts';
import {createRuns} from '../../../src/daemon/store/tables/runs.ts';
import {createSessionCounts} from '../../../src/daemon/store/tables/sessions/session-counts.ts';
import {createSessions} from '../../../src/daemon/store/tables/sessions/sessions.ts';
import {createStats} from '../../../src/daemon/store/tables/stats.ts';
import {RUN_KINDS} from '../../../src/shared/records/jobs/run-kinds.ts';
import {openNewDatabase} from '../../support/new-database.ts';
import {aReminder} from './store-fixture.ts';

/** SQLite's plan for each query that a part of the store prepares. */
const plansOf = (create: (database: Database) => unknown): ReadonlyMap<string, readonly string[]> => {
  using database = openNewDatabase();
  const texts: string[] = [];
  create({
    ...database,
    query: sql => {
      texts.push(sql);
      return database.query(sql);
    },
  });
  const stepsOf = (sql: string): readonly string[] =>
    database
      .query(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({detail}) => String(detail));
  return new Map(texts.map(sql => [sql, stepsOf(sql)]));
};

test('no query of reminders scans the table or sorts', () => {
  const plans = plansOf(createReminders);
  expect(plans.size).toBeGreaterThan(10);
  const slow = [...plans].filter(([, steps]) =>
    steps.some(step => /^SCAN reminders\b(?!.*USING (?:COVERING )?INDEX remindersToNag)|TEMP B-TREE/u.test(step)),
  );
  expect(slow).toEqual([]);
});

test('each user with reminders in a state takes one index lookup', () => {
  const plans = plansOf(createReminders);
  const steps = [...plans].find(([sql]) => sql.includes('SELECT user FROM person'))?.[1] ?? [];
  expect(steps.filter(step => step.includes('reminders'))).toEqual([
    'SEARCH reminders USING COVERING INDEX remindersInState (state=? AND user>?)',
    'SEARCH reminders USING COVERING INDEX remindersInState (state=? AND user>?)',
  ]);
});

test('what is due is one index lookup, however many people have reminders', () => {
  using database = openNewDatabase();
  const asked: string[] = [];
  const query: Database['query'] = sql => {
    const found = database.query(sql);
    const note = <T>(ask: () => T): T => {
      asked.push(sql);
      return ask();
    };
    return {
      ...found,
      get: (...values) => note(() => found.get(...values)),
      all: (...values) => note(() => found.all(...values)),
    };
  };
  const reminders = createReminders({...database, query});
  for (let person = 0; person < 50; person += 1)
    reminders.add(aReminder(`rem_${person}`, {user: `p${person}`, fireAt: 1_000 + person}));
  const countOf = (ask: () => unknown): number => {
    asked.length = 0;
    ask();
    return asked.length;
  };
  expect(countOf(() => expect(reminders.nextFireAt()).toBe(1_000))).toBe(1);
  expect(countOf(() => expect(reminders.due(1_009, 100)).toHaveLength(10))).toBe(1);
  expect(countOf(() => expect(reminders.upcoming(5)).toHaveLength(5))).toBe(1);
  expect(countOf(() => expect(reminders.people()).toHaveLength(50))).toBeLessThan(5);
  expect(asked.filter(sql => sql.includes('count('))).toEqual([]);
});

test('everybody’s reminders of a state are read by their hours', () => {
  const plans = [...plansOf(createReminders)].filter(([sql]) =>
    /WHERE state = (?:\?|'pending') (?:AND \(?fireAt|ORDER)/u.test(sql),
  );
  expect(plans).toHaveLength(5);
  for (const [, steps] of plans)
    expect(steps.join()).toMatch(/^SEARCH reminders USING INDEX remindersByHour \(state=\?/u);
});

test('runs of any kind are found newest first without scanning other kinds or sorting', () => {
  const plans = plansOf(database => {
    const runs = createRuns(database);
    for (const kind of RUN_KINDS) runs.list({kind, limit: 1});
    runs.list({status: 'running', limit: 1});
  });
  const stepsOf = (part: string) => [...plans].find(([sql]) => sql.includes(part) && sql.startsWith('SELECT *'))?.[1];
  expect(stepsOf(`kind = 'cron'`)).toEqual(['SEARCH runs USING INDEX runsOfJobs (kind=?)']);
  expect(stepsOf(`+kind = 'reminder'`)).toEqual(['SCAN runs']);
  expect(stepsOf(`status = 'running'`)).toEqual(['SCAN runs USING INDEX runsRunning']);
});

test('ended deliveries are found oldest first by one index per state, without sorting', () => {
  const plans = plansOf(database => createDeliveries(database).prune({keep: 1, before: 0, limit: 1}));
  const steps = [...plans].filter(([sql]) => sql.includes('AS oldest')).flatMap(([, own]) => own);
  expect(steps.filter(step => /TEMP B-TREE|SCAN deliveries/u.test(step))).toEqual([]);
  const ends = steps.filter(step => step.includes('INDEX deliveries'));
  expect(ends.filter(step => step.includes('deliveriesByState'))).toHaveLength(6);
  expect(ends.filter(step => step.includes('deliveriesDiscarded'))).toHaveLength(2);
});

test('the last person in a conversation is found from its newest message back, by index', () => {
  const plans = plansOf(database =>
    createSessions({
      database,
      counts: createSessionCounts(database),
      events: {seq: 0, forgetAbout: () => undefined, forgetAppended: () => {}},
    }),
  );
  const [, plan = []] = [...plans].find(([sql]) => sql.includes('heardAt')) ?? [];
  const steps = plan.filter(step => /messages|turns/u.test(step));
  expect(steps).toEqual([
    'SEARCH messages USING INDEX messagesOfSession (session=? AND rowid>?)',
    expect.stringMatching(/^SEARCH turns USING INDEX .*\(id=\?\)/u),
  ]);
});

test('the tokens of a day are summed from an index alone', () => {
  const [, steps] = [...plansOf(createStats)].find(([sql]) => sql.includes('inputTokens')) ?? [];
  expect(steps).toEqual(['SEARCH turns USING COVERING INDEX turnTokens (queuedAt>? AND queuedAt<?)']);
});
