// Reads the messages of a session's copy from the store: limited, and in pages so that the daemon stays responsive.
import {setImmediate} from 'node:timers/promises';
import {toWire, type Wire} from '../../shared/fields/wire.ts';
import type {MessageId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Store} from '../ports/store.ts';
import type {WorkspaceFiles} from '../ports/workspace.ts';

type Messages = Pick<Store['messages'], 'page'>;

/** The newest messages of the conversation, oldest first, as many as fit into a copy. */
export const historyLines = async (
  messages: Messages,
  session: SessionKey,
): Promise<{readonly messages: readonly Wire<Message>[]; readonly complete: boolean}> => {
  const pages: (readonly Wire<Message>[])[] = [];
  let size = 0;
  let before: MessageId | undefined;
  for (;;) {
    const page = messages.page(session, {limit: PAGE, before});
    pages.unshift(page.messages.map(message => toWire(message)));
    size += page.messages.reduce((sum, message) => sum + message.text.length, 0);
    before = page.messages[0]?.id;
    const full = size > COPY_CHARACTERS || pages.length >= COPY_PAGES;
    if (!page.more || before === undefined || full) {
      return {messages: pages.flat(), complete: !page.more};
    }
    await setImmediate();
  }
};

/** The messages after the last line of a copy. Undefined if the copy doesn't fit the conversation. */
export const missedLines = async (copy: {
  readonly files: WorkspaceFiles;
  readonly messages: Messages;
  readonly session: SessionKey;
  readonly path: string;
  readonly size: number;
}): Promise<readonly Wire<Message>[] | undefined> => {
  const from = Math.max(0, copy.size - TAIL_BYTES);
  const tail = await copy.files.readBytes(copy.path, {from, limit: TAIL_BYTES});
  const last = lastId(new TextDecoder().decode(tail));
  if (last === undefined) return undefined;
  const {messages} = copy.messages.page(copy.session, {limit: PAGE});
  const index = messages.findIndex(message => message.id === last);
  return index < 0 ? undefined : messages.slice(index + 1).map(message => toWire(message));
};

/** The id in the last line. Undefined if the text ends within a line. */
const lastId = (tail: string): unknown => {
  if (!tail.endsWith('\n')) return undefined;
  const line = tail.slice(0, -1).split('\n').at(-1) ?? '';
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null && 'id' in parsed ? parsed.id : undefined;
  } catch {
    // Invalid JSON, or a line longer than the part that was read: the copy is rewritten.
    return undefined;
  }
};

const PAGE = 200;
const COPY_PAGES = 25;
const COPY_CHARACTERS = 8 * 2 ** 20;
const TAIL_BYTES = 256 * 2 ** 10;
