// Whether what is named as signal-cli can be started at all: asked before it is, so that what is wrong has a sentence of its own.
import {socketPathTooLong} from '../../../../ipc/dial.ts';
import {JAVA_SENTENCES} from './last-words.ts';
import type {LifeEvent} from './life.ts';
import type {CliPlaces} from './places.ts';
import {probeProgram} from './program.ts';
import {versionRefusal} from './version.ts';

/** Why it is not started; undefined when it may be tried. What can't be asked says why when it ends. */
export const unfitness = async (command: string, {socket}: CliPlaces): Promise<LifeEvent | undefined> => {
  const tooLong = socketPathTooLong(socket);
  if (tooLong !== undefined) return {type: 'broken', because: tooLong};
  const program = await probeProgram(command);
  switch (program.kind) {
    case 'works': {
      const because = versionRefusal(program.version);
      return because === undefined ? undefined : {type: 'outdated', because: `${because} ${THEN}`};
    }
    case 'noJava':
    case 'oldJava':
    case 'noNative':
      return {type: 'broken', because: JAVA_SENTENCES[program.kind]};
    case 'absent':
    case 'notExecutable':
    case 'fails':
      return undefined;
  }
};

const THEN = 'Then run "rooster daemon restart"; it is also tried again every hour.';
