// Parses changes to an existing reminder: cancel, done, snooze, move, reword. Pure.

import {nagSpan} from '../../../../shared/languages/nag-words.ts';
import type {Change, Intent, Moment, Shift, Target} from '../intent.ts';
import {isPointer, readTarget} from '../target.ts';
import type {TimeReader} from '../times.ts';
import {withoutCourtesy} from '../wording/courtesy.ts';

/** A command about an existing reminder. Undefined for any other text. */
export const readChange = (text: string, times: TimeReader): Intent | undefined => {
  if (text.length > LONGEST) return undefined;
  const order = withoutCourtesy(text).replace(/[\s.!]+$/u, '');
  for (const read of [
    readNag,
    readAgain,
    readDone,
    readSeries,
    readCancel,
    readSnooze,
    readShift,
    readReword,
    readMove,
  ]) {
    const intent = read(order, times);
    if (intent !== undefined) return intent;
  }
  return undefined;
};

/** Ten minutes without a given time. A bare duration is added to the time of a pending reminder. */
export const snoozeBy = (moment: Moment | undefined, times: TimeReader): Change | undefined => {
  const usual = times.whole(`in ${USUAL_SNOOZE}`);
  const until = moment ?? (usual && {...usual, words: USUAL_SNOOZE});
  if (until === undefined) return undefined;
  const by = times.length(until.words);
  return {kind: 'snooze', moment: until, by};
};

type Reader = (order: string, times: TimeReader) => Intent | undefined;

const intent = (change: Change, target: Target): Intent => ({kind: 'change', change, target});

const snooze = (moment: Moment | undefined, target: Target, times: TimeReader): Intent | undefined => {
  const change = snoozeBy(moment, times);
  return change && intent(change, target);
};

/** "remind me again in 10 minutes", "not now", "later", "10 more minutes" */
const readAgain: Reader = (order, times) => {
  if (/^(?:not (?:now|yet)|a bit later)$/iu.test(order)) return snooze(undefined, FIRED, times);
  if (/^\S+ more (?:sec|min|hour)\w*$/iu.test(order))
    return snooze(times.whole(order.replace(' more', '')), FIRED, times);
  const [, before, after] =
    /^(?:remind me |ask me )?(?:about (?:it|that|this) )?(.*?)\s*\b(?:again|later|once more)\b[\s,]*(.*)$/iu.exec(
      order,
    ) ?? [];
  if (before === '' && after === '') return snooze(undefined, FIRED, times);
  const words = before === '' ? after : /again$/iu.test(order) ? before : undefined;
  const moment = words === undefined ? undefined : times.whole(words);
  return moment === undefined ? undefined : snooze(moment, FIRED, times);
};

/** "nag me about the dentist every 10 minutes", "nag me every hour about it" */
const readNag: Reader = order => {
  const [, first, before, after, last] =
    /^(?:please )?(?:nag|pester|bug)(?: me)?\b(?:\s+(?:about|for|with)\s+(.+?))?\s+every\s+(?:(.{1,20}?)\s+(?:about|for|with)\s+(.+)|(.{1,20}))$/iu.exec(
      order,
    ) ?? [];
  const every = before ?? last;
  return every === undefined
    ? undefined
    : intent({kind: 'nag', every: nagSpan(every)}, readTarget(first ?? after ?? ''));
};

const readDone: Reader = order => {
  if (DONE.test(order.replaceAll('’', "'"))) return intent({kind: 'done'}, FIRED);
  const words = firstGroup(DONE_WITH, order);
  return words === undefined ? undefined : intent({kind: 'done'}, readTarget(words, FIRED));
};

/** "pause the pills", "resume it", "skip the next standup" */
const readSeries: Reader = order => {
  const [, verb, words] = /^(pause|resume|unpause|skip)\b\s*(.*)$/iu.exec(order) ?? [];
  if (verb === undefined || words === undefined || words.split(/\s+/u).length > 12) return undefined;
  const which = words.replace(/\b(?:the )?next\b\s*|\s*\b(?:once|this time|next time)$/giu, '');
  const kind = /^skip$/iu.test(verb) ? 'skip' : /^pause$/iu.test(verb) ? 'pause' : 'resume';
  return intent({kind}, readTarget(which));
};

const readCancel: Reader = (order, times) => {
  if (UNDO.test(order)) return {kind: 'undo'};
  const loose = firstGroup([LOOSE_CANCEL], order);
  // "turn off the oven in 20 minutes" is a new task.
  const isThing = loose !== undefined && !REMINDER.test(loose) && times.find(loose) !== undefined;
  const words = firstGroup(CANCEL, order) ?? (isThing ? undefined : loose);
  if (words === undefined || words.split(/\s+/u).length > 12) return undefined;
  return intent({kind: 'cancel'}, readTarget(words.replace(/^(?:about|of|to)\s+/iu, '')));
};

