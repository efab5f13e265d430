// Splits `/remind WHEN TEXT`: finds the end of WHEN, and the options of `rooster remind` around both parts. The daemon
// interprets the time; a quoted WHEN is passed unchanged.
import {type Address, isAddress} from '../../shared/records/address.ts';
import type {Follows} from '../../shared/records/jobs/jobs.ts';
import {zoneOfPlace} from '../../shared/time/place-zones.ts';
import {isZone} from '../../shared/time/zone.ts';

type RemindText = {readonly when: string; readonly message: string} & RemindOptions;

/** In the form that the daemon accepts. */
export type RemindOptions = {
  readonly mode?: 'agent';
  readonly nag?: string;
  readonly urgent?: true;
  readonly follows?: Follows;
  readonly user?: string;
  readonly to?: Address;
};

/** The two parts; undefined if the line doesn't start with a time, or no text follows. */
export const readRemind = (line: string): RemindText | undefined => {
  const before = optionsAt('start', line);
  const quoted = QUOTED.exec(before.rest);
  const when = quoted?.[1] ?? quoted?.[2] ?? whenAtStart(before.rest);
  if (when === undefined || when.trim() === '') return undefined;
  const between = optionsAt('start', before.rest.slice(quoted ? quoted[0].length : when.length));
  const behind = optionsAt('end', between.rest);
  const message = behind.rest.replace(/^[\s,:]+/u, '').replace(/^(?:to|that)\s+(?=\S)/iu, '');
  if (message === '') return undefined;
  return {...before.options, ...between.options, ...behind.options, when: when.trim(), message};
};

/** The line without its options; undefined where WHEN is quoted, and the line says itself what the time is. */
export const readSentenceLine = (
  line: string,
): {readonly options: RemindOptions; readonly sentence: string} | undefined => {
  const before = optionsAt('start', line);
  if (QUOTED.test(before.rest)) return undefined;
  const behind = optionsAt('end', before.rest);
  return behind.rest === '' ? undefined : {options: {...before.options, ...behind.options}, sentence: behind.rest};
};

/** The options on one side of a text, and the remaining text. */
const optionsAt = (side: 'start' | 'end', text: string): {readonly options: RemindOptions; readonly rest: string} => {
  let [options, rest]: [RemindOptions, string] = [{}, text.trim()];
  for (;;) {
    const match = side === 'start' ? OPTION_FIRST.exec(rest) : OPTION_LAST.exec(ending(rest));
    const option = match === null ? undefined : optionOf(match);
    if (match === null || option === undefined) return {options, rest};
    options = {...option, ...options};
    rest = side === 'start' ? rest.slice(match[0].length).trimStart() : rest.slice(0, -match[0].length).trimEnd();
  }
};

/** An option has at most two words, so only the last words are checked. */
const ending = (text: string): string => {
  let begin = text.length;
  for (let words = 2; words > 0; words -= 1) {
    while (begin > 0 && BLANK.test(text.charAt(begin - 1))) begin -= 1;
    while (begin > 0 && !BLANK.test(text.charAt(begin - 1))) begin -= 1;
  }
  return text.slice(begin);
};

const optionOf = ([, nag, user, to, agent, urgent, follows]: RegExpExecArray): RemindOptions | undefined => {
  if (agent !== undefined) return {mode: 'agent'};
  if (urgent !== undefined) return {urgent: true};
  if (follows === 'person' || follows === 'place') return {follows};
  if (nag !== undefined) return {nag};
  if (user !== undefined) return {user};
  return to !== undefined && isAddress(to) ? {to} : undefined;
};

const whenAtStart = (line: string): string | undefined => {
  const [when] = WHEN.exec(line) ?? [];
  return when === undefined ? undefined : `${when}${zoneAtStart(line.slice(when.length))}`;
};

/** The zone after the time: " PST", " Europe/London", " New York time"; nothing for "play time". */
const zoneAtStart = (rest: string): string => {
  const [whole = '', name, place] = ZONE.exec(rest) ?? [];
  if (name !== undefined) return name.includes('/') && !isZone(name) ? '' : whole;
  return place !== undefined && zoneOfPlace(place) !== undefined ? whole : '';
};

const OPTION =
  '(?:--nag[= ](\\d\\S*)|--user[= ](\\S+)|--to[= ](\\S+)|(--agent)|(--urgent)|--follows[= ](person|place))';
const OPTION_FIRST = new RegExp(`^${OPTION}(?=\\s|$)`, 'u');
const OPTION_LAST = new RegExp(`(?<=^|\\s)${OPTION}$`, 'u');
const BLANK = /\s/u;
const QUOTED = /^(?:"([^"]+)"|'([^']+)')/u;

const UNIT = '(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|years?)';
const COUNT = '(?:\\d+(?:[.,]\\d+)?|an?|half an?|one|two|three|four|five|six|seven|eight|nine|ten|a few)';
const SPAN = `${COUNT}\\s*${UNIT}(?:\\s*(?:,|and)?\\s*\\d+\\s*${UNIT})*`;
const CLOCK = '(?:\\d{1,2}[:.h]\\d{2}(?:\\s*[ap]\\.?m\\.?)?|\\d{1,2}\\s*[ap]\\.?m\\.?|noon|midday|midnight)';
const PART = '(?:(?:in the )?(?:morning|afternoon|evening)|(?:at )?night)';
const TIME = `(?:at\\s+)?(?:${CLOCK}|${PART})|at\\s+\\d{1,2}(?:\\s+o.clock)?`;
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DATE = `\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2})?(?:Z|[+-]\\d{2}:?\\d{2})?)?|\\d{1,2}(?:st|nd|rd|th)?\\.?\\s+(?:of\\s+)?${MONTH}(?:\\s+\\d{4})?|${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?`;
const DAY = `(?:on\\s+)?(?:the\\s+)?(?:${DATE}|(?:this |next )?${WEEKDAY}|today|tonight|tomorrow|the day after tomorrow|next (?:week|month|year)|this (?:morning|afternoon|evening))`;

/** A duration, or a day and a time of day in either order (or one of them). */
const WHEN = new RegExp(
  `^(?:(?:in\\s+)?${SPAN}(?:\\s+from now)?|(?:${DAY})(?:[\\s,]+(?:${TIME}))*|(?:${TIME})(?:[\\s,]+(?:${DAY}|${PART}))*)(?=[\\s,:]|$)`,
  'iu',
);
const ZONE =
  /^\s+(?:in\s+)?(?:((?:UTC|GMT)(?:[+-]\d{1,2}(?::?\d{2})?)?|[ECMP][SD]?T|AK[SD]T|HST|BST|WES?T|CES?T|EES?T|MSK|IST|JST|KST|HKT|SGT|A[CEW][SD]T|NZ[SD]T|[A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+)+)(?=[\s,:]|$)|((?:\p{L}[\p{L}.]*\s+){0,2}\p{L}[\p{L}.]*?)(?:['’]s)?\s+time(?=[\s,:]|$))/u;
