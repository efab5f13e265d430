// A connection to the server that holds the mailbox, not opened yet.
import {ImapFlow, type ImapFlowOptions} from 'imapflow';
import type {MailServer} from '../../config/config-schema.ts';
import type {MailLogin} from './login.ts';

export const createImapClient = (
  {host, port, security}: MailServer,
  login: MailLogin,
  options: Partial<ImapFlowOptions> = {},
): ImapFlow =>
  new ImapFlow({
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
