// The methods about deliveries and the ledger, but for the operations (`shared/operations/delivery-operations.ts`).
import type {Wire} from '../../shared/fields/wire.ts';
import {DELIVERY_STATES, type Delivery, type ShownDelivery} from '../../shared/records/delivery/delivery.ts';
import type {HeldMessage} from '../../shared/records/delivery/escalation.ts';
import type {TraceStep} from '../../shared/records/trace.ts';
import {id, limit, name, oneOf, optional, text} from '../fields.ts';
import {method, returns} from '../wire/index.ts';

export const OUTBOX_METHODS = {
  /**
   * `before`: only deliveries older than this one. `waiting`: what quiet hours hold back, in a list of all or of queued
   * ones.
   */
  'outbox.list': method(
    {state: optional(oneOf(DELIVERY_STATES)), limit, before: optional(id('dlv'))},
    returns<{deliveries: readonly Wire<ShownDelivery>[]; waiting?: readonly Wire<HeldMessage>[]}>(),
  ),
  'outbox.get': method({id: id('dlv')}, returns<Wire<ShownDelivery>>()),
  /** `to` is an address, a number, an id or a user's name. A repeated `key` is the same delivery. */
  'outbox.send': method({to: name, text, key: optional(name)}, returns<Wire<Delivery>>()),
  /** The newest message each way between a contact (as in `outbox.send`) and us, and whether we owe a reply. */
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
  /** Marks everything that a contact has written so far as answered. */
  'ledger.clear': method({contact: name}, returns<{contact: string; addresses: readonly string[]; owed: boolean}>()),
  /** `because`: the trace as one sentence. Older daemons leave it out. */
  why: method({id: name}, returns<{because?: string; steps: readonly Wire<TraceStep>[]}>()),
};
