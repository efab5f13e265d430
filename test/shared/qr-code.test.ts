import {encode} from 'uqr';
import {describe, expect, test} from 'vitest';
import {type QrInk, qrLines, qrModules} from '../../src/shared/text/qr-code.ts';

const URI = `sgnl://linkdevice?uuid=${'a'.repeat(24)}&pub_key=${'b'.repeat(56)}`;
const ROOM = {columns: 200, rows: 100};

/** A camera's view: true for a dark cell, as drawn. */
const seen = (lines: readonly string[], ink: QrInk): readonly (readonly boolean[])[] => {
  const cells = lines.map(line => (ink === 'colour' ? colourCells(line) : plainCells(line, ink)));
  return cells.flatMap(row => [row.map(([upper]) => upper), row.map(([, lower]) => lower)]);
};

const colourCells = (line: string): readonly (readonly [boolean, boolean])[] => {
  let colours: readonly [boolean, boolean] | undefined;
  const cells: (readonly [boolean, boolean])[] = [];
  for (const [part, above, below] of line.matchAll(/\u001b\[38;5;(\d+);48;5;(\d+)m|▀|\u001b\[0m/gu)) {
    if (above !== undefined) colours = [above === '16', below === '16'];
    if (part === '▀') cells.push(colours ?? expect.fail('a cell without colours of its own'));
  }
  return cells;
};

/** A lit half is light on a dark terminal and dark on a light one. */
const plainCells = (line: string, ink: QrInk): readonly (readonly [boolean, boolean])[] =>
  [...line].map(glyph => {
    const lit = [glyph === '█' || glyph === '▀', glyph === '█' || glyph === '▄'] as const;
    return ink === 'on-light' ? lit : [!lit[0], !lit[1]];
  });

describe.each(['colour', 'on-dark', 'on-light'] as const)('drawn %s', ink => {
  const lines = qrLines(URI, {ink, ...ROOM}) ?? [];
  const dark = seen(lines, ink);

  test('the modules are those of the code', () => {
    const {data, size} = encode(URI, {ecc: 'L', boostEcc: true, border: 0});
    const inner = dark.slice(4, 4 + size).map(row => row.slice(4, 4 + size));
    expect(inner).toEqual(data);
    expect(qrModules(URI)).toEqual(data);
  });

  test('four light modules surround it on every side', () => {
    const size = qrModules(URI).length;
    expect(dark.every(row => row.length === size + 8)).toBe(true);
    const around = dark.flatMap((row, y) => row.filter((_, x) => y < 4 || y >= size + 4 || x < 4 || x >= size + 4));
    expect(around.length).toBeGreaterThan(0);
    expect(around).not.toContain(true);
  });
});

test('without colour the output is characters only', () => {
  const text = [
    ...(qrLines(URI, {ink: 'on-dark', ...ROOM}) ?? []),
    ...(qrLines(URI, {ink: 'on-light', ...ROOM}) ?? []),
  ];
  expect(text.join('')).toMatch(/^[ █▀▄]+$/u);
});

test('a link of usual length fits a terminal of 80 by 24, with a narrower border and a spare line', () => {
  const lines = qrLines(URI, {ink: 'on-light', columns: 80, rows: 23});
  expect(lines).toHaveLength(23);
  const border = (lines?.[0]?.length ?? 0) - qrModules(URI).length;
  expect(border).toBe(4);
});

test('without enough space no code is drawn', () => {
  expect(qrLines(URI, {ink: 'colour', columns: 40, rows: 50})).toBeUndefined();
  expect(qrLines(URI, {ink: 'colour', columns: 80, rows: 20})).toBeUndefined();
});
