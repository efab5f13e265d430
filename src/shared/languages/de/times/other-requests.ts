// The starts of German sentences that set no reminder: those that change one, and those that ask.
import {once} from '../../times/time-words.ts';

/** "auf 4", "auf freitag um 5" */
const NEW_TIME =
  '(?:auf|zu|nach) (?:(?:den|die|heute|morgen|übermorgen|nächste\\p{L}*|\\p{L}+tag|\\d\\S*|um|uhr) ?){1,5}';

export const CHANGE = once(
  () =>
    new RegExp(
      [
        '^\\s*(?:bitte\\s+)?(?:(?:verschieb|verleg|verleng|verkürz|verringer|erhöh|pausier|schlummer)\\p{L}*(?!\\p{L})',
        'setze?\\s.*\\sfort(?!\\p{L})|füge?\\s.*\\shinzu(?!\\p{L})|(?:ändere?|ändern)\\s.*\\s(?:auf|zu)(?!\\p{L})',
        '(?:stell|schalt|mach)e?\\s.*(?:wecker|timer|alarm|erinnerung).*\\s(?:aus|ab)[\\s.!?]*$',
        '(?:lösch|stornier|entfern|streich|stopp|deaktivier)\\p{L}*(?=.*(?<!\\p{L})(?:erinnerung|wecker|timer)))',
      ].join('|') +
        // "ich will den 10 Uhr Termin auf 4 ändern"
        `|^(?!\\s*(?:bitte )?(?:erinner|merk|denk|vergiss)).*(?<!\\p{L})${NEW_TIME}(?:ändern|legen|verlegen|verschieben|vorziehen)[\\s.!?]*$`,
      'iu',
    ),
);

export const QUESTION = once(
  () =>
    new RegExp(
      [
        '^\\s*(?:(?:bitte|ok|okay|hey|rooster)[, ]+)*(?:was (?:ist|sind|steht|stehen|hab|habe|kommt|läuft|muss|mache|gibt)|wie (?:lange?|viele?|spät|oft)',
        'wann (?:ist|sind|beginnt|beginnen|fängt|hab|habe|kommt|muss|geht|fährt|klingelt|läuft|endet)|welche[nrsm]?|gibt es|(?:hab|habe|muss) ich',
        '(?:zeige?|liste?)(?: (?:mir|meine|alle|die|den|mein|auf))* (?:termine?|erinnerungen|wecker|timer|kalender|ereignisse))(?!\\p{L})',
        '(?<!\\p{L})(?:timer|wecker) (?:status|restzeit)[\\s.!?]*$',
      ].join('|'),
      'iu',
    ),
);
