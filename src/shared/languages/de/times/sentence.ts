// German words around a time: "bitte erinnere mich", "daran, dass", "an".
import type {SentenceWords} from '../../times/time-words.ts';
import {MONTH, WEEKDAY} from './words.ts';

const PERIOD = `minuten?|stunden?|tage?|nacht|nächte|morgen|mittag|nachmittag|abende?|wochen?|wochenenden?|monate?|quartale?|jahre?|frühling|sommer|herbst|winter|feiertage?|geburtstage?|zahltage?|werktage?|${WEEKDAY}|${MONTH}`;

export const SENTENCE: SentenceWords = {
  leadIn: new RegExp(
    [
      String.raw`^\s*(?:(?:hey|hi|hallo|ok|okay|bitte|also|so|und|dann|rooster)[\s,!]+)*`,
      '(?:(?:kannst|könntest|würdest|kann|willst) du (?:mich|mir)?\\s*(?:bitte\\s+)?|ich möchte,? dass du mich\\s+)?',
      '(?:erinner[en]?(?: mich| uns)?|weck[en]? (?:mich|uns)(?: auf)?|sag mir(?: bescheid)?|gib mir bescheid|benachrichtige mich|schreib mir|',
      '(?:(?:stell|setz|mach|erstell|leg|richte)e?(?: mir)?|neue[rn]?)? ?(?:(?:eine[nm]?|ne|nen)\\s+)?(?:neue[rn]?\\s+)?(?:erinnerung|wecker|timer|alarm)(?: (?:an|ein))?|',
      'merk(?:e)? dir|vergiss nicht|nicht vergessen|denk(?:e)? (?:bitte )?(?:daran|dran)|notiz an mich)?',
      String.raw`(?!\p{L})(?:\s+(?:bitte|nochmal|noch mal|wieder|nochmals|für mich))*[\s,:]*`,
    ].join(''),
    'iu',
  ),
  joining:
    /^[ \t]*(?:(?:daran|dran)(?!\p{L})[\s,]*)?(?:(?:an|dass|wegen|zu[rm]?|für|fürs|ans)(?!\p{L})\s*)?(?:(?:erinner[en]? mich|weck mich)\s+)?(?:(?:an|dass)(?!\p{L})\s+)?/iu,
  dangling: /(?:^|[\s,:;–—-]+)(?:um|am|an|im|in|für|bis|ab|gegen|von|vom|zu|zum|ist|und|dann)?[\s,:;–—-]*$/iu,
  trailing: /(?:[,\s]+(?:bitte|danke|dankeschön|erinnern|erinnere mich|erinner mich|wecken))*[\s.]*$/iu,
  asking: /^\s*(?:kannst|könntest|würdest|kann|willst)(?!\p{L})/iu,
  states:
    /(?<!\p{L})(?:ist|sind|war|waren|beginnt|startet|öffnet|schließt|endet|fährt|geht|kommt|läuft)\s+(?:(?:um|am|ab)\s+)?$/iu,
  wake: /(?<!\p{L})weck/iu,
  opens: /^[\s,]*(?:(?:an|daran|dran|dass|wegen|zu|zum|zur)(?!\p{L})|[:–—-]|$)/iu,
  orElse:
    /^\s*,?\s*oder\s+(?:(?:um|am)\s+)?(?:\d{1,2}(?:[:.]\d{2})?(?=\s*(?:uhr|$|[,.;!?]))|(?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?=\s*(?:uhr|$|[,.;!?]))|(?:den |am )?(?:tag|woche) (?:danach|davor|darauf))/iu,
  or: /^\s*(?:,\s*)?oder(?:\s+(?:am|um))?\s*$/iu,
  beyond: /(?<!\p{L})(?:vor|nach|zwischen)\s+$/iu,
  vague: /(?<!\p{L})(?:irgendwann|früh|spät)\s+$/iu,
  ofMatter: /(?<!\p{L})(?:für|vom|von|des)\s+$/iu,
  filler:
    /^(?:[\s,.!?]|(?<!\p{L})(?:um|am|an|in|im|so|etwa|ca|gegen|bitte|uhr|genau|punkt|dann|wieder|nochmal|für|zum|den)(?!\p{L}))*$/iu,
  timeLike: new RegExp(
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
      String.raw`(?<!\p{L})spätestens(?!\p{L})`,
    ].join('|'),
    'iu',
  ),
};
