import {expect, test} from 'vitest';
import {
  atHome,
  chosen,
  initialList,
  type ListState,
  movedBy,
  placeIn,
  settledList,
} from '../../../src/tui/state/list-state.ts';

const rows = (...ids: readonly string[]) => ids.map(id => ({id, selectable: !id.startsWith('-')}));
const many = rows(...Array.from({length: 20}, (_, index) => `r${index}`));
const HEIGHT = 5;

const selectedOf = (list: ListState, all: ReturnType<typeof rows>, home: 'first' | 'now' | 'end' = 'first') =>
  all[placeIn(list, all, HEIGHT, home).index]?.id;

test('the selected row stays selected and on its line while rows are added and removed around it', () => {
  const list = chosen(initialList, many, HEIGHT, 'first', 'r3');
  const {index, top} = placeIn(list, many, HEIGHT, 'first');
  const more = [...rows('new1', 'new2'), ...many];
  const after = placeIn(list, more, HEIGHT, 'first');
  expect(more[after.index]?.id).toBe('r3');
  expect(after.index - after.top).toBe(index - top);
});

test('when the selected row is removed, the one in its place is selected, and stays so', () => {
  const list = chosen(initialList, many, HEIGHT, 'first', 'r3');
  const without = many.filter(({id}) => id !== 'r3');
  const settled = settledList(list, without, 'first');
  expect(settled.selected).toBe('r4');
  expect(selectedOf(settled, rows('zero', ...without.map(({id}) => id)))).toBe('r4');
  const onlyBefore = settledList(chosen(initialList, many, HEIGHT, 'first', 'r19'), many.slice(0, 19), 'first');
  expect(onlyBefore.selected).toBe('r18');
});

test('separator rows are skipped, and a separator above the first row is shown with it', () => {
  const parted = rows('-day', 'a', '-day2', 'b', 'c', 'd', 'e', 'f');
  const step = (list: ListState, by: number) => movedBy(list, parted, HEIGHT, 'first', {by, unit: 'rows'});
  const down = step(initialList, 1);
  expect(down.selected).toBe('b');
  expect(step(step(step(down, 3), -3), -1)).toMatchObject({selected: 'a'});
  expect(placeIn(step(step(down, 9), -9), parted, HEIGHT, 'first').top).toBe(0);
});

test('a list moves by screens, and stops at its ends', () => {
  const page = (list: ListState, by: number) => movedBy(list, many, HEIGHT, 'first', {by, unit: 'screens'});
  expect(page(initialList, 1).selected).toBe('r4');
  expect(page(initialList, Number.MAX_SAFE_INTEGER).selected).toBe('r19');
  expect(page(page(initialList, 99), Number.MIN_SAFE_INTEGER).selected).toBe('r0');
  expect(page(initialList, -1).selected).toBe('r0');
});

test('a list that follows new rows stops at a selected row and follows again at its end', () => {
  const up = movedBy(initialList, many, HEIGHT, 'end', {by: -2, unit: 'rows'});
  expect(up.selected).toBe('r17');
  expect(selectedOf(up, [...many, ...rows('newer')], 'end')).toBe('r17');
  const back = movedBy(up, many, HEIGHT, 'end', {by: 9, unit: 'rows'});
  expect(back).toEqual(atHome(initialList));
  expect(selectedOf(back, [...many, ...rows('newer')], 'end')).toBe('newer');
});

test('a list through time starts at the now-line, with the past above it', () => {
  const past = rows(...Array.from({length: 9}, (_, index) => `p${index}`));
  const all = [...past, {id: 'now', selectable: false}, ...rows('f1', 'f2', 'f3')];
  const {index, top} = placeIn(initialList, all, HEIGHT, 'now');
  expect(all[index]?.id).toBe('f1');
  expect(top).toBe(7);
  expect(placeIn(initialList, [...past, {id: 'now', selectable: false}], HEIGHT, 'now')).toEqual({index: 8, top: 5});
});

test('an empty list has no selection, and moving in it does no harm', () => {
  expect(placeIn(initialList, [], HEIGHT, 'first')).toEqual({index: -1, top: 0});
  expect(movedBy(initialList, [], HEIGHT, 'end', {by: 1, unit: 'screens'})).toEqual(initialList);
  expect(settledList(initialList, [], 'first')).toEqual(initialList);
});
