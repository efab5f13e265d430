// The agent's folder, and the cache of fetched pages in it.

import type {SessionKey} from '../../shared/records/session-key.ts';
import type {TextLimit} from '../../shared/records/trust.ts';
import type {EpochMs} from '../../shared/time/time.ts';

/** The agent's folder. */
export interface Workspace {
  readonly root: string;
  /** The text of a file, or undefined when the file doesn't exist. */
  read(path: string): Promise<string | undefined>;
}

/**
 * The agent's folder with write access. Paths are relative to the root, or absolute and inside it. A path that leads
 * outside, also through links, is refused. Failures are GatewayErrors.
 */
export interface WorkspaceFiles extends Workspace {
  /** Resolves a path, follows links, and reports what is there. */
  locate(path: string): Promise<Located>;
  /** Part of a file, or undefined when the file doesn't exist. */
  readBytes(path: string, range: {readonly from: number; readonly limit: number}): Promise<Uint8Array | undefined>;
  /** The entries of a folder by name. Links are listed, not followed. */
  entries(path: string): Promise<readonly FolderEntry[]>;
  /** Creates or replaces a file atomically, and creates missing folders. */
  write(path: string, text: string): Promise<void>;
  /** Reads, edits and writes a file with no other change in between. `edit` may throw to leave the file unchanged. */
  change(path: string, edit: (text: string | undefined) => string): Promise<void>;
  /** Appends to a file of `size` bytes: a missing one has none, and is created. False if the file has another size. */
  append(path: string, size: number, text: string): Promise<boolean>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
}

export type Located = {
  /** The real path inside the workspace, `.` for the root. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other' | 'missing';
  readonly size: number;
};

export type FolderEntry = {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly changedAt: EpochMs;
};

/** The origins of files' texts, by their content. */
export interface FileLimitStore {
  /** Empty for a text that is not known. */
  of(text: string): readonly TextLimit[];
  /** Records that a file with this text was written. Nothing is recorded for a text without limits. */
  put(text: string, limits: readonly TextLimit[], at: EpochMs): void;
}

/** The result of web_fetch. */
export type FetchedPage = {
  readonly url: string;
  /** The URL after redirects, if there were any. */
  readonly finalUrl?: string;
  readonly title?: string;
  readonly text: string;
};

/** A cached page. Its size and modification time show whether the page has changed. */
export type CachedPage = Pick<FolderEntry, 'size' | 'changedAt'> & {
  /** Path in the workspace. */
  readonly path: string;
  readonly url?: string;
  readonly title?: string;
};

/** The fetched pages, kept until they have been reviewed. */
export interface PageCache {
  /**
   * Stores a page and returns its path. Returns undefined when the page can't be stored; the failure is logged and has
   * no other effect.
   */
  save(page: FetchedPage, session: SessionKey): Promise<string | undefined>;
  /**
   * The pages that a conversation fetched, by name. With `strays`: also pages that belong to none of these other
   * conversations.
   */
  pages(session: SessionKey, strays?: {readonly but: readonly SessionKey[]}): Promise<readonly CachedPage[]>;
  /** A page's front matter and its text. Undefined when the page doesn't exist. */
  open(path: string): Promise<{readonly url?: string; readonly matter: string; readonly body: string} | undefined>;
  remove(path: string): Promise<void>;
  /** Removes the pages that haven't changed since they were listed. Returns how many. */
  clear(pages: readonly CachedPage[]): Promise<number>;
}
