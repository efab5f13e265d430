// The list of all copies of a received message. Deletion by its author or an administrator, expiry, and view-once walk
// it, so that what is gone is gone everywhere. docs/security.md lists what keeps the words.
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {Store} from '../../../ports/store.ts';
import {inboundKey} from '../../inbox/receive.ts';
import type {EnvelopeReader} from '../envelope/envelope-reader.ts';
import {fieldsOf} from '../envelope/fields.ts';
import type {SignalEvent} from '../envelope/signal-event.ts';
import {forgetFiles} from './attachments.ts';

export type CopyDeps = {
  readonly store: Pick<Store, 'inbox' | 'messages' | 'sessions' | 'transact'>;
  readonly read: EnvelopeReader;
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
  const {store, read, workspace, folder, onForgotten} = deps;
  const files = items.flatMap(item => store.messages.byKey(inboundKey(item))?.attachments ?? []);
  await forgetFiles(workspace, files);
  await forgetDownloads(
    folder,
    items.flatMap(({raw}) => downloadsOf(read(raw))),
  );
  if (!(await forgetWords())) return false;
  store.transact(() => {
    for (const item of items) {
      for (const {ord, raw} of store.inbox.naming(String(item.timestamp), item)) {
        const left = withoutQuoteOf(raw, item);
        if (left !== raw) store.inbox.rewrite(ord, left);
      }
      store.inbox.blank(item.ord);
    }
  });
  store.sessions.purged.scrub();
  onForgotten();
  return true;
};

/** Removes the quoted words of the message from the envelope of another one, also in an edit. */
const withoutQuoteOf = (raw: string, {timestamp}: InboxItem): string => {
  let isChanged = false;
  const unquoted = (name: string, value: unknown): unknown => {
    const isQuote = name === 'quote' && fieldsOf(value)?.['id'] === timestamp;
    isChanged ||= isQuote;
    return isQuote ? {...fieldsOf(value), text: '', attachments: []} : value;
  };
  try {
    const left = JSON.stringify(JSON.parse(raw, unquoted));
    return isChanged ? left : raw;
  } catch {
    // A torn envelope has no quote that anybody could read.
    return raw;
  }
};

/** The names of a message's files in signal-cli's folder. */
export const downloadsOf = (event: SignalEvent | undefined): readonly string[] =>
  event?.kind === 'message' ? [...event.attachments.flatMap(({id}) => id ?? []), ...(event.textFiles ?? [])] : [];

/** Deletes files that signal-cli stored. */
export const forgetDownloads = async (folder: string | undefined, names: readonly string[]): Promise<void> => {
  if (folder === undefined) return;
  for (const name of names) await rm(join(folder, name), {force: true});
};
