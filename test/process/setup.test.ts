// The key that `rooster setup` got: in one file of the home, which only its owner can read, and in use by the running daemon.
// @module-tag deep
import {expect, test} from 'vitest';
import {filesHolding, modeOf} from '../support/files-holding.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {ensureBuilt, roosterHome} from '../support/rooster-home.ts';

const KEY = 'sk-test-piped0into0setup0key0';

test('a piped key is in its file alone, and the daemon that was running answers with it', async () => {
  ensureBuilt();
  await using server = await startOpenAiServer(() => ({kind: 'text', chunks: ['Good morning.']}));
  using home = roosterHome();
  expect((await home.run(['chat', 'hello'])).out).not.toContain('Good morning.');
  const argv = ['setup', 'model', '--url', server.baseUrl, '--model', 'small-1'];
  const ran = await home.run(argv, {input: `${KEY}\n`});
  expect(ran.err).toBe(
    "Trying small-1…\nThe server doesn't say how much small-1 reads at once: 8192 tokens are assumed (--context).\n",
  );
  expect(ran.out).toContain('local/small-1 answers from now on.');
  expect((await home.run(['chat', 'hello'])).out).toContain('Good morning.');
  expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`);
  expect((await home.run(['config', 'show'])).out).not.toContain(KEY);
  await home.run(['daemon', 'stop']);
  expect(filesHolding(home.path, KEY)).toEqual(['keys/local']);
  expect(modeOf(home.path, 'keys/local')).toBe('600');
});
