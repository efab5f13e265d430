import {expect, test} from 'vitest';
import {jointsOf, regionsOf} from '../../../src/tui/layout/regions.ts';
import {jointed, rowText} from '../../../src/tui/text/row.ts';

test('the rows and columns always add up to the screen', () => {
  for (let columns = 20; columns <= 200; columns += 7) {
    for (let rows = 5; rows <= 60; rows += 1) {
      for (const composing of [1, 3, 50]) {
        const r = regionsOf({columns, rows}, composing);
        expect(
          r.header + (r.rules ? 2 : 0) + r.body + r.notice + r.composer + r.target + r.hints,
          `${columns}x${rows}`,
        ).toBe(rows);
        expect(r.sessions + r.main + r.aside).toBe(columns);
        expect(r.body).toBeGreaterThan(0);
        expect(r.composer).toBeGreaterThan(0);
      }
    }
  }
});

test('a wide screen has a side pane, from three conversations on two, a narrow one none, and a tiny one is too small', () => {
  expect(regionsOf({columns: 140, rows: 40}, 1)).toMatchObject({shape: 'wide', sessions: 0, aside: 35});
  const several = regionsOf({columns: 140, rows: 40}, 1, {conversations: 3});
  expect(several).toMatchObject({shape: 'wide', sessions: 26, aside: 35});
  expect(regionsOf({columns: 80, rows: 24}, 1)).toMatchObject({shape: 'normal', sessions: 0, rules: true});
  expect(regionsOf({columns: 40, rows: 15}, 1)).toMatchObject({shape: 'narrow', rules: false});
  expect(regionsOf({columns: 19, rows: 24}, 1).shape).toBe('tiny');
  expect(regionsOf({columns: 80, rows: 4}, 1).shape).toBe('tiny');
});

test('the composer grows with the draft, up to a third of the screen', () => {
  expect([1, 4, 40].map(composing => regionsOf({columns: 80, rows: 24}, composing).composer)).toEqual([1, 4, 7]);
  expect(regionsOf({columns: 80, rows: 60}, 40).composer).toBe(8);
});

test('with little space nothing takes any from the conversation', () => {
  expect(regionsOf({columns: 39, rows: 24}, 1)).toMatchObject({target: 0, hints: 0});
  expect(regionsOf({columns: 80, rows: 9}, 1)).toMatchObject({target: 0, hints: 0});
  expect(regionsOf({columns: 20, rows: 5}, 1)).toMatchObject({notice: 0, composer: 1, body: 3});
});

test('the borders of side panes meet the rules; without side panes nothing does', () => {
  const wide = regionsOf({columns: 140, rows: 40}, 1, {conversations: 3});
  const rule = rowText(jointed(140, jointsOf(wide), '┬'));
  expect([...rule].flatMap((cell, at) => (cell === '┬' ? [at] : []))).toEqual([
    wide.sessions - 1,
    wide.sessions + wide.main,
  ]);
  const few = regionsOf({columns: 140, rows: 40}, 1);
  expect(jointsOf(few)).toEqual([few.main]);
  expect(jointsOf(regionsOf({columns: 80, rows: 24}, 1))).toEqual([]);
});
