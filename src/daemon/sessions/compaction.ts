// When a conversation has outgrown the model's window, and where to cut it. Pure.
import type {Message} from '../../shared/records/message.ts';

type Cut = {
  /** Told in the summary from now on. */
  readonly older: readonly Message[];
  /** Stays as it is. Begins with something a person (or a job) said, never between a call and its answer. */
  readonly kept: readonly Message[];
};

/** How many tokens a text takes, roughly: providers differ, and being 20 % off is what the reserve is for. */
export const roughTokens = (messages: readonly Message[]): number => {
  let characters = 0;
  for (const {text, toolCalls} of messages) {
    characters += text.length + (toolCalls === undefined ? 0 : JSON.stringify(toolCalls).length) + PER_MESSAGE;
  }
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
};

/** Where to cut, or undefined when everything fits (or nothing can be cut off). `force` cuts whatever the size. */
export const decideCut = (
  messages: readonly Message[],
  {contextTokens, force = false}: {readonly contextTokens: number; readonly force?: boolean},
): Cut | undefined => {
  const budget = contextTokens * FULL_AT;
  if (!force && roughTokens(messages) <= budget) return undefined;
  const keep = Math.min(budget, contextTokens) * KEPT_SHARE;
  let cut: number | undefined;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    if (messages[index]?.role !== 'user') continue;
    if (cut !== undefined && roughTokens(messages.slice(index)) > keep) break;
    cut = index;
    if (force && roughTokens(messages.slice(index)) > keep / 2) break;
  }
  return cut === undefined ? undefined : {older: messages.slice(0, cut), kept: messages.slice(cut)};
};

const CHARACTERS_PER_TOKEN = 3.5;
const PER_MESSAGE = 16;
/** The rest of the window is for the system prompt, the tools and the answer. */
const FULL_AT = 0.7;
/** Of what fits, how much stays word for word. */
const KEPT_SHARE = 0.4;
