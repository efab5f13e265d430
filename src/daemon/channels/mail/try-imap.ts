// Logs in to the server that holds the mailbox, and lists its folders.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {clauseOf} from '../../../shared/text/stopped.ts';
import type {MailServer} from '../../config/config-schema.ts';
import {createImapClient} from './imap-client.ts';
import type {MailLogin} from './login.ts';

/** Rejects with a sentence. */
export const tryImap = async (server: MailServer, login: MailLogin): Promise<readonly string[]> => {
  const client = createImapClient(server, login, {disableAutoIdle: true, connectionTimeout: 30_000});
  // Rejects the command that the broken connection interrupts.
  client.on('error', () => {});
  try {
    await client.connect();
    const folders = await client.list();
    await client.logout();
    return folders.map(({path}) => path);
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
  const said = responseText ?? message ?? String(error);
  return authenticationFailed === true
    ? `${host} refused the user name or the password. Its answer: ${said}`
    : `Couldn't reach the mailbox at ${host}: ${clauseOf(said)}.`;
};
