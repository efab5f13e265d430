// The trigger of a turn that no person started: the job or reminder, and its text.
import {type Message, nameOfSource} from '../../shared/records/message.ts';

export type PromptText = {
  /** The name if known: `standup`. */
  readonly from?: string;
  readonly text: string;
};

/** Undefined for a person's message. */
export const formatPrompt = ({role, source, text}: Message): PromptText | undefined => {
  if (role !== 'user' || source.kind === 'user' || source.kind === 'operator') return undefined;
  // A reminder's or alarm's name is an id; its text is more useful.
  const from = source.kind === 'reminder' || source.kind === 'alarm' ? undefined : nameOfSource(source);
  return {from, text};
};
