// Formats reminders: a list, one reminder, and the confirmation of a new one.

import type {Wire} from '../../../shared/fields/wire.ts';
import {ENGLISH_EVENTS} from '../../../shared/languages/en/events.ts';
import {nextLine} from '../../../shared/record-text/series-dates.ts';
import {undoneSentence} from '../../../shared/record-text/undone.ts';
import {waitingFor} from '../../../shared/record-text/waiting-for.ts';
import {ringsAt} from '../../../shared/records/delivery/way.ts';
import {
  mostNags,
  type Reminder,
  type ReminderState,
  type TimedReminder,
  type UndoneReminder,
} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {withCapital} from '../../../shared/text/sentences.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {
  formatInterval,
  formatMoment,
  formatUntil,
  momentWithZone,
  zonedSentence,
} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {places} from '../../nouns/noun-record.ts';
import {reminderRecord} from '../../nouns/reminder.ts';
import type {CommandWorld} from '../command.ts';
import {wrapWords} from '../words/wrap-words.ts';
import {nounLines, nounTable} from './fields.ts';

export const reminderList = (
  world: CommandWorld,
  reminders: readonly Wire<Reminder>[],
  {state, more}: {readonly state: ReminderState | undefined; readonly more: boolean},
): readonly string[] => [
  ...nounTable(world, reminderRecord, reminders, state === undefined ? undefined : `No ${state} reminders.`),
  ...(more ? [`Showing ${reminders.length}. For more: --limit N or --all.`] : []),
];

export const reminderShown = (world: CommandWorld, reminder: Wire<Reminder>): readonly string[] =>
  nounLines(world, reminderRecord, reminder, reminder.message);

/** Confirms the parsed instant, zone and route. */
export const reminderSet = (world: CommandWorld, reminder: Wire<TimedReminder>): readonly string[] => {
  const {id, fireAt, zone, message, note, repeat, timer} = reminder;
  const now = world.clock.now();
  if (reminder.on !== undefined)
    return wrapped(world, [
      `Reminder ${shortId(id)} is set: ${printableLine(message)}, ${waitingFor(reminder)}`,
      ...(reminder.once === true ? [] : [ENGLISH_EVENTS.often]),
      routeOf(world, reminder),
    ]);
  return wrapped(world, [
    repeat === undefined
      ? `${timer === true ? 'Timer' : 'Reminder'} ${shortId(id)} is set for ${zonedSentence(fireAt, zone, now, note)}: ${printableLine(message)}`
      : `Reminder ${shortId(id)} is set: ${printableLine(message)}, ${repeatSentence(repeat, note)}`,
    ...(repeat === undefined ? [] : [nextLine(reminder, now)]),
    routeOf(world, reminder),
  ]);
};

/** Confirms an edit with the time that the reminder has now. */
export const reminderEdited = (world: CommandWorld, reminder: Wire<TimedReminder>): readonly string[] => {
  const {id, fireAt, zone, message, note, repeat} = reminder;
  const now = world.clock.now();
  if (waitsForEvent(reminder))
    return wrapped(world, [`Changed ${shortId(id)}: ${printableLine(message)}, ${waitingFor(reminder)}`]);
  return wrapped(world, [
    repeat === undefined
      ? `Changed ${shortId(id)}: ${printableLine(message)}, ${zonedSentence(fireAt, zone, now, note)}`
      : `Changed ${shortId(id)}: ${printableLine(message)}, ${repeatSentence(repeat, note)}`,
    ...(repeat === undefined ? [] : [nextLine(reminder, now)]),
    routeOf(world, reminder),
  ]);
};

/** The running timers, the next first: `8m left: pasta, until 14:10`. */
export const timersLeft = ({clock}: CommandWorld, timers: readonly Wire<Reminder>[]): readonly string[] => {
  const now = clock.now();
  return timers.length === 0
    ? ['No timer is running. Start one: rooster timer 10m pasta']
    : timers.map(({id, fireAt, zone, message}) => {
        const at = instantOfIso(fireAt) ?? now;
        return `${formatUntil(at, now)} left: ${printableLine(message)}, until ${zonedSentence(fireAt, zone, now)} (${shortId(id)})`;
      });
};

