// RPC methods for mail.
import type {Methods} from '../../ipc/method-table.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import {toWire} from '../../shared/fields/wire.ts';
import type {MailSetup} from '../flows/setup/mail-setup.ts';

export type MailService = {
  readonly status: () => ChannelStatus;
  /** Loaded with its first use. */
  readonly setup: MailSetup;
};

export const mailMethods = (
  service: MailService,
): Handlers<Pick<Methods, 'mail.status' | 'mail.authorize' | 'mail.setup'>> => ({
  'mail.status': () => toWire(service.status()),
  'mail.authorize': client => service.setup.authorize(client),
  'mail.setup': (request, {connection}) => service.setup.run(request, connection.inputEnded),
});
