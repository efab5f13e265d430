// Slips of the fingers in the words that everything hangs on, and commas that people write inside a time. What a reminder is to
// say is left as it was written. Pure.

/** The text as it was meant to be written, as far as that is plain. */
export const spelled = (text: string): string =>
  text
    .replace(REMIND, (_, before: string) => `${before}remind `)
    .replace(REMINDER, (_, plural: string) => `reminder${plural}`)
    .replace(DATE_COMMA, '$1 ');

/** Only before "me" and "us": elsewhere such a word may be anything. */
const REMIND =
  /(^|[\s,])(?:re?mi?n?d|re?min|remnd|remimd|rmeind|remeind|reimnd|remidn|reming|renind|remnid|remond|remaind|rmined|remined|reminde|remidnd|remiind|remindd)\s*(?=(?:me|us)\b)/giu;
const REMINDER =
  /\b(?:remidner|remider|reminer|remnider|rminder|reimnder|remindr|remimder|remidnder|remeinder|reminderr)(s?)\b/giu;
/** "dec 3, 10am" is one time. */
const DATE_COMMA =
  /\b((?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\.? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|\d{4}-\d{2}-\d{2}),\s+(?=(?:at )?(?:\d{1,2}(?:[:.]\d{2})?\s?[ap]m|\d{1,2}:\d{2})\b)/giu;
