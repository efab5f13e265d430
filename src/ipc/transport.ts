// A connection that carries lines: one port for sockets and the in-memory pair, with the same contract tests. Handlers
// are passed to `start`, and nothing is read before it, so nothing is lost.
import type {CloseReason} from './close-reason.ts';
import type {LineFault} from './lines.ts';

/** One or more whole lines, each ending in LF. One Buffer may go to many connections. */
export type Encoded = string | Buffer;

export type TransportHandlers = {
  /** A line, without its LF. */
  readonly message: (line: string) => void;
  /** An invalid line. After any fault but `not-utf8` no message follows. */
  readonly error: (fault: LineFault) => void;
  /** The peer ended its side and still reads. Without this handler the transport closes too. */
  readonly end?: () => void;
  /** Called once, as the last callback. */
  readonly close: (reason: CloseReason) => void;
};

export interface Transport {
  start(handlers: TransportHandlers): void;
  /** Never throws; ignored after the close. Everything sent in one event loop turn leaves in one write. */
  send(lines: Encoded): void;
  /** Pending data still leaves; input is discarded. Ends when the peer closes too: bound the wait with `abort`. */
  close(): void;
  /** Ends now; unsent data is lost. */
  abort(): void;
  /** Bytes that were sent and are still in this process. */
  pending(): number;
  /** Resolves when nothing is pending, or the transport has ended. */
  drained(): Promise<void>;
  /** Reading stops until `resume`, from the next line on. */
  pause(): void;
  resume(): void;
  /** The peer has sent `hello`: the full line limit applies from now on. */
  longLines(): void;
}
