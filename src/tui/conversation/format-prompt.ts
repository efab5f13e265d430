// What set a turn off when no person did: which job or reminder it was, and its words.
import {type Message, nameOfSource} from '../../shared/records/message.ts';

export type PromptText = {
  /** What it is called, where that is known: `standup`. */
  readonly from?: string;
  readonly text: string;
};

/** Undefined for what a person said. */
export const formatPrompt = ({role, source, text}: Message): PromptText | undefined => {
  if (role !== 'user' || source.kind === 'user' || source.kind === 'operator') return undefined;
  // The name of a reminder or an alarm is its id: its own words say more.
  const from = source.kind === 'reminder' || source.kind === 'alarm' ? undefined : nameOfSource(source);
  return {...(from === undefined ? {} : {from}), text};
};
