// The daemon as the terminal UI sees it: typed calls, notices, and an end. The code that starts the app supplies it.
import type {Method, Params, Result} from '../../ipc/method-table.ts';
import type {Notice, Notices} from '../../ipc/protocol.ts';
import type {DaemonAddress} from '../../shared/records/host.ts';

export interface GatewayClient extends AsyncDisposable {
  /** Rejects with a GatewayError; `unavailable` when no response came, so that the call may be repeated. */
  call<M extends Method>(method: M, params: Params<M>, options?: {readonly timeoutMs?: number}): Promise<Result<M>>;
  /** Called for every notice, in order. */
  onNotice(listener: (...notice: NoticeOf) => void): void;
  /** The daemon to which the usual one has sent this terminal. */
  readonly at?: DaemonAddress;
  /** Resolves with the reason once the connection has ended. */
  readonly closed: Promise<string>;
}

export type NoticeOf = {[N in Notice]: [name: N, notice: Notices[N]]}[Notice];

/** Connects to the daemon, or starts one. Rejects with a GatewayError that says why there is none. */
export type Connect = (signal: AbortSignal) => Promise<GatewayClient>;
