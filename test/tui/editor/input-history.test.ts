import {expect, test} from 'vitest';
import {draftOf, emptyDraft} from '../../../src/tui/editor/draft.ts';
import {emptyHistory, type InputHistory, left, remembered, stepped} from '../../../src/tui/editor/input-history.ts';

const history: InputHistory = ['one', 'two', 'three'].reduce(remembered, emptyHistory);

test('the same text is remembered once, as the newest', () => {
  expect(remembered(history, 'one').entries).toEqual(['two', 'three', 'one']);
  expect(remembered(history, '  ')).toEqual({entries: ['one', 'two', 'three']});
});

test('going back and forth ends where it began, with the unsent draft', () => {
  const draft = draftOf('unfinished');
  const first = stepped(history, -1, draft);
  const second = first && stepped(first.history, -1, emptyDraft);
  expect([first?.show, second?.show]).toEqual(['three', 'two']);
  const forth = second && stepped(second.history, 1, emptyDraft);
  const back = forth && stepped(forth.history, 1, emptyDraft);
  expect([forth?.show, back?.show]).toEqual(['three', draft]);
  expect(back && stepped(back.history, 1, draft)).toBeUndefined();
});

test('nothing comes before the oldest entry, or from an empty history', () => {
  const oldest = [1, 2, 3].reduce<InputHistory>(at => stepped(at, -1, emptyDraft)?.history ?? at, history);
  expect(stepped(oldest, -1, emptyDraft)).toBeUndefined();
  expect(stepped(emptyHistory, -1, emptyDraft)).toBeUndefined();
});

test('a recalled text that is changed is its own draft', () => {
  const recalled = stepped(history, -1, emptyDraft)?.history ?? history;
  expect(left(recalled)).toEqual({entries: history.entries});
});
