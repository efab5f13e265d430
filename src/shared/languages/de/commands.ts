// German commands and answers of the offline assistant. Most commands are translated to English ones. Times and
// reminder texts stay German, because later steps parse German.
import {withCapital} from '../../text/sentences.ts';
import type {OwnCommands} from '../commands.ts';
import {clocksBehind, type Rewording} from '../patterns.ts';
import {GERMAN_NAMES} from './times/places.ts';

const BITTE = String.raw`^\s*(?:(?:hey|hi|hallo|ok|okay|bitte|kannst du|könntest du|würdest du|mal|rooster)[\s,!]+)*`;
const command = (pattern: string, means: string) =>
  [new RegExp(`${BITTE}${pattern.replaceAll(' ', '\\s+')}`, 'iu'), means] as const;
const words = (list: string): readonly string[] => list.split(' ');
const WHOM = '(?: rooster| zusammen| dir)?';
const REMINDER = '(?:(?:die|den|das|meine|meinen|eine|einen) )?(?:erinnerung(?: an| für)?|wecker|timer|termin)';

export const GERMAN_COMMANDS: OwnCommands = {
  translations: {
    asks: new RegExp(
      [
        `${BITTE}(?:mich (?:bitte )?)?(?:erinner[en]?(?: mich| uns)\\b|weck[en]? mich\\b|sag mir (?=in |um |am )|gib mir bescheid\\b|`,
        '(?:stell|setz|mach|erstell|leg)e?(?: mir)? (?:eine[nm]?|ne|nen) (?:neue[rn]? )?(?:erinnerung|wecker|timer|alarm)\\b|',
        '(?:neue )?erinnerung\\b(?=\\s*[:,]|\\s+(?:an|für|um|am|in|morgen|heute)\\b)|vergiss nicht\\b|denk dran\\b)|^.{0,200}\\bmich .{0,200}\\berinnern[?.!\\s]*$',
      ].join(''),
      'iu',
    ),
    lead: new RegExp(
      `${BITTE}(?:erinner[en]?(?: mich| uns)?|weck[en]? mich|gib mir bescheid|vergiss nicht|denk dran|mich|(?:neue )?erinnerung)\\b(?:\\s+bitte)?(?:\\s+(?:daran|dran))?[\\s,:]*(?:an\\s+|dass\\s+)?`,
      'iu',
    ),
    get commands() {
      built ??= commands();
      return built;
    },
  },
  answers: {
    yes: 'ja',
    first: 'das erste|die erste',
    second: 'das zweite|die zweite',
    evening: 'abends?|nachmittags?|nachts?',
    morning: 'morgens|früh|vormittags?',
    dayParts: 'abends?|nachmittags?|nachts?|morgens?|früh|vormittags?',
    today: 'heute',
    days: 'heute|morgen|übermorgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch',
    beforeDay: 'am|um|zu[mr]?',
    beforePart: 'in der',
    filler: 'bitte|vielleicht|wäre|gut|passt|mir|etwa|ungefähr|gegen|geht|oder',
    thisOne: /^\s*(?:nur .{1,40})[\s.!]*$/iu,
  },
  // "verschiebe die Tabletten auf 9 und 21 Uhr" is translated up to the times.
  changes: {toClocks: clocksBehind('to', {at: 'um', and: 'und', suffix: 'uhr'})},
  jobs: {
    courtesyBefore: 'bitte',
    courtesyAfter: 'bitte|jetzt',
    verbs: [
      ['pausiere', 'cron.pause'],
      ['starte', 'cron.run'],
    ],
    lastVerbs: [
      ['pausieren', 'cron.pause'],
      ['fortsetzen', 'cron.resume'],
      ['starten', 'cron.run'],
      ['ausführen', 'cron.run'],
      ['löschen', 'cron.remove'],
    ],
    article: 'den|meinen',
    edit: 'ändere?|bearbeite?|verschiebe?',
    editTo: 'auf|von|nach',
    reminder: /erinnerung(?:en)?$/iu,
    create:
      /^\s*(?:(?:ok|okay|hey|bitte)[\s,]+)*(?:erstelle|mach)\s+(?:mir\s+)?(?:(?:einen|neuen)\s+)*(?:cron(?:[\s-]*jobs?)?|job(?=\s*:|\s+der\b))\b(?<tells>\s*:)?[\s,:]*(?:der\s+)?(?<says>sagt\s+(?:mir\s+)?)?(?<rest>.*)$/isu,
  },
  requests: {
    noTimer: /(?<!\p{L})(?:erinner\p{L}*|weck\p{L}*|wenn|jede\p{L}?|alle)(?!\p{L})/iu,
    wake: /\bwecke? (?:mich|uns)\b/iu,
    alarm: /\bwecker\b/iu,
  },
  several: {again: /^(?:noch ?mals?|noch einmal|wieder)$/iu},
  spelling: {units: words('sekunden minuten stunde stunden tagen woche wochen monat monaten')},
  targets: {
    before: /^(?:(?:de[nmr]|die|das)\s+)+/iu,
    position: /^(?:(?:nummer|nr\.?)\s*)?(?:(?<figure>\d{1,3})\.?|(?<ordinal>\p{L}+))(?:\s+erinnerung(?:en)?)?$/iu,
    ordinals: [
      ...['erste', 'zweite', 'dritte', 'vierte', 'fünfte', 'sechste', 'siebte', 'achte', 'neunte', 'zehnte'].flatMap(
        (word, index): readonly (readonly [string, number])[] => [
          [word, index + 1],
          [`${word}n`, index + 1],
        ],
      ),
      ['letzte', -1],
      ['letzten', -1],
    ],
    it: /^(?:es|sie|ihn|das|dies|diese[ns]?)$/iu,
    timer: /^(?:de[nmr]|das|mein(?:en)?|diesen)\s+timer$/iu,
    empty: words('der die das den dem des ein eine einen mein meine meinen zum zur für erinnerung'),
  },
  times: {everyDayAt: [clocks => `jeden Tag um ${clocks}`]},
};

