// The methods about what is sent to people, and where it came from.
import type {Wire} from '../../shared/events/wire.ts';
import {DELIVERY_STATES, type Delivery, type ShownDelivery} from '../../shared/records/delivery.ts';
import type {TraceStep} from '../../shared/records/trace.ts';
import {id, name, oneOf, optional, text} from '../fields.ts';
import {method, returns} from '../method.ts';
import {limit} from '../repeated-fields.ts';

export const OUTBOX_METHODS = {
  /** `before`: only those older than this one. */
  'outbox.list': method(
    {state: optional(oneOf(DELIVERY_STATES)), limit, before: optional(id('dlv'))},
    returns<{deliveries: readonly Wire<ShownDelivery>[]}>(),
  ),
  'outbox.get': method({id: id('dlv')}, returns<Wire<ShownDelivery>>()),
  'outbox.retry': method({id: id('dlv')}, returns<Wire<Delivery>>()),
  'outbox.discard': method({id: id('dlv')}, returns<Wire<Delivery>>()),
  /** `to` is an address, a number, an id or the name of a user; a repeated `key` is the same delivery. */
  'outbox.send': method({to: name, text, key: optional(name)}, returns<Wire<Delivery>>()),
  /** The newest word each way between a contact (as in `outbox.send`) and us, and whether ours is owed. */
  'ledger.get': method(
    {contact: name},
    returns<{
      contact: string;
      addresses: readonly string[];
      owed: boolean;
      newestIn?: {at: string; id: string};
      newestOut?: {at: string; id: string};
    }>(),
  ),
  /** Nothing of what a contact has written so far needs a reply any more. */
  'ledger.clear': method({contact: name}, returns<{contact: string; addresses: readonly string[]; owed: boolean}>()),
  why: method({id: name}, returns<{steps: readonly Wire<TraceStep>[]}>()),
};
