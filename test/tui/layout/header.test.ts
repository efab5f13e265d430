import {expect, test} from 'vitest';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {type HeaderModel, headerRow} from '../../../src/tui/layout/panes/header.ts';
import {rowText, rowWidth} from '../../../src/tui/layout/text/row.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
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
  unread: 0,
  clients: 1,
  behind: 0,
  now: NOW,
  daemonNow: NOW,
};
const text = (given: Partial<HeaderModel>, columns: number): string =>
  rowText(headerRow({...model, ...given}, columns));

test('a header without a model says so, and not that it is live and offline', () => {
  expect(text({}, 80)).toMatch(/● live {2}main {2}no model/u);
  expect(text({model: {name: 'gpt-9', ready: true}}, 80)).toContain('● live  main  gpt-9');
});

test('the next event always has its word, however narrow, and cut text ends in an ellipsis', () => {
  const words = '1 invalid · 1 paused · 2 reminders · 3 jobs · 1 reflection';
  const next = {kind: 'reminder', id: 'rem_1', what: 'blink', at: NOW + 4 * MINUTE} as const;
  for (const columns of [40, 60, 70, 80, 100, 140]) {
    const row = headerRow({...model, view: {name: 'plan', content: words}, next}, columns);
    expect(rowWidth(row)).toBeLessThanOrEqual(columns - 1);
    const shown = rowText(row);
    if (shown.includes('4m')) expect(shown).toMatch(/next.* in 4m$/u);
    if (columns >= 60) expect(shown.includes('1 reflection') || shown.includes('…')).toBe(true);
  }
  expect(text({view: {name: 'plan', content: words}, next}, 140)).toMatch(/1 reflection +next: "blink" in 4m$/u);
});