const LENGTH =
  '(?:(?:\\d+|eine?n?|zwei|drei|fünf|zehn|fünfzehn|zwanzig|dreißig|eine halbe)\\s*(?:sek|min|stunde|std|h\\b|m\\b|s\\b)\\w*)';

/** Some hundred patterns, made for the first sentence. */
let built: readonly Rewording[] | undefined;
const commands = (): readonly Rewording[] => [
  command(`(?:lösche?n?|storniere?n?|streiche?n?|entferne?n?|cancel) alle(?:s| erinnerungen)?`, 'cancel all'),
  command(`(?:lösche?|storniere?|streiche?|entferne?)(?: ${REMINDER})? `, 'cancel '),
  command('(?:vergiss es|vergiss das|lass es)$', 'never mind'),
  command('sage? (.+?) ab$', 'cancel $1'),
  command('(?:mach(?:e)?(?: das| es)? )?rückgängig(?: machen)?$', 'undo'),
  command('verschiebe? (.+?) (?:auf|nach|zu) (.+)$', 'move $1 to $2'),
  command('verschiebe? (.+?) um (?=(?:\\d+|eine?n?|zwei|drei|fünf|zehn) (?:min|stund|tag))(.+)$', 'postpone $1 by $2'),
  command('(?:ich bin |bin |schon |das ist |ist )*(?:fertig|erledigt|gemacht)[.!]*$', 'done'),
  command('(?:fertig|erledigt)(?: mit)?[:,]? (.+)$', 'done with $1'),
  command('(.{1,60}?) (?:ist|sind|wurde) (?:schon )?(?:erledigt|fertig|gemacht)$', 'done with $1'),
  command('(?:schlummer[en]?|snooze|später|noch ?mal später)[.!]*$', 'snooze'),
  command('(?:schlummer[en]?|snooze|später) (.+)$', 'snooze $1'),
  command('erinnere? mich (?:nochmal|noch mal|noch einmal|wieder) (.+)$', 'remind me again $1'),
  command(
    '(?:zeige?|liste?)(?: mir)?(?: mal)?(?: alle)?(?: meine)? erinnerungen(?: auf| an)?[?.!]*$',
    'show my reminders',
  ),
  command(
    '(?:was steht an|was habe ich|welche erinnerungen (?:habe ich|gibt es)|meine erinnerungen|erinnerungen)[?.!]*$',
    'show my reminders',
  ),
  ...(
    [
      ['heute', 'today'],
      ['morgen', 'tomorrow'],
      ['diese woche', 'this week'],
      ['(?:nächste|kommende) woche', 'next week'],
      ['(?:dieses|am|kommendes) wochenende', 'this weekend'],
      ['((?:am |nächsten |diesen |kommenden )?(?:\\p{L}+tag|mittwoch|übermorgen))', 'on $1'],
    ] as const
  ).flatMap(([day, means]) => [
    command(
      `was (?:steht|liegt|kommt|ist|habe ich|passiert)(?: bei mir)? ${day}(?: (?:an|vor|los|geplant|alles))*[?.!]*$`,
      `show my reminders for ${means}`,
    ),
    command(`(?:erinnerungen|termine) (?:für )?${day}[?.!]*$`, `show my reminders for ${means}`),
  ]),
  command(
    'wann (?:ist|sind|kommt|kommen|muss ich|soll ich) (?!(?:es|das)\\b)(?:(?:zu[mr]?|der|die|das|den|dem|mein|meine|meinen) )*(.+?)[?.!]*$',
    'when is $1?',
  ),
  ...[...GERMAN_NAMES].map(([name, english]) =>
    command(
      `wie (?:spät|viel uhr) ist es(?: gerade| jetzt)? in ${name}[?.!]*$`,
      `what time is it in ${withCapital(english)}?`,
    ),
  ),
  command('wie (?:spät|viel uhr) ist es(?: gerade| jetzt)? in (.+?)[?.!]*$', 'what time is it in $1?'),
  command('(?:was kommt als nächstes|was ist (?:als )?nächstes|nächste erinnerung)[?.!]*$', 'what is next?'),
  command('(?:wie spät ist es|wie viel uhr ist es)[?.!]*$', 'what time is it?'),
  command(
    '(?:welcher tag ist heute|welches datum (?:ist|haben wir) heute|der wievielte ist heute)[?.!]*$',
    'what day is it?',
  ),
  command('wie lange (?:ist es )?noch bis (.+?)[?.!]*$', 'how long until $1?'),
  command('wie viele tage (?:sind es )?(?:noch )?bis (.+?)[?.!]*$', 'how many days until $1?'),
  command('(?:zeige?|liste?)(?: mir)?(?: alle)?(?: meine)? jobs(?: auf| an)?[?.!]*$', 'show my jobs'),
  command('(?:welche jobs (?:habe ich|gibt es)|meine jobs)[?.!]*$', 'show my jobs'),
  command('wann läuft (?:der job )?(.+?)[?.!]*$', 'when does $1 run?'),
  command('(?:mach|erstelle?)e?(?: mir)? (?:einen|nen) job,? der (.+) sagt[.!]*$', 'make a job that says $1'),
  command('nerve? mich (?:alle|jede) (.{1,20}?) (?:wegen|an|mit|für) (.+)$', 'nag me every $1 about $2'),
  command('nerve? mich (?:wegen|mit|für) (.+?) (?:alle|jede) (.{1,20})$', 'nag me every $2 about $1'),
  command('nerve? mich (?:alle|jede) (.{1,20})$', 'nag me every $1'),
  ...timerCommands(),
  command('(?:pausiere?|stoppe?) (.+)$', 'pause $1'),
  command('(?:setze? (.+) fort|nimm (.+) wieder auf)$', 'resume $1$2'),
  command('(?:überspringe?|lass) (.+?)(?: aus| (?:das |dieses )?(?:mal|nächste mal))?$', 'skip $1'),
  command('(?:nur )?(?:dies(?:e[ns]?|mal|es mal)|einmal|das (?:eine|nächste))[.!]*$', 'this one'),
  command('(?:alle ab jetzt|ab jetzt(?: immer| alle)?|immer|alle zukünftigen)[.!]*$', 'all from now on'),
  command('alle[.!]*$', 'all'),
  command('(?:nein|nö|nee)(?:[, ]+danke)?[.!]*$', 'no'),
  command(
    '(?:nein|nö|nee)[, ]+(?:lieber |doch |besser )*((?:erst )?(?:um |am |in |auf )?(?:\\d|mo|di|mi|do|fr|sa|so|heute|morgen|übermorgen|halb|viertel|nächst).*)$',
    'no, $1',
  ),
  command('(?:ja|jawohl|gerne|genau|klar)(?:[, ]+bitte)?[.!]*$', 'yes'),
  command('(?:danke|vielen dank|danke (?:schön|sehr|dir)|dankeschön|tausend dank)[.!]*$', 'thanks'),
  command(
    '(?:hilfe|was kannst du(?: alles)?|was kann ich (?:sagen|fragen)|wie (?:funktioniert|geht) das)[?.!]*$',
    'help',
  ),
  // "morgen" alone is tomorrow.
  command(`(?:schönen )?guten morgen${WHOM}[.!]*$`, 'good morning'),
  command(`(?:schönen )?guten abend${WHOM}[.!]*$`, 'good evening'),
  command(`(?:hallo|moin(?: moin)?|servus|grüezi|grüß ?(?:gott|dich|euch)|guten tag)${WHOM}[.!]*$`, 'hello'),
  command(`(?:tschüss?|tschau|gute nacht|schlaf gut|auf wiedersehen|bis (?:dann|bald))${WHOM}[.!]*$`, 'goodbye'),
  command('(?:gut|sehr gut|prima|perfekt|passt|alles klar|in ordnung|einverstanden|verstanden)[.!]*$', 'good'),
  command("wie geht(?: es|['’]?s)(?: dir)?[?.!]*$", 'how are you'),
  command('bist du (?:noch )?(?:da|wach)[?.!]*$', 'are you there'),
  command('(?:entschuldigung|entschuldige|tut mir leid|mein fehler)[.!]*$', 'sorry'),
  command('(?:wer|was) bist du(?: eigentlich)?[?.!]*$', 'who are you'),
  command('bist du (?:eine? )?(?:ki|bot|roboter|mensch|maschine|sprachmodell)[?.!]*$', 'who are you'),
  command('(?:schön dich kennenzulernen|freut mich)[.!]*$', 'nice to meet you'),
  command('(?:gut gemacht|du bist (?:toll|super|klasse|der beste|die beste))[.!]*$', 'well done'),
  command('(?:sprichst|verstehst|kannst) du (\\p{L}+)[?.!]*$', 'do you speak $1'),
  ...howTo(),
];

