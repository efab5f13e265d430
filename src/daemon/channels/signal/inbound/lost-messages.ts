// Detects messages that signal-cli received but lost when it died. signal-cli keeps each in a cache file until it is
// delivered, and silently drops one that it had already read. A message that neither arrives nor stays in the cache is
// reported to the operator.
import {readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {DAY, type EpochMs, isoOf, MINUTE, SECOND} from '../../../../shared/time/time.ts';
import type {CursorStore, Store} from '../../../ports/store.ts';
import type {Log} from '../../../ports/system.ts';

type LostDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'cursors' | 'transact'>;
  readonly account: string;
  /** signal-cli's data folder. */
  readonly data: string;
  readonly onLost: () => void;
};

export type LostMessages = Disposable & {
  /** Marks messages in these lines as arrived. Runs in the transaction that stores them. */
  readonly arrived: (raws: readonly string[]) => void;
  /** signal-cli ended: remembers its undelivered messages. */
  readonly down: () => void;
  /** signal-cli runs again: looks for missing messages a little later. */
  readonly up: () => void;
};

/** Sentences for the operator about messages that were found lost within the last week. None without an account. */
export const lostWarnings = (cursors: CursorReader, account: string | undefined, now: EpochMs): readonly string[] =>
  (account === undefined ? [] : readLost(cursors, account, now)).map(
    ({sentAt}) => `A message sent to you at ${isoOf(sentAt)} may be lost because signal-cli crashed. Ask for it again.`,
  );

/** Stored in the database, because daemon and signal-cli may die together, also repeatedly. */
export const createLostMessages = ({clock, log, store, account, data, onLost}: LostDeps): LostMessages => {
  const {cursors} = store;
  const names = {
    arrived: `signal.arrived:${account}`,
    underWay: `signal.under-way:${account}`,
  } as const;
  const read = <T>(name: string, empty: T): T => {
    const stored = cursors.get(name);
    return stored === undefined ? empty : (JSON.parse(stored) as T);
  };
  const lately = new Set(read<readonly number[]>(names.arrived, []));
  let timer: Disposable | undefined;

  const underWay = (): readonly number[] => read<readonly number[]>(names.underWay, []);

  /** On a full disk the knowledge is lost at a restart. The bridge goes on. */
  const keep = (write: () => void): void => {
    try {
      store.transact(write);
    } catch (error) {
      log.warn({because: errorMessage(error)}, "Couldn't record the pending messages of signal-cli.");
    }
  };

  const check = (): void => {
    timer = undefined;
    const still = new Set(cached(data));
    const missing = underWay().filter(timestamp => !still.has(timestamp) && !lately.has(timestamp));
    keep(() => {
      cursors.set(names.underWay, JSON.stringify([]));
      if (missing.length === 0) return;
      const losses = missing.map(sentAt => ({sentAt, foundAt: clock.now()}));
      const all = [...readLost(cursors, account, clock.now()), ...losses];
      cursors.set(lostName(account), JSON.stringify(all.slice(-MOST_LISTED)));
    });
    if (missing.length === 0) return;
    log.error({timestamps: missing}, 'signal-cli ended before it delivered some messages, and they have not arrived.');
    onLost();
  };

  const down = (): void => {
    timer?.[Symbol.dispose]();
    timer = undefined;
    const before = underWay();
    const all = [...new Set([...before, ...cached(data)])].slice(-MOST_AT_WORK);
    if (all.length > before.length) keep(() => cursors.set(names.underWay, JSON.stringify(all)));
  };

  return {
    arrived: raws => {
      for (const raw of raws) {
        for (const [, timestamp] of raw.matchAll(TIMESTAMP)) {
          // A Set keeps insertion order, so the newest are last.
          lately.delete(Number(timestamp));
          lately.add(Number(timestamp));
        }
      }
      for (const timestamp of [...lately].slice(0, Math.max(0, lately.size - MOST_REMEMBERED)))
        lately.delete(timestamp);
      cursors.set(names.arrived, JSON.stringify([...lately].slice(-MOST_KEPT)));
    },
    down,
    up: () => {
      if (timer === undefined && underWay().length > 0) timer = clock.after(WITHIN_MS, check);
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
};

type CursorReader = Pick<CursorStore, 'get'>;
type Lost = {readonly sentAt: EpochMs; readonly foundAt: EpochMs};

const readLost = (cursors: CursorReader, account: string, now: EpochMs): readonly Lost[] => {
  const stored = cursors.get(lostName(account));
  if (stored === undefined) return [];
  return (JSON.parse(stored) as readonly Lost[]).filter(({foundAt}) => now - foundAt < SHOWN_FOR_MS);
};

const lostName = (account: string): string => `signal.lost:${account}`;

/** The timestamps of undelivered messages, from the ends of their file names. */
const cached = (data: string): readonly number[] => {
  try {
    return readdirSync(join(data, 'data'), {recursive: true, withFileTypes: true})
      .filter(entry => entry.isFile() && entry.parentPath.includes('msg-cache'))
      .flatMap(({name}) => {
        const timestamp = Number(/_(\d+)$/u.exec(basename(name))?.[1]);
        return Number.isSafeInteger(timestamp) && timestamp > 0 ? [timestamp] : [];
      });
  } catch {
    // No account is linked yet.
    return [];
  }
};

const TIMESTAMP = /"timestamp":(\d{1,15})\b/gu;
const MOST_REMEMBERED = 5_000;
/** signal-cli works on one message at a time, so few delivered ones still have a file. */
const MOST_KEPT = 50;
const MOST_AT_WORK = 1_000;
const MOST_LISTED = 5;
const SHOWN_FOR_MS = 7 * DAY;
const WITHIN_MS = MINUTE + 10 * SECOND;
