// Writes a readable copy of each conversation, `sessions/<slug>.jsonl`, with one JSON object per line. The database is
// the original: a copy is written after the commit, a failure has no other effect, and the next message repairs an
// outdated copy.

import {setImmediate} from 'node:timers/promises';
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {Message} from '../../shared/records/message.ts';
import {COPIES} from '../../shared/records/places.ts';
import {isIsolated, type SessionKey} from '../../shared/records/session-key.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import type {WorkspaceFiles} from '../ports/workspace.ts';
import {historyLines, missedLines} from './copy-history.ts';
import {copyName, copyPath} from './copy-name.ts';

type SessionCopyDeps = {
  readonly files: WorkspaceFiles;
  readonly store: Pick<Store, 'onCommitted' | 'transact'> & {
    readonly messages: Pick<Store['messages'], 'page'>;
    readonly sessions: Pick<Store['sessions'], 'purged'>;
  };
  readonly log: Log;
};

type SessionCopy = AsyncDisposable & {
  /** Resolves when all commits so far are written or have failed. */
  settled(): Promise<void>;
};

/** Follows the store until disposed. Disposing waits for pending writes. */
export const startSessionCopy = ({files, store, log}: SessionCopyDeps): SessionCopy => {
  const waiting = new Map<SessionKey, WaitingCopy>();
  /** The sizes of copies after their last write, and the messages that a rewrite included. */
  const known = new Map<SessionKey, Known>();
  const failing = new Set<SessionKey>();
  let working = Promise.resolve();

  /** A deleted conversation's copy is removed first, because its key may have been used again. */
  const removeDeleted = async (): Promise<void> => {
    const {purged} = store.sessions;
    for (const session of purged.list()) {
      known.delete(session);
      try {
        await files.remove(copyPath(session));
        purged.scrub();
        store.transact(() => purged.forget([session]));
      } catch (error) {
        log.warn(
          {session, reason: errorMessage(error)},
          "Couldn't remove all of a deleted conversation. The next start removes the rest.",
        );
      }
    }
  };

  const work = async (): Promise<void> => {
    await removeDeleted();
    for (const [session, todo] of waiting) {
      waiting.delete(session);
      try {
        await bringUpToDate(session, todo);
        failing.delete(session);
      } catch (error) {
        known.delete(session);
        if (failing.has(session)) continue;
        failing.add(session);
        log.warn({session, reason: errorMessage(error)}, "Couldn't write the readable copy of a conversation.");
      }
    }
  };

  const bringUpToDate = async (session: SessionKey, todo: WaitingCopy): Promise<void> => {
    const path = copyPath(session);
    const memory = known.get(session);
    if (!todo.isRewritten && memory !== undefined) {
      const fresh = todo.messages.filter(message => !memory.written.has(message.id));
      if (await append(session, path, memory, fresh)) return;
    }
    const {kind, size} = await files.locate(path);
    if (!todo.isRewritten && kind !== 'missing') {
      const missed = await missedLines({files, messages: store.messages, session, path, size});
      if (missed !== undefined && (await append(session, path, {size, written: idsOf(missed)}, missed))) return;
    }
    await writeAnew(session, path);
    if (kind === 'missing') await forgetOldReminders(session, files);
  };

  /** False if somebody else wrote to the copy. */
  const append = async (
    session: SessionKey,
    path: string,
    {size, written}: Known,
    messages: readonly Wire<Message>[],
  ): Promise<boolean> => {
    const text = messages.map(lineOf).join('');
    if (text !== '' && !(await files.append(path, size, text))) return false;
    remember(session, {size: size + Buffer.byteLength(text), written});
    return true;
  };

  const writeAnew = async (session: SessionKey, path: string): Promise<void> => {
    const {messages, complete} = await historyLines(store.messages, session);
    const lines: string[] = [];
    for (const message of messages) {
      lines.push(lineOf(message));
      if (lines.length % LINES_AT_ONCE === 0) await setImmediate();
    }
    const text = (complete ? '' : OLDER_LEFT_OUT) + lines.join('');
    await files.write(path, text);
    remember(session, {size: Buffer.byteLength(text), written: idsOf(messages)});
  };

  const remember = (session: SessionKey, copy: Known): void => {
    known.delete(session);
    known.set(session, copy);
    const oldest = known.keys().next();
    if (known.size > KNOWN_AT_MOST && oldest.done !== true) known.delete(oldest.value);
  };

  const listening = store.onCommitted(events => {
    let changed = false;
    for (const event of events) changed = note(waiting, event) || changed;
    if (changed) working = working.then(work);
  });

  if (store.sessions.purged.list().length > 0) working = working.then(work);

  return {
    settled: () => working,
    [Symbol.asyncDispose]: async () => {
      listening[Symbol.dispose]();
      await working;
    },
  };
};

/** Pending changes of a copy. `isRewritten`: the file must be rewritten, because appending isn't enough. */
type WaitingCopy = {messages: Wire<Message>[]; isRewritten: boolean};
type Known = {readonly size: number; readonly written: ReadonlySet<string>};

const note = (waiting: Map<SessionKey, WaitingCopy>, event: GatewayEvent): boolean => {
  const {session} = event;
  if (session === undefined) return false;
  const todo = waiting.get(session) ?? {messages: [], isRewritten: false};
  switch (event.type) {
    case 'message.added':
      if (todo.messages.length < WAITING_AT_MOST) todo.messages.push(event.message);
      else todo.isRewritten = true;
      break;
    case 'session.deleted':
      for (const key of event.gone) waiting.delete(key);
      return true;
    case 'session.created':
    case 'session.reset':
    case 'message.changed':
    case 'message.retracted':
      todo.isRewritten = true;
      break;
    default:
      return false;
  }
  waiting.set(session, todo);
  return true;
};

const lineOf = ({id, at, role, source, channel, text, toolCalls, tool, turnId}: Wire<Message>): string =>
  `${JSON.stringify({at, role, source, channel, text, toolCalls, tool, turnId, id})}\n`;

const idsOf = (messages: readonly Wire<Message>[]): ReadonlySet<string> =>
  new Set(messages.slice(-REMEMBERED_IDS).map(message => message.id));

/** A fired reminder's session gets no further messages, so only the newest such copies are kept. */
const forgetOldReminders = async (session: SessionKey, files: WorkspaceFiles): Promise<void> => {
  if (!isIsolated(session) || !copyName(session).includes(REMINDER_MARK)) return;
  const copies = (await files.entries(COPIES)).filter(entry => entry.name.includes(REMINDER_MARK));
  const old = copies.toSorted((a, b) => b.changedAt - a.changedAt).slice(REMINDER_COPIES);
  for (const {name} of old) await files.remove(`${COPIES}/${name}`);
};

const OLDER_LEFT_OUT = `${JSON.stringify({
  role: 'system',
  source: {kind: 'system'},
  text: 'Older messages are in the database and not in this copy.',
})}\n`;
const REMINDER_MARK = '_cron_reminder-';
const REMINDER_COPIES = 200;
const LINES_AT_ONCE = 200;
const KNOWN_AT_MOST = 2_000;
const WAITING_AT_MOST = 500;
const REMEMBERED_IDS = 200;
