// RPC methods for mail.
import type {Handlers} from '../../ipc/peer.ts';
import type {Methods} from '../../ipc/protocol.ts';
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import {toWire} from '../../shared/events/wire.ts';

export type MailService = {
  readonly status: () => ChannelStatus;
};

export const mailMethods = (service: MailService): Handlers<Pick<Methods, 'mail.status'>> => ({
  'mail.status': () => toWire(service.status()),
});
