// How much may enter from one source: a bucket of tokens that fills again with time. Pure; a bucket is a value.
import type {MessageSource} from '../../shared/message.ts';
import {type EpochMs, MINUTE} from '../../shared/time.ts';
import type {LimitsConfig} from '../config/config-schema.ts';

export type Bucket = {readonly tokens: number; readonly at: EpochMs};

/** A full bucket holds a minute's worth, so a burst of that many is fine after a quiet minute. */
type Limit = {readonly perMinute: number};

/**
 * Takes a token, if there is one. A source without a bucket has a full one. A refusal takes nothing, so a source that keeps
 * trying is let in again as soon as one that waited. A clock that is set back does not lock anybody out.
 */
export const takeToken = (
  bucket: Bucket | undefined,
  now: EpochMs,
  {perMinute}: Limit,
): readonly [bucket: Bucket, ok: boolean] => {
  const {tokens, at} = bucket ?? {tokens: perMinute, at: now};
  const refilled = Math.min(perMinute, tokens + (Math.max(0, now - at) * perMinute) / MINUTE);
  return refilled < 1 ? [{tokens: refilled, at: now}, false] : [{tokens: refilled - 1, at: now}, true];
};

/** Which bucket a source draws from, and how large it is; undefined for what is not limited. */
type Allowance = {readonly bucket: string; readonly limit: Limit};

export const allowanceOf = ({kind, name = '', channel}: MessageSource, limits: LimitsConfig): Allowance | undefined => {
  switch (kind) {
    // What runs on a schedule was allowed by whoever wrote the schedule, and what the daemon says itself has its own measure.
    case 'cron':
    case 'reminder':
    case 'system':
      return undefined;
    case 'user':
      return channel === 'terminal'
        ? operator(limits)
        : {bucket: `user ${name}`, limit: {perMinute: limits.personPerMinute}};
    case 'operator':
      return operator(limits);
    case 'alarm':
      return {bucket: 'alarms', limit: {perMinute: limits.injectionsPerMinute}};
    case 'session':
    case 'agent':
    case 'tool':
      return {bucket: `${kind} ${name}`, limit: {perMinute: limits.injectionsPerMinute}};
  }
};

/** The person at the terminal and their scripts are one source: the socket is the same. */
const operator = ({operatorPerMinute}: LimitsConfig): Allowance => ({
  bucket: 'operator',
  limit: {perMinute: operatorPerMinute},
});
