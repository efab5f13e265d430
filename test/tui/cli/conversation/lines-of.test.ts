import {expect, test} from 'vitest';
import {linesOf} from '../../../../src/tui/cli/conversation/lines-of.ts';

const lines = async (...chunks: readonly (string | Uint8Array)[]): Promise<readonly string[]> => {
  async function* input(): AsyncGenerator<string | Uint8Array> {
    yield* chunks;
  }
  return await Array.fromAsync(linesOf(input()));
};

test.each([
  [['a\nb\n'], ['a', 'b']],
  [['a\nb'], ['a', 'b']],
  [
    ['a', 'b\nc', '\n'],
    ['ab', 'c'],
  ],
  [['a\r\nb\r\n'], ['a', 'b']],
  [['\n\n'], ['', '']],
  [[], []],
  [['one\u2028line\n'], ['one\u2028line']],
])('%j are the lines %j', async (chunks, expected) => {
  expect(await lines(...chunks)).toEqual(expected);
});

test('a character split by a chunk is restored', async () => {
  const bytes = Buffer.from('grüße\n');
  expect(await lines(bytes.subarray(0, 3), bytes.subarray(3))).toEqual(['grüße']);
});
