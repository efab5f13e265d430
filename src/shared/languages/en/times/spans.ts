// English durations: unit names, numbers, and surrounding words.
import type {SpanWords} from '../../times/time-words.ts';
import {unitsOfTime} from '../../times/time-words.ts';
import {COUNTS} from './words.ts';

const phrase = (spoken: string, value: number) => ({spoken: spoken.split(' '), value});

export const SPANS: SpanWords = {
  units: unitsOfTime({
    second: 's sec secs second seconds',
    minute: 'm min mins minute minutes mintue mintues minuets minuts minutse mintes',
    hour: 'h hr hrs hour hours',
    day: 'd day days',
    week: 'w wk wks week weeks',
    fortnight: 'fortnight fortnights',
    month: 'mo mos month months',
    quarter: 'quarters',
    year: 'y yr yrs year years',
  }),
  numbers: new Map([...COUNTS, ['a', 1], ['an', 1]]),
  and: ['and'],
  to: ['to', 'or', '-', '–'],
  articles: ['a', 'an'],
  fractions: new Map([
    ['half', 0.5],
    ['quarter', 0.25],
  ]),
  phrases: [
    phrase('three quarters of an', 0.75),
    phrase('a quarter of an', 0.25),
    phrase('quarter of an', 0.25),
    phrase('a couple of', 2),
    phrase('couple of', 2),
    phrase('a couple', 2),
    phrase('a few', 3),
    phrase('a half an', 0.5),
    phrase('half an', 0.5),
    phrase('half a', 0.5),
    phrase('a half', 0.5),
    phrase('half', 0.5),
  ],
  leads: new Map([
    ['in', 'in'],
    ['+', 'in'],
    ['after', 'in'],
    ['within', 'in'],
    ['for', 'for'],
  ]),
  nearly: ['about', 'around', 'roughly', 'approximately', 'approx', 'just', 'another', 'exactly'],
  nearlyBehindLead: ['like', 'under', 'over', 'less', 'than', 'maybe', 'say'],
  trails: [
    {spoken: ['from', 'now'], ahead: true},
    {spoken: ['from', 'today'], ahead: true},
    {spoken: ['later'], ahead: true},
    {spoken: ["'", 's', 'time'], ahead: true},
    {spoken: ['’', 's', 'time'], ahead: true},
    {spoken: ["'", 'time'], ahead: true},
    {spoken: ['’', 'time'], ahead: true},
    {spoken: ['time'], ahead: false},
    {spoken: ['or', 'so'], ahead: false},
  ],
  elsewhereBefore: ['every', 'each', 'per', 'last', 'past', 'next', 'this', 'the'],
  elsewhereAfter: ['ago', 'earlier', 'early', 'late', 'old', 'long'],
  shifts: new Map([
    ['before', -1],
    ['after', 1],
    ['from', 1],
  ]),
  shiftsBehindIn: ['before'],
  clockJoints: ['to', 'past', 'till', 'until'],
  clockNames: ['noon', 'midnight'],
};
