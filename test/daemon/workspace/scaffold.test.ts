import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {scaffoldWorkspace} from '../../../src/daemon/workspace/scaffold.ts';
import {SCAFFOLD_FILES} from '../../../src/daemon/workspace/scaffold-files.ts';
import {tempDir} from '../../support/temp-dir.ts';

const HEARTBEAT = SCAFFOLD_FILES['HEARTBEAT.md'] ?? '';

test('the first start creates a workspace for the owner only, without jobs', async () => {
  using dir = tempDir();
  const root = join(dir.path, 'share', 'rooster', 'workspace');
  expect(await scaffoldWorkspace(root)).toBe('made');
  expect(readdirSync(root).sort()).toEqual(['AGENTS.md', 'HEARTBEAT.md', 'MEMORY.md', 'TOOLS.md', 'cron']);
  expect(readdirSync(join(root, 'cron'))).toEqual(['example.md.off']);
  expect(statSync(root).mode & 0o777).toBe(0o700);
  expect(statSync(join(root, 'AGENTS.md')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dir.path, 'share', 'rooster'))).toEqual(['workspace']);
});

test('an existing workspace is left alone: nothing is overwritten or restored', async () => {
  using dir = tempDir();
  const root = join(dir.path, 'workspace');
  await scaffoldWorkspace(root);
  rmSync(join(root, 'HEARTBEAT.md'));
  writeFileSync(join(root, 'AGENTS.md'), 'mine');
  expect(await scaffoldWorkspace(root)).toBe('kept');
  expect(existsSync(join(root, 'HEARTBEAT.md'))).toBe(false);
  expect(readFileSync(join(root, 'AGENTS.md'), 'utf8')).toBe('mine');
});

test('two concurrent starts create one workspace', async () => {
  using dir = tempDir();
  const root = join(dir.path, 'workspace');
  const made = await Promise.all([scaffoldWorkspace(root), scaffoldWorkspace(root), scaffoldWorkspace(root)]);
  expect(made.filter(result => result === 'made').length).toBeGreaterThanOrEqual(1);
  expect(readdirSync(dir.path)).toEqual(['workspace']);
  expect(readdirSync(root)).toHaveLength(5);
});

test("a conversation copied into the folder during creation doesn't stop the workspace files", async () => {
  using dir = tempDir();
  const root = join(dir.path, 'workspace');
  const files = createFolder(root);
  await Promise.all([
    scaffoldWorkspace(root),
    files.write('sessions/rooster_main.jsonl', '{}\n'),
    files.write('MEMORY.md', 'mine'),
  ]);
  expect(readdirSync(root).sort()).toEqual(['AGENTS.md', 'HEARTBEAT.md', 'MEMORY.md', 'TOOLS.md', 'cron', 'sessions']);
  expect(readFileSync(join(root, 'MEMORY.md'), 'utf8')).toBe('mine');
  expect(readdirSync(dir.path)).toEqual(['workspace']);
});

test('a place where nothing can be created gives a sentence', async () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, 'file'), '');
  mkdirSync(join(dir.path, 'other'));
  await expect(scaffoldWorkspace(join(dir.path, 'file', 'workspace'))).rejects.toThrow(
    /Couldn't create the workspace /u,
  );
});

test('the heartbeat of a new workspace has instructions and explains both tokens', () => {
  const withoutComments = HEARTBEAT.replaceAll(/<!--[\s\S]*?-->/gu, '');
  const instructions = withoutComments.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#'));
  expect(instructions.length).toBeGreaterThan(3);
  expect(withoutComments).toContain('`HEARTBEAT_OK`');
  expect(withoutComments).toContain('`HEARTBEAT_CONTINUE`');
});
