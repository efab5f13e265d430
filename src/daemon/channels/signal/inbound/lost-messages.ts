// Messages that signal-cli took from Signal and may have lost when it died: it keeps each in a folder until it has handed it on, and
// forgets in silence one that it had read already. What neither arrives nor stays there is told to the operator, who can ask for it.
import {readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {type EpochMs, isoOf, MINUTE, SECOND} from '../../../../shared/time.ts';
import type {Clock, Log} from '../../../ports.ts';

export type LostDeps = {
  readonly clock: Clock;
  readonly log: Log;
  /** signal-cli's data folder. */
  readonly data: string;
  /** There is something new to tell. */
  readonly onLost: () => void;
};

export type LostMessages = Disposable & {
  /** A line was taken: whatever it names has arrived. */
  readonly arrived: (raw: string) => void;
  /** signal-cli is not running: what it was at work on is remembered. */
  readonly down: () => void;
  /** It runs again: a little later what is missing is told. */
  readonly up: () => void;
  /** Sentences for the operator. */
  readonly warnings: () => readonly string[];
};

export const createLostMessages = ({clock, log, data, onLost}: LostDeps): LostMessages => {
  const arrived = new Set<number>();
  const underWay = new Set<number>();
  let lost: readonly EpochMs[] = [];
  let timer: Disposable | undefined;

  const look = (): void => {
    const still = new Set(cached(data));
    const missing = [...underWay].filter(timestamp => !still.has(timestamp) && !arrived.has(timestamp));
    underWay.clear();
    if (missing.length === 0) return;
    lost = [...lost, ...missing].slice(-MOST_TOLD);
    log.error({timestamps: missing}, 'signal-cli ended while it was at work on messages, and they have not arrived.');
    onLost();
  };

  return {
    arrived: raw => {
      for (const [, timestamp] of raw.matchAll(TIMESTAMP)) {
        arrived.add(Number(timestamp));
        const [oldest] = arrived;
        if (arrived.size > MOST_REMEMBERED && oldest !== undefined) arrived.delete(oldest);
      }
    },
    down: () => {
      for (const timestamp of cached(data)) underWay.add(timestamp);
    },
    up: () => {
      timer?.[Symbol.dispose]();
      timer = underWay.size === 0 ? undefined : clock.after(WITHIN_MS, look);
    },
    warnings: () =>
      lost.map(at => `A message that was sent to you at ${isoOf(at)} may be lost: signal-cli died with it.`),
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
};

/** The timestamps of what signal-cli has not handed on: each file's name ends in one. */
const cached = (data: string): readonly number[] => {
  try {
    return readdirSync(join(data, 'data'), {recursive: true, withFileTypes: true})
      .filter(entry => entry.isFile() && entry.parentPath.includes('msg-cache'))
      .flatMap(({name}) => {
        const timestamp = Number(/_(\d+)$/u.exec(basename(name))?.[1]);
        return Number.isSafeInteger(timestamp) && timestamp > 0 ? [timestamp] : [];
      });
  } catch {
    // Nothing is linked yet.
    return [];
  }
};

const TIMESTAMP = /"timestamp":(\d{1,15})\b/gu;
const MOST_REMEMBERED = 5_000;
const MOST_TOLD = 5;
const WITHIN_MS = MINUTE + 10 * SECOND;
