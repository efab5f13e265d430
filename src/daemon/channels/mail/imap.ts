// Connections to the server that holds the mailbox: one for any use, and a trial that lists the folders.
import type {ImapFlow, ImapFlowOptions} from 'imapflow';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import type {MailServer} from '../../config/config-schema.ts';
import type {MailLogin} from './login.ts';

/** Not opened yet. The package is loaded with the first connection. */
export const createImapClient = async (
  {host, port, security}: MailServer,
  login: MailLogin,
  options: Partial<ImapFlowOptions> = {},
): Promise<ImapFlow> => {
  const {ImapFlow} = await import('imapflow');
  return new ImapFlow({
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: {
      user: login.user,
      ...(login.kind === 'password' ? {pass: login.password} : {accessToken: login.token}),
    },
    logger: false,
    ...options,
  });
};

/** Logs in and lists the folders. Rejects with a sentence. `sent`: the configured folder for sent mail. */
export const tryImap = async (
  server: MailServer,
  login: MailLogin,
  sent: string | undefined,
): Promise<{readonly folders: readonly string[]; readonly warning?: string}> => {
  const client = await createImapClient(server, login, {disableAutoIdle: true, connectionTimeout: 30_000});
  // Rejects the command that the broken connection interrupts.
  client.on('error', () => {});
  try {
    await client.connect();
    const folders = await client.list();
    await client.logout();
    return {folders: folders.map(({path}) => path), warning: sentFolderWarning(folders, sent)};
  } catch (error) {
    throw new GatewayError('unavailable', failureSentence(server.host, error), {cause: error});
  } finally {
    client.close();
  }
};

/** A folder as the server lists it. */
type ListedFolder = {readonly path: string; readonly specialUse?: string | undefined};

/** The folder for sent mail. Undefined if there is none. `configured`: its name in the configuration. */
export const sentPath = (folders: readonly ListedFolder[], configured: string | undefined): string | undefined =>
  folders.find(({path, specialUse}) => (configured === undefined ? specialUse === '\\Sent' : path === configured))
    ?.path;

/** A sentence if there is no folder for sent mail: without it a mail that left before a crash isn't recognized. */
export const sentFolderWarning = (
  folders: readonly ListedFolder[],
  configured: string | undefined,
): string | undefined => {
  if (sentPath(folders, configured) !== undefined) return undefined;
  return configured === undefined
    ? 'The server names no folder for sent mail. Set mail.sent. A mail that a crash interrupts waits until then.'
    : `The mailbox has no folder "${configured}" for sent mail. Check mail.sent. A mail that a crash interrupts waits until then.`;
};

const failureSentence = (host: string, error: unknown): string => {
  const {authenticationFailed, responseText, message} = error as {
    readonly authenticationFailed?: boolean;
    readonly responseText?: string;
    readonly message?: string;
  };
  const reply = responseText ?? message ?? String(error);
  return authenticationFailed === true
    ? `${host} refused the user name or the password. Its answer: ${reply}`
    : `Couldn't reach the mailbox at ${host}: ${clauseFromOutside(reply)}.`;
};
