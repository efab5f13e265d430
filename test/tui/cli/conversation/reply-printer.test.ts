import {expect, test} from 'vitest';
import {createReplyPrinter} from '../../../../src/tui/cli/conversation/chat.ts';
import {quotedCommandsAs} from '../../../../src/tui/format/commands-as.ts';

const printing = (called?: string) => {
  let out = '';
  const printer = createReplyPrinter({
    raw: text => {
      out += text;
    },
    withCommands: text => quotedCommandsAs(called, text),
  });
  return {...printer, out: () => out};
};

test('deltas are printed as they arrive, and the whole text only ends the line', () => {
  const {delta, whole, out} = printing();
  delta({text: 'Good ', offset: 0});
  delta({text: 'morning', offset: 5});
  expect(out()).toBe('Good morning');
  whole('Good morning');
  expect(out()).toBe('Good morning\n');
});

test('a command is printed once, as the person has to type it, however its deltas are cut', () => {
  const reply = 'Or run `rooster setup`, `npm i` or `x`.';
  for (let size = 1; size <= reply.length; size += 1) {
    const {delta, whole, out} = printing('rooster --host den');
    for (let offset = 0; offset < reply.length; offset += size)
      delta({text: reply.slice(offset, offset + size), offset});
    whole(reply);
    expect(out()).toBe('Or run `rooster --host den setup`, `npm i` or `x`.\n');
  }
});

test('a delta that repeats or overlaps is printed once', () => {
  const {delta, out} = printing();
  delta({text: 'abc', offset: 0});
  delta({text: 'abc', offset: 0});
  delta({text: 'bcde', offset: 1});
  expect(out()).toBe('abcde');
});

test('after a gap nothing is added until the whole text arrives', () => {
  const {delta, whole, out} = printing();
  delta({text: 'abc', offset: 0});
  delta({text: 'ghi', offset: 6});
  expect(out()).toBe('abc');
  whole('abcdefghi');
  expect(out()).toBe('abcdefghi\n');
});

test('a different whole text gets its own line', () => {
  const {delta, whole, out} = printing();
  delta({text: 'first try', offset: 0});
  whole('second');
  expect(out()).toBe('first try\nsecond\n');
});

test('the steps of a turn follow one another', () => {
  const {delta, whole, out} = printing();
  delta({text: 'Let me look.', offset: 0});
  whole('Let me look.');
  delta({text: 'It is ', offset: 0});
  whole('It is noon.');
  expect(out()).toBe('Let me look.\nIt is noon.\n');
});

test("escape sequences in a reply don't reach the terminal", () => {
  const {delta, whole, out} = printing();
  delta({text: 'a\u001b[31mb', offset: 0});
  whole('a\u001b[31mb');
  expect(out()).toBe('ab\n');
});

test('a sentinel is not printed, neither during streaming nor whole', () => {
  const {delta, whole, out} = printing();
  delta({text: 'All is well.\nHEART', offset: 0});
  expect(out()).toBe('All is well.\n');
  delta({text: 'BEAT_OK', offset: 18});
  expect(out()).toBe('All is well.\n');
  whole('All is well.');
  expect(out()).toBe('All is well.\n');
});

test('a word that only begins like a sentinel is printed once it differs', () => {
  const {delta, whole, out} = printing();
  delta({text: 'NO', offset: 0});
  expect(out()).toBe('');
  delta({text: 'PE', offset: 2});
  expect(out()).toBe('NOPE');
  whole('NOPE.');
  expect(out()).toBe('NOPE.\n');
});
