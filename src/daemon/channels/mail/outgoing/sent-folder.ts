// The folder for copies of sent mail. If the server files copies itself, it also shows whether a mail left before a
// crash.
import type {ImapFlow} from 'imapflow';
import type {MailConfig} from '../../../config/config-schema.ts';
import {createImapClient, sentPath} from '../imap.ts';
import type {GetLogin} from '../login.ts';

export type SentFolder = {
  /** True if a mail is there. Rejects if the server can't be asked. */
  readonly has: (messageId: string, signal: AbortSignal) => Promise<boolean>;
  /** Files a copy, unless one is there or the server files it by itself. Rejects if that fails. */
  readonly keep: (messageId: string, raw: Buffer, signal: AbortSignal) => Promise<void>;
};

type SentDeps = {readonly config: Pick<MailConfig, 'imap' | 'smtp' | 'sent'>; readonly login: GetLogin};

export const createSentFolder = (deps: SentDeps): SentFolder => ({
  has: (messageId, signal) =>
    inFolder(deps, signal, async (client, folder) => {
      await client.mailboxOpen(folder, {readOnly: true});
      return await holds(client, messageId);
    }),
  keep: async (messageId, raw, signal) => {
    if (FILES_ITSELF.test(deps.config.smtp.host)) return;
    await inFolder(deps, signal, async (client, folder) => {
      if (client.capabilities.has('X-GM-EXT-1')) return;
      await client.mailboxOpen(folder, {readOnly: true});
      if (!(await holds(client, messageId))) await client.append(folder, raw, ['\\Seen']);
    });
  },
});

const holds = async (client: ImapFlow, messageId: string): Promise<boolean> => {
  const uids = await client.search({header: {'message-id': messageId}}, {uid: true});
  if (!Array.isArray(uids)) throw new Error('the server could not search its folder of sent mail');
  return uids.length > 0;
};

const inFolder = async <T>(
  {config, login}: SentDeps,
  signal: AbortSignal,
  act: (client: ImapFlow, folder: string) => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const client = await createImapClient(config.imap, await login(config.imap), {disableAutoIdle: true});
  // Rejects the command that the broken connection interrupts.
  client.on('error', () => {});
  const abort = (): void => client.close();
  signal.addEventListener('abort', abort, {once: true});
  try {
    await client.connect();
    const folder = config.sent ?? sentPath(await client.list(), undefined);
    if (folder === undefined) throw new Error('the server names no folder for sent mail, so set mail.sent');
    const result = await act(client, folder);
    await client.logout();
    return result;
  } finally {
    signal.removeEventListener('abort', abort);
    client.close();
  }
};

/** These servers save sent mail themselves. So does Gmail, see X-GM-EXT-1. */
const FILES_ITSELF = /(?:^|\.)(?:office365\.com|outlook\.com|hotmail\.com)$/iu;
