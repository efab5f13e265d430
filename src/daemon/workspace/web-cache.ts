// Stores pages from web_fetch in `.web-cache/`, one Markdown file each, until a reflection has reviewed them. The front
// matter has the URL and a hash of the conversation, whose own reflections handle its pages.

import {conversationSlug, type SessionKey} from '../../shared/records/session-key.ts';
import {frontMatter, type Matter, matterOf} from '../../shared/text/front-matter.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {shortened} from '../../shared/text/shortened.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {isoOf} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';
import type {CachedPage, FetchedPage, FolderEntry, PageCache, WorkspaceFiles} from '../ports/workspace.ts';
import {sha256} from '../system/node-crypto.ts';

type WebCacheDeps = {readonly files: WorkspaceFiles; readonly clock: Clock; readonly log: Log};

export const createWebCache = ({files, clock, log}: WebCacheDeps): PageCache => {
  const entries = async (): Promise<readonly FolderEntry[]> => {
    const {path, kind} = await files.locate(FOLDER);
    // A link to another folder isn't ours to clear.
    if (kind !== 'folder' || path !== FOLDER) return [];
    return (await files.entries(FOLDER)).filter(({kind: of, name}) => of === 'file' && name.endsWith('.md'));
  };

  const pageOf = async ({name, size, changedAt}: FolderEntry): Promise<CachedPage & {readonly mark?: string}> => {
    const path = `${FOLDER}/${name}`;
    const bytes = await files.readBytes(path, {from: 0, limit: HEAD_BYTES}).catch(() => undefined);
    const {matter} = matterOf(bytes === undefined ? '' : new TextDecoder().decode(bytes));
    const {source_url: url, title, conversation} = matter;
    return {
      path,
      size,
      changedAt,
      url,
      title,
      mark: conversation,
    };
  };

  return {
    save: async (page, session) => {
      const path = `${FOLDER}/${fileName(page.url)}`;
      try {
        await files.write(path, `${frontMatter(matterFor(page, session, isoOf(clock.now())))}\n${page.text}\n`);
        await removeOldest(files);
        return path;
      } catch (error) {
        log.debug({path, reason: errorMessage(error)}, "Couldn't keep a fetched page.");
        return undefined;
      }
    },
    pages: async (session, strays) => {
      const own = markOf(session);
      const others = strays && new Set(strays.but.map(markOf));
      const isIts = (mark = ''): boolean => mark === own || (others !== undefined && !others.has(mark));
      const pages = await Promise.all((await entries()).map(pageOf));
      return pages.filter(({mark}) => isIts(mark)).map(({mark, ...page}) => page);
    },
    open: async path => {
      const text = await files.read(path);
      if (text === undefined) return undefined;
      const {matter, body} = matterOf(text);
      const {conversation, ...kept} = matter;
      return {matter: frontMatter(kept), body, url: matter.source_url};
    },
    remove: path => files.remove(path),
    clear: async pages => {
      const now = new Map((await entries()).map(entry => [`${FOLDER}/${entry.name}`, entry]));
      const unchanged = pages.filter(({path, size, changedAt}) => {
        const entry = now.get(path);
        return entry !== undefined && entry.size === size && entry.changedAt === changedAt;
      });
      for (const {path} of unchanged) await files.remove(path);
      return unchanged.length;
    },
  };
};

/** A readable prefix with a hash, so that two URLs never share a file. */
const fileName = (url: string): string => {
  const parts = url
    .replace(/^https?:\/\//u, '')
    .replaceAll(/[^A-Za-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 60);
  return `${parts === '' ? 'page' : parts}-${sha256(url).slice(0, 8)}.md`;
};

const matterFor = ({url, finalUrl, title}: FetchedPage, session: SessionKey, fetchedAt: string): Matter => ({
  source_url: url,
  final_url: finalUrl,
  title: title && shortened(title, LONGEST_TITLE),
  fetched_at: fetchedAt,
  conversation: markOf(session),
});

/**
 * A hash, so that readers of the cache don't learn who talks to the agent. Pages from a reflection belong to its
 * conversation.
 */
const markOf = (session: SessionKey): string => sha256(conversationSlug(session)).slice(0, 16);

const removeOldest = async (files: WorkspaceFiles): Promise<void> => {
  const pages = (await files.entries(FOLDER)).filter(entry => entry.kind === 'file');
  const old = pages.toSorted((a, b) => b.changedAt - a.changedAt).slice(KEPT_PAGES);
  for (const {name} of old) await files.remove(`${FOLDER}/${name}`);
};

const FOLDER = '.web-cache';
const KEPT_PAGES = 500;
const LONGEST_TITLE = 300;
/** Enough for the longest URL and title. */
const HEAD_BYTES = 65_536;
