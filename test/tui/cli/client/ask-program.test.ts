import {expect, test} from 'vitest';
import {askProgram} from '../../../../src/tui/cli/client/ask-program.ts';
import {commandWorld} from '../command-world.ts';

const hasCount = (value: unknown): value is {readonly count: number} =>
  typeof value === 'object' && value !== null && 'count' in value;

const asked = async (answer: {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}): Promise<unknown> => {
  const {world} = await commandWorld({ask: async () => answer});
  return await askProgram(world, ['check-config'], hasCount);
};

test('a sub-verb gives its document, whatever its exit code', async () => {
  expect(await asked({code: 1, stdout: '{"count":2}\n', stderr: ''})).toEqual({count: 2});
});

test('a refusal is read from the document, and not from the text for people', async () => {
  const answer = {code: 1, stdout: '{"error":"The file is not a backup."}\n', stderr: 'A warning.\nAnother text.\n'};
  await expect(asked(answer)).rejects.toThrow(/^The file is not a backup\.$/u);
});

test('a sub-verb without a document is reported with all that it printed', async () => {
  await expect(asked({code: 134, stdout: '', stderr: 'Aborted\n'})).rejects.toThrow(
    /daemon\.js check-config" exited with code 134 and no result\.\nAborted$/u,
  );
});
