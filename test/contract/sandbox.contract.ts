// The promises of a sandbox, for every implementation: the real one, and the fake of the tests.
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Sandbox, SandboxOrder} from '../../src/daemon/ports/sandbox.ts';
import {runCommand} from '../../src/daemon/tools/shell/run-command.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {tempDir} from '../support/temp-dir.ts';

type Fixture = AsyncDisposable & {
  readonly sandbox: Sandbox;
  /** From now on the sandbox can't start. */
  readonly breaks: () => void;
};

export const sandboxContract = (name: string, open: (workspace: string) => Promise<Fixture> | Fixture): void => {
  const scene = async () => {
    const dir = tempDir('sandbox', '/tmp');
    const workspace = join(dir.path, 'workspace');
    mkdirSync(workspace);
    const fixture = await open(workspace);
    const run = async (command: string, order: Partial<SandboxOrder> = {}) => {
      const inside = await fixture.sandbox.wrap({command, profile: 'workspace', hosts: [], ...order});
      const {end, output} = await runCommand({
        command: inside.command,
        cwd: workspace,
        environment: {PATH: process.env['PATH'] ?? '/usr/bin:/bin', COLOUR: 'blue'},
        timeLimitMs: 20_000,
        signal: new AbortController().signal,
        clock: systemClock(),
        onGone: inside.release,
      });
      return {end, output, refusedHosts: inside.refusedHosts()};
    };
    return {
      ...fixture,
      workspace,
      run,
      [Symbol.asyncDispose]: async () => {
        await fixture[Symbol.asyncDispose]();
        dir[Symbol.dispose]();
      },
    };
  };

  describe(`the sandbox: ${name}`, () => {
    test('says that it works, and a command runs in the workspace with its environment and exit code', async () => {
      await using it = await scene();
      expect(await it.sandbox.check()).toEqual({works: true});
      const {end, output} = await it.run('pwd; echo $COLOUR; echo to stderr >&2; exit 3');
      expect(output).toBe(`${it.workspace}\nblue\nto stderr\n`);
      expect(end).toEqual({kind: 'exited', code: 3});
    });

    test('passes a command on as it is, with quotes, dollars and lines', async () => {
      await using it = await scene();
      const {output} = await it.run(`a='$x "y"'\necho "$a" \\\n  'it'"'"'s'; echo $(printf '%s|' a "b c")`);
      expect(output).toBe(`$x "y" it's\na|b c|\n`);
    });

    test('a command has a folder for temporary files', async () => {
      await using it = await scene();
      const {output} = await it.run('file=$(mktemp) && echo kept > "$file" && cat "$file" && rm "$file"');
      expect(output).toBe('kept\n');
    });

    test('several commands run at once', async () => {
      await using it = await scene();
      const results = await Promise.all([1, 2, 3].map(number => it.run(`sleep 0.1; echo ${number}`)));
      expect(results.map(({output}) => output)).toEqual(['1\n', '2\n', '3\n']);
    });

    test("says why it doesn't work, and no command gets a line that would run without it", async () => {
      await using it = await scene();
      it.breaks();
      const check = await it.sandbox.check();
      expect(check).toMatchObject({works: false, reason: expect.stringMatching(/\.$/u)});
      await expect(it.run('true')).rejects.toThrow(/^The sandbox can't start\. /u);
    });
  });
};
