// The interface of every connection to signal-cli, internal or external: calls, received messages, and the health of
// each direction.
import type {EpochMs} from '../../../shared/time/time.ts';
import type {SignalRpc} from './calls/signal-rpc.ts';
import type {ProcessState} from './state/process-state.ts';

/** One received item: the JSON of `{envelope, account}`, or of the notification around it. */
export type Received = {
  readonly raw: string;
  /** The position in the journal after this item. Store both together. Absent without a journal. */
  readonly position?: string;
};

/** Stores all received items or none before it returns. If it throws, the items are repeated. */
export type TakeReceived = (received: readonly Received[]) => void | Promise<void>;

export type BridgeHealth = {
  readonly life: ProcessState;
  /** State of calls to signal-cli. `because` is a sentence. `offline`: Signal is unreachable. */
  readonly outbound:
    | {readonly open: true}
    | {readonly open: false; readonly because: string; readonly trouble?: 'offline'};
  /** True if incoming messages are fetched from Signal and stored. */
  readonly inbound: {readonly open: true} | {readonly open: false; readonly because: string};
  /** True if messages that arrive while the program that uses it is stopped are delivered afterwards. */
  readonly replays: boolean;
  readonly version?: string;
  /** Sentences for the operator. */
  readonly warnings: readonly string[];
  /** Number of restarts or reconnections of signal-cli. */
  readonly restarts: number;
  readonly lastReceivedAt?: EpochMs;
  /** When Signal last answered. */
  readonly provenAt?: EpochMs;
  /** The account of the received messages, if known. */
  readonly account?: string;
};

export type Bridge = AsyncDisposable & {
  /** Stays the same across reconnects. Without a connection, calls end as `unsent`. */
  readonly rpc: SignalRpc;
  readonly health: BridgeHealth;
  /** Retries now, even after a person fixed a fatal problem. */
  poke(): void;
  /** A received message expired or was deleted. The bridge soon removes it from its journal. */
  forgetReceived(): void;
};
