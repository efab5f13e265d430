// Sentinels: the words by which the agent says that it has nothing to tell. They are for Rooster and not for people: what is kept of
// a conversation has them, what is shown of it does not. In mid-sentence such a word is a word like any other. Pure.
import type {Message} from '../records/message.ts';
import {isIsolated} from '../records/session-key.ts';

export const SENTINELS = ['HEARTBEAT_OK', 'HEARTBEAT_CONTINUE', 'NO_ACTION_NEEDED'] as const;

/** What a reply has to say to people: without the sentinels at its beginning and its end, empty when nothing else is in it. */
export const spokenText = (text: string): string => {
  if (!SENTINELS.some(sentinel => text.includes(sentinel))) return text;
  const rest = text.trim().replace(WRAPPED, '').replace(LEADING, '').replace(TRAILING, '');
  return MARKS_ALONE.test(rest) ? '' : rest;
};

/** The same of a reply that is being written: a last word that may become a sentinel waits until that is known. */
export const spokenSoFar = (text: string): string => {
  const end = text.slice(-LONGEST_WORD);
  const last = end.slice(end.search(LAST_WORD));
  const word = last.replace(OPENING, '').replace(CLOSING, '');
  const waits = last !== '' && SENTINELS.some(sentinel => sentinel.startsWith(word));
  return spokenText(waits ? text.slice(0, text.length - last.length) : text);
};

/** What a kept message says to people. In an isolated session nobody is spoken to, and all of it is a record. */
export const spokenIn = ({role, source, session, text}: Spoken): string =>
  role === 'assistant' && source.kind === 'agent' && !isIsolated(session) ? spokenText(text) : text;

/** A whole message that is a sentinel, in a person's conversation: the agent was asked, and had nothing to say. */
export const saysNothing = (message: Spoken): boolean => message.text.trim() !== '' && spokenIn(message).trim() === '';

type Spoken = Pick<Message, 'role' | 'source' | 'session' | 'text'>;

const ANY = SENTINELS.join('|');
const WRAPPED = new RegExp(`^(\\*\\*|\\*|_|\`)(?:${ANY})\\1$`, 'u');
const ONE = `(?:\\*\\*|\\*|\`)?(?:${ANY})(?![A-Z_])(?:\\*\\*|\\*|\`)?`;
const LEADING = new RegExp(`^(?:${ONE}[\\s.,;:]*)+`, 'u');
/** Its spaces begin only where a run of them begins: from each of a long one, it would take the square of its length. */
const TRAILING = new RegExp(`(?:(?:(?<!\\s)\\s+|(?<![\\w*\`]))${ONE}[\\s.]*)+$`, 'u');
const MARKS_ALONE = /^[\s.,;:]*$/u;
const LAST_WORD = /\S*$/u;
const OPENING = /^(?:\*\*|[*_`])/u;
const CLOSING = /[*_`.,;:]+$/u;
/** A sentinel with all that may stand around it is shorter. */
const LONGEST_WORD = 40;
