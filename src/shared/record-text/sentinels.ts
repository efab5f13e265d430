// Sentinels: the words with which the agent says that it has nothing to say. Stored messages have them, shown messages
// don't. Inside a sentence they are ordinary words. Pure.
import type {Message} from '../records/message.ts';
import {isIsolated} from '../records/session-key.ts';

export const SENTINELS = ['HEARTBEAT_OK', 'HEARTBEAT_CONTINUE', 'NO_ACTION_NEEDED'] as const;

/** A reply without sentinels at its beginning and end; empty when nothing else remains. */
export const spokenText = (text: string): string => {
  if (!SENTINELS.some(sentinel => text.includes(sentinel))) return text;
  const rest = withoutTrailing(text.trim().replace(WRAPPED, '').replace(LEADING, ''));
  return MARKS_ALONE.test(rest) ? '' : rest;
};

/** Without the sentinels at the end. A regular expression would take quadratic time for a long run of spaces. */
const withoutTrailing = (text: string): string => {
  let rest = text;
  for (;;) {
    let end = rest.length;
    while (end > 0 && BEHIND.test(rest.charAt(end - 1))) end -= 1;
    const token = TOKENS.find(each => rest.endsWith(each, end));
    if (token === undefined) return rest;
    const start = end - token.length;
    if (IN_WORD.test(rest.charAt(start - 1))) return rest;
    rest = rest.slice(0, start).trimEnd();
  }
};

/** `spokenText` for an unfinished reply: a last word that may become a sentinel is held back. */
export const spokenSoFar = (text: string): string => {
  const end = text.slice(-LONGEST_WORD);
  const last = end.slice(end.search(LAST_WORD));
  const word = last.replace(OPENING, '').replace(CLOSING, '');
  const waits = last !== '' && SENTINELS.some(sentinel => sentinel.startsWith(word));
  return spokenText(waits ? text.slice(0, text.length - last.length) : text);
};

/** The part of a stored message that people see. In an isolated session, all of it: nobody is addressed there. */
export const spokenIn = ({role, source, session, text}: Spoken): string =>
  role === 'assistant' && source.kind === 'agent' && !isIsolated(session) ? spokenText(text) : text;

/** True if a message in a person's conversation is only a sentinel: the agent had nothing to say. */
export const saysNothing = (message: Spoken): boolean => message.text.trim() !== '' && spokenIn(message).trim() === '';

type Spoken = Pick<Message, 'role' | 'source' | 'session' | 'text'>;

const ANY = SENTINELS.join('|');
const WRAPPED = new RegExp(`^(\\*\\*|\\*|_|\`)(?:${ANY})\\1$`, 'u');
const ONE = `(?:\\*\\*|\\*|\`)?(?:${ANY})(?![A-Z_])(?:\\*\\*|\\*|\`)?`;
const LEADING = new RegExp(`^(?:${ONE}[\\s.,;:]*)+`, 'u');
const AROUND = ['**', '*', '`', ''];
/** The longest first. */
const TOKENS = AROUND.flatMap(open =>
  AROUND.flatMap(close => SENTINELS.map(name => `${open}${name}${close}`)),
).toSorted((a, b) => b.length - a.length);
const BEHIND = /[\s.]/u;
const IN_WORD = /[\w*`]/u;
const MARKS_ALONE = /^[\s.,;:]*$/u;
const LAST_WORD = /\S*$/u;
const OPENING = /^(?:\*\*|[*_`])/u;
const CLOSING = /[*_`.,;:]+$/u;
/** An upper limit for a sentinel with its surrounding marks. */
const LONGEST_WORD = 40;
