// RPC methods for Signal and for contacts on any channel.
import type {Methods} from '../../ipc/method-table.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import {toWire} from '../../shared/fields/wire.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {RingAnswer} from '../../shared/records/delivery/way.ts';
import type {LinkOutcome} from '../../shared/records/signal-link.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {OperatorDelivery} from '../flows/operator/send-by-hand.ts';
import type {Allowed} from '../flows/signal/allow-contact.ts';
import type {SignalFixes} from '../flows/signal/signal-fixes.ts';
import type {Owed} from '../routing/contacts.ts';

export type SignalService = {
  readonly status: () => ChannelStatus;
  /** Shows a linking code. Gives up when all callers have disconnected. */
  readonly link: (deviceName: string | undefined, gone: Promise<unknown>) => Promise<{readonly uri: string}>;
  readonly linked: (uri: string) => Promise<LinkOutcome>;
  readonly allow: (request: {
    readonly address: string;
    readonly user?: string;
    readonly trust?: Trust;
  }) => Promise<Allowed>;
  readonly trust: SignalFixes['trust'];
  readonly prove: SignalFixes['prove'];
  readonly send: (request: OperatorDelivery) => Delivery;
  readonly clear: (contact: string) => {
    readonly contact: string;
    readonly addresses: readonly string[];
    readonly owed: boolean;
  };
  readonly rang: (contact: string, rang: boolean) => RingAnswer;
  readonly ledger: (contact: string) => Owed & {readonly contact: string; readonly addresses: readonly string[]};
};

type SignalMethods = Pick<
  Methods,
  | 'signal.status'
  | 'signal.link'
  | 'signal.linked'
  | 'signal.allow'
  | 'signal.trust'
  | 'signal.prove'
  | 'signal.rang'
  | 'outbox.send'
  | 'ledger.get'
  | 'ledger.clear'
>;

export const signalMethods = (service: SignalService): Handlers<SignalMethods> => ({
  'signal.status': () => toWire(service.status()),
  'signal.link': ({deviceName}, {connection}) => service.link(deviceName, connection.inputEnded),
  'signal.linked': ({uri}) => service.linked(uri),
  'signal.allow': request => service.allow(request),
  'signal.trust': ({contact, safetyNumber}) => service.trust(contact, safetyNumber),
  'signal.prove': ({captcha}) => service.prove(captcha),
  'outbox.send': request => toWire(service.send(request)),
  'signal.rang': ({address, rang}) => toWire(service.rang(address, rang)),
  'ledger.clear': ({contact}) => service.clear(contact),
  'ledger.get': ({contact}) => toWire(service.ledger(contact)),
});
