import {expect, test} from 'vitest';
import {framed, overScreen} from '../../../src/tui/layout/overlays/frame.ts';
import {type Row, rowText, rowWidth, span} from '../../../src/tui/text/row.ts';

const text = (rows: readonly Row[]): readonly string[] => rows.map(rowText);

test('an overlay is a box with its title in the border, over a dimmed screen that shows around it', () => {
  const screen: readonly Row[] = Array.from({length: 7}, () => [span('behind '.repeat(6), 'accent')]);
  const rows = framed('cancel', [[span('Sure?')]], 12, 7, {fits: true, role: 'error'});
  const shown = overScreen(screen, rows, {left: 13, top: 2, columns: 42});
  expect(text(shown)).toEqual(
    [
      'behind behind behind behind behind behind ',
      'behind behind behind behind behind behind ',
      'behind behind╭── cancel ──╮ behind behind  ',
      'behind behind│Sure?       │ behind behind  ',
      'behind behind╰────────────╯ behind behind  ',
      'behind behind behind behind behind behind ',
      'behind behind behind behind behind behind ',
    ].map(line => line.slice(0, 42)),
  );
  expect(shown[0]?.every(({role}) => role === 'dim')).toBe(true);
  expect(shown[2]?.find(one => one.text === 'cancel')?.role).toBe('error');
});

test('a few cells beside a box are empty: the rest of a line reads as noise', () => {
  const screen: readonly Row[] = [[span('behind '.repeat(6))]];
  expect(text(overScreen(screen, [[span('│ab│')]], {left: 3, top: 0, columns: 42}))).toEqual([
    '   │ab│behind behind behind behind behind ',
  ]);
  expect(text(overScreen(screen, [[span('│ab│')]], {left: 20, top: 0, columns: 30}))).toEqual([
    'behind behind behind│ab│',
  ]);
});

test('a wide character under the border of a box becomes a space', () => {
  const [row = []] = overScreen([[span('漢'.repeat(20))]], [[span('│ab│')]], {left: 13, top: 0, columns: 40});
  expect(rowText(row)).toBe('漢漢漢漢漢漢 │ab│ 漢漢漢漢漢漢漢漢漢漢漢');
  expect(rowWidth(row)).toBeLessThanOrEqual(40);
});

test('a low screen has a title row instead of a box', () => {
  expect(text(framed('status', [[span('one')]], 20, 4))).toEqual([' ── status ─────────', 'one', '', '']);
});
