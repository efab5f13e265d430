// Times of day as people say them ("half past seven", "8 in the evening", "at 1500", "friday 9"), put into figures that the
// date parser knows. Where each piece came from is kept, so that what is found in the new text can be cut out of the old. Pure.
import type {WallTime} from '../../../shared/time/zone.ts';
import {any, dateRewordings, WEEKDAY} from './spoken-dates.ts';
import {originOf, type Rewording, reworded, traced} from './traced-text.ts';

type Reworded = {
  readonly text: string;
  /** What a stretch of the new text was in the old one. */
  readonly origin: (start: number, end: number) => {readonly start: number; readonly end: number};
  /** A clock face was read aloud, without saying which half of the day. */
  readonly twelveHour: boolean;
};

/** `today` is the wall time now in `zone`. */
export const reword = (text: string, today: WallTime, zone: string): Reworded => {
  const dated = [LIKE_A_ZONE, ...dateRewordings(today, zone)].reduce(reworded, traced(text));
  const aloud = READ_ALOUD.reduce(reworded, dated);
  const result = FIGURES.reduce(reworded, aloud);
  return {
    text: result.text,
    origin: (start, end) => originOf(result, start, end),
    twelveHour: aloud.text !== dated.text,
  };
};

const ONES = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SPELLED = `(${ONES.join('|')})`;
const HOUR = `(${ONES.join('|')}|[01]?\\d|2[0-4])`;
const MINUTE = '(?:(?:a\\s+)?quarter|half|five|ten|twenty(?:[\\s-]five)?|[1-5]?\\d)(?:\\s+minutes?)?';
const PART = '(morning|afternoon|evening|night)';
const DAY = `(?:today|tomorrow|tonight|overmorrow|${WEEKDAY})`;
/** What may follow a bare hour for it to be one. */
const STOP = '(?=\\s*(?:$|[,.:;!?\\n)–—-]|\\b(?:to|that|about|and|please)\\b))';

const hourOf = (said = ''): number => {
  const spelled = ONES.indexOf(said.toLowerCase());
  return spelled === -1 ? Number(said) : spelled + 1;
};

const minuteOf = (said = ''): number => {
  const text = said
    .toLowerCase()
    .replaceAll(/\bminutes?\b|\ba\b/gu, '')
    .replaceAll(/[\s-]+/gu, ' ')
    .trim();
  return MINUTES.get(text) ?? Number(text);
};

const MINUTES: ReadonlyMap<string, number> = new Map([
  ['five', 5],
  ['ten', 10],
  ['quarter', 15],
  ['fifteen', 15],
  ['twenty', 20],
  ['twenty five', 25],
  ['half', 30],
  ['thirty', 30],
  ['forty five', 45],
]);

/** "at 9am eat lunch": in small letters these are words, which the parser would take for zones (East Africa Time). */
const LIKE_A_ZONE: Rewording = {
  said: /(?<=(?:\d|[ap]\.?m\.?|noon|midnight|today|tomorrow|day))\s+(?=(?:art|cast|cat|cot|east|eat|get|hast|hat|hay|mart|met|nut|pet|ret|vet|west|wet|wit)\b)/gu,
  means: () => ' – ',
};

const figures = (hour: number, minute: number): string => `${(hour + 24) % 24}:${String(minute).padStart(2, '0')}`;

/** A time on the clock face: whichever half of the day is ahead. */
const READ_ALOUD: readonly Rewording[] = [
  {
    said: any(
      `\\b(${MINUTE})\\s+(past|after|to|before)\\s+${HOUR}\\b(?!\\s*[:.]\\d|\\s*(?:minutes?|hours?|days?|weeks?)\\b)`,
    ),
    means: ([, minute, side = '', hour]) => {
      const [minutes, hours] = [minuteOf(minute), hourOf(hour)];
      if (minutes === 0 || minutes > 59) return undefined;
      return /past|after/iu.test(side) ? figures(hours, minutes) : figures(hours - 1, 60 - minutes);
    },
  },
  {said: any(`(?<=\\b(?:at|by|${DAY})\\s+)half\\s+${SPELLED}\\b`), means: ([, hour]) => figures(hourOf(hour), 30)},
  {
    said: any(`\\bat\\s+${SPELLED}(?:[\\s-]+(fifteen|thirty|forty[\\s-]five))?\\b`),
    means: ([, hour, minutes]) =>
      `at ${minutes === undefined ? hourOf(hour) : figures(hourOf(hour), minuteOf(minutes))}`,
  },
];

