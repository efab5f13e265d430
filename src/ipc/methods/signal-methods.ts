// The methods about Signal.
import type {ChannelStatus, RingAnswer} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/events/wire.ts';
import type {Address} from '../../shared/records/address.ts';
import type {LinkOutcome} from '../../shared/records/signal-link.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {flag, link, name, optional, text, trust} from '../fields.ts';
import {method, returns} from '../method.ts';

export const SIGNAL_METHODS = {
  'signal.status': method({}, returns<Wire<ChannelStatus>>()),
  /** A code to show as a QR code. It is given up when all who asked for it have hung up, or said their last word. */
  'signal.link': method({deviceName: optional(name)}, returns<{uri: string}>()),
  /** Answers when something has come of the code: it may take minutes, so a client waits as long as its connection lasts. */
  'signal.linked': method({uri: link}, returns<LinkOutcome>()),
  /** Adds an address to a user, who is made where there is none of that name; or a group to those that are served. */
  'signal.allow': method(
    {address: name, user: optional(name), trust: optional(trust)},
    returns<{address: Address; user?: string; trust?: Trust; added: boolean}>(),
  ),
  /** The safety number that is to be compared; with the one that was, it is trusted and what waited for that is tried at once. */
  'signal.trust': method(
    {contact: name, safetyNumber: optional(name)},
    returns<{address: Address; safetyNumber: string; trusted: boolean; freed: number}>(),
  ),
  /** The answer of the captcha that Signal wants before it accepts more. */
  'signal.prove': method({captcha: text}, returns<{freed: number}>()),
  /** Keeps whether the phone behind an address made a sound when a test message arrived. */
  'signal.rang': method({address: name, rang: flag}, returns<Wire<RingAnswer>>()),
};
