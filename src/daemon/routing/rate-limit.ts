// Rate limits per source: a token bucket that refills over time. Pure; a bucket is a value.
import {channelOfSource, type MessageSource, nameOfSource} from '../../shared/records/message.ts';
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';
import type {LimitsConfig} from '../config/config-schema.ts';

export type Bucket = {readonly tokens: number; readonly at: EpochMs};

/** At most `most` messages in `inMs`. A full bucket holds `most` tokens, so such a burst is fine after a pause. */
type Limit = {readonly most: number; readonly inMs: number};

/**
 * Takes a token if there is one. A source without a bucket starts with a full one. A refusal takes nothing, so retrying
 * doesn't delay a source. A clock set back locks nobody out.
 */
export const takeToken = (
  bucket: Bucket | undefined,
  now: EpochMs,
  {most, inMs}: Limit,
): readonly [bucket: Bucket, ok: boolean] => {
  const {tokens, at} = bucket ?? {tokens: most, at: now};
  const refilled = Math.min(most, tokens + (Math.max(0, now - at) * most) / inMs);
  return refilled < 1 ? [{tokens: refilled, at: now}, false] : [{tokens: refilled - 1, at: now}, true];
};

type Allowance = {readonly bucket: string; readonly limit: Limit};

/** The bucket that a source uses, with its limit. Undefined for unlimited sources. */
export const allowanceOf = (source: MessageSource, limits: LimitsConfig): Allowance | undefined => {
  const {kind} = source;
  const name = nameOfSource(source) ?? '';
  switch (kind) {
    // The schedule itself limits scheduled sources, and the daemon's own messages have other limits.
    case 'cron':
    case 'reminder':
    case 'system':
      return undefined;
    case 'user':
      return channelOfSource(source) === 'terminal'
        ? operator(limits)
        : aMinute(`user ${name}`, limits.personPerMinute);
    case 'operator':
      return operator(limits);
    case 'alarm':
      return aMinute('alarms', limits.injectionsPerMinute);
    // All wake-ups come with one secret.
    case 'wake':
      return aMinute('wakes', limits.injectionsPerMinute);
    // Bounded where it starts: a result must not get lost.
    case 'delegation':
      return undefined;
    case 'webhook':
    case 'session':
    case 'broadcast':
    case 'agent':
    case 'tool':
      return aMinute(`${kind} ${name}`, limits.injectionsPerMinute);
  }
};

/** The terminal and the user's scripts share one limit, because they share the socket. */
const operator = ({operatorPerMinute}: LimitsConfig): Allowance => aMinute('operator', operatorPerMinute);

const aMinute = (bucket: string, most: number): Allowance => ({bucket, limit: {most, inMs: MINUTE}});
