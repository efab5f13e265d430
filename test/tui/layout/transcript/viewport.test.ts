import {expect, test} from 'vitest';
import type {Item} from '../../../../src/tui/conversation/item.ts';
import {isNear, type Lines, scrolled, viewportOf} from '../../../../src/tui/layout/transcript/viewport.ts';
import type {Scroll} from '../../../../src/tui/state/ui-state.ts';
import {rowText, span} from '../../../../src/tui/text/row.ts';
import {seededRandom} from '../../../support/seeded-random.ts';

const FOLLOW = {kind: 'follow'} as const satisfies Scroll;

test('at the end the newest rows are shown, and a short transcript from the top', () => {
  expect(shown(lines(['a2', 'b3'], 4))).toEqual(['a1', 'b0', 'b1', 'b2']);
  expect(shown(lines(['a2'], 4))).toEqual(['a0', 'a1']);
});

test('scrolling up and down again ends where it began', () => {
  const all = lines(['a3', 'b3', 'c3'], 4);
  const up = scrolled(all, FOLLOW, -2);
  expect(shown(all, up)).toEqual(['b0', 'b1', 'b2', 'c0']);
  expect(scrolled(all, up, 2)).toEqual(FOLLOW);
});

test("a reader's position stays when rows are added at the end or at the beginning", () => {
  const before = lines(['b3', 'c3'], 3);
  const held = scrolled(before, FOLLOW, -2);
  expect(shown(before, held)).toEqual(['b1', 'b2', 'c0']);
  expect(shown(lines(['a5', 'b3', 'c3', 'd4'], 3), held)).toEqual(['b1', 'b2', 'c0']);
});

test('new rows below a reader are counted', () => {
  const held = scrolled(lines(['a3', 'b3'], 2), FOLLOW, -3);
  const view = viewportOf(lines(['a3', 'b3', 'c1', 'd1'], 2), held);
  expect(view).toMatchObject({atEnd: false, newBelow: 2});
});

test('scrolling stops at the first and the last row', () => {
  const all = lines(['a3', 'b3'], 4);
  const top = scrolled(all, FOLLOW, -100);
  expect(shown(all, top)).toEqual(['a0', 'a1', 'a2', 'b0']);
  expect(isNear(all, top, 'start')).toBe(true);
  expect(scrolled(all, top, 100)).toEqual(FOLLOW);
  expect(scrolled(all, top, Number.MIN_SAFE_INTEGER)).toMatchObject({kind: 'held', item: 'a', row: 0});
});

test('a position whose item is gone becomes the end', () => {
  const held = scrolled(lines(['a3', 'b3'], 2), FOLLOW, -3);
  expect(viewportOf(lines(['x9'], 2), held).atEnd).toBe(true);
});

test('a position in streamed text is found again in the message it became', () => {
  const growing: Lines = {...lines(['a3'], 2), items: [item('a3'), {...item('t9'), id: 'turn:turn_1#1'} as Item]};
  const held = scrolled(growing, FOLLOW, -4);
  expect(held).toMatchObject({item: 'turn:turn_1#1'});
  const step = (name: string) => said(name, 'turn_1');
  const stored: Lines = {...growing, items: [item('a3'), step('p2'), step('q9'), step('r5')]};
  expect(shown(stored, held)[0]).toBe('q3');
});

test('walking the whole transcript shows every row once, in order, for any step', () => {
  const random = seededRandom(9);
  for (let round = 0; round < 200; round += 1) {
    const specs = Array.from(
      {length: 1 + Math.floor(random() * 6)},
      (_, index) => `${String.fromCharCode(97 + index)}${1 + Math.floor(random() * 5)}`,
    );
    const all = lines(specs, 1 + Math.floor(random() * 6));
    const rows = specs.flatMap(rowsOfSpec);
    let scroll: Scroll = FOLLOW;
    let top = Math.max(0, rows.length - all.height);
    for (let step = 0; step < 20; step += 1) {
      const by = Math.floor(random() * 9) - 4;
      scroll = scrolled(all, scroll, by);
      top = Math.max(0, Math.min(top + by, Math.max(0, rows.length - all.height)));
      expect(shown(all, scroll)).toEqual(rows.slice(top, top + all.height));
    }
  }
});

