// Keeps a channel open while it is configured, and reopens it when its configuration changes.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import {type OutboxDrain, startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {channelSends} from '../../outputs.ts';
import type {Channel} from '../../ports/channel.ts';
import type {OutputGate} from '../../ports/output-gate.ts';
import type {World} from '../../ports/system.ts';

export type OpenedChannel = {
  readonly channel: Channel & AsyncDisposable;
  readonly drain: OutboxDrain;
  readonly listening: AsyncDisposable;
};

/** The channel as everything else uses it, and the outbox that sends there. */
export const startSending = <C extends Channel>(
  core: Core,
  gate: OutputGate | undefined,
  opened: C,
): {readonly channel: C; readonly drain: OutboxDrain} => {
  const channel = channelSends(opened, gate, core.clock);
  return {channel, drain: startOutboxDrain({...core, channel, jitter: Math.random})};
};

/** A channel in the daemon, configured or not. Disposing closes it. */
export type ChannelConnection = AsyncDisposable & {
  /** The open channel. Undefined while it isn't open. */
  readonly channel: () => Channel | undefined;
  readonly status: () => ChannelStatus | undefined;
  /** Opens, closes or reopens the channel to match the current configuration. */
  readonly follow: () => Promise<void>;
  /** Closes the channel and opens it again. */
  readonly reopen?: () => Promise<void>;
  /** Sends due deliveries now. */
  readonly reschedule: () => void;
  /** Stops passing messages to the agent. Deliveries still leave. */
  readonly stopIntake: () => Promise<void>;
};

/** Opens the configured channel. Calls `onStatus` on each change of the status. Rejects with the reason. */
export type OpenChannel<C, O extends OpenedChannel> = (
  config: C,
  onStatus: (status: ChannelStatus) => void,
) => Promise<O>;

type ChannelConnectionDeps<C, O extends OpenedChannel> = Pick<World, 'store' | 'log'> & {
  readonly name: string;
  /** The channel's current configuration. Undefined while the channel is off. */
  readonly config: () => C | undefined;
  /** A change of this value needs a new connection. */
  readonly identityOf: (config: C) => string;
  /** The configuration was loaded and needs no new connection. @default does nothing */
  readonly onUnchanged?: (open: O) => void;
};

export type OpenableConnection<C, O extends OpenedChannel> = AsyncDisposable & {
  /** The open channel. Undefined while it isn't open. */
  readonly opened: () => O | undefined;
  readonly channel: () => Channel | undefined;
  readonly status: () => ChannelStatus | undefined;
  /** Applies the current configuration, and resolves when that is done. */
  readonly follow: (open: OpenChannel<C, O>) => Promise<void>;
  /** The next `follow` opens the channel again, even if its configuration is the same. */
  readonly expire: () => void;
  /** Sends due deliveries now. */
  readonly reschedule: () => void;
  /** Stops passing messages to the agent. New messages wait in the inbox for the next start; deliveries still leave. */
  readonly stopIntake: () => Promise<void>;
};

export const createChannelConnection = <C, O extends OpenedChannel>(
  deps: ChannelConnectionDeps<C, O>,
): OpenableConnection<C, O> => {
  const {store, log, name, config, identityOf, onUnchanged = () => {}} = deps;
  const off: ChannelStatus = {channel: name, inbound: 'off', outbound: 'off'};
  let open: O | undefined;
  let trouble: ChannelStatus | undefined;
  let asked = '';
  let closed = false;
  let work: Promise<void> = Promise.resolve();

  const publish = (status: ChannelStatus): void => {
    try {
      store.transact(emit => emit({type: 'channel.status', ...status}));
    } catch (error) {
      log.warn({channel: name, because: errorMessage(error)}, "Couldn't store the state of a channel.");
    }
    if (status.outbound === 'up') open?.drain.reschedule();
  };

  const openWith = async (current: C, openChannel: OpenChannel<C, O>): Promise<void> => {
    try {
      open = await openChannel(current, publish);
      trouble = undefined;
    } catch (error) {
      trouble = {...off, detail: errorMessage(error)};
      publish(trouble);
    }
  };

  const close = async (): Promise<void> => {
    const last = open;
    open = undefined;
    trouble = undefined;
    await last?.listening[Symbol.asyncDispose]();
    await last?.drain[Symbol.asyncDispose]();
    await last?.channel[Symbol.asyncDispose]();
  };

  const follow = async (openChannel: OpenChannel<C, O>): Promise<void> => {
    // While closing, an open connection stays until the last messages have left.
    if (closed) return;
    const current = config();
    const wanted = current === undefined ? '' : identityOf(current);
    if (wanted === asked) {
      if (open !== undefined) onUnchanged(open);
      return;
    }
    asked = wanted;
    const had = open !== undefined || trouble !== undefined;
    await close();
    if (current !== undefined && !closed) await openWith(current, openChannel);
    else if (had && !closed) publish(off);
  };

  return {
    opened: () => open,
    channel: () => open?.channel,
    status: () => open?.channel.shownStatus?.() ?? open?.channel.status() ?? trouble,
    follow: openChannel => {
      work = work.then(() => follow(openChannel));
      return work;
    },
    expire: () => {
      asked = '';
    },
    reschedule: () => open?.drain.reschedule(),
    stopIntake: async () => {
      closed = true;
      await work;
      await open?.listening[Symbol.asyncDispose]();
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      work = work.then(close);
      await work;
    },
  };
};
