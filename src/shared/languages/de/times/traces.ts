// German words that look like a part of a time, and the words beside them that decide.
import {type LeftOverWords, once, anywhere as words} from '../../times/time-words.ts';
import {CHANGE, QUESTION} from './other-requests.ts';
import {MONTH, NUMBERED, SPELLED_HOUR, SPELLED_ORDINAL, WEEKDAY} from './words.ts';

/** Months that are no other word and no name. */
const PLAIN_MONTH =
  '(?:januar|jänner|februar|märz|april|juli|september|oktober|november|dezember|feb|mär|mrz|apr|jul|sept?|okt|nov|dez)';
const PART = '(?:vormittag|mittag|nachmittag|abend|nacht|mitternacht|wochenende)';
const PARTS_OF = '(?:morgens|vormittags|mittags|nachmittags|abends|nachts|frühmorgens|spätabends|spätnachmittags?)';
const UNIT = '(?:minuten?|stunden?|tage?n?|wochen?|monate?n?s?|quartale?s?|jahre?n?s?)';
/** "5 kg", "10.30 Euro": a measure, not a time. */
const MEASURE =
  '(?:%|°|k?g|mg|pfund|m?l|liter|tassen?|k?m|cm|mm|meter|meilen|eur|euros?|cent|prozent|punkte?|sterne?|mal|stück|leute|personen|gb|mb|kwh|v|w)(?!\\p{L})|[€$£%]';
/** Not a part of a longer number or a price. */
const NUMBER = '(?<![.,:/$€£#+-]|\\d )';
const NOT_COUNTED = `(?![.,:/-]\\d|[ -]?(?:${UNIT}|min|std|sek)(?!\\p{L})| ?(?:${MEASURE}))`;
const NEXT =
  '(?:nächste|naechste|nachste|kommende|letzte|vergangene|vorige|folgende|übernächste|uebernaechste|diese|jede|andere)[nrsm]?';