/** `pills: every day at 08:00, next tomorrow 08:00 CET → tomorrow 08:00 EST`. */
export const zoneMoves = (
  {moved}: {readonly moved: readonly {readonly before: Wire<Reminder>; readonly after: Wire<Reminder>}[]},
  now: number,
): readonly string[] =>
  moved.map(({before, after}) => {
    const due = ({fireAt, zone}: Wire<Reminder>): string => momentWithZone(instantOfIso(fireAt) ?? now, now, zone);
    const often = before.repeat === undefined ? '' : ` ${before.repeat.words}, next`;
    return `${printableLine(shortened(before.message, LONGEST_TEXT))}:${often} ${due(before)} → ${due(after)}`;
  });

const LONGEST_TEXT = 40;

const routeOf = ({names}: CommandWorld, reminder: Wire<Reminder>): string => {
  const {mode, nagMs, urgent, untilAnswered, user = 'you'} = reminder;
  const how = mode === 'agent' ? "The agent's answer will go to" : 'It will be delivered word for word to';
  const insists =
    nagMs === undefined
      ? ''
      : ` It repeats every ${formatInterval(nagMs)} until ${untilAnswered ? 'answered' : 'done'}, at most ${mostNags(reminder)} times.`;
  return `${how} ${places(ringsAt(reminder), names()) || user}.${insists}${urgent === true ? ' It also rings in quiet hours.' : ''}`;
};

const wrapped = ({print}: CommandWorld, lines: readonly string[]): readonly string[] =>
  lines.flatMap(line => wrapWords(line, print.width));

/** `every weekday at 08:00 (Europe/Berlin)`. */
const repeatSentence = ({words, zone}: Recurrence, note?: string): string =>
  `${words} (${zone}${note === undefined ? '' : `; ${note}`})`;

/** The change that was undone, what is true now, and the next dates of a series. */
export const reminderUndone = ({clock}: CommandWorld, reminder: Wire<UndoneReminder>): readonly string[] => [
  undoneSentence(reminder, clock.now()),
  ...(reminder.repeat === undefined ? [] : [nextLine(reminder, clock.now())]),
];

/** Preview of a reminder: the time, the recurrence, the next dates, the text. */
export const reminderPreview = (world: CommandWorld, preview: Wire<ReminderPreview>): readonly string[] => {
  const {ask, also = []} = preview;
  const now = world.clock.now();
  const one = ({text: its, ...rest}: Wire<ReminderPreview>): readonly string[] => [
    rest.on !== undefined
      ? withCapital(waitingFor(rest))
      : rest.repeat === undefined
        ? zonedSentence(rest.fireAt, rest.zone, now, rest.note)
        : repeatSentence(rest.repeat, rest.note),
    ...(rest.repeat === undefined ? [] : [nextLine(rest, now)]),
    ...(its === '' ? [] : [`Text: ${printableLine(its)}`]),
  ];
  return wrapped(world, [
    ...one({...preview, also: undefined, ask: undefined}),
    ...(ask === undefined ? [] : [`${ask.question} ${ask.choices.map(({label}) => label).join(' / ')}`]),
    ...also.flatMap(one),
  ]);
};

/** Names the earlier instant when a pending reminder was moved. */
export const reminderSnoozed = (
  {clock}: CommandWorld,
  {id, fireAt, zone, message, note}: Wire<TimedReminder>,
  before: Wire<Reminder> | undefined,
): string => {
  const now = clock.now();
  const until = zonedSentence(fireAt, zone, now, note);
  const was = before?.state === 'pending' ? instantOfIso(before.fireAt) : undefined;
  if (was === undefined) return `Snoozed ${shortId(id)} until ${until}: ${printableLine(message)}`;
  const sooner = was > (instantOfIso(fireAt) ?? was) ? ' (sooner than before)' : '';
  const from = isZone(zone) ? formatMoment(was, now, zone) : formatMoment(was, now);
  return `Moved ${shortId(id)} from ${from} to ${until}${sooner}: ${printableLine(message)}`;
};
