// The one failure that has an exit code of its own.
import {GatewayError} from '../../../shared/records/gateway-error.ts';

/** Nobody listens at the socket: there is none (`absent`), or its daemon died and left it behind (`stale`). */
export type Silence = 'absent' | 'stale';

/** No daemon could be reached or started; the command ends with exit code 3. */
export class NoDaemonError extends GatewayError {
  /** Set where there is simply none, and one might be started. */
  readonly silence: Silence | undefined;

  constructor(sentence: string, {silence, cause}: {readonly silence?: Silence; readonly cause?: unknown} = {}) {
    super('unavailable', sentence, cause === undefined ? {} : {cause});
    this.silence = silence;
  }
}

/** Whether what was thrown says that no daemon runs. */
export const saysNoneRuns = (thrown: unknown): boolean =>
  thrown instanceof NoDaemonError && thrown.silence !== undefined;

/** The beginning of what is told about a daemon without its socket. */
export const socketGone = (pid: number): string => `The daemon (pid ${pid}) has lost its socket.`;

/** A daemon runs, and cannot be reached: the file of its socket is gone. */
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

/** A daemon runs and takes connections, and answers nothing. */
export class HungDaemonError extends NoDaemonError {
  constructor(cause?: unknown) {
    super('The daemon runs but does not answer. Run "rooster daemon restart".', {cause});
  }
}
