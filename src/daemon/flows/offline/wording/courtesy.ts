// Removes courtesies around a request, so that patterns don't need to match them. Pure.

/** Removes a leading "hey rooster, could you please" and similar phrases. */
export const withoutCourtesy = (text: string): string => text.trim().replace(COURTESY, '');

/** A question without courtesies and punctuation. Undefined if the text is longer than any known question. */
export const questionIn = (text: string): string | undefined =>
  text.length > LONGEST
    ? undefined
    : withoutCourtesy(text)
        .replace(ASKING, '')
        .replace(/[\s.!?]+$/u, '')
        .replaceAll('’', "'")
        .replace(/^(what|when|where|how)s\b/iu, "$1's")
        .replace(/^(when|where)'s\b/iu, '$1 is');

const COURTESY =
  /^(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|now|well|yes|thanks|rooster|let's|(?:can|could|would|will|should) (?:you|we)|you (?:can|could|should)|(?:can|could|may) i (?:please )?(?:get|have)|give me|i(?:['’]d| would) like(?: you)?(?: to(?: have)?)?|i (?:want|need)(?: you)?(?: to)?)[\s,!]+)*/iu;
const ASKING = /^(?:(?:tell me|do you know|let me (?:see|know)|remind me|(?:to )?(?:see|know))[\s,!]+)*/iu;
const LONGEST = 200;
