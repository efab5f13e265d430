// The pictures of the README: every character is where the terminal shows it, with any font or browser.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readCells} from '../../scripts/screens/cells.ts';
import {drawSvg} from '../../scripts/screens/svg.ts';

const ESC = '\x1b';
const FOLDER = 'docs/pictures';
/** Those of the README, and one size of every state. */
const PICTURES = ['.', 'states/40x15'].flatMap(folder =>
  readdirSync(join(FOLDER, folder)).flatMap(file => (file.endsWith('.svg') ? [join(folder, file)] : [])),
);

describe('a picture of a screen', () => {
  test('shows the terminal text at the same rows and columns', () => {
    const rows = [
      '  when               how long  what',
      `${ESC}[7m tomorrow 08:00  in 1d 2h  cron morning   0 8 * * 1-5   ${ESC}[0m here`,
      'a 日本 b  ✓ done   e\u0301x',
      `${ESC}[4mlink${ESC}[0m   a < b & c\u00a0\u00a0d`,
    ];
    const svg = drawSvg({
      title: 't',
      size: {columns: 70, rows: 4},
      lines: readCells(rows.join('\n')),
      cursor: undefined,
    });
    expect(rowsOf(svg)).toEqual([
      '  when               how long  what',
      ' tomorrow 08:00  in 1d 2h  cron morning   0 8 * * 1-5    here',
      'a 日本 b  ✓ done   e\u0301x',
      'link   a < b & c  d',
    ]);
  });

  test.each(PICTURES)('%s has a position for every character, and no spaces that could collapse', file => {
    const svg = readFileSync(join(FOLDER, file), 'utf8');
    expect(svg).not.toMatch(/textLength|xml:space/u);
    const runs = runsIn(svg);
    expect(runs.length).toBeGreaterThan(10);
    for (const {text, at} of runs) {
      expect(text).not.toMatch(/^\s|\s$|\s\s/u);
      if (at.length > 1) expect([text, at.length]).toEqual([text, text.length]);
      else expect([...new Intl.Segmenter().segment(text)]).toHaveLength(1);
    }
  });
});

type DrawnRun = {readonly row: number; readonly text: string; readonly at: readonly number[]};

const runsIn = (svg: string): readonly DrawnRun[] =>
  [...svg.matchAll(/<text y="([\d.]+)">(.*?)<\/text>/gu)].flatMap(([, y = '', spans = '']) =>
    [...spans.matchAll(/<tspan x="([\d. ]+)"[^>]*>([^<]*)<\/tspan>/gu)].map(([, x = '', text = '']) => ({
      row: Math.round((Number(y) - FIRST_BASELINE) / CELL_HEIGHT),
      text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
      at: x.split(' ').map(left => Math.round((Number(left) - MARGIN) / CELL_WIDTH)),
    })),
  );

/** A reader's view, with a space in every empty column; a wide character takes two columns. */
const rowsOf = (svg: string): readonly string[] => {
  const rows: Map<number, string>[] = [];
  for (const {row, text, at} of runsIn(svg)) {
    const cells = rows[row] ?? new Map<number, string>();
    rows[row] = cells;
    const characters = at.length === 1 ? [text] : Array.from(text);
    for (const [index, column] of at.entries()) cells.set(column, characters[index] ?? '');
  }
  return rows.map(cells => {
    const last = Math.max(...cells.keys());
    const isBehindWide = (column: number): boolean => /\p{Script=Han}/u.test(cells.get(column - 1) ?? '');
    return Array.from({length: last + 1}, (_, column) => cells.get(column) ?? (isBehindWide(column) ? '' : ' ')).join(
      '',
    );
  });
};

const CELL_WIDTH = 8.43;
const CELL_HEIGHT = 18;
const MARGIN = 14;
const FIRST_BASELINE = 30 + MARGIN + 13.5;