/** Questions about Rooster itself. */
const howTo = (): readonly Rewording[] => [
  command('wie (?:verbinde|benutze) ich (?:ein modell|eine ki)[?.!]*$', 'how do I connect a model'),
  command('wie (?:verbinde|kopple|benutze) ich signal[?.!]*$', 'how do I link signal'),
  command(
    'wie (?:mache|erstelle|lege|plane|schreibe) ich (?:(?:einen|den|neue|neuen) )*(?:cron-?)?jobs?(?: an)?[?.!]*$',
    'how do I make a job',
  ),
  command(
    '(?:warum|wieso|weshalb) (?:habe ich (?:das|diese (?:nachricht|erinnerung)) (?:bekommen|erhalten)|(?:kam|kommt|klingelt|klingelte) (?:das|diese (?:nachricht|erinnerung))(?: jetzt)?)[?.!]*$',
    'why did this reach me',
  ),
  command(
    'wie (?:schreibe|schicke|setze|bringe|füge) ich (?:eine nachricht|einen text|etwas) in (?:ein|eine) (?:anderes|andere|anderen) (?:gespräch|unterhaltung|chat)(?: ein)?[?.!]*$',
    'put a message into another conversation',
  ),
];

const timerCommands = (): readonly Rewording[] => [
  command(
    '(?:klingle?|klingele?|nerve?|läute)(?: mich)? (?:wegen|mit|für) (.+?) bis ich antworte$',
    'ring about $1 until I answer',
  ),
  command('(?:klingle?|klingele?|nerve?|läute)(?: mich)? bis ich antworte$', 'ring until I answer'),
  command(
    `(?:gib|füge?|mach) (?:(?:de[mnr]|zu[mr]?) )?(?:noch )?(\\S.*?) (?:noch )?(${LENGTH})(?: (?:mehr|hinzu|dazu|länger))+$`,
    'add $2 to $1',
  ),
  command(
    `(?:(?:füge?|mach|gib|tu|rechne) )?(?:mir )?(?:noch )?(${LENGTH})(?: (?:mehr|drauf|dazu|hinzu|länger))+$`,
    'add $1',
  ),
  command(
    `(?:(?:füge?|mach|gib|tu) (?:noch )?|noch )(${LENGTH})(?: mehr)? (?:auf|für|zu[mr]?|beim?) (?:(?:de[nmr]|die|das|meine[nm]?) )?(.+?)(?: (?:hinzu|dazu|drauf))?$`,
    'add $1 to $2',
  ),
  command(`(${LENGTH}) mehr (?:auf|für|zu[mr]?|beim?) (?:(?:de[nmr]|die|das|meine[nm]?) )?(.+)$`, 'add $1 to $2'),
  command(`noch (${LENGTH})$`, 'add $1'),
  command(`verlängere? (?:(?:de[nmr]|die|das|meinen) )?(.+?) um (${LENGTH})$`, 'add $2 to $1'),
  command(`(?:verkürze?|kürze?) (?:(?:de[nmr]|die|das|meinen) )?(.+?) um (${LENGTH})$`, 'take $2 off $1'),
  command(`(?:zieh|nimm) (${LENGTH})(?: (?:vo[nm]|beim?) (?:de[mnr] )?(.+?))? (?:ab|weg)$`, 'take $1 off $2'),
  command('(?:(?:zeige?|liste?)(?: mir)? )?(?:alle |meine |laufende )*timer(?: auf| an)?[?.!]*$', 'my timers'),
  command('(?:welche timer (?:laufen|habe ich|gibt es)|läuft (?:ein|noch ein|gerade ein) timer)[?.!]*$', 'my timers'),
  command('wie lange(?: (?:noch|jetzt|dauert es|braucht es|ist es))*[?.!]*$', 'how long left?'),
  command(
    'wie lange (?:noch )?(?:(?:läuft|braucht|dauert|geht|hat) )?(?:noch )?(?:(?:beim?|für|auf|mit|an) )?(?:(?:de[rmn]|die|das|mein|meinen) )?(\\S*timer)(?: noch)?[?.!]*$',
    'how long left on $1?',
  ),
];
