// The wire as the terminal UI sees it: typed calls, notices, and an end. Whoever starts the app hands one in.
import type {Method, Notice, Notices, Params, Result} from '../../ipc/protocol.ts';

export interface GatewayClient extends AsyncDisposable {
  /** Rejects with a GatewayError; `unavailable` when nobody answered, so that the same call may be made again. */
  call<M extends Method>(method: M, params: Params<M>, options?: {readonly timeoutMs?: number}): Promise<Result<M>>;
  /** Called for every notice of the daemon, in order. */
  onNotice(listener: (...notice: NoticeOf) => void): void;
  /** Resolves with the reason once the connection has ended. */
  readonly closed: Promise<string>;
}

export type NoticeOf = {[N in Notice]: [name: N, notice: Notices[N]]}[Notice];

/** Dials the daemon, or starts one; rejects with a GatewayError whose sentence says why there is none. */
export type Connect = (signal: AbortSignal) => Promise<GatewayClient>;
