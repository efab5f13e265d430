// The setup in a real terminal on a real daemon: the question of the first start, a provider on this machine, and what stays of the key.
// @module-tag deep
import {describe, expect, test} from 'vitest';
import {hasTmux} from '../../scripts/screens/tmux.ts';
import {filesHolding, modeOf} from '../support/files-holding.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {terminalHome} from '../support/terminal-program.ts';

const found = hasTmux();
const KEY = 'sk-test-typed0in0a0terminal0';

describe.skipIf(!found)(found ? 'the setup in a real terminal' : 'the setup (skipped: there is no tmux here)', () => {
  test('is asked for once; a pasted key goes to its file and nowhere else, and the model answers', async () => {
    await using server = await startOpenAiServer(() => ({kind: 'text', chunks: ['Good morning.']}));
    server.offers(['big-2', 'small-1']);
    await using home = terminalHome({fresh: true});
    await using screen = await home.open();
    await screen.shows(/set up[\s\S]*> Connect a model[\s\S]*Link Signal[\s\S]*Later/u);
    await screen.press('Enter');
    await screen.shows(/Who runs the model\? The offline assistant answers now\./u);
    // One by one: arrows that arrive together are a wheel.
    for (const name of ['OpenAI', 'OpenRouter', 'Google', 'Groq', 'Ollama', 'LM Studio', 'another server']) {
      await screen.press('Down');
      await screen.shows(new RegExp(`> ${name}`, 'u'));
    }
    await screen.press('Enter');
    await screen.shows(/Type the address of the server/u);
    await screen.type(new URL(server.origin).host);
    await screen.press('Enter');
    await screen.shows(/answers without a key/u);
    await screen.paste(KEY);
    const hidden = await screen.shows(/\*{24} 28 characters/u);
    expect(hidden).not.toContain(KEY);
    await screen.press('Enter');
    await screen.shows(/choose a model, 2 matches/u);
    await screen.type('small');
    await screen.shows(/> small-1/u);
    await screen.press('Enter');
    await screen.shows(/Enter alone means 8192/u);
    await screen.press('Enter');
    await screen.shows(/local\/small-1 answers from now on\./u);
    await screen.press('Enter');
    await screen.type('hello');
    await screen.press('Enter');
    await screen.shows(/Good morning\./u);
    expect(server.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`);
    await screen.press('C-d');
    await screen.shows(/The daemon keeps running/u);
    expect(filesHolding(home.path, KEY)).toEqual(['keys/local']);
    expect(modeOf(home.path, 'keys/local')).toBe('600');
    expect(modeOf(home.path, 'keys')).toBe('700');
  });

  test('after Later the next start asks no more', async () => {
    await using home = terminalHome({fresh: true});
    {
      await using screen = await home.open();
      await screen.shows(/> Connect a model/u);
      for (const choice of ['Link Signal', 'Later']) {
        await screen.press('Down');
        await screen.shows(new RegExp(`> ${choice}`, 'u'));
      }
      await screen.press('Enter');
      await screen.shows(/find anything/u);
    }
    await using screen = await home.open();
    await screen.shows(/Type, for example[\s\S]*live|live[\s\S]*Type, for example/u);
    expect(await screen.text()).not.toContain('Connect a model');
  });
});
