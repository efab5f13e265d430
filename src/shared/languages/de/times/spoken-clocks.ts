// German times of day as they are said: "um acht dreißig", "um 7 30", "viertel ab acht", and those that say too little.
import {aloud, clockOf} from '../../times/clock.ts';
import type {Clock, Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {COUNT, countOf, HOUR, hourOf, MINUTE, SPELLED_HOUR} from './words.ts';

const UM = '(?:um|gegen|ab) ';
const TENS = '(?:zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig)';
const SPELLED_MINUTE = `(?:zehn|fünfzehn|(?:fünfund)?${TENS})`;
/** The end, or a verb as the last word: "um 7 30 anrufen". */
const ENDS = '(?=\\s*(?:$|[,;!?\\n)]|[.:](?!\\d)|(?:an|dass|bitte|und|zum?)(?!\\p{L})|\\p{L}+en[\\s.!?]*$))';
const LAST = '(?= ?(?:\\p{L}+en)?[\\s.!?]*$)';
const PART = '(?:morgen|vormittag|nachmittag|abend|nacht)';
const MINUTES = `(?:viertel|fünf|zehn|zwanzig|5|10|20)`;

const timed = (clock: Clock | undefined): Meaning | undefined => clock && {kind: 'clock', clock};

/** "um acht dreißig", "um siebzehn dreißig" */
const spelled = ([, hour, minute]: readonly string[]): Meaning | undefined => {
  const [hours, minutes] = [Number(hourOf(hour)), countOf(minute)];
  if (!(hours <= 24 && minutes < 60)) return undefined;
  return timed(hours > 12 ? clockOf(String(hours), String(minutes)) : aloud(hours, minutes));
};

/** Says no one time. */
const open = (): Meaning => ({kind: 'never', why: {kind: 'open'}});

export const SPOKEN_CLOCKS: readonly Form[] = [
  form(`${UM}(${COUNT}) (${SPELLED_MINUTE})${ENDS}`, spelled),
  form(`${UM}(${HOUR}) ([0-5][05])${ENDS}`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  // "um 18 05 zug": no count begins with a zero.
  form(`${UM}(${HOUR}) (0\\d)(?![.:,/]?\\d)`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  form(`(?:um|gegen) ([1-9])(${MINUTE})(?: ?uhr)?${ENDS}`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  form(`${UM}(${HOUR}),(00|15|30|45)(?: ?uhr)?`, ([, hour = '', minute]) => timed(clockOf(hour, minute))),
  // "um 3/4 8" is 7:45.
  form(`${UM}(1/4|1/2|3/4) (${SPELLED_HOUR}|${HOUR})(?!\\.|[:.]?\\d)`, ([, part, hour]) =>
    timed(aloud(Number(hourOf(hour)) - 1, part === '1/4' ? 15 : part === '1/2' ? 30 : 45)),
  ),
  // In Switzerland "viertel ab acht" is 8:15, and in Austria "viertel über acht".
  form(
    `(?:${UM})?(viertel|fünf|zehn|zwanzig) (?:ab|über) (${SPELLED_HOUR}|${HOUR})(?!\\.|[:.]?\\d)`,
    ([, minutes = '', hour]) => timed(aloud(Number(hourOf(hour)), minutes === 'viertel' ? 15 : countOf(minutes))),
  ),
  // "um 5 und 7 anrufen"
  form(`(?<=um (?:\\d{1,2}|${SPELLED_HOUR}) und )(${HOUR}|${SPELLED_HOUR})(?= \\p{L}+en[\\s.!?]*$)`, ([, hour]) => {
    const clock = clockOf(hourOf(hour));
    return clock && {kind: 'number', clock, ends: true};
  }),
  // "täglich 8/20 Uhr"
  form(`(?:um )?(${HOUR})(?=/${HOUR} ?uhr)`, ([, hour = '']) => timed(clockOf(hour, '00'))),
  // "um zehn nach": of which hour?
  form(`${UM}(?:${MINUTES} (?:vor|nach)|halb)${LAST}`, open, 'guest'),
  form(`(?:(?:am|in der|der|den) )?(?:frühen?|späten?|frühe[rms]|späte[rms]) ${PART}s?`, open, 'guest'),
  form(`am (?:frühen|späten) ${PART}|in der (?:frühen|späten) nacht`, open),
  form('spät(?:abends|nachmittags|nachts)|frühmorgens', open),
];
