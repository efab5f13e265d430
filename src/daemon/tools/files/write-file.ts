// The write_file tool: creates or replaces a workspace file atomically.
import * as z from 'zod/mini';
import type {Tool} from '../../ports/tool.ts';
import {defineTool, failure, success} from '../define-tool.ts';
import {countLines, inThousands} from '../output-limit.ts';
import {isMemory} from './file-limits.ts';
import type {FileToolDeps} from './read-file.ts';

export const createWriteFile = ({files, rights, limits}: FileToolDeps): Tool =>
  defineTool({
    name: 'write_file',
    description:
      'Create or replace a text file of the workspace. Missing folders are created. To change part of a file, use edit_file.',
    needs: 'inner',
    mayRunAgain: () => true,
    schema: z.strictObject({
      path: z.string().check(z.minLength(1), z.describe('Path relative to the workspace.')),
      content: z.string().check(z.maxLength(LARGEST), z.describe('The whole text of the file.')),
    }),
    effects: async ({path}, by) => rights.effectsOfWriting((await files.locate(path)).path, by),
    summary: ({path}) => path,
    run: async ({path, content}, by) => {
      const found = await files.locate(path);
      const refusal = rights.whyNotWrite(found.path, by);
      if (refusal !== undefined) return failure(refusal);
      if (isMemory(found.path))
        await files.change(found.path, before => limits.written(content, {path: found.path, before}, by));
      else await files.write(found.path, limits.written(content, {path: found.path}, by));
      const verb = found.kind === 'file' ? 'Replaced' : 'Wrote';
      const lines = countLines(content);
      return success(`${verb} ${found.path} (${inThousands(lines)} ${lines === 1 ? 'line' : 'lines'}).`);
    },
  });

const LARGEST = 4_000_000;
