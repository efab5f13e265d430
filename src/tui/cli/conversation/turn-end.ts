// What a turn's end means for the command: a failure is a sentence on stderr and exit code 1.
import type {CommandWorld, ExitCode} from '../command.ts';
import type {TurnEnd} from './talk.ts';

/** `replied`: something of it was printed. */
export const tellEnd = ({print}: CommandWorld, {outcome, error}: TurnEnd, replied: boolean): ExitCode => {
  switch (outcome) {
    case 'replied':
      return 0;
    case 'silent':
      if (!replied) print.note('The agent sent no reply.');
      return 0;
    case 'failed':
      print.failure(error ?? 'The turn failed.');
      return 1;
    case 'aborted':
      print.failure(error ?? 'The turn was aborted.');
      return 1;
  }
};
