// German names of holidays: "Ostermontag", "Heiligabend", "3. Advent".
import {besideNamedDays, namedDays} from '../../times/day-meanings.ts';
import type {Day} from '../../times/meaning.ts';
import type {Form} from '../../times/time-words.ts';
import {WEEKDAY, weekdayOf} from './words.ts';

/** The fourth Sunday in Advent is the last one before Christmas. */
const advent = (nth: number): Day => ({
  kind: 'from-date',
  weekday: 0,
  month: nth === 1 ? 11 : 12,
  day: [27, 4, 11, 18][nth - 1] ?? 18,
});

const HOLIDAYS: readonly (readonly [string, Day])[] = [
  ['ostern', {kind: 'easter', days: 0}],
  ['pfingsten', {kind: 'easter', days: 49}],
  ['weihnachten', {kind: 'date', day: 25, month: 12}],
  ['halloween', {kind: 'date', day: 31, month: 10}],
];
const OPENING: readonly (readonly [string, Day])[] = [
  ['ostersonntag', {kind: 'easter', days: 0}],
  ['ostermontag', {kind: 'easter', days: 1}],
  ['ostersamstag', {kind: 'easter', days: -1}],
  ['karfreitag', {kind: 'easter', days: -2}],
  ['gründonnerstag', {kind: 'easter', days: -3}],
  ['aschermittwoch', {kind: 'easter', days: -46}],
  ['rosenmontag', {kind: 'easter', days: -48}],
  ['(?:christi )?himmelfahrt(?:stag)?', {kind: 'easter', days: 39}],
  ['pfingstsonntag', {kind: 'easter', days: 49}],
  ['pfingstmontag', {kind: 'easter', days: 50}],
  ['fronleichnam', {kind: 'easter', days: 60}],
  ['(?:erste[rnm]?|1\\.) weihnachts(?:feier)?tag', {kind: 'date', day: 25, month: 12}],
  ['(?:zweite[rnm]?|2\\.) weihnachts(?:feier)?tag', {kind: 'date', day: 26, month: 12}],
  ['(?:heiligabend|heilig abend|heiligen abend)', {kind: 'date', day: 24, month: 12}],
  ['(?:silvester|sylvester)', {kind: 'date', day: 31, month: 12}],
  ['(?:neujahr|neujahrstag)', {kind: 'date', day: 1, month: 1}],
  ['nikolaus', {kind: 'date', day: 6, month: 12}],
  ['(?:heilige )?(?:drei könige|dreikönig(?:stag)?)', {kind: 'date', day: 6, month: 1}],
  ['valentinstag', {kind: 'date', day: 14, month: 2}],
  ['tag der arbeit', {kind: 'date', day: 1, month: 5}],
  ['tag der deutschen einheit', {kind: 'date', day: 3, month: 10}],
  ['(?:erste[rnm]?|1\\.) advent(?:ssonntag)?', advent(1)],
  ['(?:zweite[rnm]?|2\\.) advent(?:ssonntag)?', advent(2)],
  ['(?:dritte[rnm]?|3\\.) advent(?:ssonntag)?', advent(3)],
  ['(?:vierte[rnm]?|4\\.) advent(?:ssonntag)?', advent(4)],
  ['muttertag', {kind: 'nth', nth: 2, of: 0, month: 5}],
  ['vatertag', {kind: 'easter', days: 39}],
  ['allerheiligen', {kind: 'date', day: 1, month: 11}],
];

export const FEASTS: readonly Form[] = [
  ...namedDays('an|am|zu|zum', HOLIDAYS, OPENING),
  besideNamedDays(
    `(?:am )?(?:letzten |ersten )?(${WEEKDAY}|wochenende) (vor|nach)(?: de[mr])?`,
    [...OPENING, ...HOLIDAYS],
    (name, side) => ({
      weekday: name === 'wochenende' ? 6 : weekdayOf(name),
      sign: side === 'vor' ? -1 : 1,
    }),
  ),
];
