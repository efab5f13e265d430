// Slips of the fingers in the words that everything hangs on, and commas that people write inside a time. What a reminder is to
// say is left as it was written. Pure.

/** The text as it was meant to be written, as far as that is plain. */
export const spelled = (text: string): string =>
  text
    .replace(REMIND, (_, before: string) => `${before}remind `)
    .replace(/\b(could|can|would|will) u (?=remind|set|list|show|tell|wake|cancel|snooze)/giu, '$1 you ')
    .replace(REMINDER, (_, plural: string) => `reminder${plural}`)
    .replace(COMMAND, word => COMMANDS.get(word.toLowerCase()) ?? word)
    .replace(TIME_WORD, word => TIME_WORDS.get(word.toLowerCase()) ?? word)
    .replace(DATE_COMMA, '$1 ');

/** Only before "me" and "us": elsewhere such a word may be anything. */
const REMIND =
  /(^|[\s,])(?:re?mi?n?d|re?min|remnd|remimd|rmeind|remeind|reimnd|remidn|reming|renind|remnid|remond|remaind|rmined|remined|reminde|remidnd|remiind|remindd)\s*(?=(?:me|us)\b)/giu;
const REMINDER =
  /\b(?:remidner|remider|reminer|remnider|rminder|reimnder|remindr|remimder|remidnder|remeinder|reminderr)(s?)\b/giu;
/** "dec 3, 10am" is one time. */
const DATE_COMMA =
  /\b((?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\.? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|\d{4}-\d{2}-\d{2}),\s+(?=(?:at )?(?:\d{1,2}(?:[:.]\d{2})?\s?[ap]m|\d{1,2}:\d{2})\b)/giu;

const slips = (words: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(words).flatMap(([meant, written]) => written.split(' ').map(slip => [slip, meant] as const)));

/** Only where a command stands: at the beginning. */
const COMMANDS = slips({
  cancel: 'cancle canel cancl cancell cacel cnacel',
  delete: 'delte deleet dleete deelte delet',
  snooze: 'snoze snooz snozze snnoze',
});
const TIME_WORDS = slips({
  minutes: 'minuets mintues minuts minues mintutes minuters',
  hours: 'hurs huors horus houres',
  monday: 'mondya monady munday modnay',
  tuesday: 'teusday tuseday tueday tuesdya',
  wednesday: 'wendsday wensday wedensday wednsday wednesay wensdays wednesdya',
  thursday: 'thrusday thurday thursady thusday thursdya thrsday',
  friday: 'firday frday fridya firdays',
  saturday: 'satuday saterday saturady saturdya',
  sunday: 'sundya sunady sudnay',
  tomorrow: '2moro 2morrow 2mrw tomorrrow tomrorow tmorrow',
});
const anyOf = (words: ReadonlyMap<string, string>): string => [...words.keys()].join('|');
const COMMAND = new RegExp(`(?<=^\\s*(?:please\\s+)?)(?:${anyOf(COMMANDS)})\\b`, 'iu');
const TIME_WORD = new RegExp(`\\b(?:${anyOf(TIME_WORDS)})\\b`, 'giu');
