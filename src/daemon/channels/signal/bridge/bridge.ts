// What every way to signal-cli offers, whoever runs it: calls, what it receives, and how it fares, each direction by itself.
import type {ChannelStatus} from '../../../../shared/events/gateway-event.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {SignalRpc} from './calls/signal-rpc.ts';
import type {Life} from './life.ts';

/** One thing that was received: the JSON of `{envelope, account}`, or of the notification around it. */
export type Received = {
  readonly raw: string;
  /** How far the journal has been read with this; to be kept together with it. Absent where there is no journal. */
  readonly mark?: string;
};

/** Keeps what was received, all or none, before it returns. When it throws, the same comes again. */
export type TakeReceived = (received: readonly Received[]) => void | Promise<void>;

export type BridgeHealth = {
  readonly life: Life;
  /** Whether calls reach signal-cli. `because` is a sentence. */
  readonly outbound:
    | {readonly open: true}
    | {readonly open: false; readonly because: string; readonly trouble?: ChannelStatus['trouble']};
  /** Whether what is written to us is taken from Signal's servers and kept. */
  readonly inbound: {readonly open: true} | {readonly open: false; readonly because: string};
  /** Whether what arrives while the daemon is away is still there afterwards. */
  readonly replays: boolean;
  readonly version?: string;
  /** Sentences for the operator. */
  readonly warnings: readonly string[];
  /** How often it had to be started or connected to again. */
  readonly restarts: number;
  readonly lastReceivedAt?: EpochMs;
  /** When the way to Signal was last proven to be open. */
  readonly provenAt?: EpochMs;
  /** Whose messages it hands over, as far as it is known. */
  readonly account?: string;
};

export type Bridge = AsyncDisposable & {
  /** Stays the same while connections come and go; without one, calls are `unsent`. */
  readonly rpc: SignalRpc;
  readonly health: BridgeHealth;
  /** Tries now instead of at the time it meant to; also after a person mended what had stopped it. */
  poke(): void;
  /** Something that was handed over is to be forgotten: it is cleared soon from what the bridge keeps. */
  forgetReceived(): void;
};
