// The one failure that has an exit code of its own.
import {GatewayError} from '../../../shared/gateway-error.ts';

/** No daemon could be reached or started; the command ends with exit code 3. */
export class NoDaemonError extends GatewayError {
  /** There is simply none: nobody listens at the socket. */
  readonly absent: boolean;

  constructor(sentence: string, {absent = false, cause}: {readonly absent?: boolean; readonly cause?: unknown} = {}) {
    super('unavailable', sentence, cause === undefined ? {} : {cause});
    this.absent = absent;
  }
}
