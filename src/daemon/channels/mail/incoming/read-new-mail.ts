// Reads what is new in the folder, and remembers how far. The first time, only later mail counts. When the server has
// numbered its mails again (UIDVALIDITY), the last days are read again, and the Message-IDs tell what is known.
import {DAY, type EpochMs, SECOND} from '../../../../shared/time/time.ts';
import type {Emit} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';
import type {Folder, MailHead} from './folder.ts';

type FollowDeps = Pick<World, 'store' | 'clock'> & {
  /** The name of the cursor. */
  readonly cursor: string;
  /** Reads a mail. Resolves with what stores it, in the transaction that moves the cursor. */
  readonly take: (folder: Folder, head: MailHead) => Promise<(emit: Emit) => void>;
  readonly onStored: () => void;
};

/** Position up to which the folder was read. */
type Read = {
  readonly uidValidity: string;
  readonly uid: number;
  /** Mail from before isn't answered. */
  readonly since: EpochMs;
  /** When the newest read mail was received. */
  readonly last: EpochMs;
};

export const readNewMail = async (deps: FollowDeps, folder: Folder, signal: AbortSignal): Promise<void> => {
  const {store, clock, cursor} = deps;
  const read = readPosition(store.cursors.get(cursor));
  const {uidValidity, uidNext} = folder;
  if (read === undefined) {
    const now = clock.now();
    // Servers tell whole seconds.
    const start: Read = {uidValidity, uid: uidNext - 1, since: now - (now % SECOND), last: now};
    store.transact(() => store.cursors.set(cursor, JSON.stringify(start)));
    return;
  }
  if (read.uidValidity === uidValidity) {
    await readEach(deps, folder, await folder.after(read.uid), {read, signal});
    return;
  }
  const uids = await folder.since(read.last - DAY);
  const last = await readEach(deps, folder, uids, {read, signal, isRenumbered: true});
  if (signal.aborted) return;
  const uid = Math.max(uidNext - 1, uids.at(-1) ?? 0);
  store.transact(() => store.cursors.set(cursor, JSON.stringify({...read, uidValidity, uid, last} satisfies Read)));
};

type Position = {
  readonly read: Read;
  readonly signal: AbortSignal;
  /** The cursor stays until all are read. */
  readonly isRenumbered?: true;
};

/** Resolves with when the newest one was received. */
const readEach = async (
  {store, cursor, take, onStored}: FollowDeps,
  folder: Folder,
  uids: readonly number[],
  {read, signal, isRenumbered}: Position,
): Promise<EpochMs> => {
  let last = read.last;
  for (const uid of uids) {
    if (signal.aborted) break;
    const head = await folder.head(uid);
    const isOld = head !== undefined && isRenumbered === true && head.receivedAt < read.since;
    const keep = head === undefined || isOld ? () => {} : await take(folder, head);
    if (signal.aborted) break;
    last = Math.max(last, head?.receivedAt ?? 0);
    store.transact(emit => {
      keep(emit);
      if (isRenumbered !== true) store.cursors.set(cursor, JSON.stringify({...read, uid, last} satisfies Read));
    });
    onStored();
  }
  return last;
};

const readPosition = (text: string | undefined): Read | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Read);
