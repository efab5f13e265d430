// The Signal methods.
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {Address} from '../../shared/records/address.ts';
import type {RingAnswer} from '../../shared/records/delivery/way.ts';
import type {LinkOutcome} from '../../shared/records/signal-link.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {flag, link, name, optional, text, trust} from '../fields.ts';
import {method, returns} from '../wire/index.ts';

export const SIGNAL_METHODS = {
  'signal.status': method({}, returns<Wire<ChannelStatus>>()),
  /** A link for a QR code. It expires when every client that asked for it has disconnected. */
  'signal.link': method({deviceName: optional(name)}, returns<{uri: string}>()),
  /** Responds when linking has ended, which may take minutes: clients wait as long as the connection lasts. */
  'signal.linked': method({uri: link}, returns<LinkOutcome>()),
  /** Adds an address to a user, who is created if necessary; or adds a group to the allowed ones. */
  'signal.allow': method(
    {address: name, user: optional(name), trust: optional(trust)},
    returns<{address: Address; user?: string; trust?: Trust; added: boolean}>(),
  ),
  /** Returns the safety number to compare. With the compared number, trusts it and retries what waited for that. */
  'signal.trust': method(
    {contact: name, safetyNumber: optional(name)},
    returns<{address: Address; safetyNumber: string; trusted: boolean; freed: number}>(),
  ),
  /** Submits the captcha that Signal requires before it accepts more messages. */
  'signal.prove': method({captcha: text}, returns<{freed: number}>()),
  /** Stores whether a test message made the phone at an address ring. */
  'signal.rang': method({address: name, rang: flag}, returns<Wire<RingAnswer>>()),
};
