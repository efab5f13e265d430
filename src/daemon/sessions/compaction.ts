// Decides when a conversation is too long for the model's context, and where to cut it. Pure.
import type {Message} from '../../shared/records/message.ts';

type Cut = {
  /** The part that the summary replaces. */
  readonly older: readonly Message[];
  /** The part that stays. Starts with a person's or job's message, never between a call and its result. */
  readonly kept: readonly Message[];
};

/** A rough token count. Providers differ by about 20 %, which the reserve covers. */
export const roughTokens = (messages: readonly Message[]): number => {
  let characters = 0;
  for (const {text, toolCalls} of messages) {
    characters += text.length + (toolCalls === undefined ? 0 : JSON.stringify(toolCalls).length) + PER_MESSAGE;
  }
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
};

/** Finds the place to cut. Undefined if everything fits or nothing can be cut. `force` cuts at any size. */
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
/** The rest of the context is for the system prompt, tools and answer. */
const FULL_AT = 0.7;
/** The share of that budget that stays unsummarized. */
const KEPT_SHARE = 0.4;
