// Answers of the offline assistant in English.

import {channelFacts} from '../../records/channels.ts';
import {counted, withCapital} from '../../text/sentences.ts';
import {MONTH_NAMES, WEEKDAY_NAMES} from '../../time/calendar-names.ts';
import {formatDuration, formatInterval, formatMoment} from '../../time/format-time.ts';
import {weekdayOf, zoneName} from '../../time/zone.ts';
import type {AnswerTexts, ChangeKind} from '../answers.ts';
import {ENGLISH_FAULTS} from './faults.ts';
import {ENGLISH_SMALL_TALK} from './small-talk.ts';

export const ENGLISH_ANSWERS: AnswerTexts = {
  moment: (at, {now, zone}) => formatMoment(at, now, zone),
  spoken: (at, {now, zone}) => {
    const words = formatMoment(at, now, zone).replace(/ (?=\d{1,2}:\d{2})/u, ' at ');
    return `${/^[A-Z]/u.test(words) ? 'on ' : ''}${words} ${zoneName(at, zone)}`;
  },
  assumption: note => {
    switch (note.kind) {
      case 'no-time':
        return `no time of day given, so ${note.time}`;
      case 'part':
        return `no time given for the ${note.part}, so ${note.time}`;
      case 'read-as':
        return `${note.said} is read as ${note.time}`;
      case 'elsewhere':
        return `${note.time} ${note.place}${note.offset === undefined ? '' : `, ${note.offset}`}`;
      case 'first-day':
        return `only on the first day of "${note.said}"`;
      case 'skipped':
        return `${note.time} does not exist that day: clocks go forward`;
      default:
        return `${note.time} comes twice that day; the first is meant`;
    }
  },
  note: note => note,
  in: length => `in ${formatDuration(length)}`,
  length: ms => formatDuration(ms),
  remind: (when, where, about) => `I will remind you ${when}${where}${about}`,
  insists: every => `Then every ${formatInterval(every)} until you say "done".`,
  next: dates => `Next: ${dates}.`,
  place: channel => channelFacts(channel)?.place ?? `on ${channel}`,
  and: 'and',
  or: 'or',
  changed: {
    cancel: about => `Cancelled${about}`,
    done: about => `Done${about}`,
    skip: (when = 'one', about) => `Skipped ${when}${about}`,
    pause: about => `Paused${about}`,
    resume: (when, about) => `Resumed. I will remind you ${when}${about}`,
    undo: (when, about) => (when === undefined ? `Undone${about}` : `Undone. I will remind you ${when}${about}`),
    snooze: (when, about) => `Snoozed until ${when.replace(/^on /u, '')}${about}`,
    edit: (when, about) => `Changed. I will remind you ${when}${about}`,
    once: (when, dates, about) =>
      `Changed${about}\nThis time: ${when}.${dates === '' ? '' : ` Then as before: ${dates}.`}`,
  },
  when: message => `When should I remind you? "${message}"`,
  what: words => `What should I remind you about ${words}?`,
  whatAndWhen: 'What should I remind you about, and when?',
  offer: (words, message) => `Should I remind you ${words}? "${message}" Say yes or no.`,
  which: choices => `Do you mean ${choices}?`,
  scope: (message, when, often) =>
    often === undefined
      ? `"${message}" repeats. Only this one (${when}), or all from now on?`
      : `"${message}" comes ${often}. Only this one (${when})? For all, name the new times: "move it to every day at 9 and 21".`,
  earlier: (words, when) => `"${words}" is earlier than before: ${when}. Move it? Say yes or no.`,
  past: words => `"${words}" is in the past.`,
  notTime: words => `I can't read "${words}" as a time.`,
  examples: 'Examples: "in 20 minutes", "tomorrow 9:00".',
  command: {
    set: (id, when, message) => `Reminder ${id} is set for ${when}: ${message}`,
    text: message => `Text: ${message}`,
    sent: where => `It will be delivered word for word ${where}.`,
    agent: where => `The agent's answer will come ${where}.`,
    urgent: 'It also rings in quiet hours.',
    noDates: 'No further dates.',
    confirm: 'Set it? [Y/n] ',
    nothingSet: 'Nothing was set.',
    whichTime: 'Which time do you mean?',
    whichOne: count => `Which one? [1-${count}, Enter: 1, n: none] `,
    again: count => `Type a number from 1 to ${count}, or n for none.`,
  },
  notSet: (message, reason) => `I couldn't set the reminder "${message}": ${reason}`,
  notWorked: reason => `That didn't work: ${reason}`,
  stays: {
    reminder: (message, when) =>
      `The reminder from your earlier text stays: "${message}", ${when}. To cancel it: "cancel ${message}".`,
    job: name => `The job from your earlier text stays: ${name}. To delete it: "delete job ${name}".`,
    alarm: id => `The alarm from your earlier text stays. To cancel it, run: rooster alarms cancel ${id}`,
  },
  noTime: "I didn't understand that as a time.",
  noAnswer: "I didn't understand that as an answer.",
  thisOne: change => `${withCapital(verb(change, ' this one'))}? Say yes, or name another.`,
  whichOne: change => `Which one should I ${verb(change)}?`,
  allOf: (change, count) =>
    `${withCapital(verb(change, ` all ${count}`))}? ${change === 'cancel' ? '"undo" brings back only the last one. ' : ''}Say yes or no.`,
  refused: {
    when: 'OK, nothing was set.',
    what: 'OK, nothing was set.',
    'what-and-when': 'OK, nothing was set.',
    offer: 'OK.',
    which: 'OK, nothing was changed.',
    all: 'OK, nothing was changed.',
    scope: 'OK, nothing was changed.',
    job: 'OK, the job stays.',
  },
  fired: 'fired ',
  more: count => `… and ${count} more.`,
  none: 'You have no reminders.',
  noPending: 'You have no pending reminders.',
  noComing: 'No reminder is coming up.',
  nextIs: (when, about) => `Next, ${when}${about}`,
  youHave: count => (count === 1 ? 'You have one reminder:' : `You have ${count} reminders:`),
  notDone: messages => `Fired lately and not done: ${messages}.`,
  firedAt: (when, about) => `That one fired ${when}${about}`,
  lists: {
    failed: reason => `I couldn't list your reminders: ${reason}`,
    days: days => (days.kind === 'day' ? dayNamed(days.words) : DAYS[days.kind]),
    noneFrom: name => `No reminder from ${name} is left to do.`,
    noneOn: name => `You have no reminder ${name}.`,
    nextOne: (when, about) => `The next one is ${when}${about}`,
    noneAbout: words => `You have no reminder about "${words}".`,
    mayMean: 'You may mean:',
    notDoneYet: ', not done yet',
    asFirst: when => when.replace(/^on /u, ''),
  },
  jobs: {
    failed: reason => `I couldn't look up the jobs: ${reason}`,
    none: 'You have no scheduled jobs.',
    nothing: 'Nothing is scheduled.',
    unknown: (name, known) => `There is no job "${name}".${known === '' ? '' : ` Your jobs: ${known}.`}`,
    next: (name, when) => `${name} runs next ${when}.`,
    idle: (name, why) => `${name} ${IDLE[why]}.`,
    idleInList: {disabled: 'disabled', paused: 'paused', after: 'after another job', over: 'over', never: 'never'},
    label: (name, schedule) => `${name} (job, ${schedule})`,
    created: ({name, schedule, file}, when) =>
      `Created the job ${name}: ${schedule}.${when === undefined ? '' : ` Next: ${when}.`} Its file: ${file}`,
    edited: ({name, schedule, file}, when) =>
      `Changed the job ${name}: ${schedule}.${when === undefined ? '' : ` Next: ${when}.`} Its file: ${file}`,
    needsModel: 'Its task needs a model, and none is connected. Until then its runs fail.',
    edit: name => `To change ${name}, run: rooster cron edit ${name}. With a model, say the change in your words.`,
    notCreated: reason => `I couldn't create the job: ${reason}`,
    changed: {
      run: name => `Started ${name}. Its result follows.`,
      pause: name => `Paused ${name}. It doesn't run until you resume it.`,
      resume: name => `Resumed ${name}.`,
      delete: name => `Deleted ${name}.`,
    },
    reallyDelete: (name, file) => `Delete the job ${name} and its file ${file}? Say yes or no.`,
    notChanged: (order, name, reason) => `I couldn't ${order} ${name}: ${reason}`,
    how: 'Say what the job does, and when: "make a job that says good morning every weekday at 8". Or run: rooster cron add --help',
  },
  clock: {
    day: wall => `${WEEKDAY_NAMES[weekdayOf(wall)]}, ${wall.day} ${MONTH_NAMES[wall.month - 1]}`,
    now: (time, day) => `It is ${time}, ${day}.`,
    today: date => `Today is ${date}.`,
    zone: (zone, time) => `Your time zone is ${zone}, where it is ${time}.`,
    week: (week, day) => `This is week ${week} of the year; today is ${day}.`,
    elsewhere: (place, time, day) => `It is ${time} in ${place}, ${day}.`,
    unknownPlace: place => `I don't know the time zone of ${place}. Name a zone, such as Asia/Tokyo.`,
    that: date => `That is ${date}.`,
    over: when => `That is over: it was ${when}.`,
    daysUntil: (days, date) => `${counted(days, 'day')} until ${date}.`,
    until: (length, when) => withCapital(`${formatDuration(length)} until ${when.replace(/^on /u, '')}.`),
  },
  smallTalk: ENGLISH_SMALL_TALK,
  not: {
    reminders: "I can't set, list or change reminders in this conversation.",
    schedule: "I can't show the schedule in this conversation.",
    understood:
      'I didn\'t understand that. Without a model I can keep reminders and tell the time. Try "remind me in 20 minutes to stretch" or "what is coming up?".',
    onlyTime: "I didn't understand that. Here I can only tell the time and the date.",
    connect:
      'To chat freely, connect a model: type /setup in the terminal UI, or run `rooster setup`. It takes an API key or a local server.',
    time: ENGLISH_FAULTS,
  },
  // The services say them in English.
  failures: {},
};

const IDLE = {
  disabled: 'is disabled',
  paused: 'is paused',
  after: 'runs after another job',
  over: 'is over',
  never: 'never runs',
} as const;
const DAYS = {today: 'today', week: 'this week', 'next-week': 'next week', weekend: 'this weekend'} as const;

/** `tomorrow`, `on Friday`: the day in the person's words. */
const dayNamed = (words: string): string => {
  const name = words.replace(/^on\s+/iu, '');
  return /^(?:to|this|next|yesterday|last)/iu.test(name) ? name : `on ${withCapital(name)}`;
};

const verb = (kind: ChangeKind, what = ''): string =>
  kind === 'done' ? `mark${what} as done` : `${VERBS[kind]}${what}`;

const VERBS = {
  cancel: 'cancel',
  nag: 'nag about',
  skip: 'skip',
  pause: 'pause',
  resume: 'resume',
  snooze: 'snooze',
  move: 'move',
  shift: 'move',
  reword: 'change',
} as const;
