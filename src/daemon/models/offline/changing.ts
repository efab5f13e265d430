// Understanding what is to happen to a reminder that is there: cancel, done, snooze, move, reword; and which one is meant.

import {targetOf} from './meant-target.ts';
import {type CommandReader, readMove, readReword, readShift, snooze} from './moving.ts';
import type {Deed, Request, Target} from './requests.ts';
import type {TimeReader} from './said-times.ts';

/** A command about a reminder that exists; undefined for anything else. */
export const readChange = (text: string, times: TimeReader): Request | undefined => {
  if (text.length > LONGEST) return undefined;
  const said = text
    .trim()
    .replace(POLITE, '')
    .replace(/[\s.!]+$/u, '');
  for (const read of [readAgain, readDone, readCancel, readSnooze, readShift, readReword, readMove]) {
    const request = read(said, times);
    if (request !== undefined) return request;
  }
  return undefined;
};

const CAME: Target = {kind: 'came'};

const change = (deed: Deed, target: Target): Request => ({kind: 'change', deed, target});

/** "remind me again in 10 minutes", "not now", "later", "10 more minutes" */
const readAgain: CommandReader = (said, times) => {
  const [, length] = /^(?:give me )?(\S+) more ((?:sec|min|hour)\w*)$/iu.exec(said) ?? [];
  if (length !== undefined)
    return snooze(times.whole(said.replace(/^give me /iu, '').replace(' more', '')), CAME, times);
  const [, again] =
    /^(?:remind me )?(?:about (?:it|that|this) )?(?:again|later|once more)\b[\s,]*(.*)$/iu.exec(said) ?? [];
  if (again !== undefined && again === '') return snooze(undefined, CAME, times);
  const moment = again === undefined ? undefined : times.whole(again);
  if (moment !== undefined) return snooze(moment, CAME, times);
  const [, afterwards] = /^(?:remind me |ask me )(.+?) again$/iu.exec(said) ?? [];
  const then = afterwards === undefined ? undefined : times.whole(afterwards);
  if (then !== undefined) return snooze(then, CAME, times);
  return /^(?:not (?:now|yet)|(?:a bit )?later|remind me (?:about (?:it|that) )?later)$/iu.test(said)
    ? snooze(undefined, CAME, times)
    : undefined;
};

const readDone: CommandReader = said => {
  if (DONE.test(said)) return change({kind: 'done'}, CAME);
  const patterns = [
    /^(?:i(?:'m| am)? (?:am )?)?(?:all )?(?:done|finished|through) with\s+(.+)$/iu,
    /^(?:mark|set|tick)\s+(.+?)\s+(?:as\s+|off\s+as\s+)?(?:done|finished|completed?)$/iu,
    /^(?:tick|check|cross)\s+off\s+(.+)$/iu,
    /^(?:tick|check|cross)\s+(.+?)\s+off$/iu,
    /^(?:done|finished|completed?)\s*[:,]?\s+(.+)$/iu,
    /^i(?:'ve| have)?\s+(?:finished|completed|done)\s+(.+)$/iu,
    /^(.{1,60}?)\s+(?:is|are|was|has been|'s)\s+(?:all\s+)?(?:done|finished|completed?|taken care of)$/iu,
  ];
  for (const pattern of patterns) {
    const [, words] = pattern.exec(said) ?? [];
    if (words !== undefined) return change({kind: 'done'}, targetOf(words, CAME));
  }
  return undefined;
};

const readCancel: CommandReader = (said, times) => {
  if (/^(?:undo|undo (?:that|it)|take (?:that|it) back)$/iu.test(said)) return change({kind: 'cancel'}, {kind: 'last'});
  const patterns = [
    /^(?:no[,\s]+)?(?:cancel|delete|unset|dismiss|forget about|stop reminding me)\b\s*(.*)$/iu,
    /^(?:no[,\s]+)?(?:forget|never ?mind)\s+(.+)$/iu,
    LOOSE_CANCEL,
    /^i (?:don'?t|do not|no longer) (?:need|want)\s+(.+?)(?:\s+any ?more|\s+any ?longer)?$/iu,
  ];
  for (const pattern of patterns) {
    const [, words] = pattern.exec(said.replace('’', "'")) ?? [];
    if (words === undefined) continue;
    if (words.split(/\s+/u).length > 12) return undefined;
    // "turn off the oven in 20 minutes" is something to be done.
    if (pattern === LOOSE_CANCEL && !REMINDER.test(words) && times.find(words) !== undefined) return undefined;
    return change({kind: 'cancel'}, targetOf(words.replace(/^(?:about|of|to)\s+/iu, '')));
  }
  return undefined;
};

const readSnooze: CommandReader = (said, times) => {
  const [, words] = /^snooze\b[\s,:]*(.*?)(?:\s+(?:longer|more))?$/iu.exec(said) ?? [];
  if (words === undefined) return undefined;
  const ending = times.atEnd(words);
  if (ending !== undefined) return snooze(ending.moment, targetOf(ending.rest, CAME), times);
  const [, , minutes] = /^(.*?)\s*(?:\b(?:for|by)\s+)?(\d{1,3})$/u.exec(words) ?? [];
  const found = times.find(words);
  if (found !== undefined) return snooze(found.moment, targetOf(found.rest, CAME), times);
  if (minutes === undefined || /(?:#|number|no\.?|reminder)\s*\d+$/iu.test(words)) {
    return snooze(undefined, targetOf(words, CAME), times);
  }
  const rest = words.slice(0, words.length - minutes.length).replace(/\b(?:for|by)\s*$/iu, '');
  return snooze(times.whole(`${minutes} minutes`), targetOf(rest, CAME), times);
};

const LOOSE_CANCEL =
  /^(?:no[,\s]+)?(?:remove|drop|discard|scrap|scratch|clear|erase|turn off|switch off|get rid of|call off|kill|stop)\b\s*(.*)$/iu;
const REMINDER = /\b(?:reminders?|timers?|alarms?|one|ones|it|all|everything|rem_[\w-]+)\b/iu;
const POLITE =
  /^(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|now|yes|thanks|rooster|can you|could you|would you|will you|can we|let's|i(?:'d| would) like to|i want to|i need to|you can)[\s,!]+)*(?:please\s+)?/iu;
const DONE =
  /^(?:(?:it'?s |that'?s |i'?m |i am |all |already )*(?:done|finished|completed)(?: (?:it|that|already|now))?|(?:i )?(?:already )?(?:did|have done|'ve done) (?:it|that|this)(?: already)?|i(?:'ve|’ve| have) (?:already )?done (?:it|that|this)|been done|check|job done|mark (?:it|that|this)(?: as)? done|✓|✅|👍)$/iu;
const LONGEST = 500;
