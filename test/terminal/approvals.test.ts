// A call of the agent that waits for a yes, in real terminals on one daemon: the card, a paste that answers nothing, a key that does.
// @module-tag deep
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {hasTmux} from '../../scripts/screens/tmux.ts';
import {startOpenAiServer} from '../support/openai-server.ts';
import {terminalHome} from '../support/terminal-program.ts';
import {modelAt, writeConfig} from '../support/write-config.ts';

const found = hasTmux();

describe.skipIf(!found)(found ? 'a call that waits' : 'a call that waits (skipped: there is no tmux here)', () => {
  test('the card is in both terminals, a paste answers nothing, and one key runs the call once', async () => {
    const input = JSON.stringify({path: 'AGENTS.md', content: 'Be short.\n'});
    await using server = await startOpenAiServer(({body}) =>
      JSON.stringify(body).includes('"role":"tool"')
        ? {kind: 'text', chunks: ['Written.']}
        : {kind: 'tools', calls: [{id: 'call_1', name: 'write_file', arguments: [input]}]},
    );
    await using home = terminalHome();
    writeConfig(home.path, {...modelAt(server.baseUrl), policy: {sandbox: 'off'}});
    const rules = (): string => {
      const path = join(home.path, 'workspace', 'AGENTS.md');
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    };
    await using first = await home.open({columns: 100, rows: 30});
    await using second = await home.open({columns: 80, rows: 24});
    await first.type('be short from now on');
    await first.press('Enter');
    for (const screen of [first, second])
      await screen.shows(/Change its own rules in AGENTS\.md[\s\S]*Alt\+Y approve/u);
    await second.paste('yes \x1by approve \x1b[121;3u\n');
    await second.shows(/> yes/u);
    await new Promise<void>(resolve => setTimeout(resolve, 1_000));
    await second.shows(/Alt\+Y approve/u);
    expect(rules()).not.toBe('Be short.\n');
    await first.press('M-y');
    await first.shows(/Written\./u);
    await second.shows(/Approved by owner at the terminal|Written\./u);
    expect(await second.shows(/Written\./u)).not.toContain('Alt+Y approve');
    expect(rules()).toBe('Be short.\n');
    await using client = await home.connect();
    expect((await client.call('approval.list', {})).approvals).toMatchObject([{state: 'approved', way: 'terminal'}]);
  });
});
