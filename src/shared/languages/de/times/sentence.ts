// German words around a time: "bitte erinnere mich", "daran, dass", "an".
import {once, type SentenceWords} from '../../times/time-words.ts';
import {MONTH, WEEKDAY} from './words.ts';

const PERIOD = `minuten?|stunden?|tage?|nacht|nächte|morgen|mittag|nachmittag|abende?|wochen?|wochenenden?|monate?|quartale?|jahre?|frühling|sommer|herbst|winter|feiertage?|geburtstage?|zahltage?|werktage?|${WEEKDAY}|${MONTH}`;

export const SENTENCE: SentenceWords = {
  leadIn: once(
    () =>
      new RegExp(
        [
          String.raw`^\s*(?:(?:(?:ok|okay|hey)\s+google|hey|hi|hallo|ok|okay|bitte|also|so|und|dann|rooster|alexa|siri|cortana)[\s,!]+)*`,
          '(?:(?:kannst|könntest|würdest|kann|willst) du (?:mich|mir)?\\s*(?:bitte\\s+)?|ich möchte,? dass du mich\\s+)?',
          '(?:erinner[en]?(?: mich| uns)?|weck[en]? (?:mich|uns)(?: auf)?|sag mir(?: bescheid)?|gib mir bescheid|benachrichtige mich|schreib mir|',
          '(?:(?:stell|setz|mach|erstell|leg|richte)e?(?: mir)?(?: bitte)?|neue[rn]?)? ?(?:(?:eine[nm]?|ne|nen|den|die)\\s+)?(?:neue[rn]?\\s+)?(?:erinnerung|wecker|timer|alarm)(?: (?:an|ein|auf|für|über|von|mit)(?!\\p{L}))?|',
          'merk(?:e)? dir|vergiss nicht|nicht vergessen|denk(?:e)? (?:bitte )?(?:daran|dran)|notiz an mich)?',
          String.raw`(?!\p{L})(?:\s+(?:doch|bitte|mal|nochmal|noch mal|wieder|nochmals|für mich))*[\s,:]*`,
        ].join(''),
        'iu',
      ),
  ),
  joining: () =>
    /^[ \t]*(?:(?:timer|wecker)(?!\p{L})[ \t]*(?:stellen|setzen|starten)?(?!\p{L})[ \t]*)?(?:(?:daran|dran)(?!\p{L})[\s,]*)?(?:(?:an|dass|wegen|für|fürs|ans|zu(?=\s+\p{L}+n\s*$))(?!\p{L})\s*)?(?:(?:erinner[en]? mich|weck mich)\s+)?(?:(?:an|dass)(?!\p{L})\s+)?/iu,
  // "an", "zu", "um" and mostly "ab" are parts of verbs: "ruf Mama an", "hol die Kinder ab".
  dangling: () =>
    /(?:^|[\s,:;–—-]+)(?:(?<=^)(?:um|an|zu|ab(?: dem)?)|am|im|in|für|bis|(?<=^\p{L}+\s)ab|gegen|von|vom|zum|ist|und|aber nur|(?<=,\s)nur|dann|gleich|(?:bis )?spätestens(?: bis)?|(?:(?:um|so|gegen) )*(?:ungefähr|circa|ca\.?|genau|exakt|etwa|um die))?[\s,:;–—-]*$/iu,
  danglingTwice: () =>
    /(?:^|[\s,:;–—-]+)(?:für|bis|ist|und|aber nur|(?<=,\s)nur|dann|gleich|(?:bis )?spätestens(?: bis)?|(?:so )?(?:ungefähr|circa|ca\.?|genau|exakt|etwa))?[\s,:;–—-]*$/iu,
  preposition: () => /^(?:um|am|an|ab|gegen|im|in|zum|zu|bis|von|vom|zwischen|nach|binnen)(?!\p{L})|^@/iu,
  // "morgen ungefähr 20 Leute einladen": there the word belongs to the number.
  behind: () => /^[ \t,]*(?:oder so|herum|pünktlich|spätestens|(?:circa|ca\.?|ungefähr)(?!\s+\d))(?!\p{L})/iu,
  trailing: () => /(?:(?:^|[,\s]+)(?:bitte|danke|dankeschön)|[,.;]\s*(?:bitte\s+)?erinnere? mich)*[\s.]*$/iu,
  // "Tom zu bitten, mich zu erinnern", "Tom an den Termin erinnern"
  lateRequest: () => /(?:(?:\s+bitte)?\s+erinnere? mich|,?(?<!(?<!\p{L})zu|\S\s+an\s.*)\s+(?:erinnern|wecken))$/iu,
  asking: () => /^\s*(?:kannst|könntest|würdest|kann|willst)(?!\p{L})/iu,
  states: () =>
    /(?<!\p{L})(?:ist|sind|war|waren|beginnt|startet|öffnet|schließt|endet|fährt|geht|kommt|läuft)\s+(?:(?:um|am|ab)\s+)?$/iu,
  wake: () => /(?<!\p{L})weck/iu,
  opens: () => /^[\s,]*(?:(?:an|daran|dran|dass|wegen|zu|zum|zur)(?!\p{L})|[:–—-]|$)/iu,
  orElse: () =>
    /^\s*,?\s*oder\s+(?:(?:um|am)\s+)?(?:\d{1,2}(?:[:.]\d{2})?(?=\s*(?:uhr|$|[,.;!?])|\s+(?!(?:minuten?|stunden?|tage?n?|wochen?|monate?n?|leute|personen|mal|stück|mehr|so)(?!\p{L}))\p{L})|(?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?=\s*(?:uhr|$|[,.;!?]|\p{L}+en[\s.!?]*$))|(?:den |am )?(?:tag|woche) (?:danach|davor|darauf))/iu,
  or: () => /^\s*(?:,\s*)?oder(?:\s+(?:am|um))?\s*$/iu,
  beyond: () => /(?<!\p{L})(?:vor|nach|zwischen)(?:\s+(?:dem|der))?\s+$/iu,
  vague: () =>
    /(?<!\p{L})(?:irgendwann|im laufe(?: de[rs])?|früh|spät|(?:vor|nach) (?:dem|der) (?:mittagessen|frühstück|abendessen|arbeit|schule))\s+$/iu,
  vagueBehind: () => /^,?\s+(?:vor|nach) (?:dem|der) (?:mittagessen|frühstück|abendessen|arbeit|schule)(?!\p{L})/iu,
  ofMatter: () =>
    /(?<!\p{L})(?:für|vom|von|des|im|ins|de[mnr]|d(?:as|ie)|zu[mr]|beim|(?:m|d|s)?ein(?:e[mnr]?)?|ihre?[mn]?)\s+$/iu,
  // Articles, and adjectives behind them: "am vorletzten Freitag".
  ownsDay: () =>
    /(?<!\p{L})(?:[Dd](?:e[rnms]|ie|as)|eine?[nmrs]?|kein\p{L}*|[mds]eine?[nmrs]?|unser\p{L}*|euer\p{L}*|eure\p{L}*|ihre?[nmrs]?|letzte[nmrs]?|vom|von|als|wie|[Jj]ede[nmrs]?|(?:[Aa]m|im|zum|vom|[Dd](?:e[rnm]|ie|as)|[Jj]ede[nrms]?)\s+\p{Ll}+)\s+$/u,
  // A noun behind the weekday may belong to it: "die Freitag Runde".
  afterDay: () => /^\s*(?:$|[^\p{L}\s]|\p{Ll})/u,
  filler: () =>
    /^(?:[\s,.!?]|(?<!\p{L})(?:um|am|an|in|im|so|etwa|ca|gegen|bitte|uhr|genau|punkt|dann|wieder|nochmal|für|zum|den)(?!\p{L}))*$/iu,
  timeLike: once(
    () =>
      new RegExp(
        [
          String.raw`(?<!\p{L})um (?:2[5-9]|[3-9]\d)(?:[:.]\d{2})?(?: uhr)?(?![\p{L}\d])`,
          String.raw`(?<!\p{L})um \d{1,2}[:.][6-9]\d(?: uhr)?(?![\p{L}\d])`,
          String.raw`(?<!\p{L})am (?:3[2-9]|[4-9]\d|\d{3})\.(?=\s|$)`,
          String.raw`(?<![\d:.])(?:am )?(?:3[2-9]|[4-9]\d)\. (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)(?!\p{L})`,
          String.raw`(?<!\p{L})(?:vor|nach) \d{1,2}(?:[:.]\d{2})?(?: uhr)?(?=\s*$|\s+(?:an|dass)\s)`,
          String.raw`^(?:irgendwann )?(?:vor|nach) (?:dem|der) (?:mittagessen|frühstück|abendessen|arbeit|schule)(?!\p{L})`,
          String.raw`^in \d+(?= )`,
          String.raw`^(?:jede[nrsm]?|alle) (?:\S+ ){0,2}?(?:${PERIOD})(?!\p{L}).*`,
          String.raw`(?<!\p{L})(?:außer|ausser|aber nicht) (?:am |an |in |im |mon|diens|mitt|donners|frei|sams|sonn|ferien|\d).*`,
          String.raw`(?<!\p{L})um \d{1,2}(?:[:.]\d{2})? uhr(?!\p{L})`,
          String.raw`(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s(?!\p{L})`,
          String.raw`^(?:die )?nächsten? (?:minute|stunde|tage|woche|monate|jahre)n?(?!\p{L})`,
          String.raw`(?<!\p{L})(?:(?:seiner|ihrer|deiner|meiner) (?:orts)?zeit|ortszeit)(?=$|\s+(?:an|zu)$)`,
          String.raw`(?<!\p{L})dortiger zeit(?!\p{L})`,
          String.raw`(?<!\p{L})(?:am|jede[nrm]?) (?:\d{1,2}\.|(?:erst|zweit|dritt|viert|fünft|letzt)en) (?:\p{L}*tag|advent)(?!\p{L})`,
          String.raw`^(?:an )?(?:mein|dein|sein|ihr|unser|eur)em (?:geburtstag|hochzeitstag|jahrestag|namenstag)(?!\p{L})`,
        ].join('|'),
        'iu',
      ),
  ),
  unreadSeries: () => /^(?:jede[nrsm]?|jedn|jedne|jd\.|alle \d+) \S+/iu,
};
