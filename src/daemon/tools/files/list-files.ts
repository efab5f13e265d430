// The list_files tool: lists the workspace with limited depth and number. Links are listed, not followed.
import * as z from 'zod/mini';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Tool, ToolContext} from '../../ports/tool.ts';
import type {FolderEntry, WorkspaceFiles} from '../../ports/workspace.ts';
import {defineTool, success} from '../define-tool.ts';
import {inThousands} from '../output-limit.ts';
import type {FileRights} from './private-files.ts';
import type {FileToolDeps} from './read-file.ts';

export const createListFiles = ({files, rights}: Pick<FileToolDeps, 'files' | 'rights'>): Tool =>
  defineTool({
    name: 'list_files',
    description: `List files and folders of the workspace with their sizes, at most ${LISTED_AT_MOST}.`,
    needs: 'inner',
    isReadOnly: true,
    purposes: ['conversation', 'job', 'reflection'],
    schema: z.strictObject({
      path: z.optional(
        z.string().check(z.describe('A folder relative to the workspace; the workspace itself if left out.')),
      ),
      depth: z.optional(z.int().check(z.gte(1), z.lte(8), z.describe('How many levels deep (default 2).'))),
    }),
    summary: ({path}) => path ?? '.',
    run: async ({path = '.', depth = 2}, by) => {
      const found = await files.locate(path);
      if (found.kind === 'missing' && found.path !== '.') {
        throw new GatewayError('not_found', `No folder ${path} in the workspace.`);
      }
      if (found.kind === 'file')
        throw new GatewayError('invalid', `${path} is a file (${sizeOf(found.size)}), not a folder.`);
      const lines: string[] = [];
      const more = found.kind === 'folder' && (await walk({files, rights, by, lines}, found.path, depth));
      if (more) lines.push(`[… more than ${LISTED_AT_MOST}; list a folder of it by its path]`);
      return success(lines.length === 0 ? `(${path} is empty)` : lines.join('\n'));
    },
  });

type Walk = {
  readonly files: WorkspaceFiles;
  readonly rights: FileRights;
  readonly by: ToolContext;
  readonly lines: string[];
};

/** Adds a line per entry, folders before their content. True if it stopped at the limit. */
const walk = async (walking: Walk, folder: string, depth: number): Promise<boolean> => {
  const {files, rights, lines, by} = walking;
  by.signal.throwIfAborted();
  for (const entry of await files.entries(folder)) {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    // Files without read access aren't listed either, because a conversation's name shows who talks to the agent.
    if (rights.whyNotRead(path, by) !== undefined) continue;
    if (lines.length >= LISTED_AT_MOST) return true;
    lines.push(lineOf(path, entry));
    if (entry.kind === 'folder' && depth > 1 && (await walk(walking, path, depth - 1))) return true;
  }
  return false;
};

const lineOf = (path: string, {kind, size}: FolderEntry): string => {
  switch (kind) {
    case 'folder':
      return `${path}/`;
    case 'link':
      return `${path} (link)`;
    case 'file':
      return `${path} (${sizeOf(size)})`;
    default:
      return `${path} (special file)`;
  }
};

const sizeOf = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 2 ** 20
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${inThousands(Math.round(bytes / 2 ** 20))} MB`;

const LISTED_AT_MOST = 500;
