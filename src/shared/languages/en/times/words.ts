// English vocabulary: days, months, numbers, and the patterns that match them.

const WEEKDAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export const WEEKDAY =
  '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun|wensday|wendsday|wednsday|wedensday|tusday|tuseday|teusday|thrusday|thursdy|thurday|firday|frieday|saterday|satuday|sunnday)';
/** Short names, which may be other words: the "sun", "sat". */
export const SHORT_WEEKDAY = '(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)';
export const MONTH =
  '(?:jan(?:uary)?|feb(?:r?uar?r?y)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** The starts of misspelt weekdays. */
const MISSPELT: ReadonlyMap<string, string> = new Map([
  ['wen', 'wed'],
  ['tus', 'tue'],
  ['teu', 'tue'],
  ['thr', 'thu'],
  ['fir', 'fri'],
]);

/** These words number something: "chapters 3 to 5", "version 2.10", "pin 0815", "pay 10.30". */
export const NUMBERED =
  '(?:chapters?|pages?|pp?\\.?|exercises?|questions?|tasks?|items?|steps?|parts?|levels?|episodes?|sections?|paragraphs?|lines?|rows?|rooms?|numbers?|nos?\\.?|nr\\.?|versions?|v|release|build|pins?|codes?|gates?|seats?|score|forms?|bills?|books?|invoices?|channel|highway|route|unit|apt\\.?|apartment|suite|extension|ext\\.?|account|model|password|sizes?|ages?|grades?|verses?|volumes?|pay|owe|transfer|costs?|price|sell|buy)';

/** Sunday is 0. */
export const weekdayOf = (word = ''): number => {
  const start = word.trim().toLowerCase().slice(0, 3);
  return WEEKDAY_NAMES.indexOf(MISSPELT.get(start) ?? start);
};
/** January is 1. */
export const monthOf = (word = ''): number => MONTH_NAMES.indexOf(word.trim().toLowerCase().slice(0, 3)) + 1;

/** All weekdays of a list, in order from Monday. */
export const weekdaysIn = (words = ''): readonly number[] => {
  const found = [...words.matchAll(new RegExp(`\\b${WEEKDAY}s?\\b`, 'giu'))].map(([word]) => weekdayOf(word));
  return [...new Set(found)].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
};

const ONES = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ORDINALS_TO_NINE = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
/** "first" to "thirty-first" */
const ORDINALS = [
  ...ORDINALS_TO_NINE,
  ...'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(' '),
  'twentieth',
  ...ORDINALS_TO_NINE.map(ordinal => `twenty-${ordinal}`),
  'thirtieth',
  'thirty-first',
];

export const SPELLED_HOUR = `(?:${ONES.join('|')})`;
export const HOUR = '(?:[01]?\\d|2[0-4])';
export const MINUTE = '[0-5]\\d';
/** "twenty", "forty-five", "oh five" */
export const SPELLED_MINUTE = `(?:(?:twenty|thirty|forty|fifty)(?:[ -](?:${ONES.slice(0, 9).join('|')}))?|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|oh[ -](?:${ONES.slice(0, 9).join('|')}))`;

export const COUNTS: readonly (readonly [string, number])[] = [
  ['zero', 0],
  ...ONES.map((word, index) => [word, index + 1] as const),
  ['thirteen', 13],
  ['fourteen', 14],
  ['fifteen', 15],
  ['sixteen', 16],
  ['seventeen', 17],
  ['eighteen', 18],
  ['nineteen', 19],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['ninety', 90],
];
const VALUES = new Map(COUNTS);
/** Matches if no countable noun follows the number. */
export const STOP =
  '(?=\\s*(?:$|[,;!?\\n)]|[–—-](?!\\s*\\d)|[.:](?!\\d)|to(?! \\d|\\p{L})|(?:that|about|and|please|until|till|for|from|every|each|on|starting)(?![\\p{L}])))';
const DAY = `(?:today|tomorrow|tonight|this|next|${WEEKDAY})`;
/** Before or behind a day. */
export const BEFORE_DAY = `(?= (?:on )?${DAY}(?!\\p{L}))`;
export const BEHIND_DAY = `(?<=(?:${DAY}|${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)? ${MONTH}|\\d/\\d{1,2}),? )`;
export const COUNT = `(?:\\d{1,4}|${COUNTS.map(([word]) => word).join('|')})`;
export const countOf = (word = ''): number => VALUES.get(word.toLowerCase()) ?? Number(word);
/** "forty-five" */
export const minutesSpelled = (words: string): number =>
  words
    .split(/[\s-]+/u)
    .filter(word => word !== 'oh')
    .reduce((sum, word) => sum + countOf(word), 0);

export const SPELLED_ORDINAL = `(?:(?:twenty[ -])?(?:${ORDINALS_TO_NINE.join('|')})|thirty[ -]first|${ORDINALS.slice(9)
  .filter(ordinal => !ordinal.includes('-'))
  .join('|')})`;
/** A number in digits or words. */
export const ORDINAL = `(?:\\d{1,2}(?:st|nd|rd|th)|${SPELLED_ORDINAL})`;
export const LAST = '(?:(?:(?:second|2nd|third|3rd)[ -](?:to[ -]|from[ -])?|next[ -]to[ -])?last|penultimate)';
/** "last" is -1, "second to last" is -2. */
export const ordinalOf = (word = ''): number => {
  const spoken = word.toLowerCase();
  if (/^(?:third|3rd).*last$/u.test(spoken)) return -3;
  if (/^(?:second|2nd|next).*last$|^penultimate$/u.test(spoken)) return -2;
  if (spoken === 'last') return -1;
  const index = ORDINALS.indexOf(spoken.replace(/\s+/u, '-'));
  return index === -1 ? Number.parseInt(spoken, 10) : index + 1;
};
export const ordinalsIn = (words = ''): readonly number[] =>
  [...words.matchAll(new RegExp(`\\b(?:${LAST}|${ORDINAL})\\b`, 'giu'))].map(([word]) => ordinalOf(word));

export const hourOf = (word = ''): string => {
  const index = ONES.indexOf(word.toLowerCase());
  return index === -1 ? word : String(index + 1);
};

const MINUTES_ALOUD: ReadonlyMap<string, number> = new Map([
  ['quarter', 15],
  ['half', 30],
  ['twenty five', 25],
  ['forty five', 45],
]);
export const minutesOf = (spoken = ''): number => {
  const plain = spoken
    .toLowerCase()
    .replaceAll(/\bminutes?\b|\ba\b/gu, '')
    .replaceAll(/[\s-]+/gu, ' ')
    .trim();
  return MINUTES_ALOUD.get(plain) ?? minutesSpelled(plain);
};
export const ALOUD = `(?:(?:a )?quarter|half|${SPELLED_HOUR}|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|[1-5]?\\d)(?: minutes?)?`;
