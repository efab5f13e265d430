// The reference_manage tool: moves a page of the web cache to an existing topic, with its URL, or deletes it. Only
// pages of the current conversation, and only files of the cache, can be named.
import * as z from 'zod/mini';
import {pageLimit} from '../../../shared/records/trust.ts';
import {matterOf} from '../../../shared/text/front-matter.ts';
import type {Tool, ToolContext, ToolOutput} from '../../ports/tool.ts';
import type {CachedPage, PageCache, WorkspaceFiles} from '../../ports/workspace.ts';
import {defineTool, failure, success} from '../define-tool.ts';
import type {FileLimits} from './file-limits.ts';
import {referencePlace, topicsOf} from './reference-folder.ts';

export type ReferenceManageDeps = {
  readonly files: WorkspaceFiles;
  readonly limits: FileLimits;
  readonly cache: Pick<PageCache, 'open' | 'remove'>;
  /** The pages that this session may manage. */
  readonly pagesFor: (by: Pick<ToolContext, 'session' | 'trust'>) => Promise<readonly CachedPage[]>;
};

export const createReferenceManage = (deps: ReferenceManageDeps): Tool =>
  defineTool({
    name: 'reference_manage',
    description:
      'Keep or delete a page of the web cache. move: to references/<topic>/<file>.md, with its URL; the topic must exist ' +
      '(reference_write creates one). delete: remove it.',
    needs: 'full',
    purposes: ['reflection'],
    schema: z.strictObject({
      action: z.enum(['move', 'delete']).check(z.describe('What to do with the page.')),
      cache_file: z
        .string()
        .check(z.minLength(1), z.describe('The page, such as ".web-cache/example-org-0a1b2c3d.md".')),
      topic: z.optional(z.string().check(z.minLength(1), z.describe('For move: the topic.'))),
      file: z.optional(z.string().check(z.minLength(1), z.describe('For move: the new name of the file.'))),
      replace: z.optional(z.boolean().check(z.describe('For move: true replaces an existing file.'))),
    }),
    summary: ({action, cache_file: page}) => `${action} ${page}`,
    run: async ({action, cache_file: path, topic, file, replace = false}, by) => {
      if (!IN_CACHE.test(path)) return failure('"cache_file" must be a file in .web-cache/ itself, as it is listed.');
      const [page] = (await deps.pagesFor(by)).filter(listed => listed.path === path);
      const {path: real} = await deps.files.locate(path);
      if (page === undefined || real !== path) return failure(`No page ${path} of yours.`);
      if (action === 'delete') {
        await deps.cache.remove(path);
        return success(`Deleted ${path}.`);
      }
      if (topic === undefined || file === undefined) return failure('To move a page, say "topic" and "file".');
      return await move(deps, path, {topic, file, replace});
    },
  });

type Target = {readonly topic: string; readonly file: string; readonly replace: boolean};

/** Written before it is removed. After a crash in between, both exist, and moving again is harmless. */
const move = async ({files, limits, cache}: ReferenceManageDeps, path: string, target: Target): Promise<ToolOutput> => {
  const place = await referencePlace(files, target.topic, target.file);
  if (!place.hasTopic) {
    const topics = await topicsOf(files);
    const known = topics.length === 0 ? 'There are none yet' : `There are: ${topics.join(', ')}`;
    return failure(`No topic "${target.topic}". ${known}; reference_write makes one with its first file.`);
  }
  const page = await cache.open(path);
  if (page === undefined) return failure(`${path} is gone.`);
  if (place.exists && !target.replace) {
    const {source_url: url} = matterOf((await files.read(place.path)) ?? '').matter;
    if (url === undefined || url !== page.url)
      return failure(`${place.path} is there already, from elsewhere. Choose another name, or say "replace": true.`);
  }
  const text = `${page.matter}\n${page.body}`;
  await files.write(place.path, limits.written(text, {path: place.path}, {limits: [pageLimit(page)]}));
  await cache.remove(path);
  return success(`Moved ${path} to ${place.path}.`);
};

const IN_CACHE = /^\.web-cache\/(?!\.)[^/\\\u0000]+$/u;
