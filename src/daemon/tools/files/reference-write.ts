// The reference_write tool: stores knowledge in a file by topic. The first file of a topic creates it.
import * as z from 'zod/mini';
import {frontMatter} from '../../../shared/text/front-matter.ts';
import type {Tool} from '../../ports/tool.ts';
import {defineTool, success} from '../define-tool.ts';
import type {FileToolDeps} from './read-file.ts';
import {referencePlace} from './reference-folder.ts';

export const createReferenceWrite = ({files, limits}: Pick<FileToolDeps, 'files' | 'limits'>): Tool =>
  defineTool({
    name: 'reference_write',
    description:
      'Write or replace references/<topic>/<file>.md: what is worth looking up again, in your own words. A new topic is created with its ' +
      'first file. To keep a page of the web cache, use reference_manage.',
    needs: 'full',
    mayRunAgain: () => true,
    purposes: ['reflection'],
    schema: z.strictObject({
      topic: z.string().check(z.minLength(1), z.describe('The topic, such as "garden".')),
      file: z.string().check(z.minLength(1), z.describe('The name of the file, such as "pruning figs".')),
      content: z.string().check(z.minLength(1), z.maxLength(200_000), z.describe('The whole text, in Markdown.')),
      source_url: z.optional(z.string().check(z.maxLength(8_000), z.describe('Its URL, if it is from the web.'))),
    }),
    summary: ({topic, file}) => `${topic}/${file}`,
    run: async ({topic, file, content, source_url: url}, by) => {
      const {path, exists, hasTopic} = await referencePlace(files, topic, file);
      const top = url === undefined ? '' : `${frontMatter({source_url: url})}\n`;
      await files.write(path, limits.written(`${top}${content.trimEnd()}\n`, {path}, by));
      return success(`${exists ? 'Replaced' : 'Wrote'} ${path}${hasTopic ? '' : '; the topic is new'}.`);
    },
  });
