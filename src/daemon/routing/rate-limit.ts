// How much may enter from one source: a bucket of tokens that fills again with time. Pure; a bucket is a value.
import {channelOfSource, type MessageSource, nameOfSource} from '../../shared/records/message.ts';
import {type EpochMs, MINUTE} from '../../shared/time/time.ts';
import type {LimitsConfig} from '../config/config-schema.ts';

export type Bucket = {readonly tokens: number; readonly at: EpochMs};

/** So many in so long. A full bucket holds all of them, so a burst of that many is fine after a quiet time. */
type Limit = {readonly most: number; readonly inMs: number};

/**
 * Takes a token, if there is one. A source without a bucket has a full one. A refusal takes nothing, so a source that keeps
 * trying is let in again as soon as one that waited. A clock that is set back does not lock anybody out.
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

/** Which buckets a source draws from, and how large they are; none for what is not limited. */
export const allowancesOf = (source: MessageSource, limits: LimitsConfig): readonly Allowance[] => {
  const {kind} = source;
  const name = nameOfSource(source) ?? '';
  switch (kind) {
    // What runs on a schedule was allowed by whoever wrote the schedule, and what the daemon says itself has its own measure.
    case 'cron':
    case 'reminder':
    case 'system':
      return [];
    case 'user':
      return [
        channelOfSource(source) === 'terminal' ? operator(limits) : aMinute(`user ${name}`, limits.personPerMinute),
      ];
    case 'operator':
      return [operator(limits)];
    case 'alarm':
      return [aMinute('alarms', limits.injectionsPerMinute)];
    case 'session':
    case 'agent':
    case 'tool':
      return [aMinute(`${kind} ${name}`, limits.injectionsPerMinute)];
  }
};

/** The person at the terminal and their scripts are one source: the socket is the same. */
const operator = ({operatorPerMinute}: LimitsConfig): Allowance => aMinute('operator', operatorPerMinute);

const aMinute = (bucket: string, most: number): Allowance => ({bucket, limit: {most, inMs: MINUTE}});
