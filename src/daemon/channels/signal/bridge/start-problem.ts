// Checks whether the configured signal-cli can start, so that each problem has its own sentence.
import {longPathReason} from '../../../../ipc/socket/dial.ts';
import {JAVA_REASONS} from './exit-reason.ts';
import type {CliPlaces} from './places.ts';
import {probeProgram} from './program.ts';
import type {ProcessEvent} from './state/process-state.ts';
import {versionRefusal} from './version.ts';

/**
 * The reason why it can't start. Undefined if a start may be tried; problems that can't be checked appear when it ends.
 */
export const findStartProblem = async (command: string, {socket}: CliPlaces): Promise<ProcessEvent | undefined> => {
  const tooLong = longPathReason(socket);
  if (tooLong !== undefined) return {type: 'broken', reason: tooLong};
  const program = await probeProgram(command);
  switch (program.kind) {
    case 'works': {
      const refusal = versionRefusal(program.version);
      return refusal === undefined
        ? undefined
        : {type: 'outdated', reason: {...refusal, advice: `${refusal.advice} ${THEN}`}};
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

const THEN = 'Then run "rooster daemon restart"; Rooster also retries every hour.';
