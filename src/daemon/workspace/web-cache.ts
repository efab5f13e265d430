// What web_fetch brought home, one Markdown file a page in `.web-cache/`, until a reflection has looked through it.
import {createHash} from 'node:crypto';
import {wordsFor} from '../../shared/gateway-error.ts';
import {isoOf} from '../../shared/time.ts';
import type {Clock, Log, WorkspaceFiles} from '../ports.ts';

type CachedPage = {
  readonly url: string;
  /** Where redirects led, if they did. */
  readonly finalUrl?: string;
  readonly title?: string;
  readonly text: string;
};

type WebCache = {
  /** Keeps a page and says in which file; undefined when it could not be kept, which is logged and hurts nobody. */
  save(page: CachedPage): Promise<string | undefined>;
};

export const createWebCache = ({
  files,
  clock,
  log,
}: {
  readonly files: WorkspaceFiles;
  readonly clock: Clock;
  readonly log: Log;
}): WebCache => ({
  save: async page => {
    const path = `${FOLDER}/${fileName(page.url)}`;
    try {
      await files.write(path, `${frontMatter(page, isoOf(clock.now()))}\n${page.text}\n`);
      await removeOldest(files);
      return path;
    } catch (error) {
      log.debug({path, reason: wordsFor(error)}, 'a fetched page could not be kept');
      return undefined;
    }
  },
});

/** A readable beginning, and a hash so that two addresses never share a file. */
const fileName = (url: string): string => {
  const words = url
    .replace(/^https?:\/\//u, '')
    .replaceAll(/[^A-Za-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 60);
  return `${words === '' ? 'page' : words}-${createHash('sha256').update(url).digest('hex').slice(0, 8)}.md`;
};

/** A JSON string is a YAML string too, whatever colons, hashes and quotes it holds. */
const frontMatter = ({url, finalUrl, title}: CachedPage, fetchedAt: string): string =>
  [
    '---',
    `source_url: ${JSON.stringify(url)}`,
    ...(finalUrl === undefined ? [] : [`final_url: ${JSON.stringify(finalUrl)}`]),
    ...(title === undefined ? [] : [`title: ${JSON.stringify(title)}`]),
    `fetched_at: ${fetchedAt}`,
    '---',
    '',
  ].join('\n');

const removeOldest = async (files: WorkspaceFiles): Promise<void> => {
  const pages = (await files.entries(FOLDER)).filter(entry => entry.kind === 'file');
  const old = pages.toSorted((a, b) => b.changedAt - a.changedAt).slice(KEPT_PAGES);
  for (const {name} of old) await files.remove(`${FOLDER}/${name}`);
};

const FOLDER = '.web-cache';
const KEPT_PAGES = 500;
