// The mail channel: one half reads the mailbox, the other sends. Each half reports its own state.

import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {MailConfig} from '../../config/config-schema.ts';
import type {Channel} from '../../ports/channel.ts';
import type {World} from '../../ports/system.ts';
import {readContactRequests} from '../inbox/contact-requests.ts';
import type {MailReceiver} from './incoming/receiver.ts';
import type {MailSender} from './outgoing/sender.ts';

type MailDeps = Pick<World, 'store'> & {
  readonly config: MailConfig;
  /** True if somebody configured has the address. */
  readonly isServed: (address: Address) => boolean;
  readonly openReceiver: (onChange: () => void) => MailReceiver;
  /** `onChange`: called when the half's state may have changed. */
  readonly openSender: (onChange: () => void) => MailSender;
  /** Called when the status has changed. */
  readonly onStatus: (status: ChannelStatus) => void;
};

export const openMail = (deps: MailDeps): Channel & AsyncDisposable => {
  const {openSender, openReceiver, onStatus} = deps;
  let published = '';
  const publish = (): void => {
    const status = statusOf(deps, halves);
    const {lastSentAt: _, lastReceivedAt: __, ...shown} = status;
    const text = JSON.stringify(shown);
    if (text === published) return;
    published = text;
    onStatus(status);
  };
  const sender = openSender(publish);
  const receiver = openReceiver(publish);
  const halves = {sender, receiver};
  return {
    name: CHANNEL,
    status: () => statusOf(deps, halves),
    listen: async handler => receiver.listen(handler),
    send: sender.send,
    sendLimitMs: sender.sendLimitMs,
    [Symbol.asyncDispose]: () => sender[Symbol.asyncDispose](),
  };
};

type Halves = {readonly sender: MailSender; readonly receiver: MailReceiver};

const statusOf = ({config, store, isServed}: MailDeps, {sender, receiver}: Halves): ChannelStatus => {
  const [into, out] = [receiver.half(), sender.half()];
  const inboundDetail = into.state === 'down' ? into.because : undefined;
  const outboundDetail = out.state === 'down' ? out.because : undefined;
  const isStarting = into.state === 'starting' || out.state === 'starting';
  const warning = receiver.warning();
  const contactRequests = readContactRequests(store.cursors, CHANNEL).filter(({address}) => !isServed(address));
  return {
    channel: CHANNEL,
    inbound: into.state === 'up' ? 'up' : 'down',
    outbound: out.state === 'up' ? 'up' : 'down',
    life: inboundDetail === undefined && outboundDetail === undefined ? (isStarting ? 'starting' : 'up') : 'down',
    account: config.address,
    endpoint: config.smtp.host,
    replays: true,
    restarts: receiver.restarts(),
    warnings: warning === undefined ? undefined : [warning],
    contactRequests: contactRequests.length > 0 ? contactRequests : undefined,
    detail: inboundDetail ?? outboundDetail,
    inboundDetail,
    outboundDetail,
    lastReceivedAt: receiver.lastReceivedAt(),
    lastSentAt: sender.lastSentAt(),
  };
};

const CHANNEL = 'mail';
