// One entry for each channel. A new channel doesn't compile until its entry is complete.

import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import type {ChannelName} from '../../shared/records/channels.ts';
import type {Config} from '../config/config-schema.ts';
import type {SessionService} from '../flows/session-service.ts';
import type {Scheduler} from '../schedule/scheduler.ts';
import type {AgentPart} from './build-agent.ts';
import type {ServicesPart} from './build-services.ts';
import type {StorePart} from './build-store.ts';
import type {BuildOptions} from './daemon-options.ts';
import {connectSignal} from './signal/connect-signal.ts';
import type {SignalConnection} from './signal/signal-connection.ts';

/** What a channel may be connected with. */
export type ConnectOptions = BuildOptions & {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly agent: AgentPart;
  readonly scheduler: Scheduler;
  readonly sessionService: SessionService;
  readonly signal: SignalConnection;
};

/** A channel as the daemon runs it, whether it is configured or not. Disposing closes it. */
export type ChannelConnection = AsyncDisposable & {
  readonly status: () => ChannelStatus | undefined;
  /** Follows the configuration as it is now: opens, closes, opens again. */
  readonly follow: () => Promise<void>;
  /** Looks for deliveries to send at once. */
  readonly reschedule: () => void;
  /** Brings nothing more to the agent. What is to be sent still leaves. */
  readonly stopIntake: () => Promise<void>;
};

type ChannelEntry = {
  /** Whether the outbox has somebody who sends there. Clients of the socket fetch what is for the terminal. */
  readonly sends: (config: Config) => boolean;
  /** Undefined where nothing has to be opened. */
  readonly connect: ((options: ConnectOptions) => ChannelConnection) | undefined;
};

export const CHANNEL_ENTRIES: Readonly<Record<ChannelName, ChannelEntry>> = {
  terminal: {sends: () => false, connect: undefined},
  signal: {sends: ({signal}) => signal !== undefined, connect: connectSignal},
};
