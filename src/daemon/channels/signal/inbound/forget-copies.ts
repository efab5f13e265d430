// The list of all copies of a received message. Deletion by its author or an administrator, expiry, and view-once walk
// it, so that what is gone is gone everywhere. docs/security.md lists what keeps the words.
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {Store} from '../../../ports/store.ts';
import {inboundKey} from '../../inbox/receive.ts';
import type {SignalEvent} from '../../signal-cli/envelope/signal-event.ts';
import {forgetFiles} from './attachments.ts';
import type {StoredEvent} from './sort-event.ts';

export type CopyDeps = {
  readonly store: Pick<Store, 'inbox' | 'messages' | 'sessions' | 'transact'>;
  readonly eventOf: (item: InboxItem) => StoredEvent | undefined;
  /** The agent's folder. */
  readonly workspace: string;
  /** signal-cli's folder of received files. Undefined for an external signal-cli. */
  readonly folder?: string | undefined;
  /** The message is gone from the database. The journal of signal-cli is emptied soon. */
  readonly onForgotten: () => void;
};

/**
 * Removes all copies of these messages. `forgetWords` removes them from the conversation, whose events, search and
 * readable copy follow; if it returns false, the rest stays. The order lets a repetition after a crash find everything
 * again.
 */
export const forgetCopies = async (
  deps: CopyDeps,
  items: readonly InboxItem[],
  forgetWords: () => Promise<boolean>,
): Promise<boolean> => {
  const {store, eventOf, workspace, folder, onForgotten} = deps;
  const files = items.flatMap(item => store.messages.byKey(inboundKey(item))?.attachments ?? []);
  await forgetFiles(workspace, files);
  await forgetDownloads(
    folder,
    items.flatMap(item => downloadsOf(eventOf(item))),
  );
  if (!(await forgetWords())) return false;
  store.transact(() => {
    for (const item of items) {
      for (const later of store.inbox.naming(String(item.timestamp), item)) {
        const event = eventOf(later);
        if (event?.kind === 'message' && event.quote?.timestamp === item.timestamp) {
          store.inbox.rewrite(later.ord, {...event, quote: {...event.quote, text: undefined, attachments: []}});
        }
      }
      store.inbox.blank(item.ord);
    }
  });
  store.sessions.purged.scrub();
  onForgotten();
  return true;
};

/** The names of a message's files in signal-cli's folder. */
export const downloadsOf = (event: SignalEvent | undefined): readonly string[] =>
  event?.kind === 'message' ? [...event.attachments.flatMap(({id}) => id ?? []), ...(event.textFiles ?? [])] : [];

/** Deletes files that signal-cli stored. */
export const forgetDownloads = async (folder: string | undefined, names: readonly string[]): Promise<void> => {
  if (folder === undefined) return;
  for (const name of names) await rm(join(folder, name), {force: true});
};
