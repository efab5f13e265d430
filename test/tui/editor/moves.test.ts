import {expect, test} from 'vitest';
import {CHIP, type Draft} from '../../../src/tui/editor/draft.ts';
import {bigWordLeftOf, wordLeftOf, wordRightOf} from '../../../src/tui/editor/moves.ts';

const at = (shown: string): Draft => ({
  chips: [],
  text: shown.replace('|', ''),
  cursor: shown.indexOf('|'),
});

test.each<[shown: string, word: number, bigWord: number]>([
  ['|', 0, 0],
  ['one two|', 4, 4],
  ['one two  |', 4, 4],
  ['  |', 0, 0],
  ['... |', 0, 0],
  ['one ...|', 0, 4],
  ['file-name.txt|', 10, 0],
  [`one ${CHIP}|`, 4, 4],
  [`${CHIP}one|`, 1, 0],
  ['über|', 0, 0],
])('from %j a word goes back to %i, a big one to %i', (shown, word, bigWord) => {
  expect([wordLeftOf(at(shown)), bigWordLeftOf(at(shown))]).toEqual([word, bigWord]);
});

test.each([' ', '.', '\n', 'a', 'a ', CHIP])(
  'a word move over a long run of %j takes less than quadratic time',
  sign => {
    const behind = at(`${sign.repeat(300_000)}x|`);
    const before = process.cpuUsage();
    expect(Math.max(wordLeftOf(behind), bigWordLeftOf(behind))).toBeLessThan(behind.cursor);
    expect(wordRightOf({...behind, cursor: 0})).toBeGreaterThan(0);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  },
);
