// A run's own conversation, opened as a child view, and the way back.
import {expect, test} from 'vitest';
import {initialGatewayState} from '../../../src/shared/events/gateway-state.ts';
import type {Run} from '../../../src/shared/records/jobs/jobs.ts';
import {cronSession} from '../../../src/shared/records/session-key.ts';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {openChild} from '../../../src/tui/state/selectors.ts';
import {initialUiState} from '../../../src/tui/state/ui-state.ts';
import {reduceApp} from '../../../src/tui/store/reduce-app.ts';
import {KEYS, memoryFiles, openTestApp, type TestApp} from '../../support/render-app.tsx';

const STANDUP = cronSession('rooster', 'standup');

/** A job that ran, with the conversation in which it worked. */
const standup = ({gateway, clock}: TestApp, run: Partial<Run> = {}): Run => {
  gateway.session({key: STANDUP, title: 'standup'});
  gateway.said('Summarise the calendar.', {session: STANDUP, role: 'user', source: {kind: 'cron', name: 'standup'}});
  gateway.said('Two meetings, one at ten.', {session: STANDUP});
  const at = {scheduledFor: clock.now() - MINUTE, startedAt: clock.now() - MINUTE, endedAt: clock.now()};
  return gateway.runs({kind: 'cron', name: 'standup', session: STANDUP, status: 'ran', output: 'x', ...at, ...run});
};

test("C on a run opens its conversation, the header says where, and Esc restores the list's selected row", async () => {
  await using app = await openTestApp({columns: 100});
  standup(app);
  for (const name of ['alpha', 'beta', 'gamma'])
    app.gateway.runs({kind: 'cron', name, status: 'ran', endedAt: app.clock.now()});
  await app.type(KEYS.alt('2'), 'g');
  await app.frame();
  const before = app.state().ui;
  expect(await app.frame()).toMatch(/^> .*standup/mu);
  await app.type('C');
  const child = await app.frame();
  expect(child).toContain('main › standup 10:59');
  expect(child).toContain('Two meetings, one at ten.');
  expect(child).toContain('standup 10:59: read only. Esc goes back.');
  expect(child).toContain('Esc back');
  expect(child).not.toContain('Enter send');
  await app.type('hello', KEYS.enter);
  expect(await app.frame()).toContain("Read only: a run's conversation takes no messages. Esc goes back");
  expect(app.gateway.callsOf('session.send')).toEqual([]);
  await app.type(KEYS.ctrl('u'));
  await app.type(KEYS.esc);
  const back = await app.frame();
  expect(back).toMatch(/^> .*standup/mu);
  const {view, lists, session} = app.state().ui;
  expect({view, lists, session}).toEqual({view: before.view, lists: before.lists, session: before.session});
  expect(openChild(app.state())).toBeUndefined();
});

test("the run's document leads into the conversation, and Backspace back into the document", async () => {
  await using app = await openTestApp();
  standup(app);
  await app.type(KEYS.alt('2'), 'g', KEYS.enter);
  await app.frame();
  await app.type(KEYS.down);
  expect(await app.frame()).toContain('C conversation');
  const before = app.state().ui.overlay;
  expect(before.kind).toBe('reader');
  await app.type('C');
  expect(await app.frame()).toContain('› standup 10:59');
  await app.type(KEYS.backspace);
  await app.frame();
  expect(app.state().ui.overlay).toEqual(before);
});

test("in the plan a job's key opens the conversation of its last run; without one, the key says why", async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'standup', nextAt: app.clock.now() + MINUTE});
  await app.type(KEYS.alt('3'), 'C');
  expect(await app.frame()).toContain('only a run has a conversation of its own');
  standup(app);
  await app.frame();
  await app.type('C');
  expect(await app.frame()).toContain('› standup 10:59');
  await app.type(KEYS.esc);
  await app.frame();
  expect(app.state().ui.view).toBe('plan');
});

test('a reminder without work of its own has no conversation to open', async () => {
  await using app = await openTestApp();
  app.gateway.runs({kind: 'reminder', name: 'rem_1', session: 'rooster:main', status: 'ran', endedAt: app.clock.now()});
  await app.type(KEYS.alt('2'), 'g', 'C');
  expect(await app.frame()).toContain('no conversation of its own');
  expect(app.state().ui.view).toBe('timeline');
});

test('a long conversation opens where the run begins, even when that is pages back', async () => {
  await using app = await openTestApp();
  const {gateway} = app;
  const run = standup(app);
  // The fake daemon gives all messages of the conversation as the transcript of the run.
  for (let index = 0; index < 150; index += 1) gateway.said(`step ${index}`, {session: STANDUP});
  await app.type(KEYS.alt('2'), 'g', 'C');
  expect(await app.frame()).toContain('Summarise the calendar.');
  expect(gateway.callsOf('run.get')).toEqual([{id: run.id}]);
});

