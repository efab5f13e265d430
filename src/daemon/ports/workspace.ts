// The agent's folder, and the fetched pages kept in it.

import type {SessionKey} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';

/** The agent's folder. */
export interface Workspace {
  readonly root: string;
  /** The text of a file inside it, or undefined when there is none. */
  read(path: string): Promise<string | undefined>;
}

/**
 * The same folder for those who change it. A path is relative to the root (an absolute one inside it will do) and stays
 * inside, through whatever links; one that leads out is refused. Failures are GatewayErrors.
 */
export interface WorkspaceFiles extends Workspace {
  /** Where a path leads, links followed, and what is there. */
  locate(path: string): Promise<Located>;
  /** Part of a file, or undefined when there is none. */
  readBytes(path: string, range: {readonly from: number; readonly limit: number}): Promise<Uint8Array | undefined>;
  /** What a folder holds, by name; links are named and not followed. */
  entries(path: string): Promise<readonly FolderEntry[]>;
  /** Replaces or makes a file, whole or not at all, with the folders on the way to it. */
  write(path: string, text: string): Promise<void>;
  /** Reads, edits and writes with no other change in between. `edit` may throw to leave the file as it is. */
  change(path: string, edit: (text: string | undefined) => string): Promise<void>;
  append(path: string, text: string): Promise<void>;
  /** Removes a file; nothing happens when there is none. */
  remove(path: string): Promise<void>;
}

export type Located = {
  /** Its real path inside the workspace, `.` for the root. */
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

/** What web_fetch brings home. */
export type FetchedPage = {
  readonly url: string;
  /** Where redirects led, if they did. */
  readonly finalUrl?: string;
  readonly title?: string;
  readonly text: string;
};

/** A page that was kept. Its size and instant tell whether it is still the same. */
export type CachedPage = Pick<FolderEntry, 'size' | 'changedAt'> & {
  /** In the workspace. */
  readonly path: string;
  readonly url?: string;
  readonly title?: string;
};

/** The pages that were fetched, until somebody has looked through them. */
export interface PageCache {
  /** Keeps a page and says in which file; undefined when it could not be kept, which is logged and hurts nobody. */
  save(page: FetchedPage, session: SessionKey): Promise<string | undefined>;
  /** The pages that were fetched in a conversation, by name; with `strays`, those too that belong to none of these others. */
  pages(session: SessionKey, strays?: {readonly but: readonly SessionKey[]}): Promise<readonly CachedPage[]>;
  /** What a page says: the lines on top of it that may be kept, and the text below. Undefined when there is none. */
  open(path: string): Promise<{readonly url?: string; readonly matter: string; readonly body: string} | undefined>;
  remove(path: string): Promise<void>;
  /** Removes the pages that are still as they were listed; how many. */
  clear(pages: readonly CachedPage[]): Promise<number>;
}
