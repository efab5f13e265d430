import {expect, test} from 'vitest';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {type HeaderModel, headerRow} from '../../../src/tui/layout/panes/header.ts';
import type {Tab} from '../../../src/tui/layout/panes/tabs.ts';
import type {TabCount} from '../../../src/tui/lists/tab-counts.ts';
import {VIEWS, type View} from '../../../src/tui/nouns/views.ts';
import {rowText, rowWidth} from '../../../src/tui/text/row.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const tabsOf = (open: View, counts: Partial<Record<View, TabCount>> = {}): readonly Tab[] =>
  VIEWS.map(view => ({view, open: view === open, count: counts[view]}));
const model: HeaderModel = {
  agent: 'rooster',
  session: {
    key: 'rooster:main',
    kind: 'main',
    title: 'main',
    trust: 'full',
    lastActivityAt: NOW,
    messages: 0,
    unread: 0,
    busy: false,
    queued: 0,
  },
  connection: {kind: 'live'},
  model: {name: 'offline', ready: true},
  running: 0,
  queued: 0,
  tabs: tabsOf('chat'),
  contactRequests: 0,
  clients: 1,
  behind: 0,
  now: NOW,
  daemonNow: NOW,
};
const text = (given: Partial<HeaderModel>, columns: number): string =>
  rowText(headerRow({...model, ...given}, columns));

const BUSY = tabsOf('plan', {
  chat: {count: 2, kind: 'new'},
  plan: {count: 4, kind: 'plain'},
  outbox: {count: 1, kind: 'trouble'},
});

test('a header without a model shows "no model", and not that it is live and offline', () => {
  expect(text({}, 100)).toMatch(/● live {2}main .* no model$/u);
  expect(text({model: {name: 'gpt-9', ready: true}}, 100)).toMatch(/● live {2}main .* gpt-9$/u);
});

test('a model that is not ready is named before everything else', () => {
  for (const columns of [80, 140])
    expect(text({model: {name: 'gpt-9', ready: false}}, columns)).toContain('gpt-9 is not ready, /status');
});

test.each([
  [140, ' 1 chat ▪2  2 timeline  3 plan ·4  4 outbox !1  5 log '],
  [86, ' 1 chat ▪2  2 timeline  3 plan ·4  4 outbox !1  5 log '],
  [80, ' 1 chat ▪2  2 time  3 plan ·4  4 out !1  5 log '],
  [60, ' 1▪2  2  3 plan·4  4!1  5 '],
  [40, ' 1▪2  2  3 plan·4  4!1  5 '],
  [34, ' 1▪2  2  3·4  4!1  5 '],
])('at %i columns the tabs name the views and what waits in them', (columns, tabs) => {
  const next = {kind: 'reminder', id: 'rem_1', what: 'blink', at: NOW + 4 * MINUTE} as const;
  expect(text({tabs: BUSY, next}, columns)).toContain(tabs);
});

test('the open conversation is named in the chat only', () => {
  expect(text({}, 80)).toContain('● live  main ');
  expect(text({tabs: BUSY}, 80)).not.toContain('main');
});

test.each([
  [20, /…$/u],
  [40, /…$/u],
  [60, /…$/u],
  [70, / {2}2 queued$/u],
  [80, / {2}next in 4m$/u],
  [100, / {2}next in 4m$/u],
  [140, / {2}next: "blink" in 4m$/u],
])(
  'at %i columns a busy row fits and ends as it should: the next event has its word or is left out',
  (columns, end) => {
    const next = {kind: 'reminder', id: 'rem_1', what: 'blink', at: NOW + 4 * MINUTE} as const;
    const row = headerRow({...model, tabs: BUSY, running: 1, queued: 2, clients: 3, next}, columns);
    expect(rowWidth(row)).toBeLessThanOrEqual(columns - 1);
    expect(rowText(row)).toMatch(end);
  },
);

test('without a connection its words come first, then the tabs, then how old the screen is', () => {
  const lost = {connection: {kind: 'lost', attempt: 2, reason: 'x', retryAt: NOW + 4_000}, seenAt: NOW} as const;
  expect(text(lost, 140)).toMatch(/reconnecting, try 2, next in 4s {3}1 chat .*5 log .*data as of \d\d:00:00$/u);
  expect(text(lost, 80)).toMatch(/reconnecting, try 2, next in 4s {3}.*data as of \d\d:00:00$/u);
  expect(text(lost, 40)).toMatch(/lost, try 2 in 4s/u);
});

test('a long title gives way before the names of the views, and before "no model"', () => {
  const session = {...model.session, title: 'Fork of holiday plans'};
  expect(text({session}, 90)).toMatch(/live {2}Fork of… plans .* 2 timeline .* 5 log {2}no model$/u);
  expect(text({session}, 100)).toMatch(/live {2}Fork of ho…day plans .* 2 timeline .* 5 log {2}no model$/u);
  const next = {kind: 'reminder', what: 'stretch', at: NOW + 10 * MINUTE} as const;
  expect(text({session, next}, 100)).toMatch(/live {2}Fork of… plans .* 2 timeline .* 5 log .*next in 10m$/u);
  expect(text({session, next}, 120)).toMatch(/live {2}Fork of ho…day plans .* 5 log {2}no model .*next: "stre.*$/u);
});
