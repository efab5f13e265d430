// English weekdays that share their week: "next week on tuesday and thursday", "tuesday and thursday next week".
import {day} from '../../times/day-meanings.ts';
import type {Meaning} from '../../times/meaning.ts';
import {type Form, form} from '../../times/time-words.ts';
import {WEEKDAY, weekdayOf} from './words.ts';

const LIST = '(?:,? and |, ?| ?& ?)(?:on )?';

const ofWeek = (name: string | undefined, week: string | undefined): Meaning =>
  day({kind: 'of-week', weekday: weekdayOf(name), weeks: week === 'next' ? 1 : 0});

export const WEEKDAY_LISTS: readonly Form[] = [
  form(
    `(?<=(next|this) week,? (?:on )?(?:${WEEKDAY}${LIST})*${WEEKDAY}(?:,? and |, ?| ?& ?))(?:on )?(${WEEKDAY})`,
    ([, week, name]) => ofWeek(name, week),
  ),
  form(`(?:on )?(${WEEKDAY})(?=(?:${LIST}${WEEKDAY})+,? (?:of )?(next|this) week(?!\\p{L}))`, ([, name, week]) =>
    ofWeek(name, week),
  ),
];

/** Not within such a list. */
export const OWN_WEEK = {
  before: `(?=[omtwfs])(?<!(?:next|this) week,? (?:on )?(?:${WEEKDAY}${LIST})+)`,
  after: `(?!(?:${LIST}${WEEKDAY})*,? (?:of )?(?:next|this) week(?!\\p{L}))`,
};
