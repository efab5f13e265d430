// A failed update as a problem: `rooster status` and `rooster doctor` show it until the next update, or until it is
// dismissed.
import type {Problem} from '../../shared/records/problem.ts';
import {forgetFailed, readFailed, writeFailed} from './chosen-version.ts';

/** `own`: the version in use. */
export const updateProblems = (folder: string, own: string): readonly Problem[] => {
  const failed = readFailed(folder);
  if (failed === undefined) return [];
  const {version, reason, stays = false} = failed;
  const what = stays ? 'The way back from' : 'The update to';
  return [
    {
      key: FAILED_UPDATE,
      reason: `${what} Rooster ${version} failed. ${reason}`,
      inForce: `Rooster ${stays ? version : own} is in use.`,
    },
  ];
};

/** The trial of this version failed. What keeps the version in use from working counts more. */
export const noteFailedTrial = (folder: string, version: string, reason: string): void => {
  if (readFailed(folder)?.stays !== true) writeFailed(folder, {version, reason});
};

/** Returns what is dismissed; undefined if no update has failed. */
export const dismissFailedUpdate = (folder: string): string | undefined => {
  const failed = readFailed(folder);
  if (failed !== undefined) forgetFailed(folder);
  return failed?.reason;
};

/** The key of its problem, and the ID that dismisses it. */
export const FAILED_UPDATE = 'update';
