// Corrects typing errors in key words by the nearest known word, only where such a word can stand. Reminder texts stay
// unchanged. Pure.
import {nearestWord} from '../../../../shared/text/nearest-word.ts';

/** The message with corrected key words. */
export const spelled = (text: string): string =>
  text.length > LONGEST
    ? text
    : text
        .replace(/\bremindme\b/giu, 'remind me')
        .replace(/\b((?:c|w|sh)ould|can|will) u (?=\w)/giu, '$1 you ')
        .replace(BEFORE_ME, word => nearest(word, ['remind']))
        .replace(AFTER_SET, word => nearest(word, ['reminder', 'reminders']))
        .replace(AFTER_NUMBER, word => nearest(word, UNITS))
        .replace(/\b(?:2mor+ow?|2mrw)\b/giu, 'tomorrow')
        .replace(DAY, word => (REAL_WORDS.has(word) ? word : nearest(word, DAYS)))
        .replace(DATE_COMMA, '$1 ');

/** Also corrects the command at the start. Use this only for messages without a known meaning. */
export const withCommandSpelled = (text: string): string =>
  text.replace(/(?<=^\s*(?:please\s+)?)(?!please)[a-z]{5,9}\b/iu, word => nearest(word, COMMANDS));

/** A correction must start with the same letter as the word. */
const nearest = (word: string, known: readonly string[]): string => {
  const found = known.includes(word.toLowerCase()) ? undefined : nearestWord(word, known);
  const isLikely = found !== undefined && found.length <= word.length + 2 && found[0] === word[0]?.toLowerCase();
  return isLikely ? found : word;
};

const UNITS = [
  'second',
  'seconds',
  'minute',
  'minutes',
  'hour',
  'hours',
  'day',
  'days',
  'week',
  'weeks',
  'sekunden',
  'minuten',
  'stunde',
  'stunden',
  'tagen',
  'woche',
  'wochen',
  'monat',
  'monaten',
];
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'tomorrow'];
const COMMANDS = ['cancel', 'delete', 'snooze', 'postpone', 'remind'];
const BEFORE_ME = /(?<=^|[\s,])r[a-z]{3,7}(?= (?:me|us)\b)/giu;
const AFTER_SET = /(?<=\b(?:set|add|create|make|schedule|new) (?:me )?(?:an? |the |another )?)r[a-z]{5,10}\b/giu;
const AFTER_NUMBER = /(?<=\b(?:in|for|by|another|snooze) (?:\d+|an?|half an) ?)[a-z]{4,9}\b/giu;
/** A position where a time can stand. A misspelt day keeps its d, a and y. Capitalized words are names. */
const DAY =
  /(?:(?<=(?:^|\b(?:me|us|on|next|this|until|by|to) ))|(?=[a-z]+(?: (?:at )?\d|\s*$)))\b(?:(?=[a-z]*d)(?=[a-z]*a)(?=[a-z]*y)[a-z]{5,10}(?<!s)|t[a-z]{4,9}w)\b/gu;
const REAL_WORDS: ReadonlySet<string> = new Set(['midday', 'someday', 'today']);
/** "dec 3, 10am" is one time. */
const DATE_COMMA =
  /\b((?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\.? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|\d{4}-\d{2}-\d{2}),\s+(?=(?:at )?(?:\d{1,2}(?:[:.]\d{2})?\s?[ap]m|\d{1,2}:\d{2})\b)/giu;
const LONGEST = 12_000;