/** The hour as the part of the day makes it: "8 in the evening" is 8pm. Undefined where it names the hour fully. */
const halfOf = (hour: number, part: string): 'am' | 'pm' | undefined => {
  if (hour > 12) return undefined;
  const early = /morning/iu.test(part) || (/night/iu.test(part) && (hour === 12 || hour <= 4));
  return early ? 'am' : 'pm';
};

const atHour = (hour: string | undefined, minutes = '', part = 'night'): string => {
  const half = halfOf(Number(hour), part);
  return `at ${hour}${half === undefined && minutes === '' ? ':00' : minutes}${half ?? ''}`;
};

const dayOf = (tonight: string | undefined, day: string | undefined): string | undefined =>
  tonight !== undefined || day?.toLowerCase() === 'this' ? 'today' : day;

const FIGURES: readonly Rewording[] = [
  {
    said: any('\\b(?:the\\s+)?(?:end\\s+of\\s+(?:the\\s+)?day|close\\s+of\\s+business|eod|cob)\\b'),
    means: () => '17:00',
  },
  {said: any('\\b(?:at\\s+)?(?:lunch\\s?time|lunch)(?=\\s*$|\\s+(?:today|tomorrow|on)\\b)'), means: () => 'noon'},
  {
    said: any('\\bfirst\\s+thing\\s+(?:in\\s+the\\s+morning|tomorrow(?:\\s+morning)?)'),
    means: () => 'tomorrow morning',
  },
  {said: any('(\\d\\s?(?:[ap]m)?|noon)ish\\b'), means: ([, time]) => time},
  {
    said: any('\\bat\\s+([01]\\d|2[0-3])([0-5]\\d)(?:\\s?h(?:rs|ours)?)?\\b'),
    means: ([, hour, minute]) => `at ${hour}:${minute}`,
  },
  {said: any('(?<![\\d:.])([01]?\\d|2[0-3])h([0-5]\\d)\\b(?!\\s*m)'), means: ([, hour, minute]) => `${hour}:${minute}`},
  {said: any(`\\b((?:at|by|${DAY})\\s+)([01]?\\d|2[0-3])\\s?h\\b`), means: ([, lead, hour]) => `${lead}${hour}:00`},
  {
    said: any(`\\b((?:at|by|${DAY})\\s+)([01]?\\d|2[0-3])\\.([0-5]\\d)\\b(?!\\.)`),
    means: ([, lead, hour, minute]) => `${lead}${hour}:${minute}`,
  },
  {
    said: any(
      `\\b${SPELLED}(?=\\s+(?:in\\s+the\\s+${PART}|at\\s+night|tomorrow|tonight|this\\s+${PART}|o['’]?clock|[ap]\\.?m\\b))`,
    ),
    means: ([, hour]) => `${hourOf(hour)}`,
  },
  {
    said: any(`(?<![\\d:.])(?:at\\s+)?(\\d{1,2})(:[0-5]\\d)?\\s+(?:in\\s+the|at)\\s+${PART}\\b`),
    means: ([, hour, minutes, part]) => atHour(hour, minutes, part),
  },
  {
    said: any(
      `(?<![\\d:.])(?:at\\s+)?(\\d{1,2})(:[0-5]\\d)?\\s+(?:(tonight)|(this|tomorrow|${WEEKDAY})\\s+${PART})\\b`,
    ),
    means: ([, hour, minutes, tonight, day, part]) => `${dayOf(tonight, day)} ${atHour(hour, minutes, part)}`,
  },
  {
    said: any(
      `\\b(?:(tonight)|(this|tomorrow|${WEEKDAY})\\s+${PART})\\s+(?:at\\s+)?(\\d{1,2})(:[0-5]\\d)?(?!\\s?[ap]\\.?m|[\\d:.])`,
    ),
    means: ([, tonight, day, part, hour, minutes]) => `${dayOf(tonight, day)} ${atHour(hour, minutes, part)}`,
  },
  // A bare hour beside a day: "tomorrow 9", "9 tomorrow".
  {said: any(`\\b(${DAY})\\s+([01]?\\d|2[0-3])${STOP}`), means: ([, day, hour]) => `${day} at ${hour}`},
  {
    said: any(
      `(?<=^\\s*|\\b(?:by|around|for|until|till|me|up|to)\\s+)([01]?\\d|2[0-3])\\s+(?:on\\s+)?(tomorrow|today|${WEEKDAY})\\b`,
    ),
    means: ([, hour, day]) => `at ${hour} ${day}`,
  },
];
