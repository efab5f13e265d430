// NoDaemonError: the failure with its own exit code.

import type {Host} from '../../../shared/records/host.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';

/** Nobody listens on the socket: it doesn't exist (`absent`), or a crashed daemon left it (`stale`). */
export type DaemonState = 'absent' | 'stale';

/** No daemon could be reached or started. The command exits with code 3. */
export class NoDaemonError extends GatewayError {
  /** Set when no daemon runs, so that one may be started. */
  readonly daemonState: DaemonState | undefined;

  constructor(
    sentence: string,
    {daemonState, cause}: {readonly daemonState?: DaemonState; readonly cause?: unknown} = {},
  ) {
    super('unavailable', sentence, {cause});
    this.daemonState = daemonState;
  }
}

/** True if an error means that no daemon runs. */
export const saysNoneRuns = (thrown: unknown): boolean =>
  thrown instanceof NoDaemonError && thrown.daemonState !== undefined;

/** The sentence for it, with the way to start one. */
export const noneRuns = (host: Host | undefined): string =>
  host === undefined
    ? 'The daemon is not running. Start it: rooster daemon start'
    : `The daemon on ${host.name} is not running. Start it: rooster --host ${host.name} daemon start`;

/** The start of each sentence about a daemon without its socket. */
export const socketGone = (pid: number): string => `The daemon (pid ${pid}) has lost its socket.`;

/** About the daemon of another machine: each further attempt is a login there. */
export class HostError extends NoDaemonError {}

/** The other machine can't be reached, now. */
export class UnreachableHostError extends HostError {}

/** A verb that needs the machine of the daemon, which is another one by now. */
export class MovedVerb extends GatewayError {
  readonly host: Host;

  constructor(host: Host) {
    super('moved', `Another daemon does the work, on ${host.name}. Run this there: ssh ${host.destination}`);
    this.host = host;
  }
}

/** A daemon runs but its socket file is missing. */
export class LostSocketError extends NoDaemonError {
  readonly pid: number;

  constructor(pid: number, socket: string, cause?: unknown) {
    super(
      `The daemon (pid ${pid}) has lost its socket ${socket}. Wait a few seconds, or run "rooster daemon restart".`,
      {cause},
    );
    this.pid = pid;
  }
}

/** A daemon accepts connections but never answers. */
export class HungDaemonError extends NoDaemonError {
  constructor(cause?: unknown) {
    super('The daemon runs but does not answer. Run "rooster daemon restart".', {cause});
  }
}
