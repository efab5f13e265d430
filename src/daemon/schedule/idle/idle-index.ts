// Recently used conversations in memory, each with its next check. Calculating that instant needs a query, so it
// happens only after a change, a few at a time.
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

type IdleIndex = {
  /** A person was active. */
  readonly noteActivity: (key: SessionKey, at: EpochMs) => void;
  readonly forget: (key: SessionKey) => void;
  /** Marks an instant as outdated. Without a key: all of them. */
  readonly doubt: (key?: SessionKey) => void;
  /** Recalculates at most `most` outdated instants. If `ask` returns undefined, the conversation is forgotten. */
  readonly settle: (ask: (known: Known) => EpochMs | undefined, most: number) => void;
  /** The earliest instant, or `now` while some are outdated. */
  readonly earliest: (now: EpochMs) => EpochMs | undefined;
  readonly due: (now: EpochMs, most: number) => readonly Known[];
  /** Sets the next check. Without an instant the conversation is forgotten. */
  readonly put: (key: SessionKey, lookAt: EpochMs | undefined) => void;
  readonly get: (key: SessionKey) => Known | undefined;
  /** Most recently active first. */
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
  /** Recalculated after a change. */
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
    noteActivity: (key, at) => {
      // Moves the entry to the end of the map, as the most recent.
      known.delete(key);
      known.set(key, {key, idleSince: at});
      doubted.add(key);
      first = undefined;
    },
    forget,
    doubt: key => {
      for (const session of key === undefined ? known.keys() : [key]) if (known.has(session)) doubted.add(session);
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
