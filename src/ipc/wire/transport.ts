// A connection that carries lines: one port for sockets and the in-memory pair, with the same contract tests. Handlers
// are passed to `start`, and nothing is read before it, so nothing is lost.
import {assertNever} from '../../shared/text/gateway-error.ts';
import {clauseFromOutside, formatReason, type Reason} from '../../shared/text/sentences.ts';
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
  /** The peer has greeted: the full line limit applies from now on. */
  longLines(): void;
}

/** The reason for the end of a connection. */
export type CloseReason =
  | {readonly kind: 'here'}
  | {readonly kind: 'there'}
  /** The system reported an error. */
  | {readonly kind: 'broken'; readonly error: string}
  /** The other side sent a line above the limit. */
  | {readonly kind: 'too-long'}
  /** The other side said why, in its own sentence. */
  | {readonly kind: 'announced'; readonly message: string}
  /** The program behind the connection ended. */
  | {readonly kind: 'exited'; readonly reason: Reason};

/** As a whole sentence. */
export const formatClose = (close: CloseReason): string =>
  close.kind === 'announced' ? close.message : formatReason(reasonOfClose(close));

export const reasonOfClose = (close: CloseReason): Reason => {
  switch (close.kind) {
    case 'here':
      return {what: 'The connection was closed on this side'};
    case 'there':
      return {what: 'The other side closed the connection'};
    case 'broken':
      return {what: `The connection broke: ${clauseFromOutside(close.error)}`};
    case 'too-long':
      return {what: 'The other side sent a line that is too long to take'};
    case 'announced':
      return {what: clauseFromOutside(close.message)};
    case 'exited':
      return close.reason;
    default:
      return assertNever(close);
  }
};
