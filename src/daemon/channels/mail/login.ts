// What a mail server is shown to log in.
import type {MailServer} from '../../config/config-schema.ts';

export type MailLogin = {readonly user: string} & (
  | {readonly kind: 'password'; readonly password: string}
  | {readonly kind: 'token'; readonly token: string}
);

/** Read for each connection, so that a changed secret takes effect at once. Rejects with a SendFailure where something must be fixed. */
export type GetLogin = (server: MailServer) => Promise<MailLogin>;