export const LEFT_OVER: LeftOverWords = {
  traces: [
    // "15%"
    {adds: 'nothing', reach: 0, isBehind: true, isNeverOwned: true, words: () => /(?<=^\s?)[%‰°]/gu},
    // The time would begin inside a number.
    {adds: 'nothing', reach: 0, isNeverOwned: true, words: words('\\d+[-/.,:](?=$)|(?<=^)[-/.,]\\d{1,4}')},
    {
      adds: 'clock',
      words: words(
        `\\d{1,2}(?:[:.]\\d{2})? ?uhr(?: \\d{2})?|(?:${SPELLED_HOUR}) uhr|\\d{1,2}[:h]\\d{2}(?::\\d{2})?|(?:(?:drei)?viertel|halb|(?:\\d{1,2}|fünf|zehn|zwanzig) (?:vor|nach)) (?:\\d{1,2}|${SPELLED_HOUR})`,
      ),
    },
    {adds: 'clock', isName: true, words: words('\\d{1,2}(?:[:.]\\d{2})? ?h')},
    {adds: 'nothing', reach: 0, words: words('uhr|uhrzeit|(?:nicht|nie)(?= ?$)')},
    // "morgen die 20-uhr-nachrichten": no hour is assumed where one is said.
    {
      adds: 'clock',
      reach: Number.POSITIVE_INFINITY,
      ifMissing: true,
      isNeverOwned: true,
      words: words(
        `(?<!(?<!\\p{L})(?:dass|über|für|wegen|vom|zum|zur) (?:\\S+ ){0,4})(?:\\d{1,2}:\\d{2}|(?:\\d{1,2}|${SPELLED_HOUR})[ -]?uhr)`,
      ),
    },
    // An edge: "von 6h30", "von heute bis", "mehr als"
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(
        `(?:von|vom|ab|zwischen) (?:heute|morgen|${WEEKDAY}|\\d\\S*)(?: \\S+){0,2}?(?: bis(?: zum)?)?(?= ?$)|(?<=^ ?)[-–] ?\\d{1,2}(?:[:h.]\\d{2}| ?h)|(?:mehr|weniger|später|früher) als(?= ?$)`,
      ),
    },
    {adds: 'nothing', reach: 0, isNeverOwned: true, words: words('(?<=^ ?)[-+−]\\d{1,4}(?::\\d{2})?')},
    // A day that no form reads: "am sonntag spätabend um 10", "13ter bis 15. juli", "am 7. vierter"
    {adds: 'day', words: words(`am ${WEEKDAY}`)},
    {adds: 'nothing', reach: 0, words: words('\\d{1,2}te[rnms]?(?: bis(?: zum)?)?')},
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      isName: true,
      words: words(`(?:den )?${SPELLED_ORDINAL}(?: ${SPELLED_ORDINAL})?`),
    },
    {
      adds: 'nothing',
      reach: 0,
      words: words('(?:an|am) \\p{L}+(?:sonntag|montag|dienstag|mittwoch|donnerstag|freitag|samstag)'),
    },
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(`der (?:letzten|vergangenen|vorigen|übernächsten) woche|diese[mnrs]?(?= ?$)`),
    },
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words('\\d{1,4} ?[vn]\\. ?chr|(?:anfang|mitte|ende)(?= ?$)'),
    },
    {adds: 'day', ifMissing: true, isNeverOwned: true, words: words(`(?:rest|restliche[nrs]?) (?:de[rs] )?${UNIT}`)},
    {
      adds: 'nothing',
      reach: 0,
      ofSeries: true,
      words: words(
        '(?:halb|(?:nicht|nur) (?:am|an|im|in|um)|im (?:advent|frühling|sommer|herbst|winter)|in den \\p{L}*ferien)',
      ),
    },
    // "alle 2 weeks"
    {adds: 'nothing', reach: 0, isNeverOwned: true, words: words('alle(?= ?$)')},
    // "fr (27.)"
    {adds: 'nothing', reach: 0, words: () => /\(\d{1,2}\.?\)/gu},
    // English ones, of which the rest is read in German, too: "5m before now"
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(
        '(?:before|after|from) now|(?:\\d+ ?)?(?:sec(?:ond)?s?|mins?|minutes?|hours?|days?|weeks?) ago|(?:from|through|until?|till?|(?:january|february|march|june|july|october|december|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec) (?:to|and|until|through)|in (?:one|two|three|four|five|six) (?:days|weeks|months))(?= ?$)|\\d+ ?/(?= ?$)',
      ),
    },
    // "und zweiunddreissig minuten", "um 5 sekunden"
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(`(?<=^ ?)(?:und \\p{L}+ )?(?:sekunden?|minuten?|stunden?)(?!\\p{L})`),
    },
    {
      adds: 'year',
      reach: 0,
      ifMissing: true,
      words: words(`(?<=^[ ,]*)\\d{2,4}${NOT_COUNTED}(?! \\p{L}+(?:en|er|s|e)(?!\\p{L}))`),
    },
    {adds: 'clock', reach: 0, ifMissing: true, words: words('(?:um|gegen) \\d\\S*')},
    {adds: 'clock', ifMissing: true, words: words(`${NUMBER}(?:1?\\d|2[0-4])(?=[\\s.!?]*$)`)},
    {adds: 'series', reach: 0, words: words('immer|regelmäßig|ständig')},
    {
      adds: 'nothing',
      isNeverOwned: true,
      words: words(
        '(?:und|oder) (?:noch )?einen?(?= (?:für|um|in|auf|am) | ?$)|(?:kw|woche) ?\\d{1,2}|auf (?:den )?\\d{1,2}\\.|am \\d{1,2}s?te[nrsm]?',
      ),
    },
    {
      adds: 'clock',
      reach: 0,
      ifMissing: true,
      words: words(`${NUMBER}(?:[01]?\\d|2[0-3])[0-5]\\d${NOT_COUNTED}`),
    },
    {
      adds: 'clock',
      reach: 0,
      ifMissing: true,
      words: words(`${NUMBER}(?:[012]?\\d|3[01])(?!\\.)${NOT_COUNTED}`),
    },
    {
      adds: 'nothing',
      isNeverOwned: true,
      words: words(
        `${NUMBER}(?![1-9]/[2-9] \\p{L})(?:\\d{1,4}(?:[./]\\d{1,4}){1,2}|\\d{1,4},\\d{1,2}|\\d{1,2}-\\d{1,2}(?:-\\d{2,4})?|\\d{4}-\\d{1,2}-\\d{1,2})[.h]?${NOT_COUNTED}`,
      ),
    },
    {adds: 'year', words: words("(?:19|20)\\d\\d|['’]\\d\\d")},
    {
      adds: 'day',
      isName: true,
      words: words(
        `${PLAIN_MONTH}|(?:im|in|ab|bis|seit|anfang|mitte|ende|nächsten|letzten) ${MONTH}|${MONTH}\\.? \\d{1,2}|\\d{1,2}\\. ?${MONTH}`,
      ),
    },
    {adds: 'day', isName: true, words: words(`${WEEKDAY}s?|heute|übermorgen|gestern|vorgestern`)},
    {adds: 'nothing', reach: 0, words: words(`ago|zuvor|${NEXT} (?:${UNIT}|${WEEKDAY})`)},
    {adds: 'clock', isName: true, words: words(PART)},
    {adds: 'clock', words: words(`${PARTS_OF}|(?:früh|spät)(?=[\\s.!?]*$)`)},
    {
      adds: 'day',
      words: words(`\\d{1,2}\\.(?=[\\s,;!?]|$)(?! ?(?:stock|klasse|etage|mal|platz|termin|spieltag|\\p{Lu}))`),
    },
    {adds: 'day', words: words(`${SPELLED_ORDINAL} (?:${UNIT}|${WEEKDAY}|${MONTH})`)},
    {adds: 'day', isName: true, words: words(`${NEXT} (?:${UNIT}|${WEEKDAY}|${PART}|${MONTH})`)},
    {
      adds: 'nothing',
      reach: 0,
      words: words(
        `(?<!(?:\\d|halbe[nrs]?|eine?[nrsm]?|zwei|drei|vier|fünf|zehn)[ -]?)${UNIT}(?! \\d)|nächsten?|letzten?|vorher|zuvor|her|ago|every|each|until|except|next|last`,
      ),
      isName: true,
    },
    {
      adds: 'nothing',
      reach: Number.POSITIVE_INFINITY,
      isNeverOwned: true,
      words: words(
        `vor (?:\\d+|eine[mnr]?|ein paar|zwei|drei|vier|fünf|zehn) (?:minuten?|stunden?|tagen?|wochen?|monaten?|jahren?)`,
      ),
    },
    {
      adds: 'series',
      isName: true,
      words: words(
        `(?:tage|wochen|monate) lang|(?:täglich|wöchentlich|zweiwöchentlich|monatlich|jährlich|stündlich|vierteljährlich|14-tägig|vierzehntägig|zweiwöchig)(?:e[nrsm]?)?|(?:jede[nrsm]?|alle) (?:\\S+ )?(?:${UNIT}|${WEEKDAY}|${PART}|werktag)`,
      ),
    },
    {
      adds: 'clock',
      reach: Number.POSITIVE_INFINITY,
      ofSeries: true,
      ifMissing: true,
      words: words('zweimal|dreimal|[23] ?(?:mal|x)'),
    },
    {
      adds: 'nothing',
      reach: 0,
      ofSeries: true,
      isNeverOwned: true,
      isName: true,
      words: words('(?:zwei|drei|vier|fünf|zehn|\\d+) ?(?:mal|x)|beginnt|startet|von'),
    },
    {
      adds: 'nothing',
      ofSeries: true,
      isNeverOwned: true,
      words: words(
        'außer|ausser|ausgenommen|aber nicht|während (?:des|der) (?:tages|nacht|woche)|tagsüber|bis(?= \\S)(?! (?:zum|zur|am|den|dem)?\\s*$)|beginnend|startend|endend|bis zu|abwechselnd|im wechsel',
      ),
    },
    {
      adds: 'clock',
      reach: 0,
      ifMissing: true,
      words: words('(?:nicht |frühestens )?(?:vor|nach|bevor|nachdem)(?= \\S)|nicht vor'),
    },
    {
      adds: 'nothing',
      reach: 0,
      isNeverOwned: true,
      words: words(
        'außer|ausser|bis(?= \\S)(?! (?:zum|zur|am|den|dem)?\\s*$)|beginnend|jede[nrsm]?|zweimal|dreimal|irgendwann|eines tages',
      ),
    },
  ],
  owner: () =>
    /(?<!\p{L})(?:de[rnms]|die|das|eine?[nmrs]?|kein\p{L}*|[mds]eine?[nmrs]?|unser\p{L}*|euer\p{L}*|eure\p{L}*|ihre?[nmrs]?|beim|guten?|zum|zur|(?:herrn?|frau|dr|prof)\.?)\s*$/iu,
  ofMatter: () => /(?<!\p{L})(?:für|fürs|vom|von|über|als|wie)\s*$/iu,
  numbered: once(() => new RegExp(`(?<!\\p{L})${NUMBERED}(?:\\s+ist)?(?:\\s+\\d+\\s*(?:bis|und|,|-|–))*\\s*$`, 'iu')),
  describes: () =>
    /^(?:-\p{L}|\s+(?!(?:um|am|an|in|im|zu|zum|zur|bei|beim|mit|von|vom|bis|vor|nach|und|oder|aber|für|über|ab|auf|der|die|das|den|dem|des|ein|eine|einen|mein|meine|meinen|bitte|dass|wenn|ist|sind|war|dann|jede[nrsm]?|nächste[nrsm]?|letzte[nrsm]?|heute|morgen|übermorgen|nur|noch|wieder|auch|gegen|so|ich|wir|du|weil|denn|sobald|nachdem|falls|außer|ca|uhr)(?!\p{L}))\p{L})/iu,
  joints: new Set(
    'um am an im in den der dem des die das und zu zum zur bitte gegen ca circa etwa ungefähr'.split(' '),
  ),
  evening: () =>
    /(?<!\p{L})(?<!guten )abend(?:essen|brot|spazier\p{L}*|runde\p{L}*|lauf\p{L}*|programm|routine)?(?!\p{L})(?!.*(?<!\p{L})(?:morgens|frühstück)(?!\p{L}))/iu,
  condition: () =>
    /^[\s,]*(?:und |aber |nur )?(?:nachdem|bis (?:ich|er|sie|es|wir|du|man|das|der|die)|sobald|solange|wenn|falls|bevor|ehe|während|sofern|außer wenn|es sei denn)(?!\p{L})/iu,
  conditionOfSeries: () =>
    /(?:^|[\s,])(?:nachdem|sobald|solange|wenn|falls|bis|es sei denn),?\s+(?:ich|er|sie|es|wir|du|man|ihr|das|der|die)(?!\p{L})/iu,
  change: CHANGE,
  question: QUESTION,
};
