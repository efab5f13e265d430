// A question without what is only courtesy, for the patterns that know it. Pure.

/** Without courtesies and the full stop; undefined when it is longer than any question that is known here. */
export const questionIn = (text: string): string | undefined => (text.length > LONGEST ? undefined : plainly(text));

/** Without courtesies and the full stop. */
const plainly = (text: string): string =>
  text
    .trim()
    .replace(POLITE, '')
    .replace(/[\s.!?]+$/u, '')
    .replaceAll('’', "'")
    .replace(/^(what|when|where|how)s\b/iu, "$1's")
    .replace(/^(when|where)'s\b/iu, '$1 is');

const POLITE =
  /^(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|now|well|rooster|(?:can|could|would|will) you(?: please)?(?: tell me)?|tell me|do you know|let me (?:see|know)|remind me|i(?:'d| would) like to (?:see|know)|i want to (?:see|know))[\s,!]+)*/iu;

const LONGEST = 200;
