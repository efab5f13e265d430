// The English language: its forms, and the words around a time.
import type {TimeWords} from '../../times/time-words.ts';
import {ADVERBS} from './adverbs.ts';
import {CLOCKS} from './clocks.ts';
import {DATE_LISTS} from './date-lists.ts';
import {DAYS} from './days.ts';
import {EDGES} from './edges.ts';
import {PLACES} from './places.ts';
import {REPEATS} from './repeats.ts';
import {SENTENCE} from './sentence.ts';
import {SPANS} from './spans.ts';
import {SPELLING} from './spelling.ts';
import {LEFT_OVER} from './traces.ts';
import {WEEKDAY_LISTS} from './weekday-lists.ts';

export const ENGLISH_TIMES: TimeWords = {
  forms: [...DATE_LISTS, ...WEEKDAY_LISTS, ...CLOCKS, ...DAYS, ...REPEATS, ...ADVERBS, ...EDGES, ...PLACES],
  spans: SPANS,
  spelling: SPELLING,
  glue: () =>
    /^(?:[\s,]|(?<!\p{L})(?:at|on|by|in|of|the|around|about|again|then|sharp|exactly|approximately|roughly|please|also)(?!\p{L}))*$/iu,
  lastNightHour: 4,
  and: () => /^[\s,]*(?:sharp[\s,]+)?(?:and|&|,|\+(?=\s))[\s,]*(?:(?:again|then|also|at|on)[\s,]+)*$/iu,
  beforeDay: () => /(?<!\p{L})(?:on|next|this|by|until|till|in|before|for|starting|from)\s+$/iu,
  beforeHour: () => /(?:^|(?<!\p{L})(?:by|around|until|till|me|up|to|at))\s*$/iu,
  sentence: SENTENCE,
  leftOver: LEFT_OVER,
};
