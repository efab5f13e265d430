// Reports programs that voice messages need and that don't exist.
import type {Problem} from '../../../shared/records/problem.ts';

export const speechProblems = (
  command: readonly string[] | undefined,
  exists: (program: string) => boolean,
): readonly Problem[] => {
  if (command === undefined) return [];
  const [program = ''] = command;
  const needed = command.some(part => part.includes('{wav}')) ? ['ffmpeg', program] : [program];
  return needed
    .filter(each => !exists(each))
    .map(each => ({key: 'speech.command', reason: `Couldn't find the program "${each}".`, inForce: IN_FORCE}));
};

const IN_FORCE = 'voice messages get no text';
