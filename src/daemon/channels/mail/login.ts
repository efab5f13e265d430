// Credentials for a mail server.
import {SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import type {MailServer} from '../../config/config-schema.ts';

export type MailLogin = {readonly user: string} & (
  | {readonly kind: 'password'; readonly password: string}
  | {readonly kind: 'token'; readonly token: string}
);

/** Read for each connection, so that a changed secret takes effect at once. Rejects with a LoginFailure. */
export type GetLogin = (server: MailServer) => Promise<MailLogin>;

/** There is nothing to log in with. Deliveries wait. */
export class LoginFailure extends SendFailure {}
