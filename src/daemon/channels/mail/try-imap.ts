// Logs in to the server that holds the mailbox, and lists its folders.
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import type {MailServer} from '../../config/config-schema.ts';
import {createImapClient} from './imap-client.ts';
import type {MailLogin} from './login.ts';
import {noSentFolder, sentPath} from './sent-path.ts';

/** Rejects with a sentence. `warning`: there is no folder for sent mail. `sent`: the configured one. */
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
    const missing = sentPath(folders, sent) === undefined;
    return {folders: folders.map(({path}) => path), warning: missing ? noSentFolder(sent) : undefined};
  } catch (error) {
    throw new GatewayError('unavailable', sentenceOf(server.host, error), {cause: error});
  } finally {
    client.close();
  }
};

const sentenceOf = (host: string, error: unknown): string => {
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
