// The methods about how people are reached.
import type {Wire} from '../../shared/fields/wire.ts';
import type {PersonStatus} from '../../shared/records/delivery/presence.ts';
import type {PersonWays, RingAnswer} from '../../shared/records/delivery/way.ts';
import {flag, name, optional, sessionKey} from '../fields.ts';
import {type Empty, method, returns} from '../wire/index.ts';

export const REACH_METHODS = {
  /**
   * A client reports its terminal: whether a key was pressed since the last report, and whether the terminal has the
   * focus, if known. A client sends it as a notification or as a request; it counts until the connection ends, and is
   * kept in memory only.
   */
  'client.presence': method({session: optional(sessionKey), active: flag, focused: optional(flag)}, returns<Empty>()),
  /** Every configured person with their addresses and the state of each. */
  'reach.list': method({}, returns<{people: readonly Wire<PersonWays>[]}>()),
  /** A person's quiet hours. `span`: `2h`, `until 07:00`, `off`. `user`: by default the owner. */
  'reach.quiet': method({user: optional(name), span: optional(name)}, returns<Wire<PersonStatus>>()),
  /**
   * Delivers a person's held messages now, or those about `id`: a run, a turn or a request. `waiting`: their number.
   */
  'reach.digest': method({user: optional(name), id: optional(name)}, returns<{waiting: number}>()),
  /** Stores whether a test message arrived at an address. */
  'reach.answer': method({address: name, arrived: flag}, returns<Wire<RingAnswer>>()),
};
