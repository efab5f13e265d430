// English words that look like a part of a time, and the words beside them that decide.
import {type LeftOverWords, once, anywhere as words} from '../../times/time-words.ts';
import {CHANGE, QUESTION} from './other-requests.ts';
import {MONTH, NUMBERED, ORDINAL, SPELLED_HOUR, SPELLED_MINUTE, SPELLED_ORDINAL, WEEKDAY} from './words.ts';

const MERIDIEM = '[ap] ?\\.? ?m\\b\\.?';
/** Months that are no other word and no name. */
const PLAIN_MONTH = '(?:january|february|july|september|october|november|december|feb|apr|jul|sept?|oct|nov|dec)';
const FULL_WEEKDAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const PART = '(?:morning|afternoon|evening|night|noon|midday|midnight|weekend)';
const UNIT = '(?:minute|hour|day|week|fortnight|month|quarter|year)';
/** "5 kg", "10.30 eur": a measure, not a time. */
const MEASURE =
  '(?:%|°|k?g|mg|lbs?|oz|pounds?|m?l|lit(?:er|re)s?|cups?|k?m|cm|mm|inch(?:es)?|feet|ft|miles?|eur|euros?|usd|gbp|dollars?|bucks|cents?|percent|points?|stars?|times|°c|gb|mb|kwh|mph|v|w)(?!\\p{L})|[€$£%]';
/** Not a part of a longer number or a price. */
const NUMBER = '(?<![.,:/$€£#+-]|\\d )';
const NOT_COUNTED = `(?![.,:/-]\\d|[ -]?${UNIT}s?(?!\\p{L})|[ -]?(?:min|hr|sec)s?(?!\\p{L})| ?(?:${MEASURE}))`;

