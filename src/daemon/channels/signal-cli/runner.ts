// Starts, watches and removes the signal-cli process, and reports its output and end as life events.
import {renameSync, rmSync} from 'node:fs';
import type {Reason} from '../../../shared/text/sentences.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import {type CliProcess, endProcess, findOrphan, startCli} from './cli-process.ts';
import {JAVA_REASONS} from './exit-reason.ts';
import type {Host, World} from './host.ts';
import {type CliPlaces, daemonArguments} from './places.ts';
import {probeProgram, versionRefusal} from './program.ts';
import type {ProcessEvent} from './state/process-state.ts';
import {watchStderr} from './watch-stderr.ts';

export type Runner = {
  /** Starts the process, unless the program is unfit. */
  readonly start: () => Promise<void>;
  /** Ends any remaining process of ours and removes the socket file, which would block the next one. */
  readonly clear: () => Promise<void>;
  /** Checks the program again before the next start, because a person may have changed it. */
  readonly reconsider: () => void;
  /** Resolves when the end of the process has been reported. Undefined if none runs. */
  readonly ending: () => Promise<void> | undefined;
};

type RunnerDeps = World & {
  readonly command: string;
  readonly account: string;
  readonly places: CliPlaces;
  readonly isStarting: () => boolean;
  readonly happen: (event: ProcessEvent) => void;
  readonly onStart: () => void;
};

export const createRunner = (deps: RunnerDeps): Runner => {
  const {command, account, places, clock, log, host, isStarting, happen, onStart} = deps;
  let child: CliProcess | undefined;
  let ending: Promise<void> | undefined;
  let isFit = false;

  const watch = async (started: CliProcess): Promise<void> => {
    const stderr = watchStderr({
      path: places.stderr,
      clock,
      log,
      host,
      onWord: word => {
        if (child === started) happen({type: 'stderr', word});
      },
    });
    const tooSlow = (): void => {
      if (child === started && isStarting()) happen({type: 'broken', reason: TOO_SLOW});
    };
    using _ = clock.after(READY_WITHIN_MS, tooSlow);
    const end = await stderr.ended(await started.exited);
    if (child !== started) return;
    child = undefined;
    // An update may have broken the program.
    isFit = false;
    happen({type: 'exited', ...end});
  };

  return {
    start: async () => {
      if (!isStarting()) return;
      const unfit = isFit ? undefined : await findStartProblem(command, places, host);
      if (unfit !== undefined) return happen(unfit);
      isFit = true;
      // A stop may have been requested meanwhile.
      if (!isStarting()) return;
      onStart();
      keepOldOutput(places.stderr);
      const started = startCli(command, daemonArguments(account, places), places, host.command);
      child = started;
      ending = watch(started);
    },
    clear: async () => {
      const leftover = child ?? (await findOrphan(places, clock));
      // Its output is ignored while it is being ended.
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

/**
 * The reason why it can't start. Undefined if a start may be tried; problems that can't be checked appear when it ends.
 */
const findStartProblem = async (
  command: string,
  {socket}: CliPlaces,
  host: Host,
): Promise<ProcessEvent | undefined> => {
  const tooLong = host.longPath(socket);
  if (tooLong !== undefined) return {type: 'broken', reason: tooLong};
  const program = await probeProgram(command);
  switch (program.kind) {
    case 'works': {
      const refusal = versionRefusal(program.version, host.name);
      if (refusal === undefined) return undefined;
      const then = `Then run "${host.restart}"; ${host.name} also retries every hour.`;
      return {type: 'outdated', reason: {...refusal, advice: `${refusal.advice} ${then}`}};
    }
    case 'noJava':
    case 'oldJava':
    case 'noNative':
      return {type: 'broken', reason: JAVA_REASONS[program.kind]};
    case 'absent':
    case 'notExecutable':
    case 'fails':
      return undefined;
  }
};

/** Keeps the log of the last start for people. A new start writes to an empty file. */
const keepOldOutput = (path: string): void => {
  try {
    renameSync(path, `${path}.1`);
  } catch {
    // No log exists yet.
  }
};

const READY_WITHIN_MS = 2 * MINUTE;
const TOO_SLOW: Reason = {what: 'signal-cli did not get ready within 2 minutes', advice: 'It is started again.'};
