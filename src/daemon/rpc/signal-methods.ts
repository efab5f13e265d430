// The front desk's methods about Signal, and about contacts wherever they are.
import type {Handlers} from '../../ipc/peer.ts';
import type {Methods} from '../../ipc/protocol.ts';
import type {Delivery} from '../../shared/delivery.ts';
import type {ChannelStatus, RingAnswer} from '../../shared/gateway-event.ts';
import type {LinkOutcome} from '../../shared/signal-link.ts';
import type {Trust} from '../../shared/trust.ts';
import {toWire} from '../../shared/wire.ts';
import type {Letter} from '../flows/operator/send-by-hand.ts';
import type {Allowed} from '../flows/signal/allow-contact.ts';
import type {SignalMender} from '../flows/signal/mend-signal.ts';
import type {Owed} from '../routing/contacts.ts';

export type SignalDesk = {
  readonly status: () => ChannelStatus;
  /** A code to show; given up when everybody who asked is gone. */
  readonly link: (deviceName: string | undefined, gone: Promise<unknown>) => Promise<{readonly uri: string}>;
  readonly linked: (uri: string) => Promise<LinkOutcome>;
  readonly allow: (wish: {
    readonly address: string;
    readonly user?: string;
    readonly trust?: Trust;
  }) => Promise<Allowed>;
  readonly trust: SignalMender['trust'];
  readonly prove: SignalMender['prove'];
  readonly send: (letter: Letter) => Delivery;
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

export const signalMethods = (desk: SignalDesk): Handlers<SignalMethods> => ({
  'signal.status': () => toWire(desk.status()),
  'signal.link': ({deviceName}, {connection}) => desk.link(deviceName, connection.lastHeard),
  'signal.linked': ({uri}) => desk.linked(uri),
  'signal.allow': wish => desk.allow(wish),
  'signal.trust': ({contact, safetyNumber}) => desk.trust(contact, safetyNumber),
  'signal.prove': ({captcha}) => desk.prove(captcha),
  'outbox.send': letter => toWire(desk.send(letter)),
  'signal.rang': ({address, rang}) => toWire(desk.rang(address, rang)),
  'ledger.clear': ({contact}) => desk.clear(contact),
  'ledger.get': ({contact}) => toWire(desk.ledger(contact)),
});
