// The methods about how people are reached.
import type {RingAnswer} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/events/wire.ts';
import type {Reach} from '../../shared/records/way.ts';
import {flag, name} from '../fields.ts';
import {method, returns} from '../method.ts';

export const REACH_METHODS = {
  /** Every configured person with their addresses and the state of each. */
  'reach.list': method({}, returns<{people: readonly Wire<Reach>[]}>()),
  /** Stores whether a test message arrived at an address. */
  'reach.answer': method({address: name, arrived: flag}, returns<Wire<RingAnswer>>()),
};
