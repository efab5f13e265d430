// English names of holidays: "easter monday", "christmas eve", "black friday".
import {besideNamedDays, namedDays} from '../../times/day-meanings.ts';
import type {Day} from '../../times/meaning.ts';
import type {Form} from '../../times/time-words.ts';
import {WEEKDAY, weekdayOf} from './words.ts';

const THANKSGIVING: Day = {kind: 'nth', nth: 4, of: 4, month: 11};
const MOTHERING_SUNDAY: Day = {kind: 'easter', days: -21};
const MAY_DAY: Day = {kind: 'nth', nth: 1, of: 1, month: 5};

/** Names that often stand before a noun: "christmas dinner". */
const HOLIDAYS: readonly (readonly [string, Day])[] = [
  ['easter', {kind: 'easter', days: 0}],
  ['ascension', {kind: 'easter', days: 39}],
  ['pentecost', {kind: 'easter', days: 49}],
  ['(?:christmas|xmas)', {kind: 'date', day: 25, month: 12}],
  ["new year(?:['’]?s)?", {kind: 'date', day: 1, month: 1}],
  ["valentine['’]?s", {kind: 'date', day: 14, month: 2}],
  ['halloween', {kind: 'date', day: 31, month: 10}],
  [
    'thanksgiving(?: day)?',
    {kind: 'by-country', elsewhere: THANKSGIVING, countries: {CA: {kind: 'nth', nth: 2, of: 1, month: 10}}},
  ],
  ['black friday', {kind: 'from', days: 1, day: THANKSGIVING}],
  ['cyber monday', {kind: 'from', days: 4, day: THANKSGIVING}],
];
const OPENING: readonly (readonly [string, Day])[] = [
  ['easter monday', {kind: 'easter', days: 1}],
  ['easter sunday', {kind: 'easter', days: 0}],
  ['good friday', {kind: 'easter', days: -2}],
  ['maundy thursday', {kind: 'easter', days: -3}],
  ['ascension day', {kind: 'easter', days: 39}],
  ['whit sunday', {kind: 'easter', days: 49}],
  ['whit monday', {kind: 'easter', days: 50}],
  ['ash wednesday', {kind: 'easter', days: -46}],
  ['(?:pancake day|shrove tuesday|mardi gras)', {kind: 'easter', days: -47}],
  ['palm sunday', {kind: 'easter', days: -7}],
  ['mothering sunday', MOTHERING_SUNDAY],
  ['(?:christmas|xmas) eve', {kind: 'date', day: 24, month: 12}],
  ['(?:christmas|xmas) day', {kind: 'date', day: 25, month: 12}],
  ['boxing day', {kind: 'date', day: 26, month: 12}],
  ["new year['’]?s eve", {kind: 'date', day: 31, month: 12}],
  ["new year(?:['’]?s)? day", {kind: 'date', day: 1, month: 1}],
  ["valentine['’]?s day", {kind: 'date', day: 14, month: 2}],
  ["(?:st\\.?|saint) patrick['’]?s day", {kind: 'date', day: 17, month: 3}],
  ["april fool['’]?s['’]?(?: day)?", {kind: 'date', day: 1, month: 4}],
  ['(?:guy fawkes|bonfire) night', {kind: 'date', day: 5, month: 11}],
  ['(?:veterans|remembrance|armistice) day', {kind: 'date', day: 11, month: 11}],
  ["(?:martin luther king(?: jr\\.?)?|mlk)(?:[’']s)? day", {kind: 'nth', nth: 3, of: 1, month: 1}],
  ["president['’]?s['’]? day", {kind: 'nth', nth: 3, of: 1, month: 2}],
  ['memorial day', {kind: 'nth', nth: -1, of: 1, month: 5}],
  ['labor day', {kind: 'nth', nth: 1, of: 1, month: 9}],
  ['columbus day', {kind: 'nth', nth: 2, of: 1, month: 10}],
  [
    "mother['’]?s['’]? day",
    {
      kind: 'by-country',
      elsewhere: {kind: 'nth', nth: 2, of: 0, month: 5},
      countries: {GB: MOTHERING_SUNDAY, IE: MOTHERING_SUNDAY},
    },
  ],
  [
    "father['’]?s['’]? day",
    {
      kind: 'by-country',
      elsewhere: {kind: 'nth', nth: 3, of: 0, month: 6},
      countries: {AU: {kind: 'nth', nth: 1, of: 0, month: 9}, NZ: {kind: 'nth', nth: 1, of: 0, month: 9}},
    },
  ],
  ['may day', {kind: 'by-country', elsewhere: {kind: 'date', day: 1, month: 5}, countries: {GB: MAY_DAY, IE: MAY_DAY}}],
];
const ALL = [...OPENING, ...HOLIDAYS];

export const FEASTS: readonly Form[] = [
  ...namedDays('on|at|by', HOLIDAYS, OPENING),
  besideNamedDays(`(?:on )?(?:the )?(?:last |first )?(${WEEKDAY}|weekend) (before|after)`, ALL, (name, side) => ({
    weekday: name === 'weekend' ? 6 : weekdayOf(name),
    sign: side === 'before' ? -1 : 1,
  })),
];
