// The methods about Signal, mail, and how people are reached.

import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {Address} from '../../shared/records/address.ts';
import type {PersonStatus} from '../../shared/records/delivery/presence.ts';
import type {PersonWays, RingAnswer} from '../../shared/records/delivery/way.ts';
import type {AskedGrant, MailGrant} from '../../shared/records/setup/mail-oauth.ts';
import type {LinkOutcome} from '../../shared/records/setup/signal-link.ts';
import type {Trust} from '../../shared/records/trust.ts';
import {bothEnds} from '../checks.ts';
import {flag, integer, link, name, optional, sessionKey, text, trust} from '../fields.ts';
import {type Empty, InvalidParams, method, type ParamField, returns, shape} from '../wire/index.ts';

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

export const CHANNEL_METHODS = {
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

  /**
   * A client reports its terminal: whether a key was pressed since the last report, and whether the terminal has the
   * focus, if known. A client sends it as a notification or as a request; it counts until the connection ends, and is
   * kept in memory only.
   */
  'client.presence': method({session: optional(sessionKey), active: flag, focused: optional(flag)}, returns<Empty>()),
  /** Every configured person with their addresses and the state of each. */
  'reach.list': method({}, returns<{people: readonly Wire<PersonWays>[]}>()),
  /**
   * A person's quiet hours. `span`: `2h`, `until 07:00`, `off`, or planned: `saturday 8 to 18`; `off 1` removes the
   * first planned one, `off all` all. `from` and `until`: the ends of a planned one, in words. `user`: by default the
   * owner.
   */
  'reach.quiet': method(
    {user: optional(name), span: optional(name), from: optional(name), until: optional(name)},
    returns<Wire<PersonStatus>>(),
    bothEnds,
  ),
  /**
   * Delivers a person's held messages now, or those about `id`: a run, a turn or a request. `waiting`: their number.
   */
  'reach.digest': method({user: optional(name), id: optional(name)}, returns<{waiting: number}>()),
  /** Stores whether a test message arrived at an address. */
  'reach.answer': method({address: name, arrived: flag}, returns<Wire<RingAnswer>>()),
};