const readSnooze: Reader = (order, times) => {
  const [, words] = /^snooze\b[\s,:]*(.*?)(?:\s+(?:longer|more))?$/iu.exec(order) ?? [];
  if (words === undefined) return undefined;
  const found = times.atEnd(words) ?? times.find(words);
  if (found !== undefined) return snooze(found.moment, readTarget(found.rest, FIRED), times);
  const [, which = '', minutes] = /^(.*?)\s*(?:\b(?:for|by)\s+)?(\d{1,3})$/iu.exec(words) ?? [];
  return minutes === undefined || /(?:#|number|no\.?|reminder)$/iu.test(which)
    ? snooze(undefined, readTarget(words, FIRED), times)
    : snooze(times.whole(`${minutes} minutes`), readTarget(which, FIRED), times);
};

/** "postpone it by an hour", "push the dentist to friday", "an hour later", "make it 10 minutes earlier" */
const readShift: Reader = (order, times) => {
  const [, verb, rest] =
    /^(postpone|delay|defer|put off|push(?: back| out)?|bring forward|advance)\b\s*(.+)$/iu.exec(order) ?? [];
  if (verb !== undefined && rest !== undefined) return readPostponed(verb, rest, times);
  const [, which = '', words, side] =
    /^(?:(?:make|move|set|remind me of)\s+(.+?)\s+)?((?:an?|half an|\d+|one|two|three|five|ten|fifteen|twenty|thirty)\s.{2,20}?)\s+(later|earlier|sooner|before that)$/iu.exec(
      order,
    ) ?? [];
  const shift = words === undefined ? undefined : times.length(words);
  if (shift === undefined || side === undefined) return undefined;
  return shifted(which, shift, side.toLowerCase() === 'later' ? 1 : -1);
};

const readPostponed = (verb: string, rest: string, times: TimeReader): Intent | undefined => {
  const words = rest.replace(/\s+\b(?:back|out|off)\b(?=\s)/iu, '');
  for (const {index} of ` ${words}`.matchAll(/\s+/gu)) {
    const shift = times.length(words.slice(index).trim());
    if (shift !== undefined) return shifted(words.slice(0, index), shift, /^(?:bring|advance)/iu.test(verb) ? -1 : 1);
  }
  const found = times.atEnd(words) ?? times.find(words);
  if (found !== undefined) return intent({kind: 'move', moment: found.moment}, readTarget(found.rest));
  const which = /^push$/iu.test(verb) ? /^(.+) back$/iu.exec(words)?.[1] : words;
  return which === undefined || /^(?:push \w|bring|advance)/iu.test(verb)
    ? undefined
    : snooze(undefined, readTarget(which), times);
};

const shifted = (words: string, shift: Shift, sign: number): Intent =>
  intent({kind: 'shift', shift: {...shift, ms: sign * shift.ms}}, readTarget(words.replace(/\s+(?:by|for)\s*$/iu, '')));

/** "change the text of the tea reminder to green tea", "rename it to …", "make it say …" */
const readReword: Reader = (order, times) => {
  const [, which, text] = REWORD.map(pattern => pattern.exec(order)).find(found => found !== null) ?? [];
  const [, changed, into] = which === undefined ? (CHANGE_TO.exec(order) ?? []) : [];
  const message = unquoted(text ?? into ?? '');
  const target = which ?? changed;
  // "change the dentist to friday 10:00" changes the time, not the text.
  if (target === undefined || (changed !== undefined && times.whole(message) !== undefined)) return undefined;
  return intent({kind: 'reword', message}, readTarget(target));
};

const unquoted = (text: string): string => text.trim().replace(/^["“'](.*)["”']$/su, '$1');

/** "move the dentist to friday 10:00", "make it 15:00", "no, at 5", "15:00 instead" */
const readMove: Reader = (order, times) => {
  const [, verb, words] =
    /^(?:no[,\s]+)?(move|reschedule|shift|change|update|make|set|put|have|do)\s+(?:the time of\s+)?(.+)$/iu.exec(
      order,
    ) ?? [];
  if (verb !== undefined && words !== undefined) return readMoved(verb, words, times);
  const [, corrected] =
    /^(?:no|nope|sorry|wait|oh|actually|i (?:meant|mean)|rather|better)[,\s]+(?:i (?:meant|mean)\s+|actually\s+|make (?:it|that)\s+)?(.+)$/iu.exec(
      order,
    ) ?? [];
  const moment = times.whole(corrected ?? (/\binstead$/iu.test(order) ? order : ''));
  return moment === undefined ? undefined : intent({kind: 'move', moment}, {kind: 'last'});
};

const readMoved = (verb: string, words: string, times: TimeReader): Intent | undefined => {
  const isMove = /^(?:move|resch|shift|change)/iu.test(verb);
  const [, which = '', clocks] = isMove ? (TO_CLOCKS.exec(words) ?? []) : [];
  const daily = clocks === undefined ? undefined : dailyAt(clocks, times);
  if (daily !== undefined) return intent({kind: 'move', moment: daily, isDaily: true}, readTarget(which));
  // "reminder to" would begin a request of its own.
  const found = times.atEnd(words.replace(/\s+(?:reminder|alarm|timer)(?=\s+(?:to|until|till)\b)/iu, ''));
  if (isMove && /\bsame time\b/iu.test(words)) return needsTime(times.texts.smallTalk.moveSameTime);
  if (isMove && found === undefined && isPointer(words)) return needsTime(times.texts.smallTalk.moveWhen);
  if (found === undefined || /\b(?:reminder|timer|alarm) (?:for|in|at)$/iu.test(found.rest)) return undefined;
  // "make dinner at 7" and "put the bins out at 7" are new tasks.
  const isTo = /^(?:(?:reminder|alarm|timer)\s+)?(?:to|until|till)\b/iu.test(words.slice(found.rest.length).trim());
  const isKnown = isPointer(found.rest) || /\b(?:one|reminder|timer|alarm|rem_[\w-]+)$/iu.test(found.rest);
  return isKnown || /^resch/iu.test(verb) || (isTo && /^(?:move|shift|change|update)$/iu.test(verb))
    ? intent({kind: 'move', moment: found.moment}, readTarget(found.rest))
    : undefined;
};

const dailyAt = (clocks: string, times: TimeReader): Moment | undefined =>
  times.whole(`every day at ${clocks}`) ?? times.whole(`jeden Tag um ${clocks}`);

const needsTime = (text: string): Intent => ({kind: 'reply', text});

const firstGroup = (patterns: readonly RegExp[], order: string): string | undefined =>
  patterns.map(pattern => pattern.exec(order.replaceAll('’', "'"))?.[1]).find(words => words !== undefined);

const CLOCK = String.raw`\d{1,2}(?:[:.]\d{2})?(?:\s?(?:[ap]m|uhr))?`;
/** "the pills to 9 and 21" */
const TO_CLOCKS = new RegExp(
  `^(.+?)\\s+(?:to|until|till)\\s+(?:(?:at|um)\\s+)?(${CLOCK}(?:\\s*(?:,|and|und|&)\\s*(?:(?:at|um)\\s+)?${CLOCK})+)$`,
  'iu',
);
const FIRED: Target = {kind: 'fired'};
const USUAL_SNOOZE = '10 minutes';
const LONGEST = 500;
const DONE =
  /^(?:(?:it'?s |that'?s |i'?m |i am |all |already )*(?:done|finished|completed)(?: (?:it|that|already|now))?|(?:i )?(?:already )?(?:did|have done|'ve done) (?:it|that|this)(?: already)?|i(?:'ve| have) (?:already )?done (?:it|that|this)|been done|check|job done|mark (?:it|that|this)(?: as)? done|✓|✅|👍)$/iu;
const DONE_WITH: readonly RegExp[] = [
  /^(?:i(?:'m| am)? (?:am )?)?(?:all )?(?:done|finished|through) with\s+(.+)$/iu,
  /^(?:mark|set|tick)\s+(.+?)\s+(?:as\s+|off\s+as\s+)?(?:done|finished|completed?)$/iu,
  /^(?:tick|check|cross)\s+off\s+(.+)$/iu,
  /^(?:tick|check|cross)\s+(.+?)\s+off$/iu,
  /^(?:done|finished|completed?)\s*[:,]?\s+(.+)$/iu,
  /^i(?:'ve| have)?\s+(?:finished|completed|done)\s+(.+)$/iu,
  /^(.{1,60}?)\s+(?:is|are|was|has been|'s)\s+(?:all\s+)?(?:done|finished|completed?|taken care of)$/iu,
];
const CANCEL: readonly RegExp[] = [
  /^(?:no[,\s]+)?(?:cancel|delete|unset|dismiss|forget about|stop reminding me)\b\s*(.*)$/iu,
  /^(?:no[,\s]+)?(?:forget|never ?mind)\s+(.+)$/iu,
  /^i (?:don'?t|do not|no longer) (?:need|want)\s+(.+?)(?:\s+any ?more|\s+any ?longer)?$/iu,
];
const UNDO = /^(?:undo(?: (?:that|it|this|the last (?:change|one)))?|take (?:that|it) back)$/iu;
const LOOSE_CANCEL =
  /^(?:no[,\s]+)?(?:remove|drop|discard|scrap|scratch|clear|erase|turn off|switch off|get rid of|call off|kill|stop)\b\s*(.*)$/iu;
const REMINDER = /\b(?:reminders?|timers?|alarms?|one|ones|it|all|everything|rem_[\w-]+)\b/iu;
const REWORD: readonly RegExp[] = [
  /^(?:change|edit|update|set|correct)\s+the\s+(?:text|message|wording|words|title|name)\s+(?:of|for)\s+(.+?)\s+(?:to|into)[:\s]\s*([\s\S]+)$/iu,
  /^(?:rename|reword|rephrase)\s+(.+?)\s+(?:to|into|as)[:\s]\s*([\s\S]+)$/iu,
  /^(?:make|let)\s+(.+?)\s+say\s*[:,]?\s+([\s\S]+)$/iu,
  /^(it) should (?:say|read)\s*[:,]?\s+([\s\S]+)$/iu,
];
const CHANGE_TO = /^(?:change|edit|update|correct|turn)\s+(.+?)\s+(?:to|into)[:\s]\s*([\s\S]+)$/iu;
