// The English language: its forms, and the words around a time.

import {behind, type Spelling, type TimeLanguage, type TimeWords} from '../../times/time-words.ts';
import {ADVERBS} from './adverbs.ts';
import {CLOCKS} from './clocks.ts';
import {DATE_LISTS, WEEKDAY_LISTS} from './day-lists.ts';
import {DAYS} from './days.ts';
import {EDGES} from './edges.ts';
import {ENGLISH_EVENT_WORDS} from './event-words.ts';
import {PLACES} from './places.ts';
import {EVERY, REPEATS} from './repeats.ts';
import {SENTENCE} from './sentence.ts';
import {SPANS} from './spans.ts';
import {LEFT_OVER} from './traces.ts';
import {COUNT, ORDINAL} from './words.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'];

/** English words of times that are corrected: "tomrrow", "every monda", "every other tuesady", "every dya". */
const SPELLING: Spelling = {
  days: ['today', 'tonight', 'tomorrow', ...WEEKDAYS],
  every: behind(`${EVERY}(?: (?:other|alternate|${ORDINAL}|${COUNT}))?`),
  behindEvery: [
    ...WEEKDAYS,
    'weekend',
    ...UNITS,
    ...UNITS.map(unit => `${unit}s`),
    ...['morning', 'afternoon', 'evening', 'night'],
  ],
  otherWords: new Set('toady sundae sundry Frida Fridah Sunda moth moths minuet minuets mourning mournings'.split(' ')),
  isCapital: false,
};

const WORDS: TimeWords = {
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

export const ENGLISH_TIMES: TimeLanguage = {
  code: 'en',
  times: WORDS,
  nag: /(?:\s*[,;]\s*(?:(?:and|with|then)\s+)?|\s+(?:and|with|then)\s+)(?:please\s+)?(?:(?:nag(?:ging)?|pester|bug|keep (?:nagging|reminding))(?:\s+me)?(?:\s+again)?(?:\s+every\s+(?<span>[^,;.]{1,20}?))?|remind me again every\s+(?<often>[^,;.]{1,20}?))(?:\s+until\s+(?:i['’]?(?:m| am| have)?\s*)?(?:done|did it|answer(?:ed)?|reply|say done))?[.!\s]*$|[\s,;]+(?:(?:and\s+)?(?:keep\s+)?(?:ring(?:ing)?|call(?:ing)?|nag(?:ging)?)(?:\s+me)?(?:\s+every\s+(?<each>[^,;.]{1,20}?))?\s+)?until\s+(?:i\s+(?:answer|reply)|(?:it['’]?s\s+|it\s+is\s+)?answered)[.!\s]*$/iu,
  untilAnswered: /(?:until|till)\s+(?:i\s+|it['’]?s\s+|it\s+is\s+)?(?:answer(?:ed)?|reply)(?!\p{L})/iu,
  events: ENGLISH_EVENT_WORDS,
  whereverIAm:
    /(?:^|[\s,;(]+)(?:(?:no matter|regardless of|independent of)\s+where|wherever)\s+i(?:['’]?m|\s+am|\s+happen to be|\s+go|\s+travel)(?:\s+(?:at|then))?(?!\p{L})\)?[\s,;:]*/iu,
  clocksOf: /(?<place>\p{L}+(?:\s\p{L}+)?)\s+time(?!\p{L})/iu,
  timer: {
    noun: /^(?:(?<what>\p{L}{2,})-)?timers?$/iu,
    around: new Set(
      'set start add create make run begin put up give want need a an the my me us new another one please can could would you i hey hi ok okay rooster for to of on about called named in with at and lasting'.split(
        ' ',
      ),
    ),
  },
};
