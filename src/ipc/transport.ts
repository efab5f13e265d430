// A connection that carries lines: one door for sockets and for the in-memory pair, held to the same contract tests.
// Handlers are given to `start`, not assigned later, and nothing is read before it: so nothing is lost.
import type {LineFault} from './lines.ts';

/** One or more whole lines, each ending in LF. One Buffer may be sent to many. */
export type Encoded = string | Buffer;

export type TransportHandlers = {
  /** A line, without its LF. */
  readonly message: (line: string) => void;
  /** A line that cannot be handed out. After anything but `not-utf8` no message follows. */
  readonly error: (fault: LineFault) => void;
  /** The other side has said its last word and still listens. Without this handler the transport closes in turn. */
  readonly end?: () => void;
  /** Once, and last. `reason` is a sentence. */
  readonly close: (reason: string) => void;
};

export interface Transport {
  start(handlers: TransportHandlers): void;
  /** Never throws; goes nowhere once closed. What is sent in one turn of the event loop leaves in one write. */
  send(lines: Encoded): void;
  /** What was sent still goes out; what comes in is discarded. Ends when the other side closes too: bound it with `abort`. */
  close(): void;
  /** Ends now; what was not sent is lost. */
  abort(): void;
  /** Bytes that were sent and have not left the process. */
  pending(): number;
  /** Resolves when nothing is pending, or the transport has ended. */
  drained(): Promise<void>;
  /** Nothing more is read until `resume`; takes effect with the next line. */
  pause(): void;
  resume(): void;
  /** The other side has said hello: from now on its lines may be as long as lines ever are. */
  longLines(): void;
}
