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
  /** `onChange`: called when the half's state may have changed. */
  readonly openSender: (onChange: () => void) => MailSender;
  /** Called when the status has changed. */
  readonly onStatus: (status: ChannelStatus) => void;
};

export const openMail = ({config, openSender, onStatus}: MailDeps): Channel & AsyncDisposable => {
  let published = '';
  const publish = (): void => {
    const status = statusOf(config, sender);
    const {lastSentAt: _, ...shown} = status;
    const text = JSON.stringify(shown);
    if (text === published) return;
    published = text;
    onStatus(status);
  };
  const sender = openSender(publish);
  return {
    name: CHANNEL,
    status: () => statusOf(config, sender),
    listen: async () => ({[Symbol.asyncDispose]: async () => {}}),
    send: sender.send,
    ...present({sendLimitMs: sender.sendLimitMs}),
    [Symbol.asyncDispose]: () => sender[Symbol.asyncDispose](),
  };
};

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
