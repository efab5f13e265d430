// A connection to the server that holds the mailbox, not opened yet.
import type {ImapFlow, ImapFlowOptions} from 'imapflow';
import type {MailServer} from '../../config/config-schema.ts';
import type {MailLogin} from './login.ts';

/** The package is loaded with the first connection. */
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
