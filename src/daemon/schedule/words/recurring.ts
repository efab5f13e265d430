// Words for what comes again and again, which a reminder cannot do yet.

/** The words at the beginning of a text that say how often, as in "every weekday standup"; undefined where there are none. */
export const recurringStart = (text: string): string | undefined => START.exec(text.trim())?.[0];

/** Why a reminder is not set, and what does it instead. */
export const onceOnly = (said: string): string =>
  `A reminder comes once; "${said}" is for a cron job, a file in the workspace's cron folder.`;

const DAY_NAMES = '(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?';
const UNITS = `(?:day|weekday|workday|weekend|week|month|year|hour|minute|morning|afternoon|evening|night|noon)s?|${DAY_NAMES}`;
const START = new RegExp(
  `^(?:on\\s+)?(?:(?:every|each)\\s+(?:(?:other|second|third|single|\\d+)\\s+)?(?:${UNITS})\\b|(?:week|mon|tues|wednes|thurs|fri|satur|sun)days\\b|weekends\\b|(?:daily|weekly|monthly|yearly|hourly)(?=$|\\s+(?:to|at|on|until|for)\\b))`,
  'iu',
);
