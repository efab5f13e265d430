// The one process of signal-cli under the supervisor: started when it is fit, watched, and cleared away; what it says and how it ends
// are told as events of its life.
import {renameSync, rmSync} from 'node:fs';
import type {Clock} from '../../../../shared/time/clock.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import type {Log} from '../../../ports/system.ts';
import {type CliProcess, endProcess, findOrphan, startCli} from './cli-process.ts';
import type {LifeEvent} from './life.ts';
import {type CliPlaces, daemonArguments} from './places.ts';
import {unfitness} from './unfitness.ts';
import {watchStderr} from './watch-stderr.ts';

export type Runner = {
  /** Starts one, unless it is not fit. */
  readonly start: () => Promise<void>;
  /** Ends whatever of ours is left, and frees the socket: a file that nobody listens on keeps the next one out. */
  readonly clear: () => Promise<void>;
  /** A person may have changed the program: it is asked again before the next start. */
  readonly reconsider: () => void;
  /** Settles when the end of the one that was started has been told; undefined where none runs. */
  readonly ending: () => Promise<void> | undefined;
};

export type RunnerDeps = {
  readonly command: string;
  readonly account: string;
  readonly places: CliPlaces;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether one is wanted at this moment. */
  readonly isStarting: () => boolean;
  readonly happen: (event: LifeEvent) => void;
  /** One is about to be started. */
  readonly onStart: () => void;
};

export const createRunner = (deps: RunnerDeps): Runner => {
  const {command, account, places, clock, log, isStarting, happen, onStart} = deps;
  let child: CliProcess | undefined;
  let ending: Promise<void> | undefined;
  let isFit = false;

  const watch = async (started: CliProcess): Promise<void> => {
    const stderr = watchStderr({
      path: places.stderr,
      clock,
      log,
      onWord: word => {
        if (child === started) happen({type: 'told', word});
      },
    });
    const tooSlow = (): void => {
      if (child === started && isStarting()) happen({type: 'broken', because: TOO_SLOW});
    };
    using _ = clock.after(READY_WITHIN_MS, tooSlow);
    const end = await stderr.ended(await started.exited);
    if (child !== started) return;
    child = undefined;
    // An update may have broken it.
    isFit = false;
    happen({type: 'exited', ...end});
  };

  return {
    start: async () => {
      const unfit = isFit ? undefined : await unfitness(command, places);
      if (unfit !== undefined) return happen(unfit);
      isFit = true;
      // It may have been told to end meanwhile.
      if (!isStarting()) return;
      onStart();
      keepOldWords(places.stderr);
      const started = startCli(command, daemonArguments(account, places), places);
      child = started;
      ending = watch(started);
    },
    clear: async () => {
      const leftover = child ?? (await findOrphan(places, clock));
      // What it says while it is ended is no news.
      child = undefined;
      if (leftover !== undefined) await endProcess(leftover, clock);
      rmSync(places.socket, {force: true});
    },
    reconsider: () => {
      isFit = false;
    },
    ending: () => (child === undefined ? undefined : ending),
  };
};

/** The words of the last start are kept for people to read; those of this one are read from the beginning of the file. */
const keepOldWords = (path: string): void => {
  try {
    renameSync(path, `${path}.1`);
  } catch {
    // There are none.
  }
};

const READY_WITHIN_MS = 2 * MINUTE;
const TOO_SLOW = 'signal-cli did not get ready within 2 minutes; it is started again.';
