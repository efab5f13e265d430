// The starts of English sentences that set no reminder: those that change one, and those that ask.
import {once} from '../../times/time-words.ts';
import {MONTH, SPELLED_HOUR, WEEKDAY} from './words.ts';

const ASKING =
  "(?:(?:please|pls|ok|okay|hey|actually|rooster)[, ]+)*(?:(?:can|could|would|will) (?:you|u|we) (?:please )?|(?:i|we)(?:['’]ll|['’]d like to| will| want to| wanna| need to| have to| must| would like to) |let['’]?s )?";
/** The end of a change: "to 4", "to friday at 5". */
const NEW_TIME = `(?:(?:at )?(?:\\d{1,2}|${SPELLED_HOUR})(?=[\\s.!?]*$)|\\d{1,2}(?::\\d{2}| ?[ap]\\.?m)|noon|midnight|today|tomorrow|tonight|next (?:week|month|${WEEKDAY})|${WEEKDAY}|${MONTH} \\d|the \\d{1,2}(?:st|nd|rd|th))(?!\\p{L})`;

export const CHANGE = once(
  () =>
    new RegExp(
      [
        '^\\s*(?:please\\s+)?(?:(?:move(?! (?:in|into|out|away|house|to|on|over)(?!\\p{L}))|reschedule|postpone|pause|resume|snooze)(?!\\p{L})',
        '(?:change|push|shift|delay) (?:the|my|our|this|that|it|all)(?!\\p{L}).*(?<!\\p{L})(?:to|by|until|back|forward)(?!\\p{L})',
        'add (?:\\d+|an?|half|another) ?(?:more )?(?:min|hour|sec|day|h|m)',
        '(?:cancel|delete|remove|stop|skip|turn off|mute|silence|disable|edit|update)(?=.*(?<!\\p{L})(?:reminders?|alarms?|timers?)(?!\\p{L})))',
      ].join('|') +
        // "I'll change the ten am appointment to 4"
        `|^\\s*${ASKING}(?:(?:change|move|push|shift|delay|reschedule|postpone)(?!\\p{L}).*(?<!\\p{L})(?:to|until|till) ${NEW_TIME}|bring\\s.*\\sforward(?!\\p{L}))`,
      'iu',
    ),
);

export const QUESTION = once(
  () =>
    new RegExp(
      [
        `^\\s*${ASKING}(?:what(?:['’]?s| is| are| do| does| time| day) |when(?:['’]?s| is| are| do| does| will) |how (?:long|many|much|late|soon|often) |which `,
        '(?:is|are) there |(?:do|have) i |show (?:me |my |all )',
        '(?:show|list)(?: (?:me|my|all|the|our))* (?:reminders?|alarms?|timers?|appointments?|events?|calendar|schedule|agenda)(?!\\p{L}))',
        // "1 hour timer status"
        '(?<!\\p{L})(?:timer|alarm) (?:status|left|remaining|check)[\\s.!?]*$',
      ].join('|'),
      'iu',
    ),
);
