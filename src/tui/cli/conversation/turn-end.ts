// Ends the command with its turn: a failure prints a sentence on stderr and exits with code 1.
import type {CommandWorld, ExitCode} from '../command.ts';
import type {TurnResult} from './client-conversation.ts';

/** `replied`: some of the reply was printed. */
export const printEnd = ({print}: CommandWorld, {outcome, error}: TurnResult, replied: boolean): ExitCode => {
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
