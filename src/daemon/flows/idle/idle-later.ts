// The quiet conversations as the start of the daemon knows them: not at all. What tends them is loaded once it may have something to
// do, after the start, and stands behind this from then on.

import {present} from '../../../shared/fields/present.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import type {IdleStatus} from '../../../shared/records/idle-status.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import type {Log} from '../../ports/system.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import type {IdleSource} from './idle-source.ts';

type LaterDeps = {
  readonly log: Log;
  readonly load: () => Promise<IdleSource & Disposable>;
  /** Why nothing runs by itself in any conversation; undefined when it may. */
  readonly whyNothing: () => string | undefined;
};

export type IdleLater = AsyncDisposable & {
  readonly source: WakeSource;
  readonly resume: (run: Run) => void;
  /** Loads it where there is something to do. */
  readonly look: () => void;
  readonly standing: () => {readonly why?: string; readonly sessions: readonly IdleStatus[]};
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
      log.error({error}, `quiet conversations are not looked after: ${errorMessage(error)}`);
      // Whoever looks next tries again.
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
    look: () => {
      if (whyNothing() === undefined || interrupted.length > 0) opening ??= opened();
    },
    standing: () => {
      const why = whyNothing();
      return {...present({why}), sessions: open?.standing() ?? []};
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      await opening;
      open?.[Symbol.dispose]();
    },
  };
};
