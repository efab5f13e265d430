// Answers of the offline assistant in English. They define the shape that every language fills. Texts arrive quoted or
// with their punctuation.
import {UNDONE_CHANGES} from '../../record-text/undone.ts';
import {channelFacts} from '../../records/channels.ts';
import type {UndoneChange} from '../../records/jobs/jobs.ts';
import type {ErrorFault} from '../../text/gateway-error.ts';
import {clauseFromOutside, counted, stopped, withCapital} from '../../text/sentences.ts';
import {MONTH_NAMES, WEEKDAY_NAMES} from '../../time/calendar-names.ts';
import {formatDuration, formatInterval, formatMoment} from '../../time/format-time.ts';
import type {EpochMs} from '../../time/time.ts';
import {type WallTime, weekdayOf, zoneName} from '../../time/zone.ts';
import type {AfterUndo, ChangeKind, CreatedJob, Days, FaultTexts, Here, JobIdle, JobOrder} from '../answers.ts';
import {ENGLISH_APPROVALS} from './approvals.ts';
import {ENGLISH_EVENTS} from './events.ts';
import {ENGLISH_FAULTS} from './faults.ts';
import {sayNoteInEnglish} from './notes.ts';
import {ENGLISH_SMALL_TALK} from './small-talk.ts';

/** `about` is `: stretch.`, `where` is `, in the terminal`, `when` an instant in this language's words. */
export const ENGLISH_ANSWERS = {
  /** `today 15:00`, `Fri 27 Nov 09:00` */
  moment: (at: EpochMs, {now, zone}: Here) => formatMoment(at, now, zone),
  /** `today at 15:00 CET`, `on Fri 27 Nov at 09:00 CET` */
  spoken: (at: EpochMs, {now, zone}: Here) => {
    const words = formatMoment(at, now, zone).replace(/ (?=\d{1,2}:\d{2})/u, ' at ');
    return `${/^[A-Z]/u.test(words) ? 'on ' : ''}${words} ${zoneName(at, zone)}`;
  },
  /** A fact about a time, for brackets: an assumption, a zone, a clock change. */
  assumption: sayNoteInEnglish,
  /** A note that exists in English only. Undefined in any other language. */
  note: (note: string | undefined) => note,
  in: (length: EpochMs) => `in ${formatDuration(length)}`,
  /** `20 minutes` */
  length: (ms: EpochMs) => formatDuration(ms),
  remind: (when: string, where: string, about: string) => `I will remind you ${when}${where}${about}`,
  /** `length`: `10 minutes`. */
  timers: {
    set: (length: string, when: string, where: string, about: string) =>
      `Timer: ${length}, until ${when.replace(/^on /u, '')}${where}${about}`,
    left: (length: string, when: string, about: string) => `${length} left, rings ${when}${about}`,
    none: 'No timer is running.',
  },
  /** The interval of its nagging. `most`: the limit of one that rings until it is answered. */
  insists: (every: EpochMs, most?: number) =>
    most === undefined
      ? `Then every ${formatInterval(every)} until you say "done".`
      : `Then every ${formatInterval(every)} until you answer, at most ${most} times.`,
  /** The zone that a series goes by: that of its person, or the clocks of a city. */
  follows: {person: 'wherever you are', place: (city: string) => `on the clocks of ${city}`},
  next: (dates: string) => `Next: ${dates}.`,
  /** Of a series that counts from "done": its only known date, and none while it waits. */
  /** `when`: an instant, at which it goes on by itself. */
  pausedUntil: (when: string, about: string) => `Paused until ${when}${about}`,
  first: (date: string) => `The first: ${date}.`,
  whenDone: 'The next date counts from when you mark it as done.',
  place: (channel: string) => channelFacts(channel)?.place ?? `on ${channel}`,
  and: 'and',
  or: 'or',
  changed: {
    cancel: (about: string) => `Cancelled${about}`,
    done: (about: string) => `Done${about}`,
    /** `when`: the occurrence that is left out, where it is known. */
    skip: (when: string | undefined = 'one', about: string) => `Skipped ${when}${about}`,
    pause: (about: string) => `Paused${about}`,
    resume: (when: string, about: string) => `Resumed. I will remind you ${when}${about}`,
    /** `change`: what was taken back, where it is known. */
    undo: (change: UndoneChange | undefined, {is, when}: AfterUndo, message: string) => {
      const undid = change === undefined ? 'Undone' : `Undid ${UNDONE_CHANGES[change]}`;
      if (is === 'waits' || is === 'listens') return `${undid}. I will remind you ${when}: ${stopped(message)}`;
      return `${undid}: ${clauseFromOutside(message)} ${is === 'rang' ? `rang ${when} and is not done.` : 'is done.'}`;
    },
    snooze: (when: string, about: string) => `Snoozed until ${when.replace(/^on /u, '')}${about}`,
    edit: (when: string, about: string) => `Changed. I will remind you ${when}${about}`,
    /** One occurrence of a series got another time. `dates`: the next ones, with commas. */
    once: (when: string, dates: string, about: string) =>
      `Changed${about}\nThis time: ${when}.${dates === '' ? '' : ` Then as before: ${dates}.`}`,
  },
  when: (message: string) => `When should I remind you? "${message}"`,
  what: (words: string) => `What should I remind you about ${words}?`,
  whatAndWhen: 'What should I remind you about, and when?',
  offer: (words: string, message: string) => `Should I remind you ${words}? "${message}" Say yes or no.`,
  /** `Do you mean 06:45 or 18:45?` */
  which: (choices: string) => `Do you mean ${choices}?`,
  /**
   * Another time: for one occurrence of a series, or for all of them. `often`: it comes several times a day, so only
   * one can move. `when`: the occurrence that "this one" means.
   */
  scope: (message: string, when: string, often?: string) =>
    often === undefined
      ? `"${message}" repeats. Only this one (${when}), or all from now on?`
      : `"${message}" comes ${often}. Only this one (${when})? For all, name the new times: "move it to every day at 9 and 21".`,
  /** A snooze that ends before the reminder's own time. */
  earlier: (words: string, when: string) => `"${words}" is earlier than before: ${when}. Move it? Say yes or no.`,
  past: (words: string) => `"${words}" is in the past.`,
  /** Words that are not a time, and examples behind a refusal. */
  notTime: (words: string) => `I can't read "${words}" as a time.`,
  examples: 'Examples: "in 20 minutes", "tomorrow 9:00".',
  /** Texts of `rooster remind`. `when`: the time or the recurrence, with what was assumed. */
  command: {
    set: (id: string, when: string, message: string) => `Reminder ${id} is set for ${when}: ${message}`,
    text: (message: string) => `Text: ${message}`,
    /** `where`: the places, in words. */
    sent: (where: string) => `It will be delivered word for word ${where}.`,
    agent: (where: string) => `The agent's answer will come ${where}.`,
    urgent: 'It also rings in quiet hours.',
    noDates: 'No further dates.',
    confirm: 'Set it? [Y/n] ',
    nothingSet: 'Nothing was set.',
    whichTime: 'Which time do you mean?',
    whichOne: (count: number) => `Which one? [1-${count}, Enter: 1, n: none] `,
    again: (count: number) => `Type a number from 1 to ${count}, or n for none.`,
  },
  notSet: (message: string, reason: string) => `I couldn't set the reminder "${message}": ${reason}`,
  notWorked: (reason: string) => `That didn't work: ${reason}`,
  /** Names a reminder, job or alarm of the earlier text that an edit doesn't change, and says how to cancel it. */
  stays: {
    reminder: (message: string, when: string) =>
      `The reminder from your earlier text stays: "${message}", ${when}. To cancel it: "cancel ${message}".`,
    job: (name: string) => `The job from your earlier text stays: ${name}. To delete it: "delete job ${name}".`,
    alarm: (id: string) => `The alarm from your earlier text stays. To cancel it, run: rooster alarms cancel ${id}`,
  },
  noTime: "I didn't understand that as a time.",
  /** Before a question that is asked once more. */
  noAnswer: "I didn't understand that as an answer.",
  /** One target that isn't sure, several, or all of them. */
  thisOne: (change: ChangeKind) => `${withCapital(verb(change, ' this one'))}? Say yes, or name another.`,
  whichOne: (change: ChangeKind) => `Which one should I ${verb(change)}?`,
  allOf: (change: ChangeKind, count: number) =>
    `${withCapital(verb(change, ` all ${count}`))}? ${change === 'cancel' ? '"undo" brings back only the last one. ' : ''}Say yes or no.`,
  /** The person says no: to a reminder, to an offer of one, to a change, to the end of a job. */
  refused: {
    set: 'OK, nothing was set.',
    offer: 'OK.',
    change: 'OK, nothing was changed.',
    job: 'OK, the job stays.',
  },
  fired: 'fired ',
  more: (count: number) => `… and ${count} more.`,
  none: 'You have no reminders.',
  noPending: 'You have no pending reminders.',
  noComing: 'No reminder is coming up.',
  nextIs: (when: string, about: string) => `Next, ${when}${about}`,
  youHave: (count: number) => (count === 1 ? 'You have one reminder:' : `You have ${count} reminders:`),
  notDone: (messages: string) => `Fired lately and not done: ${messages}.`,
  firedAt: (when: string, about: string) => `That one fired ${when}${about}`,
  /** Answers to questions about reminders. `when` as in `spoken`. */
  lists: {
    failed: (reason: string) => `I couldn't list your reminders: ${reason}`,
    /** `tomorrow`, `on Friday`, `this week` */
    days: (days: Days, _: Here) => (days.kind === 'day' ? dayNamed(days.words) : DAYS[days.kind]),
    noneFrom: (name: string) => `No reminder from ${name} is left to do.`,
    noneOn: (name: string) => `You have no reminder ${name}.`,
    nextOne: (when: string, about: string) => `The next one is ${when}${about}`,
    noneAbout: (words: string) => `You have no reminder about "${words}".`,
    mayMean: 'You may mean:',
    notDoneYet: ', not done yet',
    asFirst: (when: string) => when.replace(/^on /u, ''),
  },
  /** `schedule` is `0 8 * * * in Europe/Berlin`. */
  jobs: {
    failed: (reason: string) => `I couldn't look up the jobs: ${reason}`,
    none: 'You have no scheduled jobs.',
    nothing: 'Nothing is scheduled.',
    unknown: (name: string, known: string) =>
      `There is no job "${name}".${known === '' ? '' : ` Your jobs: ${known}.`}`,
    next: (name: string, when: string) => `${name} runs next ${when}.`,
    idle: (name: string, why: JobIdle) => `${name} ${IDLE[why]}.`,
    idleInList: {disabled: 'disabled', paused: 'paused', after: 'after another job', over: 'over', never: 'never'},
    label: (name: string, schedule: string) => `${name} (job, ${schedule})`,
    created: ({name, schedule, file}: CreatedJob, when?: string) =>
      `Created the job ${name}: ${schedule}.${when === undefined ? '' : ` Next: ${when}.`} Its file: ${file}`,
    /** After a change of schedule and task. */
    edited: ({name, schedule, file}: CreatedJob, when?: string) =>
      `Changed the job ${name}: ${schedule}.${when === undefined ? '' : ` Next: ${when}.`} Its file: ${file}`,
    /** After a new job with a task, where no model is connected. */
    needsModel: 'Its task needs a model, and none is connected. Until then its runs fail.',
    /** The ways to change a job. */
    edit: (name: string) =>
      `To change ${name}, run: rooster cron edit ${name}. With a model, say the change in your words.`,
    notCreated: (reason: string) => `I couldn't create the job: ${reason}`,
    changed: {
      run: (name: string) => `Started ${name}. Its result follows.`,
      pause: (name: string) => `Paused ${name}. It doesn't run until you resume it.`,
      resume: (name: string) => `Resumed ${name}.`,
      delete: (name: string) => `Deleted ${name}.`,
    },
    pausedUntil: (name: string, when: string) => `Paused ${name} until ${when}.`,
    /** `file`: its file in the workspace, which is deleted with it. */
    reallyDelete: (name: string, file: string) => `Delete the job ${name} and its file ${file}? Say yes or no.`,
    notChanged: (order: JobOrder, name: string, reason: string) => `I couldn't ${order} ${name}: ${reason}`,
    /** An example that asks for a job. */
    how: 'Say what the job does, and when: "make a job that says good morning every weekday at 8". Or run: rooster cron add --help',
  },
  /** `time` is `15:00 CET`. */
  clock: {
    day: (wall: WallTime) => `${WEEKDAY_NAMES[weekdayOf(wall)]}, ${wall.day} ${MONTH_NAMES[wall.month - 1]}`,
    now: (time: string, day: string) => `It is ${time}, ${day}.`,
    today: (date: string) => `Today is ${date}.`,
    zone: (zone: string, time: string) => `Your time zone is ${zone}, where it is ${time}.`,
    week: (week: number, day: string) => `This is week ${week} of the year; today is ${day}.`,
    elsewhere: (place: string, time: string, day: string) => `It is ${time} in ${place}, ${day}.`,
    unknownPlace: (place: string) => `I don't know the time zone of ${place}. Name a zone, such as Asia/Tokyo.`,
    that: (date: string) => `That is ${date}.`,
    over: (when: string) => `That is over: it was ${when}.`,
    daysUntil: (days: number, date: string) => `${counted(days, 'day')} until ${date}.`,
    until: (length: EpochMs, when: string) =>
      withCapital(`${formatDuration(length)} until ${when.replace(/^on /u, '')}.`),
  },
  events: ENGLISH_EVENTS,
  approvals: ENGLISH_APPROVALS,
  smallTalk: ENGLISH_SMALL_TALK,
  /** Refusals of requests that can't be done or weren't understood. */
  not: {
    reminders: "I can't set, list or change reminders in this conversation.",
    schedule: "I can't show the schedule in this conversation.",
    understood:
      'I didn\'t understand that. Without a model I can keep reminders and tell the time. Try "remind me in 20 minutes to stretch" or "what is coming up?".',
    /** The same in a conversation without reminders. */
    onlyTime: "I didn't understand that. Here I can only tell the time and the date.",
    /** Advice for the owner: a model understands more. */
    connect:
      'To chat freely, connect a model: type /setup in the terminal UI, or run `rooster setup`. It takes an API key or a local server.',
    time: ENGLISH_FAULTS as FaultTexts,
  },
  /** Reasons of failed changes in other languages than English. For others the sentence is English. */
  failures: {} as Readonly<Partial<Record<ErrorFault, string>>>,
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
  reword: 'change',
} as const;