export const LEFT_OVER: LeftOverWords = {
  traces: [
    // "15%"
    {adds: 'nothing', reach: 0, isBehind: true, isNeverOwned: true, words: () => /(?<=^\s?)[%‰°]/gu},
    // The time would begin inside a number.
    {adds: 'nothing', reach: 0, isNeverOwned: true, words: words('\\d+[-/.,:](?=$)|(?<=^)[-/.,]\\d{1,4}')},
    {
      adds: 'clock',
      words: words(
        `\\d{1,2}(?:[:.]\\d{2})? ?${MERIDIEM}|(?:${SPELLED_HOUR}) ${MERIDIEM}|\\d{1,2}[:h]\\d{2}(?::\\d{2})?|(?:\\d{1,2}|${SPELLED_HOUR}) ?o ?['’]? ?clock|(?:\\d{1,2}|quarter|half|five|ten|twenty) (?:past|to|till?) (?:\\d{1,2}|${SPELLED_HOUR})`,
      ),
    },
    {adds: 'nothing', reach: 0, words: words("[ap]\\.? ?m\\.?|o['’]? ?clock|ish")},
    // "watch the 8 o'clock news tomorrow": no hour is assumed where one is said.
    {
      adds: 'clock',
      reach: Number.POSITIVE_INFINITY,
      ifMissing: true,
      isNeverOwned: true,
      words: words(
        `(?<!(?<!\\p{L})(?:that|about|for) (?:\\S+ ){0,4})(?:\\d{1,2}(?:[:.]\\d{2})? ?${MERIDIEM}|\\d{1,2}:\\d{2}|(?:\\d{1,2}|${SPELLED_HOUR}) ?o ?['’]? ?clock)`,
      ),
    },
    // "seven tonight", "3 or 5pm", "2 / 15", "3pm pacific"
    {
      adds: 'clock',
      reach: 0,
      ifMissing: true,
      words: words(`(?<!(?:for|of|with|like|than) )${SPELLED_HOUR}(?= ?$)`),
    },
    {
      adds: 'nothing',
      reach: 0,
      words: words('\\d{1,2}(?:st|nd|rd|th|am|pm)? ?(?:/|or)(?= ?$)|(?<!(?:buy|eat|have) )\\d+/(?= ?$)'),
    },
    {adds: 'nothing', reach: 0, isName: true, words: words('(?<=^ ?)(?:pacific|eastern|central|mountain)')},
    // "16:10 -0400", "4pm -3 days", "23.00+15"
    {adds: 'nothing', reach: 0, isNeverOwned: true, words: words('(?<=^ ?)[-+−]\\d{1,4}(?::\\d{2})?|(?<=^)\\+(?=$)')},
    // An edge: "through dec 5", "from today till", "june to", "more than", "goes until 4pm"
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      isBehind: true,
      words: words(
        `(?<=^[ ,]*)(?:through|thru|untill|til|to) (?:\\d{1,2}:\\d{2}|\\d{1,2}(?=[ .!?]*$)|(?:${MONTH}|${WEEKDAY}|${SPELLED_ORDINAL})(?!\\p{L}))`,
      ),
    },
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(
        `(?:from|since) \\S+(?: \\S+)? (?:till?|until|to|through|thru)(?= ?$)|from (?:today|tomorrow|${WEEKDAY}|\\d\\S*)(?= ?$)|${MONTH} (?:to|through|thru|till?|until|or)(?= ?$)|(?:more|less|fewer|later|earlier|older|newer) than(?: or at)?(?= ?$)|as (?:early|late) as(?= ?$)`,
      ),
    },
    {adds: 'nothing', words: words(`(?:@|from) ?\\d{1,2}(?::\\d{2}| ?${MERIDIEM})`)},
    // A day: "8pm on 15", "friday 23 at 4", "for october, 1st", "in september or december"
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(`on \\d{1,2}(?=[ ,.!?]*$)|${PLAIN_MONTH},(?= ?$)|between \\d{1,2}(?= ?$)|quarters past|upto`),
    },
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      isBehind: true,
      words: words(`(?<=^[ ,]*)(?:\\d{1,2}(?= (?:at )?$)|or (?:${MONTH}|${SPELLED_ORDINAL}))`),
    },
    // A length that the time doesn't use: "in three weeks from tomorrow", "5m before now"
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(
        `in (?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten) ${UNIT}s?(?: from| after)?(?= ?$)|(?:from|before|after) now|(?:${UNIT}s?|mins?|secs?|seconds?|hrs?) (?:ago|before)|closest|nearest`,
      ),
    },
    {adds: 'day', reach: 4, ifMissing: true, words: words("this (?:week|month|year)(?!['’])")},
    // "10 August 2555", "may 27 79": a year, unless it counts something
    {
      adds: 'year',
      reach: 0,
      ifMissing: true,
      isName: true,
      words: words(`(?<=^[ ,]*)\\d{3,4}${NOT_COUNTED}(?! \\p{L}+s(?!\\p{L}))`),
    },
    {
      adds: 'year',
      reach: 0,
      ifMissing: true,
      words: words(
        `(?<=^[ ,]*)(?:\\d{2}${NOT_COUNTED}(?! \\p{L}+s(?!\\p{L}))|two thousand|(?:seven|eigh|nine)teen (?:hundred|\\p{L}+ty))`,
      ),
    },
    {adds: 'nothing', reach: 0, isNeverOwned: true, words: words('\\d{1,4} ?(?:bce?|ad|[vn]\\. ?chr)')},
    {adds: 'day', ifMissing: true, isNeverOwned: true, words: words(`rest of (?:the|this|next) ${UNIT}`)},
    {
      adds: 'nothing',
      reach: 0,
      ofSeries: true,
      words: words(
        '(?:semi|not (?:on|in|at|during)|only (?:on|in|during)|in (?:advent|lent|spring|summer|autumn|winter))',
      ),
    },
    // "at 7am or pm"
    {adds: 'nothing', reach: 0, isNeverOwned: true, words: words(`or ${MERIDIEM}`)},
    // "fri (27)"
    {adds: 'nothing', reach: 0, words: () => /\(\d{1,2}(?:st|nd|rd|th)?\)/gu},
    // "the 3rd of next year"
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(`(?:${ORDINAL}|${SPELLED_ORDINAL}|end|start|beginning|middle|rest) of(?= ?$)`),
    },
    // "half-past three", and zones behind an hour: "14:00 ist"
    {
      adds: 'nothing',
      reach: 0,
      words: words(
        `(?:half|quarter|minutes?|\\d{1,2}|five|ten|twenty)[ -](?:past|to|after|before|of)(?= ?$)|(?:through|thru|since)(?= ?$)|[ecmp][sd]t|[ai]st|jst|utc|gmt|bst|cest|cet|eest|msk|aest|aedt|zulu`,
      ),
    },
    // "at 730", "3p tomorrow", "tomorrow 1730"
    {
      adds: 'clock',
      reach: 0,
      ifMissing: true,
      words: words(`${NUMBER}(?:(?:[01]?\\d|2[0-3])[0-5]\\d|\\d{1,2}[ap])${NOT_COUNTED}`),
    },
    {adds: 'clock', reach: 0, ifMissing: true, words: words('(?<![\\d+-] ?)\\d{1,2} [0-5]\\d')},
    {adds: 'nothing', reach: 0, words: words(`${SPELLED_MINUTE}(?=[\\s.!?]*$)`)},
    {adds: 'clock', ifMissing: true, words: words(`(?<!day )${NUMBER}(?:1?\\d|2[0-4])(?=[\\s.!?]*$)`)},
    {adds: 'clock', reach: 0, ifMissing: true, words: words('(?:at|by|around) (?!\\d+(?:st|nd|rd|th))\\d\\S*')},
    {
      adds: 'clock',
      reach: 0,
      ifMissing: true,
      isName: true,
      words: words(
        'early|late|teatime|(?:first|last) thing|in the [ap]m|(?:around|by|over) (?:breakfast|lunch|dinner|supper|tea)',
      ),
    },
    {
      adds: 'day',
      reach: 0,
      ifMissing: true,
      words: words(
        'for (?:\\d+|two|three|four|five|six|seven|ten) (?:days|weeks|months|years)|m ?[-–] ?(?:t|w|th|sa|su)|mtwt?h?r?f?',
      ),
    },
    {adds: 'nothing', reach: 0, words: words('(?:not|never)(?= ?$)')},
    {adds: 'series', reach: 0, isName: true, words: words('always|regularly|usually|repeatedly|recurring')},
    // "friday 8 dentist", "20 of next month"
    {
      adds: 'clock',
      reach: 0,
      ifMissing: true,
      words: words(
        `${NUMBER}(?:[012]?\\d|3[01]|\\d{2}(?=[\\s.!?]*$))${NOT_COUNTED}(?! \\p{L}+s(?!\\p{L})| (?:people|men|women|children|more)(?!\\p{L}))`,
      ),
    },
    {
      adds: 'nothing',
      isNeverOwned: true,
      words: words(
        `${NUMBER}(?![1-9]/[2-9] \\p{L})(?:\\d{1,4}(?:[./]\\d{1,4}){1,2}|\\d{1,4},\\d{1,2}|\\d{1,2}-\\d{1,2}(?:-\\d{2,4})?|\\d{4}-\\d{1,2}-\\d{1,2})h?${NOT_COUNTED}`,
      ),
    },
    {adds: 'clock', words: words('\\d{1,2} ?h(?:rs)?|noonish|eod')},
    {adds: 'year', words: words("(?:19|20)\\d\\d|['’]\\d\\d")},
    {
      adds: 'day',
      isName: true,
      words: words(
        `${PLAIN_MONTH}|(?:in|of|until|till|since|early|late|mid|next|last|this|from) ${MONTH}|${MONTH}\\.? \\d{1,2}|\\d{1,2}(?:st|nd|rd|th)? ${MONTH}`,
      ),
    },
    {adds: 'day', isName: true, words: words(`${FULL_WEEKDAY}s?|on ${WEEKDAY}|today|tomorrow|tonight|yesterday`)},
    {
      adds: 'nothing',
      reach: 0,
      words: words(`ago|earlier|(?:this|next|last|past|previous|coming|following|upcoming) (?:${UNIT}|${WEEKDAY})`),
    },
    {adds: 'clock', isName: true, words: words(`(?:${PART}s?|lunch ?time|dinner ?time|bed ?time)`)},
    {adds: 'day', isName: true, words: words(`\\d{1,2}(?:st|nd|rd|th)|(?:the )?${SPELLED_ORDINAL}(?=[\\s.!?]*$)`)},
    {
      adds: 'nothing',
      words: words('(?:and|or) (?:another|one)(?= (?:for|at|in|on) | ?$)|(?:calendar )?(?:week|cw|wk) ?\\d{1,2}'),
    },
    {
      adds: 'day',
      words: words(`${ORDINAL} (?:${UNIT}|${WEEKDAY}|${MONTH})|${ORDINAL} (?:of|to (?:the )?last)`),
    },
    {
      adds: 'day',
      isName: true,
      words: words(
        `(?:this|next|last|past|previous|coming|following|upcoming|other) (?:${UNIT}s?|${WEEKDAY}|${PART}|${MONTH})`,
      ),
    },
    {
      adds: 'nothing',
      reach: 0,
      words: words(
        `(?<!(?:\\d|all|half|an?|one|two|three|four|five|ten)[ -]?)${UNIT}s?(?! \\d)|weekday|nxt|next|last|previous|vor|seit|alle|(?:jede|nächste|letzte|diese|kommende)[nrsm]?`,
      ),
      isName: true,
    },
    {
      adds: 'nothing',
      reach: Number.POSITIVE_INFINITY,
      isNeverOwned: true,
      words: words(`(?:\\d+|an?|few|couple(?: of)?) ?(?:${UNIT}s?|mins?|hrs?|secs?|seconds?|[smhdw]) ago`),
    },
    {
      adds: 'series',
      isName: true,
      words: words(
        `daily|weekly|bi-?weekly|monthly|bi-?monthly|quarterly|yearly|annually|hourly|nightly|fortnightly|(?:every|each|alternate) (?:other |second |single |\\d+ )?(?:${UNIT}s?|${WEEKDAY}s?|${PART}|weekday)`,
      ),
    },
    {adds: 'clock', reach: Number.POSITIVE_INFINITY, ofSeries: true, ifMissing: true, words: words('twice|thrice')},
    {
      adds: 'nothing',
      reach: 0,
      ofSeries: true,
      isNeverOwned: true,
      isName: true,
      words: words('(?:\\d+|two|three|four|five|six|ten) ?(?:x|times)|starts|begins'),
    },
    {
      adds: 'nothing',
      reach: 0,
      ofSeries: true,
      isNeverOwned: true,
      words: words(`(?:from|to) (?:\\d{1,2}|${MONTH}|${WEEKDAY}|today|tomorrow)`),
    },
    {
      adds: 'nothing',
      ofSeries: true,
      isNeverOwned: true,
      words: words(
        "up to|except|excluding|but not|during the (?:day|night|week)|besides|other than|apart from|(?:until|till|'til)(?= \\S)|starting|beginning|ending|ends|forever|alternating|alternate",
      ),
    },
    {
      adds: 'clock',
      reach: 0,
      ifMissing: true,
      words: words('(?:not |no )?(?:after|before|(?:earlier|later) than)(?= \\S)'),
    },
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(
        'except|(?:until|till)(?= \\S)|starting|every|each|twice|thrice|(?:\\d+|two|three|four|five|several|many) times|someday|some day|one day',
      ),
    },
  ],
  owner: () =>
    /(?:(?<![\p{L}])(?:the|an?|my|our|your|his|her|their|its|that|no|good|some|any|(?:dr|mrs?|ms|prof)\.?)|['’]s)\s*$/iu,
  ofMatter: () => /(?<!\p{L})(?:of|for|about|like|than)\s*$/iu,
  numbered: once(() => new RegExp(`(?<!\\p{L})${NUMBERED}(?:\\s+is)?(?:\\s+\\d+\\s*(?:to|and|,|-|–))*\\s*$`, 'iu')),
  describes: () =>
    /^(?:-\p{L}|['’]s\s|\s+(?!(?:at|on|by|in|for|from|to|until|till|before|after|with|about|of|and|or|but|the|an?|my|our|your|his|her|their|please|that|if|when|we|you|it|is|are|was|then|each|every|next|last|this|today|tomorrow|tonight|only|starting|i|again|too|also|around|as|because|so|unless|once|while|instead|pls|thanks|except|not)(?!\p{L}))\p{L})/iu,
  joints: new Set('at on by in of the for and a an to from around about please'.split(' ')),
  evening: () =>
    /(?<!\p{L})(?<!(?:good|this|last|the) )(?:evening|dinner|supper)(?![\p{L}'’])(?!.*(?<!\p{L})(?:morning|breakfast)(?!\p{L}))/iu,
  condition: () =>
    /^[\s,]*(?:and |but |only )?(?:(?:after|before) (?:i|we|you|he|she|they|it)|(?:until|till|once|when|whenever|unless|as soon as|if|while|in case|provided)(?= \S))(?!\p{L})/iu,
  conditionOfSeries: () =>
    /(?:^|[\s,])(?:until|unless|as soon as|(?:after|once|when|whenever) (?:i|i['’]ve|i['’]m|it|he|she|they|we|you))(?!\p{L})/iu,
  change: CHANGE,
  question: QUESTION,
};
