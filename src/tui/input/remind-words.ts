// `/remind WHEN TEXT` is one line: this finds where the WHEN ends. What the words mean is the daemon's to say; a WHEN that
// is put in quotes is taken as it is.

import {zoneOfPlace} from '../../shared/place-zones.ts';
import {isZone} from '../../shared/zone.ts';

type RemindWords = {readonly when: string; readonly message: string};

/** The two parts, or undefined where no time is recognised at the start or no text follows it. */
export const readRemind = (line: string): RemindWords | undefined => {
  const quoted = QUOTED.exec(line.trim());
  const when = quoted?.[1] ?? quoted?.[2] ?? whenAtStart(line.trim());
  if (when === undefined || when.trim() === '') return undefined;
  const rest = line.trim().slice(quoted ? quoted[0].length : when.length);
  const message = rest.replace(/^[\s,:]+/u, '').replace(/^(?:to|that)\s+(?=\S)/iu, '');
  return message === '' ? undefined : {when: when.trim(), message};
};

const whenAtStart = (line: string): string | undefined => {
  const [when] = WHEN.exec(line) ?? [];
  return when === undefined ? undefined : `${when}${zoneAtStart(line.slice(when.length))}`;
};

/** The zone that follows the time: " PST", " Europe/London", " New York time"; nothing for "play time". */
const zoneAtStart = (rest: string): string => {
  const [whole = '', name, place] = ZONE.exec(rest) ?? [];
  if (name !== undefined) return name.includes('/') && !isZone(name) ? '' : whole;
  return place !== undefined && zoneOfPlace(place) !== undefined ? whole : '';
};

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

/** A length of time; or a day, a time of day, or both in either order. */
const WHEN = new RegExp(
  `^(?:(?:in\\s+)?${SPAN}(?:\\s+from now)?|(?:${DAY})(?:[\\s,]+(?:${TIME}))*|(?:${TIME})(?:[\\s,]+(?:${DAY}|${PART}))*)(?=[\\s,:]|$)`,
  'iu',
);
const ZONE =
  /^\s+(?:in\s+)?(?:((?:UTC|GMT)(?:[+-]\d{1,2}(?::?\d{2})?)?|[ECMP][SD]?T|AK[SD]T|HST|BST|WES?T|CES?T|EES?T|MSK|IST|JST|KST|HKT|SGT|A[CEW][SD]T|NZ[SD]T|[A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+)+)(?=[\s,:]|$)|((?:\p{L}[\p{L}.]*\s+){0,2}\p{L}[\p{L}.]*?)(?:['’]s)?\s+time(?=[\s,:]|$))/u;
