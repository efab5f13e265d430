// The demo in a real terminal, with its own daemon: what it shows, and that nothing of it stays.
// @module-tag deep
import {mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {programEnvironment, programLine} from '../../scripts/screens/program.ts';
import {hasTmux, openTmux} from '../../scripts/screens/tmux.ts';
import {tempDir} from '../support/temp-dir.ts';

const found = hasTmux();

describe.skipIf(!found)(found ? 'the demo' : 'the demo (skipped: there is no tmux here)', () => {
  test('a reminder rings, is done and explained, a job announces its result, and all is gone', async () => {
    using dir = tempDir();
    const home = join(dir.path, 'home');
    const temporary = join(dir.path, 'tmp');
    for (const folder of [home, temporary]) mkdirSync(folder);
    await using screen = await openTmux({
      socket: join(dir.path, 'tmux'),
      size: {columns: 100, rows: 30},
      cwd: home,
      env: {...programEnvironment(home), TMPDIR: temporary},
      command: `${programLine()} demo; echo "ended with $?"; exec cat -v`,
    });
    await screen.shows(/stretch +✓ done/u);
    await screen.shows(/Next, (?:today|tomorrow) at/u);
    await screen.shows(/Because a reminder was set/u);
    await screen.shows(/══ now/u);
    await screen.shows(/Run standup now\?/u);
    await screen.shows(/job +Two meetings/u);
    await screen.shows(/its home is deleted[\s\S]*ended with 0/u);
    expect(readdirSync(temporary).filter(name => name.startsWith('rooster'))).toEqual([]);
    // The person's own home was not touched.
    expect(readdirSync(home)).toEqual([]);
  });
});
