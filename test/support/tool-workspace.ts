// A workspace with the file tools on it.
import {join} from 'node:path';
import type {ToolOutput} from '../../src/daemon/ports/tool.ts';
import type {WorkspaceFiles} from '../../src/daemon/ports/workspace.ts';
import {createEditFile} from '../../src/daemon/tools/files/edit-file.ts';
import type {FileLimits} from '../../src/daemon/tools/files/file-limits.ts';
import {createListFiles} from '../../src/daemon/tools/files/list-files.ts';
import {createFileRights} from '../../src/daemon/tools/files/private-files.ts';
import {createReadFile} from '../../src/daemon/tools/files/read-file.ts';
import {createWriteFile} from '../../src/daemon/tools/files/write-file.ts';
import {createFolder} from '../../src/daemon/workspace/folder.ts';
import {memoryFileLimits} from './file-limits.ts';
import {tempDir} from './temp-dir.ts';
import {toolContext} from './tool-context.ts';

type Use = (input: unknown, context?: ReturnType<typeof toolContext>) => Promise<ToolOutput>;

export type ToolWorkspace = Disposable & {
  readonly root: string;
  readonly files: WorkspaceFiles;
  readonly limits: FileLimits;
  readonly read: Use;
  readonly write: Use;
  readonly edit: Use;
  readonly list: Use;
};

/** Bob's conversation is the one in `sessions/rooster_dm_signal_bob-uuid.jsonl`. */
export const toolWorkspace = (): ToolWorkspace => {
  const dir = tempDir();
  const root = join(dir.path, 'workspace');
  const files = createFolder(root);
  const rights = createFileRights(copy => (copy === 'rooster_dm_signal_bob-uuid' ? 'bob' : undefined));
  const limits = memoryFileLimits();
  const use =
    (create: typeof createReadFile): Use =>
    (input, context = toolContext()) =>
      create({files, rights, limits, newBoundary: () => 'boundary'}).run(input, context);
  return {
    root,
    files,
    limits,
    read: use(createReadFile),
    write: use(createWriteFile),
    edit: use(createEditFile),
    list: use(createListFiles),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
};
