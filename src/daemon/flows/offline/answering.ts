// An answer of the offline assistant, and the parts that it is made from.
import type {Actions} from './actions.ts';
import type {Conversation} from './conversation.ts';
import type {Memory} from './intent.ts';
import type {IsProgram} from './scheduled.ts';
import type {TimeReader} from './times.ts';

export type Answering = {
  readonly times: TimeReader;
  readonly conversation: Conversation;
  readonly actions: Actions;
  readonly isProgram: IsProgram;
};

/** The answer, and the memory for the next message. */
export type OfflineAnswer = {readonly text: string} & Omit<Memory, 'turnId' | 'language'>;
