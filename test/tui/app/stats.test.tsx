import {expect, test} from 'vitest';
import type {Stats} from '../../../src/shared/records/stats.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

const STATS: Stats = {
  since: 0,
  snoozes: [{id: 'rem_1', message: 'water the plants', times: 4}],
  answers: {count: 2, medianMs: 60_000, within: [{upToMs: 60_000, count: 1}, {count: 1}]},
  jobs: [{name: 'standup', runs: 10, failed: 5}],
  tokens: [
    {day: '2026-11-20', tokens: 41_000},
    {day: '2026-11-21', tokens: 0},
  ],
};
const SUGGESTION = {id: 'rem_1', message: 'water the plants', times: 4, to: '18:00'} as const;

test('/stats draws small bars, at 40 columns too', async () => {
  for (const columns of [80, 40]) {
    await using app = await openTestApp({columns, rows: 30});
    app.gateway.counts30Days(STATS);
    await app.type(...'/stats', KEYS.enter);
    const screen = await app.frame();
    const full = columns === 80 ? 18 : 8;
    expect(screen).toMatch(new RegExp(`water.* +█{${full}} +4 times`, 'u'));
    expect(screen).toMatch(new RegExp(`standup +█{${full / 2}} +5 of 10`, 'u'));
    expect(screen).toMatch(new RegExp(`2026.* +█{${full}} +41,000`, 'u'));
    expect(app.state().ui.overlay.kind).toBe('reader');
  }
});

test('a suggestion is a question: n keeps the time for good, y moves the series, Esc asks again another day', async () => {
  for (const [key, method] of [
    ['n', 'stats.keep'],
    ['y', 'reminder.edit'],
    [KEYS.esc, undefined],
  ] as const) {
    await using app = await openTestApp();
    app.gateway.counts30Days({...STATS, suggestion: SUGGESTION});
    await app.type(...'/stats', KEYS.enter);
    expect(await app.frame()).toContain('You snoozed "water the plants" 4 times: move it to 18:00?');
    await app.answer(key);
    await app.frame();
    const keeps = app.gateway.callsOf('stats.keep');
    const edits = app.gateway.callsOf('reminder.edit');
    expect(keeps).toEqual(method === 'stats.keep' ? [{id: 'rem_1'}] : []);
    expect(edits).toEqual(method === 'reminder.edit' ? [{id: 'rem_1', when: '18:00', scope: 'series'}] : []);
    expect(app.state().ui.overlay.kind).toBe('reader');
  }
});
