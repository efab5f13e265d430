// The connection to Signal: open while the configuration names an account or an endpoint, opened again when it names another one.
// What it opens is handed in and loaded only when it is needed, so that a daemon without Signal stays small.

import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import type {SignalChannel} from '../../channels/signal/channel.ts';
import type {Config, SignalConfig} from '../../config/config-schema.ts';
import type {OutboxDrain} from '../../delivery/outbox-drain.ts';
import type {World} from '../../ports/system.ts';

type SignalConnectionDeps = Pick<World, 'store' | 'log'> & {readonly config: () => Config};

export type OpenedSignal = {
  readonly channel: SignalChannel;
  readonly drain: OutboxDrain;
  readonly listening: AsyncDisposable;
};

/** Opens what the configuration names. `onStatus` is called with each change of its status. Rejects with the reason. */
export type OpenSignal = (config: SignalConfig, onStatus: (status: ChannelStatus) => void) => Promise<OpenedSignal>;

export type SignalConnection = AsyncDisposable & {
  /** The channel as it now is; undefined while Signal isn't open. */
  readonly channel: () => SignalChannel | undefined;
  readonly status: () => ChannelStatus | undefined;
  /** Follows the configuration as it is now. Resolves when it has. */
  readonly follow: (open: OpenSignal) => Promise<void>;
  /** Looks for deliveries to send at once. */
  readonly reschedule: () => void;
  /** Brings nothing more to the agent: what arrives waits in the inbox for the next start. What is to be sent still leaves. */
  readonly stopIntake: () => Promise<void>;
};

export const createSignalConnection = ({store, log, config}: SignalConnectionDeps): SignalConnection => {
  let open: OpenedSignal | undefined;
  let trouble: ChannelStatus | undefined;
  let asked = '';
  let closed = false;
  let work: Promise<void> = Promise.resolve();

  const publish = (status: ChannelStatus): void => {
    try {
      store.transact(emit => emit({type: 'channel.status', ...status}));
    } catch (error) {
      log.warn({because: errorMessage(error)}, 'The state of Signal could not be told.');
    }
    if (status.outbound === 'up') open?.drain.reschedule();
  };

  const openWith = async (signal: SignalConfig, openSignal: OpenSignal): Promise<void> => {
    try {
      open = await openSignal(signal, publish);
      trouble = undefined;
    } catch (error) {
      trouble = {...OFF, detail: errorMessage(error)};
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

  const follow = async (openSignal: OpenSignal): Promise<void> => {
    // What is open now stays so until the last messages have left.
    if (closed) return;
    const {signal} = config();
    const wanted = identityOf(signal);
    if (wanted === asked) {
      open?.channel.meetPeople();
      return;
    }
    asked = wanted;
    const had = open !== undefined || trouble !== undefined;
    await close();
    if (signal !== undefined && !closed) await openWith(signal, openSignal);
    else if (had && !closed) publish(OFF);
  };

  return {
    channel: () => open?.channel,
    status: () => open?.channel.status() ?? trouble,
    follow: openSignal => {
      work = work.then(() => follow(openSignal));
      return work;
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

/** What makes it another connection. Who is served is asked each time. */
const identityOf = (signal: SignalConfig | undefined): string =>
  signal === undefined ? '' : JSON.stringify([signal.account, signal.endpoint, signal.command]);

const OFF = {channel: 'signal', inbound: 'off', outbound: 'off'} as const;
