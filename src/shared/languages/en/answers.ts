// Answers of the offline assistant in English.
import {formatDuration, formatMoment} from '../../time/format-time.ts';
import {zoneName} from '../../time/zone.ts';
import type {AnswerTexts, ChangeKind} from '../answers.ts';

export const ENGLISH_ANSWERS: AnswerTexts = {
  moment: (at, {now, zone}) => formatMoment(at, now, zone),
  spoken: (at, {now, zone}) => {
    const words = formatMoment(at, now, zone).replace(/ (?=\d{1,2}:\d{2})/u, ' at ');
    return `${/^[A-Z]/u.test(words) ? 'on ' : ''}${words} ${zoneName(at, zone)}`;
  },
  note: note => note,
  in: length => `in ${formatDuration(length)}`,
  remind: (when, where, about) => `I will remind you ${when}${where}${about}`,
  next: dates => `Next: ${dates}.`,
  place: channel => (channel === 'terminal' ? 'in the terminal' : `on ${channel}`),
  and: 'and',
  or: 'or',
  changed: {
    cancel: about => `Cancelled${about}`,
    done: about => `Done${about}`,
    skip: (when, about) => `Skipped one. I will remind you ${when}${about}`,
    pause: about => `Paused${about}`,
    resume: (when, about) => `Resumed. I will remind you ${when}${about}`,
    undo: (when, about) => (when === undefined ? `Undone${about}` : `Undone. I will remind you ${when}${about}`),
    snooze: (when, about) => `Snoozed until ${when.replace(/^on /u, '')}${about}`,
    edit: (when, about) => `Changed. I will remind you ${when}${about}`,
  },
  when: message => `When should I remind you? "${message}"`,
  what: words => `What should I remind you about ${words}?`,
  whatAndWhen: 'What should I remind you about, and when?',
  offer: (words, message) => `Should I remind you ${words}? "${message}" Say yes or no.`,
  which: choices => `Do you mean ${choices}?`,
  scope: message => `"${message}" repeats. Only this one, or all from now on?`,
  earlier: (words, when) => `"${words}" is earlier than before: ${when}. Move it? Say yes or no.`,
  past: words => `"${words}" is in the past.`,
  notSet: (message, reason) => `I couldn't set the reminder "${message}": ${reason}`,
  notWorked: reason => `That didn't work: ${reason}`,
  noTime: "I didn't understand that as a time.",
  thisOne: change => `${capital(verb(change, ' this one'))}? Say yes, or name another.`,
  whichOne: change => `Which one should I ${verb(change)}?`,
  allOf: (change, count) => `${capital(verb(change, ` all ${count}`))}? Say yes or no.`,
  refused: {
    when: 'OK, nothing was set.',
    what: 'OK, nothing was set.',
    'what-and-when': 'OK, nothing was set.',
    offer: 'OK.',
    which: 'OK, nothing was changed.',
    all: 'OK, nothing was changed.',
    scope: 'OK, nothing was changed.',
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
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const verb = (kind: ChangeKind, what = ''): string =>
  kind === 'done' ? `mark${what} as done` : `${VERBS[kind]}${what}`;

const VERBS = {
  cancel: 'cancel',
  skip: 'skip',
  pause: 'pause',
  resume: 'resume',
  snooze: 'snooze',
  move: 'move',
  shift: 'move',
  reword: 'change',
} as const;
