import {expect, test} from 'vitest';
import {isEmoji} from '../../scripts/emoji.ts';

test('of every character alone it says what the list of emoji says', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (isEmoji(character) !== LISTED.test(character)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

test('of every character with what makes a sequence of it, it says what the list says', () => {
  const behind = [
    '\ufe0f',
    '\ufe0e',
    '\u20e3',
    '\ufe0f\u20e3',
    '\u{1f3fd}',
    '\u200d♂\ufe0f',
    '\u{1f3fd}\u200d♀\ufe0f',
    '\u{1f1ea}',
    '\u0301',
  ];
  const wrong: string[] = [];
  for (const code of [...range(0x20, 0x3_0ff), ...range(0x1_f000, 0x1_faff)]) {
    for (const more of behind) {
      const text = `${String.fromCodePoint(code)}${more}`;
      if (isEmoji(text) !== LISTED.test(text)) wrong.push(`${code.toString(16)} ${more}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each(['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏳️‍🌈', '❤️‍🔥', '👩🏽‍🚀', '🇩🇪', '3️⃣', '#️⃣', '👁️‍🗨️', '🫱🏻‍🫲🏿'])('%s is one', text => {
  expect([isEmoji(text), LISTED.test(text)]).toEqual([true, true]);
});

const range = (from: number, to: number): readonly number[] =>
  Array.from({length: to - from + 1}, (_, index) => from + index);

const LISTED = /^\p{RGI_Emoji}$/v;
