// Deletes temporary files that a killed daemon left in the folders it writes to. Runs at the start, when nothing else
// writes there: a home has one daemon.
import {lstatSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Log} from '../ports/system.ts';
import {isTemporary} from './folder.ts';

/** Call it before anything is written. A folder that can't be swept is logged and skipped. */
export const sweepTemporary = (root: string, log: Log): void => {
  for (const name of WRITTEN_TO) {
    const folder = join(root, name);
    try {
      if (lstatSync(folder, {throwIfNoEntry: false})?.isDirectory() !== true) continue;
      for (const file of readdirSync(folder)) if (isTemporary(file)) rmSync(join(folder, file));
    } catch (error) {
      log.warn({folder}, `Couldn't remove unfinished files: ${errorMessage(error)}`);
    }
  }
};

const WRITTEN_TO = ['.', 'sessions', 'cron', 'cron/.state', '.web-cache'];
