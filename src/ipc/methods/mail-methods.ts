// The methods about mail.
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {AskedGrant, MailGrant} from '../../shared/records/mail-oauth.ts';
import {integer, link, name, optional, text} from '../fields.ts';
import {InvalidParams, method, type ParamField, returns, shape} from '../wire/index.ts';

/** An authorization server: its issuer, or its two endpoints. */
const OAUTH = {
  issuer: optional(link),
  deviceEndpoint: optional(link),
  tokenEndpoint: optional(link),
  clientId: name,
  scope: text,
};

const GRANT = {
  ...OAUTH,
  deviceCode: text,
  intervalMs: integer(0, Number.MAX_SAFE_INTEGER),
  expiresAt: integer(0, Number.MAX_SAFE_INTEGER),
};

const readGrant = shape('mail.setup: grant', GRANT);
const grant: ParamField<MailGrant> = value => readGrant(value);

export const MAIL_METHODS = {
  'mail.status': method({}, returns<Wire<ChannelStatus>>()),
  /** Asks the authorization server for access. A person enters `code` at `url`. */
  'mail.authorize': method(OAUTH, returns<AskedGrant>()),
  /**
   * With a grant, waits until the person has confirmed it. Logs in to both servers (`host` or `host:port`), then keeps
   * the password or the tokens in a file and writes the configuration.
   */
  'mail.setup': method(
    {
      address: name,
      imap: name,
      smtp: name,
      user: optional(name),
      folder: optional(name),
      password: optional(text),
      grant: optional(grant),
    },
    returns<{folders: readonly string[]; passwordFile: string; warning?: string}>(),
    ({password, grant: given}, called) =>
      (password === undefined) === (given === undefined)
        ? new InvalidParams(`${called}: give either 'password' or 'grant'.`)
        : undefined,
  ),
};
