// Loads the modules of idle conversations after the start, and only if they may have work. Callers use this placeholder from the start.

import {errorMessage} from '../../../shared/records/gateway-error.ts';
import type {IdleStatus} from '../../../shared/records/jobs/idle-status.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Log} from '../../ports/system.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import type {IdleSource} from './idle-source.ts';

type LaterDeps = {
  readonly log: Log;
  readonly load: () => Promise<IdleSource & Disposable>;
  /** The reason why heartbeat and reflection are off everywhere. Undefined if they may run. */
  readonly whyNothing: () => string | undefined;
};

export type IdleLater = AsyncDisposable & {
  readonly source: WakeSource;
  readonly resume: (run: Run) => void;
  /** Loads the modules if there may be work. */
  readonly check: () => void;
  readonly status: () => {readonly why?: string; readonly sessions: readonly IdleStatus[]};
};

export const createIdleLater = ({log, load, whyNothing}: LaterDeps): IdleLater => {
  let open: (IdleSource & Disposable) | undefined;
  let opening: Promise<void> | undefined;
  let closed = false;
  const interrupted: Run[] = [];

  const opened = async (): Promise<void> => {
    try {
      const source = await load();
      if (closed) source[Symbol.dispose]();
      else open = source;
      for (const run of closed ? [] : interrupted.splice(0)) source.resume(run);
    } catch (error) {
      log.error({error}, `Heartbeat and reflection are off: ${errorMessage(error)}`);
      // The next call tries again.
      opening = undefined;
    }
  };

  return {
    source: {
      kind: 'heartbeat',
      nextAt: now => open?.nextAt(now),
      fireDue: now => open?.fireDue(now),
      upcoming: (now, limit) => open?.upcoming(now, limit) ?? [],
    },
    resume: run => {
      if (open === undefined) interrupted.push(run);
      else open.resume(run);
    },
    check: () => {
      if (whyNothing() === undefined || interrupted.length > 0) opening ??= opened();
    },
    status: () => {
      const why = whyNothing();
      return {why, sessions: open?.status() ?? []};
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      await opening;
      open?.[Symbol.dispose]();
    },
  };
};
