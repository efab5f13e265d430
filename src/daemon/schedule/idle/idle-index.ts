// The conversations that somebody has been in lately, in memory, each with the instant at which it is next to be looked at. To
// learn that instant costs a question to the database, so it is asked only where something has changed, and some at a time.
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

export type IdleIndex = {
  /** Somebody was there. */
  readonly hear: (key: SessionKey, at: EpochMs) => void;
  readonly forget: (key: SessionKey) => void;
  /** Its instant has to be asked for anew; without a key, everybody's. */
  readonly doubt: (key?: SessionKey) => void;
  /** Asks for the instants that are in doubt, of so many at most. Undefined: it is not to be looked at any more, and forgotten. */
  readonly settle: (ask: (known: Known) => EpochMs | undefined, most: number) => void;
  /** The first instant of all; `now` as long as some are in doubt. */
  readonly earliest: (now: EpochMs) => EpochMs | undefined;
  readonly due: (now: EpochMs, most: number) => readonly Known[];
  /** It is next looked at then; without an instant it is forgotten. */
  readonly put: (key: SessionKey, lookAt: EpochMs | undefined) => void;
  readonly get: (key: SessionKey) => Known | undefined;
  /** The one heard last first. */
  readonly list: () => readonly Known[];
};

export type Known = {
  readonly key: SessionKey;
  readonly idleSince: EpochMs;
  readonly lookAt?: EpochMs;
};

export const createIdleIndex = (): IdleIndex => {
  const known = new Map<SessionKey, Known>();
  const doubted = new Set<SessionKey>();
  /** Worked out again when something has changed. */
  let first: {readonly at: EpochMs | undefined} | undefined;

  const forget = (key: SessionKey): void => {
    known.delete(key);
    doubted.delete(key);
    first = undefined;
  };

  const put = (key: SessionKey, lookAt: EpochMs | undefined): void => {
    const entry = known.get(key);
    if (entry === undefined) return;
    if (lookAt === undefined) forget(key);
    else known.set(key, {...entry, lookAt});
    first = undefined;
  };

  const earliestOfAll = (): EpochMs | undefined => {
    let earliest: EpochMs | undefined;
    for (const {lookAt} of known.values()) {
      if (lookAt !== undefined && (earliest === undefined || lookAt < earliest)) earliest = lookAt;
    }
    return earliest;
  };

  return {
    hear: (key, at) => {
      // Last in the order of the map: the one heard last.
      known.delete(key);
      known.set(key, {key, idleSince: at});
      doubted.add(key);
      first = undefined;
    },
    forget,
    doubt: key => {
      for (const one of key === undefined ? known.keys() : [key]) if (known.has(one)) doubted.add(one);
    },
    settle: (ask, most) => {
      let left = most;
      for (const key of doubted) {
        if (left <= 0) return;
        left -= 1;
        doubted.delete(key);
        const entry = known.get(key);
        if (entry === undefined) continue;
        put(key, ask(entry));
      }
    },
    earliest: now => {
      if (doubted.size > 0) return now;
      first ??= {at: earliestOfAll()};
      return first.at;
    },
    due: (now, most) => {
      const found: Known[] = [];
      for (const entry of known.values()) {
        if (found.length >= most) break;
        if (entry.lookAt !== undefined && entry.lookAt <= now && !doubted.has(entry.key)) found.push(entry);
      }
      return found;
    },
    put,
    get: key => known.get(key),
    list: () => [...known.values()].toReversed(),
  };
};
