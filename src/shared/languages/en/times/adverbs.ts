// English recurrences in one word: "daily", "twice weekly", "semi-annually".
import type {Meaning, Repeat, Unit} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {COUNT, countOf} from './words.ts';

const repeat = (spoken: Repeat): Meaning => ({kind: 'repeat', repeat: spoken});

const BY_ADVERB: Readonly<Record<string, readonly [number, Unit]>> = {
  daily: [1, 'day'],
  weekly: [1, 'week'],
  fortnightly: [2, 'week'],
  biweekly: [2, 'week'],
  'bi-weekly': [2, 'week'],
  monthly: [1, 'month'],
  quarterly: [3, 'month'],
  'half-yearly': [6, 'month'],
  yearly: [1, 'year'],
  annually: [1, 'year'],
  // Slips.
  dialy: [1, 'day'],
  daliy: [1, 'day'],
  dayly: [1, 'day'],
  weekley: [1, 'week'],
  wekly: [1, 'week'],
  montly: [1, 'month'],
  monthy: [1, 'month'],
};

const ONCE_TWICE: ReadonlyMap<string, number> = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
]);

// Verbs that begin the text of a reminder. Some are nouns, too: "daily call", "daily call mom".
const VERBS =
  'take|pay|renew|send|write|feed|buy|submit|do|make|get|put|turn|wash|empty|charge|practi[sc]e|eat|bring|ask|tell|give|pick|go|meditate|tidy|vacuum|mow|refill|replace|rotate|prepare|pray|brush|visit|remind|measure|weigh|fetch|clean|hand|post|drink|stretch|lock|back up';
const NOUNS_TOO =
  'call|check|water|review|walk|run|read|plan|update|order|change|text|email|log|sort|report|exercise|fill|test|cook';
const OWNERS =
  '(?:my|the|our|your|his|her|their|all|mom|mum|mama|mother|dad|papa|father|grandma|grandpa|granny|with|in on|up on|to)';

/** Behind a word such as "daily". */
const BEFORE_VERB = `(?:(?:${VERBS}) (?!(?:at|on|by|in|until|for|from) )\\p{L}|(?:${NOUNS_TOO}) ${OWNERS} )`;

export const ADVERBS: readonly Form[] = [
  form('(?:every|evry|evrey|ever)[ -]?da(?:y|ys|yy)', () => repeat({every: 1, unit: 'day'}), 'name'),
  form(
    `(${Object.keys(BY_ADVERB).join('|')})`,
    ([, spoken = '']) => {
      const [every, unit] = BY_ADVERB[spoken.toLowerCase()] ?? [1, 'day'];
      return repeat({every, unit});
    },
    'name',
  ),
  // "set a daily reminder at 9"
  form(`(${Object.keys(BY_ADVERB).join('|')})(?= (?:reminder|alarm|notification)(?!\\p{L}))`, ([, spoken = '']) => {
    const [every, unit] = BY_ADVERB[spoken] ?? [1, 'day'];
    return repeat({every, unit});
  }),
  form('hourly(?! (?:wage|rate|pay|fee|worker|forecast|report)s?(?!\\p{L}))', () => repeat({every: 1, unit: 'hour'})),
  form('semi-?annually', () => repeat({every: 6, unit: 'month'})),
  form('semi-?(month|week)ly', ([, unit]) => ({kind: 'often', times: 2, unit: unit as Unit})),
  // Twice a month, or every two months.
  form('bi-?(?:monthly|annually|yearly)', () => ({kind: 'never', why: {kind: 'how-often'}})),
  // "daily standup" is a noun, "daily take pills" a recurrence.
  form(
    `(?<=^(?:please )?(?:remind (?:me|us) (?:to )?)?)(${Object.keys(BY_ADVERB).join('|')}|everyday)(?= ${BEFORE_VERB})`,
    ([, spoken = '']) => {
      const [every, unit] = BY_ADVERB[spoken] ?? [1, 'day'];
      return repeat({every, unit});
    },
  ),
  form(
    `(once|twice|thrice|(?:${COUNT}) ?(?:times|x)) (?:(?:a|an|per|every|each) (day|week|month|year|hour)|(daily|hourly|weekly|monthly|yearly))`,
    ([, many = '', unit, adverb = '']) => {
      const found = (unit ?? (adverb === 'daily' ? 'day' : adverb.replace(/ly$/u, ''))) as Unit;
      const times = ONCE_TWICE.get(many) ?? countOf(/^[a-z]+|^\d+/u.exec(many)?.[0]);
      return times === 1 ? repeat({every: 1, unit: found}) : {kind: 'often', times, unit: found};
    },
  ),
];
