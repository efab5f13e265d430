// The mail channel: one half reads the mailbox, the other sends. Each half reports its own state.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {present} from '../../../shared/fields/present.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {MailConfig} from '../../config/config-schema.ts';
import type {Channel} from '../../ports/channel.ts';

/** The state of one half. */
export type Half = {readonly state: 'starting' | 'up'} | {readonly state: 'down'; readonly because: string};

/** Sends mail. */
export type MailSender = AsyncDisposable &
  Pick<Channel, 'send' | 'sendLimitMs'> & {
    readonly half: () => Half;
    readonly lastSentAt: () => EpochMs | undefined;
  };

type MailDeps = {
  readonly config: MailConfig;
  readonly sender: MailSender;
};

export const openMail = ({config, sender}: MailDeps): Channel & AsyncDisposable => ({
  name: CHANNEL,
  status: () => statusOf(config, sender),
  listen: async () => ({[Symbol.asyncDispose]: async () => {}}),
  send: sender.send,
  ...present({sendLimitMs: sender.sendLimitMs}),
  [Symbol.asyncDispose]: () => sender[Symbol.asyncDispose](),
});

const statusOf = ({address, smtp}: MailConfig, sender: MailSender): ChannelStatus => {
  const out = sender.half();
  const because = out.state === 'down' ? out.because : undefined;
  return {
    channel: CHANNEL,
    inbound: 'off',
    outbound: out.state === 'up' ? 'up' : 'down',
    life: out.state,
    account: address,
    endpoint: smtp.host,
    ...present({detail: because, outboundDetail: because, lastSentAt: sender.lastSentAt()}),
  };
};

const CHANNEL = 'mail';
