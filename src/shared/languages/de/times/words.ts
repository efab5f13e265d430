// German vocabulary: days, months, numbers, and the patterns that match them.

const WEEKDAYS: readonly (readonly [string, number])[] = [
  // Before "so": Saturday in the north.
  ['sonna', 6],
  ['so', 0],
  ['mo', 1],
  ['di', 2],
  ['mi', 3],
  ['do', 4],
  ['fr', 5],
  ['sa', 6],
];
const MONTHS = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez'];

export const WEEKDAY =
  '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|dinstag|mitwoch|donerstag|freitg|samtag|sontag)';
/** Some short names are also words ("so", "do"), so short names count only in lists and ranges. */
export const SHORT_WEEKDAY = `(?:${WEEKDAY}|(?:mo|di|mi|do|fr|sa|so)\\.?)`;
export const MONTH =
  '(?:jan(?:uar)?|jänner|feb(?:ruar|er)?|märz|maerz|marz|mrz|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?)';

/** These words number something: "Kapitel 3 bis 5", "Version 2.10", "PIN 0815", "zahle 10.30". */
export const NUMBERED =
  '(?:kapitel|seiten?|s\\.|aufgaben?|fragen?|punkte?|schritte?|teile?|folgen?|abschnitte?|absatz|absätze|zeilen?|zimmer|raum|räume|saal|halle|nummern?|nr\\.?|version|v|release|build|pin|code|linie|gleis|platz|sitz|formular|rechnung|wohnung|top|konto|kundennummer|passwort|größe|stufen?|klassen?|band|zahlen?|bezahlen?|überweisen?|schulde|kostet|preis|kaufe|verkaufe)';

/** Sunday is 0. */
export const weekdayOf = (word = ''): number =>
  WEEKDAYS.find(([start]) => word.trim().toLowerCase().startsWith(start))?.[1] ?? 0;

/** January is 1. */
export const monthOf = (word = ''): number => {
  const spoken = word
    .trim()
    .toLowerCase()
    .replace('maerz', 'mär')
    .replace('marz', 'mär')
    .replace('mrz', 'mär')
    .replace('jänner', 'jan');
  return MONTHS.indexOf(spoken.slice(0, 3)) + 1;
};

/** All weekdays of a list, in order from Monday. */
export const weekdaysIn = (words = ''): readonly number[] => {
  const found = [...words.matchAll(new RegExp(`(?<!\\p{L})(?:${SHORT_WEEKDAY})s?(?!\\p{L})`, 'giu'))];
  return [...new Set(found.map(([word]) => weekdayOf(word)))].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
};

const ONES = 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const TEENS = 'dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(' ');
const TENS = 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const UNITS = 'ein zwei drei vier fünf sechs sieben acht neun'.split(' ');

export const COUNTS: readonly (readonly [string, number])[] = [
  ...ONES.map((word, index) => [word, index + 1] as const),
  ...TEENS.map((word, index) => [word, index + 13] as const),
  ...TENS.flatMap((tens, ten) => [
    [tens, (ten + 2) * 10] as const,
    ...UNITS.map((ones, value) => [`${ones}und${tens}`, (ten + 2) * 10 + value + 1] as const),
  ]),
  ['dreissig', 30],
  ['zwo', 2],
];
const VALUES = new Map<string, number>([
  ...COUNTS,
  ['ein', 1],
  ['eine', 1],
  ['einen', 1],
  ['einem', 1],
  ['einer', 1],
] as const);
export const COUNT = `(?:\\d{1,4}|${[...VALUES.keys()].toSorted((a, b) => b.length - a.length).join('|')})`;
export const countOf = (word = ''): number => VALUES.get(word.toLowerCase()) ?? Number(word);

export const SPELLED_HOUR = `(?:ein|${ONES.join('|')})`;
export const HOUR = '(?:[01]?\\d|2[0-4])';
export const MINUTE = '[0-5]\\d';
export const hourOf = (word = ''): string => {
  const value = VALUES.get(word.toLowerCase());
  return value === undefined ? word : String(value);
};

const ORDINAL_STEMS: readonly (readonly [string, number])[] = [
  ...'erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft'
    .split(' ')
    .map((stem, index) => [stem, index + 1] as const),
  ['siebent', 7],
  ...TEENS.map((word, index) => [`${word}t`, index + 13] as const),
  ['zwanzigst', 20],
  ...UNITS.map((ones, index) => [`${ones}undzwanzigst`, index + 21] as const),
  ['dreißigst', 30],
  ['einunddreißigst', 31],
];
export const SPELLED_ORDINAL = `(?:${ORDINAL_STEMS.map(([stem]) => stem)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})e[nrsm]?`;
export const ORDINAL = `(?:\\d{1,2}(?:\\.|s?te[nrsm]?(?!\\p{L}))|${SPELLED_ORDINAL})`;
export const LAST = '(?:vor|dritt)?letzte[nrsm]?';
/** "letzter" is -1, "vorletzter" is -2. */
export const ordinalOf = (word = ''): number => {
  const spoken = word.trim().toLowerCase();
  if (spoken.startsWith('letzt')) return -1;
  if (spoken.startsWith('vorletzt')) return -2;
  if (spoken.startsWith('drittletzt')) return -3;
  const [, found] = ORDINAL_STEMS.find(([stem]) => stem === spoken.replace(/e[nrsm]?$/u, '')) ?? [];
  return found ?? Number.parseInt(spoken, 10);
};
export const ordinalsIn = (words = ''): readonly number[] =>
  [...words.matchAll(new RegExp(`(?<![\\p{L}\\d])(?:${LAST}|${ORDINAL})`, 'giu'))].map(([word]) => ordinalOf(word));
