// Credentials for a mail server: a password, or an access token of the mailbox.
import {SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import type {MailOauth} from '../../../shared/records/setup/mail-oauth.ts';
import type {MailConfig, MailServer} from '../../config/config-schema.ts';
import type {SecretSource} from '../../ports/system.ts';

export type MailLogin = {readonly user: string} & (
  | {readonly kind: 'password'; readonly password: string}
  | {readonly kind: 'token'; readonly token: string}
);

/** Read for each connection, so that a changed secret takes effect at once. Rejects with a LoginFailure. */
export type GetLogin = (server: MailServer) => Promise<MailLogin>;

/** Rejects with a LoginFailure. */
export type GetAccessToken = (oauth: MailOauth) => Promise<string>;

/** There is nothing to log in with. Deliveries wait. */
export class LoginFailure extends SendFailure {}

/** `accessToken`: undefined if no server uses OAuth2. `readSecret` throws a LoginFailure. */
export const createLogins =
  (
    {address}: Pick<MailConfig, 'address'>,
    readSecret: (secret: SecretSource) => string,
    accessToken: GetAccessToken | undefined,
  ): GetLogin =>
  async ({user = address, oauth, password = ''}) =>
    oauth !== undefined && accessToken !== undefined
      ? {kind: 'token', user, token: await accessToken(oauth)}
      : {kind: 'password', user, password: readSecret(password)};
