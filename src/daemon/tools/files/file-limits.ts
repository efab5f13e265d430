// The origins of the texts in workspace files: what the tools read from a file limits their turn, and what they write
// keeps the limits of their turn.

import {splitNotes, withOrigins} from '../../../shared/record-text/memory-file.ts';
import {formatOrigin, joinLimits, pageLimit, type TextLimit} from '../../../shared/records/trust.ts';
import {matterOf} from '../../../shared/text/front-matter.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {Store} from '../../ports/store.ts';
import type {ToolContext} from '../../ports/tool.ts';

export type FileLimits = {
  /** The origins of a file's text. Empty if people or an unlimited turn wrote it. */
  readonly of: (path: string, text: string, by: Pick<ToolContext, 'session' | 'user'>) => readonly TextLimit[];
  /**
   * The text to write in place of `before`, after its limits are recorded. In a memory file each changed section names
   * its origins, and the person who has accepted it, if any. `before`: the text that it was made from, if any.
   */
  readonly written: (
    text: string,
    file: {readonly path: string; readonly before?: string | undefined},
    by: Pick<ToolContext, 'limits' | 'accepted'>,
  ) => string;
};

type FileLimitsDeps = {
  readonly store: Pick<Store, 'fileLimits'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The limits of the conversation whose readable copy has this name, for a turn. */
  readonly limitsOfCopy: (copyName: string, by: Pick<ToolContext, 'session' | 'user'>) => readonly TextLimit[];
};

export const createFileLimits = ({store, clock, limitsOfCopy}: FileLimitsDeps): FileLimits => ({
  of: (path, text, by) => {
    const copy = COPY.exec(path)?.[1];
    const {source_url: url} = matterOf(text).matter;
    return joinLimits(
      store.fileLimits.of(text),
      copy === undefined ? undefined : limitsOfCopy(copy, by),
      isMemory(path) ? limitsOfNote(text) : undefined,
      url === undefined ? undefined : [pageLimit({url})],
      url === undefined && path.startsWith(WEB_CACHE) ? [pageLimit({})] : undefined,
      path.startsWith(RECEIVED) ? [{trust: 'public', by: {kind: 'file', name: path}}] : undefined,
    );
  },
  written: (text, {path, before}, {limits = [], accepted}) => {
    if (isMemory(path)) return withOrigins(before ?? '', text, namesOf(accepted?.after ?? limits), accepted?.by);
    store.fileLimits.put(
      text,
      joinLimits(limits, before === undefined ? undefined : store.fileLimits.of(before)),
      clock.now(),
    );
    return text;
  },
});

/** The texts from elsewhere in the notes of a memory file. */
const limitsOfNote = (text: string): readonly TextLimit[] =>
  splitNotes(text).foreign.map(({origins}) => ({trust: 'public', by: {kind: 'note', name: origins}}));

/** A note names where its words were first. */
const namesOf = (limits: readonly TextLimit[]): readonly string[] =>
  limits.map(({by}) => (by.kind === 'note' ? (by.name ?? '') : formatOrigin(by)));

/** Files that stand in every prompt. */
export const isMemory = (path: string): boolean => /^memory(\.md$|\/)/iu.test(path);

const COPY = /^sessions\/(.+)\.jsonl$/iu;
const WEB_CACHE = '.web-cache/';
/** Files that came with messages and mails. The sender need not be the author. */
export const RECEIVED = 'received/';
