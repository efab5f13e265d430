// Answers a request for something that repeats: a reminder fires once, so the answer is the file of a cron job to save. Pure.
import {type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Conversation} from './conversation.ts';
import {asksForReminder, matterOf} from './read-order.ts';
import type {TimeReader} from './times.ts';

/** The cron job that the text asks for; undefined where nothing repeats. */
export const recurringAnswer = ({text, zone, markdown}: Conversation, times: TimeReader): string | undefined => {
  // "good morning" names no time of day.
  const asked = meant(text).replaceAll(/\b(good) (morning|afternoon|evening|night)\b/giu, '$1_$2');
  const often = asked.length > LONGEST ? undefined : repeatIn(asked);
  if (often === undefined || /\?\s*$/u.test(asked)) return undefined;
  const begins = /^[\s,]*(?:(?:please|ok|okay|hey|and|on)[\s,]+)*$/iu.test(asked.slice(0, often.index));
  if (!begins && !asksForReminder(asked) && STATEMENT.test(asked)) return undefined;
  const {expression, matter, once} = read(asked, often, times);
  if (once) return undefined;
  const message = matter.replaceAll(/\b(good)_/giu, '$1 ');
  const own = /\bwake\b/iu.test(asked) ? 'time to get up' : '(what it is about)';
  const body = `Remind the user: ${message === '' ? own : message}`;
  const file = `---\nschedule: "${expression ?? EXAMPLE}"\ntimezone: ${zone}\n---\n${body}`;
  const note =
    expression === undefined
      ? `Reminders don't repeat; cron jobs do. "${often[0].trim()}" doesn't fit a cron schedule: adapt this file and save it`
      : "Reminders don't repeat; cron jobs do. Save this file";
  const path = `cron/${slugOf(message) || 'my-reminder'}.md`;
  return `${note} in the workspace as ${path}:\n\n${markdown ? `\`\`\`\n${file}\n\`\`\`` : file}`;
};

/** "make a cron job that says good morning at 8" doesn't say how often: every day. */
const meant = (text: string): string => {
  const [wish] = CRON_WISH.exec(text.slice(0, LONGEST)) ?? [];
  if (wish === undefined) return text;
  const rest = text.slice(wish.length).replace(/[?\s]+$/u, '');
  return `remind me ${repeatIn(rest) === undefined ? 'every day ' : ''}${rest}`;
};

/** "weekly report every friday" is every friday. */
const repeatIn = (text: string): RegExpExecArray | undefined => {
  const all = [...text.matchAll(REPEATS)];
  return all.find(([words]) => /\s/u.test(words)) ?? all[0];
};

const read = (
  text: string,
  said: RegExpExecArray,
  times: TimeReader,
): {readonly expression: string | undefined; readonly matter: string; readonly once: boolean} => {
  const days = said[0].trim().toLowerCase();
  const part = /\b(morning|afternoon|evening|night)s?$/u.exec(days)?.[1] ?? (days === 'nightly' ? 'night' : undefined);
  const left = `${text.slice(0, said.index)} ${text.slice(said.index + said[0].length).replace(MONTH_DAY, '')}`
    .replaceAll(/[ \t]+/gu, ' ')
    .replaceAll(/ (?=[,.:;!?])/gu, '')
    .trim();
  const found = times.find(left);
  // A day ahead, so that "at 9" is nine in the morning and not the next time the clock shows it.
  const dayAhead = ['tomorrow', part, found?.moment.words.replace(/^on\s+/iu, '')].filter(words => words !== undefined);
  const moment = /year|annual/u.test(days) ? found?.moment : (times.whole(dayAhead.join(' ')) ?? found?.moment);
  const wall = wallTimeAt(moment?.at ?? times.now, times.zone);
  const matter = matterOf(found?.rest ?? left).replace(/[\s?.!]+$/u, '');
  // "remind me tomorrow that I exercise every day" is about one morning.
  const once = !/year|annual/u.test(days) && A_DAY.test(found?.moment.words ?? '') && !/\b(?:start|begin)/iu.test(text);
  return {expression: expressionOf(days, text, wall), matter, once};
};

const expressionOf = (days: string, text: string, {minute, hour, day, month}: WallTime): string | undefined => {
  const at = `${minute} ${hour}`;
  if (/^twice a day$/u.test(days)) return '0 9,17 * * *';
  const [, count, unit] = /^every\s+(?:(\d+)\s+)?(minute|hour)s?$/u.exec(days) ?? [];
  const step = Number(count ?? 1);
  if (unit === 'minute') return step === 1 ? '* * * * *' : 60 % step === 0 ? `*/${step} * * * *` : undefined;
  if (unit === 'hour' || days === 'hourly') {
    return step === 1 ? '0 * * * *' : 24 % step === 0 ? `0 */${step} * * *` : undefined;
  }
  if (/\b(?:other|first|second|third|fourth|last|1st|2nd|3rd|4th|two|three|twice|times|\d+)\b/u.test(days))
    return undefined;
  if (/\b(?:weekdays?|week-days?|work(?:ing )?days?)\b/u.test(days)) return `${at} * * 1-5`;
  if (/weekend/u.test(days)) return `${at} * * 0,6`;
  const named = [...days.matchAll(/\b(sun|mon(?!th)|tue|wed|thu|fri|sat)/gu)].map(([, name]) =>
    NAMES.indexOf(name ?? ''),
  );
  if (named.length > 0) return `${at} * * ${[...new Set(named)].sort().join(',')}`;
  if (/week/u.test(days)) return `${at} * * 1`;
  if (/month/u.test(days)) return `${at} ${Number(MONTH_DAY.exec(text)?.[1] ?? 1)} * *`;
  return /year|annual/u.test(days) ? `${at} ${day} ${month} *` : `${at} * * *`;
};

const slugOf = (message: string): string =>
  message
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/gu, '')
    .split(/[\s-]+/u)
    .filter(word => word !== '')
    .slice(0, 4)
    .join('-')
    .slice(0, 40);

const CRON_WISH =
  /^\s*(?:(?:please|ok|okay|hey|and)[\s,]+)*(?:(?:can|could|would|will) you (?:please )?)?(?:make|create|add|set up|write|schedule|give me|i want|i need)\s+(?:me\s+)?(?:(?:a|an|another|new)\s+)*(?:cron(?:[\s-]*job)?|scheduled job)s?\b[\s,:]*(?:(?:that|which|to|for)\s+)?(?:(?:says?|tells?|reminds?|sends?|prints?)\s+(?:me\s+)?(?:to\s+)?)?/iu;
const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH_DAY = /\bon\s+(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)\b/iu;
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?';
const DAYS = `${WEEKDAY}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)(?:on\\s+|every\\s+)?${WEEKDAY}\\b)*`;
const PERIODS =
  'days?|mornings?|afternoons?|evenings?|nights?|week-?days?|work(?:ing )?days?|weekends?|weeks?|months?|years?|hours?|minutes?';
const OFTEN = '(?:single\\s+)?(?:\\d+\\s+)?(?:(?:other|second|third|two|three)\\s+)?';
const PLURAL = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';
const REPEATS = new RegExp(
  `\\b(?:(?:on\\s+)?(?:every|each|the)\\s+(?:first|second|third|fourth|last|1st|2nd|3rd|4th)\\s+(?:${WEEKDAY})\\s+(?:of|in)\\s+(?:the|each|every|a)\\s+month|(?:once|twice|(?:\\d+|two|three|four) times)\\s+(?:a|an|per|every|each)\\s+(?:day|week|month|year|hour)|(?:every|each)\\s+${OFTEN}(?:${PERIODS}|${DAYS})|(?<!\\b(?:the|an?|my|our|your|his|her|their)\\s+)(?:daily|weekly|monthly|yearly|annually|hourly|nightly)|` +
    `on\\s+(?:week-?days|work(?:ing )?days|weekends)|(?:on\\s+)?${PLURAL}(?:(?:\\s*,\\s*|\\s+and\\s+)${PLURAL})*)\\b`,
  'giu',
);
/** The person tells of something that repeats. */
const STATEMENT = /^\s*(?:i|we|he|she|it|they|you|there|this|that|my|our|his|her|their|the)\b/iu;
const A_DAY =
  /\b(?:today|tonight|tomorrow|in|next|\w+day|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)|\d\.\d|\d{4}/iu;
const EXAMPLE = '0 9 * * 1';
const LONGEST = 1_000;
