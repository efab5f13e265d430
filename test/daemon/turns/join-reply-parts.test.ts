import {expect, test} from 'vitest';
import {joinedParts} from '../../../src/daemon/turns/join-reply-parts.ts';

test.each<[string, readonly string[], string | undefined]>([
  ['nothing', [], undefined],
  ['nothing but space', ['', ' \n'], undefined],
  ['one part, to the byte', ['', ' Done. \n'], ' Done. \n'],
  ['parts in their order', ['First.', '', 'Second.\n', 'Third.'], 'First.\n\nSecond.\n\nThird.'],
  [
    'what the end repeats',
    ['The train leaves at 9:14.', 'Yes: **the train leaves** at 9:14!'],
    'Yes: **the train leaves** at 9:14!',
  ],
  ['the same twice', ['Looking.', 'Looking.', 'Done.'], 'Looking.\n\nDone.'],
  ['no whole words', ['Oh no', 'Oh noon is fine'], 'Oh no\n\nOh noon is fine'],
  ['signs alone', ['👍', 'Done.'], '👍\n\nDone.'],
])('the parts of an answer are joined: %s', (_, parts, text) => {
  expect(joinedParts(parts)).toBe(text);
});