test('paging up while older messages load shows every row once, in order, without a jump', () => {
  const random = seededRandom(31);
  for (let round = 0; round < 300; round += 1) {
    const specs = Array.from({length: 4 + Math.floor(random() * 20)}, (_, index) => specAt(index, random));
    const rows = specs.flatMap(rowsOfSpec);
    const height = 2 + Math.floor(random() * 6);
    let from = specs.length - 1 - Math.floor(random() * 3);
    let scroll: Scroll = FOLLOW;
    for (let step = 0; step < 400; step += 1) {
      const held = withOlder(specs.slice(from), from > 0, height);
      const before = shown(held, scroll).filter(isWord);
      scroll = scrolled(held, scroll, -Math.max(1, height - 1));
      const words = shown(held, scroll).filter(isWord);
      const first = rows.indexOf(words[0] ?? '');
      expect(words).toEqual(rows.slice(first, first + words.length));
      // Not lower than before, and never past hidden rows.
      expect(first).toBeLessThanOrEqual(rows.indexOf(before[0] ?? ''));
      expect(first + words.length).toBeGreaterThanOrEqual(rows.indexOf(before[0] ?? ''));
      if (from === 0 && first === 0) break;
      if (random() < 0.7) from = Math.max(0, from - 1 - Math.floor(random() * 5));
      // Loading messages never moves the reader's rows.
      const after = shown(withOlder(specs.slice(from), from > 0, height), scroll).filter(isWord);
      if (scroll.kind === 'held') expect(after).toEqual(expect.arrayContaining([...words]));
    }
    expect(shown(lines(specs, height), scroll)[0]).toBe(rows[0]);
  }
});

test('the last loaded row is not the end while only the first messages are loaded', () => {
  const first: Lines = {...lines(['a3', 'b3'], 4), beginning: true};
  const top: Scroll = {kind: 'held', item: 'a', row: 0, seen: 'z', beginning: true};
  const down = scrolled(first, top, 100);
  expect(down).toMatchObject({kind: 'held', beginning: true});
  expect(viewportOf(first, down)).toMatchObject({atEnd: false, newBelow: 0});
  expect(shown(first, down)).toEqual(['a2', 'b0', 'b1', 'b2']);
  expect(isNear(first, down, 'end')).toBe(true);
});

const specAt = (index: number, random: () => number): string =>
  `${String.fromCodePoint(0x4e00 + index)}${1 + Math.floor(random() * 5)}`;

const isWord = (row: string): boolean => row !== '' && !row.startsWith('-');

/** Held from some message on, below the mark that there are more. */
const withOlder = (specs: readonly string[], more: boolean, height: number): Lines => {
  const held = lines(specs, height);
  if (!more) return held;
  const older = {kind: 'older', id: 'older', fetching: false} as const;
  return {
    ...held,
    items: [older, ...held.items],
    rowsOf: one => (one.kind === 'older' ? [[span('- older')]] : held.rowsOf(one)),
  };
};

/** `b3` is an item `b` of three rows. */
const lines = (specs: readonly string[], height: number): Lines => ({
  items: specs.map(item),
  height,
  rowsOf: one => rowsOfSpec(specOf(one)).map(text => [span(text)]),
});

const item = (spec: string): Item => ({...said(spec, 'turn_0'), id: spec[0] ?? ''}) as Item;

const said = (spec: string, turnId: string) =>
  ({
    kind: 'message',
    id: `msg_${spec}`,
    queued: false,
    message: {role: 'assistant', turnId, text: spec},
  }) as unknown as Item;

const specOf = (one: Item): string => (one.kind === 'message' ? one.message.text : '');

const rowsOfSpec = (spec: string): readonly string[] =>
  Array.from({length: Number(spec.slice(1))}, (_, row) => `${spec[0]}${row}`);

const shown = (all: Lines, scroll: Scroll = FOLLOW): readonly string[] => viewportOf(all, scroll).rows.map(rowText);
