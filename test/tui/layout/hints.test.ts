import {expect, test} from 'vitest';
import {hintRow} from '../../../src/tui/layout/panes/hints.ts';
import {rowText, rowWidth} from '../../../src/tui/text/row.ts';

const widest = rowWidth(hintRow(['list'], 400));

test('the hint row shows as many hints as fit, ends with help, and never fills the last column', () => {
  for (let columns = 20; columns <= widest + 1; columns += 1) {
    const row = hintRow(['list'], columns);
    expect(rowWidth(row), `${columns} columns`).toBeLessThan(columns);
    expect(rowText(row)).toMatch(/\? help$/u);
  }
  // The whole row needs one more column than its text.
  expect(rowWidth(hintRow(['list'], widest + 1))).toBe(widest);
});

test('the reason why a key did nothing is shortened before the help, and leaves the last column empty', () => {
  for (let columns = 30; columns < 80; columns += 1) {
    const row = hintRow(['list'], columns, 'This reminder is already done, so there is nothing to snooze');
    expect(rowWidth(row), `${columns} columns`).toBeLessThan(columns);
    expect(rowText(row)).toMatch(/\? help$/u);
  }
});
