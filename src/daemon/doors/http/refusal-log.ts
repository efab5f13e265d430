// Logs requests with wrong credentials, at most one line a minute, so that strangers can't flood the log.
import type {Clock} from '../../../shared/time/clock.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import type {Log} from '../../ports/system.ts';

/** `path`: the path of an existing endpoint. */
type RefusalLog = (path: string) => void;

export const createRefusalLog = ({clock, log}: {readonly clock: Clock; readonly log: Log}): RefusalLog => {
  let loggedAt: EpochMs | undefined;
  let unlogged = 0;
  return path => {
    const now = clock.now();
    unlogged += 1;
    if (loggedAt !== undefined && now - loggedAt < MINUTE && now >= loggedAt) return;
    const requests = unlogged;
    loggedAt = now;
    unlogged = 0;
    log.warn(
      {path, requests},
      'A request over HTTP had no credential, or a wrong one. Compare the secrets of both sides.',
    );
  };
};
