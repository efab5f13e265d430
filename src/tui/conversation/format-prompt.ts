// What set a turn off when no person did: which job or reminder it was, and its words without the frame that the daemon put
// around them for the model. The message itself keeps the frame; the reader shows it.
import type {Message} from '../../shared/records/message.ts';

export type PromptText = {
  /** What it is called, where that is known: `standup`. */
  readonly from?: string;
  readonly text: string;
};

/** Undefined for what a person said. */
export const formatPrompt = ({role, source, text}: Message): PromptText | undefined => {
  if (role !== 'user' || source.kind === 'user' || source.kind === 'operator') return undefined;
  // An alarm's words have never had a frame around them: what looks like one is the agent's own.
  const [frame = '', title] = source.kind === 'alarm' ? [] : (FRAME.exec(text) ?? []);
  const words = text.slice(frame.length).trim();
  // The name of a reminder or an alarm is its id: its own words say more.
  const from = source.kind === 'reminder' || source.kind === 'alarm' ? undefined : (source.name ?? title);
  // A frame around nothing is better shown than an empty row.
  return {...(from === undefined ? {} : {from}), text: words === '' ? text : words};
};

/** One bracketed sentence and its line break; a job's title stands in it in quotes, or behind a colon. */
const FRAME =
  /^\[(?:Scheduled task "([^"\n]*)" completed\.[^\]]*|Scheduled: ([^\]\n]*)|This is a scheduled reminder[^\]]*|[A-Z][^\]\n]*:)\]\n+/u;
