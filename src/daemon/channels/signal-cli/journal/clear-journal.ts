// Empties the journal, which contains people's messages: daily at an idle time, when it is large, and soon after one of
// its messages was deleted or expired. Receiving stops meanwhile.
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {DAY, type EpochMs, MINUTE, SECOND} from '../../../../shared/time/time.ts';
import {endLastLine} from '../cli-process.ts';
import type {World} from '../host.ts';
import type {Session} from '../signal-cli-session.ts';
import type {Journal} from './journal.ts';

type JournalClearing = Disposable & {
  /** A session receives messages, so the journal can be emptied. */
  readonly opened: () => void;
  /** Empties the journal soon, because one of its messages is to be deleted. */
  readonly request: () => void;
};

type JournalClearingDeps = World & {
  readonly path: string;
  readonly journal: Journal;
  /** The session that receives now. */
  readonly session: () => Session | undefined;
  readonly lastReceivedAt: () => EpochMs | undefined;
  /** In bytes. */
  readonly large: number;
};

export const startJournalClearing = (deps: JournalClearingDeps): JournalClearing => {
  const {path, clock, log, host, journal, session, lastReceivedAt, large} = deps;
  let emptiedAt: EpochMs | undefined;
  let isAsked = false;
  let working = false;
  let daily: Disposable | undefined;
  let asked: Disposable | undefined;

  const isDue = (): boolean => {
    if (journal.offset === 0) return false;
    if (journal.offset > large) return true;
    const isIdle = clock.now() - (lastReceivedAt() ?? 0) >= IDLE_MS;
    return isIdle && (emptiedAt === undefined || Math.abs(clock.now() - emptiedAt) >= DAY);
  };

  const check = (): void => {
    daily = clock.after(CHECK_EVERY_MS, check);
    if (isDue()) void empty();
  };

  /** At most once a minute, however many messages expire. */
  const arm = (): void => {
    const since = emptiedAt === undefined ? MINUTE : Math.abs(clock.now() - emptiedAt);
    asked ??= clock.after(Math.max(REQUEST_DELAY_MS, MINUTE - since), () => {
      asked = undefined;
      void empty();
    });
  };

  const empty = async (): Promise<void> => {
    const which = session();
    if (which === undefined || working) return;
    working = true;
    const wasAsked = isAsked;
    isAsked = false;
    let emptied = false;
    try {
      emptied = await which.whileIdle(async () => {
        // signal-cli isn't writing now. A line without its end would never be read.
        endLastLine(path);
        await journal.empty();
      });
      if (emptied) emptiedAt = clock.now();
      if (emptied) log.info({}, 'The journal of signal-cli was emptied.');
      else
        log.warn({}, `The journal of signal-cli was not emptied: signal-cli is still receiving. ${host.name} retries.`);
    } catch (error) {
      log.warn({because: errorMessage(error)}, `Couldn't empty the journal of signal-cli. ${host.name} retries.`);
    } finally {
      working = false;
      if (!emptied && wasAsked) isAsked = true;
      if (isAsked && session() !== undefined) arm();
    }
  };

  return {
    opened: () => {
      daily?.[Symbol.dispose]();
      daily = clock.after(CHECK_EVERY_MS, check);
      if (isAsked) arm();
    },
    request: () => {
      isAsked = true;
      if (session() !== undefined) arm();
    },
    [Symbol.dispose]: () => {
      daily?.[Symbol.dispose]();
      asked?.[Symbol.dispose]();
    },
  };
};

const CHECK_EVERY_MS = 10 * MINUTE;
const IDLE_MS = MINUTE;
const REQUEST_DELAY_MS = 10 * SECOND;
