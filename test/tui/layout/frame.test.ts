import {expect, test} from 'vitest';
import {framed, overScreen} from '../../../src/tui/layout/overlays/frame.ts';
import {type Row, rowText, rowWidth, span} from '../../../src/tui/layout/text/row.ts';

const text = (rows: readonly Row[]): readonly string[] => rows.map(rowText);

test('an overlay is a box with its title in the border, over a dimmed screen that shows around it', () => {
  const screen: readonly Row[] = Array.from({length: 7}, () => [span('behind '.repeat(4), 'accent')]);
  const rows = framed('cancel', [[span('Sure?')]], 12, 7, {fits: true, role: 'error'});
  const shown = overScreen(screen, rows, {left: 3, top: 2, columns: 28});
  expect(text(shown)).toEqual(
    [
      'behind behind behind behind ',
      'behind behind behind behind ',
      'beh╭── cancel ──╮ind behind ',
      'beh│Sure?       │ind behind ',
      'beh╰────────────╯ind behind ',
      'behind behind behind behind ',
      'behind behind behind behind ',
    ].map(line => line.slice(0, 28)),
  );
  expect(shown[0]?.every(({role}) => role === 'dim')).toBe(true);
  expect(shown[2]?.find(one => one.text === 'cancel')?.role).toBe('error');
});

test('a wide character under the border of a box becomes a space', () => {
  const [row = []] = overScreen([[span('漢'.repeat(10))]], [[span('│ab│')]], {left: 3, top: 0, columns: 20});
  expect(rowText(row)).toBe('漢 │ab│ 漢漢漢漢漢漢');
  expect(rowWidth(row)).toBeLessThanOrEqual(20);
});

test('a low screen has a title row instead of a box', () => {
  expect(text(framed('status', [[span('one')]], 20, 4))).toEqual([' ── status ─────────', 'one', '', '']);
});
