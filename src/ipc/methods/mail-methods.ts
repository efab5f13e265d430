// The methods about mail.
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/events/wire.ts';
import {name, optional, text} from '../fields.ts';
import {method, returns} from '../method.ts';

export const MAIL_METHODS = {
  'mail.status': method({}, returns<Wire<ChannelStatus>>()),
  /** Logs in to both servers (`host` or `host:port`), then keeps the password in a file and writes the configuration. */
  'mail.setup': method(
    {address: name, imap: name, smtp: name, user: optional(name), folder: optional(name), password: text},
    returns<{folders: readonly string[]; passwordFile: string}>(),
  ),
};
