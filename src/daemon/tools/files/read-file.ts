// The read_file tool: reads a text file of the workspace in pages.
import * as z from 'zod/mini';
import {formatOrigins} from '../../../shared/records/trust.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {asMaterial} from '../../../shared/text/material.ts';
import type {Tool} from '../../ports/tool.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {defineTool, failure, success} from '../define-tool.ts';
import {beginning, countLines, inThousands} from '../output-limit.ts';
import type {FileLimits} from './file-limits.ts';
import type {FileRights} from './private-files.ts';

export type FileToolDeps = {readonly files: WorkspaceFiles; readonly rights: FileRights; readonly limits: FileLimits};

export const createReadFile = ({files, rights, limits, newBoundary}: ReadFileDeps): Tool =>
  defineTool({
    name: 'read_file',
    description:
      'Read a text file of the workspace. A long file comes in pages of up to 2,000 lines or 50,000 characters; the last line of the ' +
      'output says how to continue.',
    needs: 'inner',
    isReadOnly: true,
    purposes: ['conversation', 'job', 'reflection'],
    schema: z.strictObject({
      path: z
        .string()
        .check(z.minLength(1), z.describe('Path relative to the workspace, for example "notes/garden.md".')),
      offset: z.optional(z.int().check(z.gte(1), z.describe('The first line to read, counted from 1.'))),
      limit: z.optional(z.int().check(z.gte(1), z.lte(PAGE_LINES), z.describe('How many lines to read.'))),
    }),
    summary: ({path}) => path,
    run: async ({path, offset = 1, limit = PAGE_LINES}, by) => {
      const found = await files.locate(path);
      const refusal = rights.whyNotRead(found.path, by);
      if (refusal !== undefined) return failure(refusal);
      if (found.kind === 'folder') {
        throw new GatewayError('invalid', `${path} is a folder. list_files shows what it holds.`);
      }
      const text = await files.read(found.path);
      if (text === undefined) throw new GatewayError('not_found', `No file ${path} in the workspace.`);
      const page = pageOf(text, path, offset, limit);
      const from = limits.of(found.path, text, by);
      if (from.length === 0) return success(page);
      return success(asMaterial(page, newBoundary(), `text from ${formatOrigins(from)}`), from);
    },
  });

/** `newBoundary`: a mark that no text can guess. */
type ReadFileDeps = FileToolDeps & {readonly newBoundary: () => string};

const pageOf = (text: string, path: string, offset: number, limit: number): string => {
  if (text === '') return `(${path} is empty)`;
  const total = countLines(text);
  if (offset > total)
    throw new GatewayError('invalid', `${path} has ${inThousands(total)} lines; there is no line ${offset}.`);
  const rest = text.slice(startOfLine(text, offset));
  const page = beginning(rest, {characters: PAGE_CHARACTERS, lines: limit});
  if (page.length === rest.length) return page;
  const lines = countLines(page);
  const last = offset + lines - 1;
  if (page.endsWith('\n')) return `${page}[lines ${offset} to ${last} of ${total}; read on with offset ${last + 1}]`;
  return `${page}\n[line ${last} is longer than a page; the rest of it is left out, read on with offset ${last + 1}]`;
};

const startOfLine = (text: string, line: number): number => {
  let start = 0;
  for (let count = 1; count < line; count += 1) start = text.indexOf('\n', start) + 1;
  return start;
};

const PAGE_LINES = 2_000;
const PAGE_CHARACTERS = 49_000;