test('Esc steps back one child view at a time, and opening another conversation ends them', async () => {
  await using app = await openTestApp({columns: 100});
  standup(app);
  const other = cronSession('rooster', 'sweep');
  app.gateway.session({key: other, title: 'sweep'});
  app.gateway.runs({kind: 'cron', name: 'sweep', session: other, status: 'ran', endedAt: app.clock.now() + 1});
  await app.type(KEYS.alt('2'), 'g', 'C');
  await app.frame();
  await app.type(KEYS.alt('2'), 'G', KEYS.up, KEYS.down, 'C');
  expect(await app.frame()).toMatch(/main › sweep/u);
  await app.type(KEYS.esc);
  await app.frame();
  expect(app.state().ui.view).toBe('timeline');
  await app.type(KEYS.alt('1'));
  expect(await app.frame()).toContain('main › standup 10:59');
  await app.type(KEYS.esc);
  await app.frame();
  expect(app.state().ui).toMatchObject({view: 'timeline', session: 'rooster:main'});
});

test('/delegations lists delegated tasks with their text; x stops one after a question, and C opens its conversation', async () => {
  await using app = await openTestApp();
  const {gateway, clock} = app;
  const session = cronSession('rooster', 'delegation-run_9');
  const delegated = {
    key: 'k',
    session: 'rooster:main',
    task: 'compare three offers',
    trust: 'full',
    limitMs: MINUTE,
    depth: 1,
  } as const;
  gateway.session({key: session, title: 'task'});
  gateway.said('Reading the first offer.', {session});
  gateway.runs({
    kind: 'delegation',
    name: 'run_8',
    status: 'ran',
    startedAt: clock.now() - MINUTE,
    endedAt: clock.now(),
    delegated: {...delegated, task: 'find a plumber'},
  });
  const task = gateway.runs({kind: 'delegation', name: 'run_9', session, status: 'running', delegated});
  gateway.runs({kind: 'cron', name: 'sweep', status: 'ran', endedAt: clock.now()});
  await app.type('/delegations', KEYS.enter);
  const listed = await app.frame();
  expect(listed).toMatch(/find a plumber .*ran/u);
  expect(listed).toMatch(/compare three offers .*running/u);
  expect(listed).not.toContain('sweep');
  await app.type('g', 'x');
  expect(await app.frame()).toContain("a finished run can't be cancelled");
  await app.type('j', 'C');
  const child = await app.frame();
  expect(child).toContain('compare three offers 11:00: read only');
  expect(child).toContain('Reading the first offer.');
  await app.type(KEYS.esc, 'x');
  expect(await app.frame()).toContain('Stop the task "compare three offers"?');
  expect(gateway.callsOf('delegation.stop')).toEqual([]);
  await app.answer('y');
  expect(gateway.callsOf('delegation.stop')).toEqual([{id: task.id}]);
});

test('the next start begins in the conversation to which the child view leads back', async () => {
  const files = memoryFiles();
  const app = await openTestApp({files});
  standup(app);
  await app.type(KEYS.alt('2'), 'g', 'C');
  await app.frame();
  await app[Symbol.asyncDispose]();
  await using again = await openTestApp({files, gateway: app.gateway, clock: app.clock});
  await again.frame();
  expect(again.state().ui.session).toBe('rooster:main');
});

test('the way back restores selection, search and position in the conversation', () => {
  const ui = {
    ...initialUiState({columns: 80, rows: 24}, 0),
    session: 'rooster:main',
    browse: {item: 'msg_7'},
    search: {query: 'tea', typing: false},
    scroll: {kind: 'held', item: 'msg_5', row: 2, seen: 'msg_9'},
    divider: {before: 'msg_8', count: 2},
    dividerKnown: true,
  } as const;
  const state = {ui, gateway: initialGatewayState};
  const child = reduceApp(state, {type: 'child', session: STANDUP, name: 'standup 08:00'});
  expect(child.ui).toMatchObject({session: STANDUP, view: 'chat', scroll: {kind: 'follow'}});
  expect(child.ui).not.toHaveProperty('browse', expect.anything());
  expect(child.ui).not.toHaveProperty('divider', expect.anything());
  expect(openChild(child)?.name).toBe('standup 08:00');
  expect(reduceApp(child, {type: 'child-left'}).ui).toEqual({...ui, history: child.ui.history});
  const elsewhere = reduceApp(child, {type: 'open', session: 'rooster:main'});
  expect(openChild(elsewhere)).toBeUndefined();
});
