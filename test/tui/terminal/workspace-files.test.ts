import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {filesIn} from '../../../src/tui/terminal/workspace-files.ts';
import {tempDir} from '../../support/temp-dir.ts';

test('the files of a folder are listed by name, without hidden ones and copies of conversations', async () => {
  using dir = tempDir();
  for (const folder of ['notes/tax', 'sessions', '.git']) mkdirSync(join(dir.path, folder), {recursive: true});
  for (const file of ['notes/tax/2026.md', 'notes/todo.md', 'sessions/main.jsonl', '.git/HEAD', 'AGENTS.md', '.secret'])
    writeFileSync(join(dir.path, file), 'x');
  expect(await filesIn(dir.path)).toEqual(['AGENTS.md', 'notes/tax/2026.md', 'notes/todo.md']);
  expect(await filesIn(join(dir.path, 'gone'))).toEqual([]);
});
