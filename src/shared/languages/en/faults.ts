// English sentences for times that can't be used. They define the reasons that every language has a sentence for.
import {MONTH_NAMES, WEEKDAY_NAMES} from '../../time/calendar-names.ts';
import {wallOfDate} from '../../time/wall-text.ts';
import {weekdayOf} from '../../time/zone.ts';

/**
 * `either`: `value` is the second of two; `unused`: they stand apart from the time `value`; `unknown`: they mean
 * nothing; `open`: they name no one time; `condition`: they wait for something else than a time; `change`: they change
 * a reminder; `question`: they ask about one.
 */
export const ENGLISH_FAULTS = {
  either: (phrase, other) => `Say one time: "${other}" or "${phrase}".`,
  unused: (phrase, other) =>
    `I didn't use "${phrase}". If it is part of the text, put the time first, with a colon: "${other}: …".`,
  unknown: phrase => `I don't know when "${phrase}" is.`,
  open: phrase => `"${phrase}" isn't one time. Say one, such as "at 9".`,
  condition: (phrase, time) =>
    `I only know times, so I can't wait for "${phrase}". If it is part of the text, put the time first, with a colon: "${time}: …".`,
  change: phrase =>
    `"${phrase}" reads like a change to a reminder, so nothing new was set. For a new one, start with "remind me to".`,
  question: phrase =>
    `"${phrase}" reads like a question, so nothing was set. For a reminder, start with "remind me to".`,
  'needs-place': () => 'Sunrise and sunset need a place: set time.place in the configuration.',
  'offset-repeats': (_, zone) =>
    `A repeating reminder needs the name of a zone, such as Europe/London. "${zone}" is an offset.`,
  'ends-first': phrase => `"${phrase}" ends before it begins.`,
  never: phrase => `"${phrase}" never occurs.`,
  'too-far': phrase => `"${phrase}" is too far ahead.`,
  'how-often': phrase => `"${phrase}" doesn't say how often. Examples: "every day at 9", "every Monday".`,
  'how-many': phrase => `"${phrase}" doesn't say how many.`,
  'every-minute': () => 'A reminder can repeat at most once a minute.',
  'every-other-weekday': () => 'Every other weekday can be read in two ways. Name the days.',
  'nth-workday': () => 'Only the first or the last working day of a month can repeat.',
  'count-workdays': phrase => `I can't count working days: "${phrase}".`,
  'from-when': () => 'Say from when: "every hour starting at 15:00".',
  'which-of-month': () => 'Say which one of the month: "the first Monday of every month".',
  'times-of-day': () => 'Say the times of day too: "every day at 8 and 20".',
  'days-of-week': () => 'Say the days too: "every Monday and Thursday".',
  'days-of-month': () => 'Say the days too: "every month on the 1st and 15th".',
  'how-long-between': () => 'Say how long it is between two times: "every 30 minutes".',
  'how-long-before': phrase => `"${phrase}" doesn't say how long before.`,
  'name-exceptions': () => 'Name the days that are left out as dates or weekdays: "except on Fridays and 24 December".',
  'one-time-or-interval': () => 'Say one time, such as "at 9", or how often between them: "every hour from 9 to 17".',
  'one-time': () => 'Say one time, such as "at 9".',
  'too-often': () => 'The interval is too short for these hours.',
  'no-day-left': () => 'The exceptions leave no day.',
  'no-such-time': phrase => `"${phrase}" doesn't exist in the calendar or on the clock.`,
  'not-every-month': (_, day) => `Not every month has the ${day}th: set it on its own.`,
  'days-and-hours': () => 'I can only count days and hours from a time.',
  'time-of-day': phrase => `"${phrase}" needs a time of day.`,
  'not-from-done': phrase =>
    `"${phrase}" counts from when you did it, so it needs an interval: "every 3 days at 9 after I did it".`,
  'two-ways': () => 'That can be read in two ways. Set two reminders.',
  'other-weekday': (_, date) => {
    const wall = wallOfDate(date);
    return `${wall.day} ${MONTH_NAMES[wall.month - 1]} ${wall.year} is a ${WEEKDAY_NAMES[weekdayOf(wall)]}.`;
  },
} satisfies Readonly<Record<string, (phrase: string, value: string) => string>>;
