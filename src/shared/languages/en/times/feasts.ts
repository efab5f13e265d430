// English names of holidays: "easter monday", "christmas eve", "black friday".
import {besideNamedDays, namedDays} from '../../times/day-meanings.ts';
import type {Day} from '../../times/meaning.ts';
import type {Form} from '../../times/time-words.ts';
import {WEEKDAY, weekdayOf} from './words.ts';

const THANKSGIVING: Day = {kind: 'nth', nth: 4, of: 4, month: 11};
const HOLIDAYS: readonly (readonly [string, Day])[] = [
  ['easter monday', {kind: 'easter', days: 1}],
  ['easter(?: sunday)?', {kind: 'easter', days: 0}],
  ['good friday', {kind: 'easter', days: -2}],
  ['maundy thursday', {kind: 'easter', days: -3}],
  ['ascension(?: day)?', {kind: 'easter', days: 39}],
  ['(?:pentecost|whit sunday)', {kind: 'easter', days: 49}],
  ['whit monday', {kind: 'easter', days: 50}],
  ['(?:christmas|xmas) eve', {kind: 'date', day: 24, month: 12}],
  ['(?:christmas|xmas)(?: day)?', {kind: 'date', day: 25, month: 12}],
  ['boxing day', {kind: 'date', day: 26, month: 12}],
  ["new year['’]?s eve", {kind: 'date', day: 31, month: 12}],
  ["new year(?:['’]?s)?(?: day)?", {kind: 'date', day: 1, month: 1}],
  ["valentine['’]?s(?: day)?", {kind: 'date', day: 14, month: 2}],
  ['halloween', {kind: 'date', day: 31, month: 10}],
  ['ash wednesday', {kind: 'easter', days: -46}],
  ['palm sunday', {kind: 'easter', days: -7}],
  ['thanksgiving(?: day)?', THANKSGIVING],
  ['black friday', {kind: 'from', days: 1, day: THANKSGIVING}],
  ['cyber monday', {kind: 'from', days: 4, day: THANKSGIVING}],
  ["mother['’]?s['’]? day", {kind: 'nth', nth: 2, of: 0, month: 5}],
];

export const FEASTS: readonly Form[] = [
  ...namedDays('on|at|by', HOLIDAYS),
  besideNamedDays(`(?:on )?(?:the )?(?:last |first )?(${WEEKDAY}|weekend) (before|after)`, HOLIDAYS, (name, side) => ({
    weekday: name === 'weekend' ? 6 : weekdayOf(name),
    sign: side === 'before' ? -1 : 1,
  })),
];
