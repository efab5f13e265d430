// Reminders in words: a list, one of them, and what was understood when one was set.

import type {Wire} from '../../../shared/events/wire.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {Reminder, ReminderState, TimedReminder} from '../../../shared/records/jobs.ts';
import type {Names} from '../../../shared/text/names.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {formatDuration, formatIn, formatInterval} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {wallClock, whenIn, whenOf, zonedSentence} from '../../format/local-time.ts';
import type {CommandWorld} from '../command.ts';
import type {Column} from '../words/table.ts';
import {fieldLines, listLines, timesTitle} from './fields.ts';
import {placed, wholePlace} from './format-delivery.ts';

export const reminderList = (
  world: CommandWorld,
  reminders: readonly Wire<Reminder>[],
  {state, more}: {readonly state: ReminderState | undefined; readonly more: boolean},
): readonly string[] => [
  ...listLines(world, columns(world), reminders, state === undefined ? NONE : `No ${state} reminders.`),
  ...(more ? [`Showing ${reminders.length}. For more: --limit N or --all.`] : []),
];

export const reminderShown = (world: CommandWorld, reminder: Wire<Reminder>): readonly string[] => {
  const now = world.clock.now();
  // On one clock with its time, which may not be this machine's.
  const then = (iso: string): string => whenIn(iso, reminder.zone, now);
  return [
    ...fieldLines(world, [
      ['Id', reminder.id],
      ['When', zonedSentence(reminder.fireAt, reminder.zone, now)],
      [
        'State',
        reminder.snoozedAt === undefined || reminder.state !== 'pending'
          ? reminder.state
          : `${reminder.state}, snoozed ${then(reminder.snoozedAt)}`,
      ],
      ['Mode', reminder.mode === 'agent' ? 'agent: the agent answers' : 'verbatim: delivered word for word'],
      ['To', reminder.delivery.map(address => wholePlace(address, world.names())).join(', ')],
      ['User', reminder.user],
      ['Set', `${then(reminder.createdAt)} in ${reminder.sourceSession}`],
      ['Fired', reminder.firedAt === undefined ? undefined : then(reminder.firedAt)],
      ['Nags', formatNag(reminder, then)],
      ['Run', reminder.runId],
    ]),
    '',
    indented(reminder.message, '  '),
  ];
};

/** What was understood, said back: instant, zone, route. */
export const reminderSet = ({clock, names}: CommandWorld, reminder: Wire<TimedReminder>): readonly string[] => {
  const {id, fireAt, zone, message, delivery, nagMs, note} = reminder;
  const how = reminder.mode === 'agent' ? 'The agent will answer, for' : 'It will be delivered word for word to';
  return [
    `Reminder ${id} is set for ${zonedSentence(fireAt, zone, clock.now(), note)}: ${printableLine(message)}`,
    `${how} ${places(delivery, names())}.${nagMs === undefined ? '' : ` It repeats every ${formatInterval(nagMs)} until done.`}`,
  ];
};

const places = (addresses: readonly Address[], names: Names): string =>
  addresses.map(address => placed(address, names)).join(', ');

const formatNag = ({nagMs, nags = 0, nextNagAt}: Wire<Reminder>, then: (iso: string) => string): string | undefined => {
  if (nagMs === undefined) return undefined;
  const often = nags === 0 ? '' : `, ${nags} so far`;
  const next = nextNagAt === undefined ? '' : `, next ${then(nextNagAt)}`;
  return `every ${formatDuration(nagMs)} until done${often}${next}`;
};

/** One that was waiting was moved, and from when is worth knowing. */
export const reminderSnoozed = (
  {clock}: CommandWorld,
  {id, fireAt, zone, message, note}: Wire<TimedReminder>,
  before: Wire<Reminder> | undefined,
): string => {
  const now = clock.now();
  const until = zonedSentence(fireAt, zone, now, note);
  const was = before?.state === 'pending' ? instantOfIso(before.fireAt) : undefined;
  if (was === undefined) return `Snoozed ${id} until ${until}: ${printableLine(message)}`;
  const sooner = was > (instantOfIso(fireAt) ?? was) ? ' (sooner than before)' : '';
  const from = isZone(zone) ? formatIn(was, now, zone) : wallClock(was, now);
  return `Moved ${id} from ${from} to ${until}${sooner}: ${printableLine(message)}`;
};

export const reminderCancelled = ({id, message}: Wire<Reminder>): string =>
  `Cancelled ${id}: ${printableLine(message)}`;

export const reminderDone = ({id, message}: Wire<Reminder>): string => `Done with ${id}: ${printableLine(message)}`;

const columns = (world: CommandWorld): readonly Column<Wire<Reminder>>[] => [
  {title: 'ID', text: ({id}) => id, isId: true},
  {title: timesTitle(world, 'WHEN'), text: ({fireAt}) => whenOf(fireAt, world.clock.now())},
  {
    title: 'STATE',
    text: reminder => standing(reminder, world.clock.now()),
    tone: ({state, fireAt}) => (overdue(state, fireAt, world.clock.now()) ? 'bad' : TONES[state]),
  },
  {title: 'TO', text: ({delivery}) => places(delivery, world.names()), gives: true},
  {
    title: 'MESSAGE',
    text: ({message, mode}) => `${mode === 'agent' ? '(agent) ' : ''}${printableLine(message)}`,
    gives: true,
  },
];

const standing = ({state, fireAt, snoozedAt}: Wire<Reminder>, now: number): string => {
  if (overdue(state, fireAt, now)) return 'overdue';
  return state === 'pending' && snoozedAt !== undefined ? 'snoozed' : state;
};

const overdue = (state: ReminderState, fireAt: string, now: number): boolean =>
  state === 'pending' && (instantOfIso(fireAt) ?? now) < now;

const TONES: Readonly<Record<ReminderState, 'good' | 'busy' | 'quiet' | 'strong'>> = {
  pending: 'good',
  firing: 'busy',
  fired: 'strong',
  done: 'quiet',
  cancelled: 'quiet',
};

const NONE = 'No pending reminders. Set one: rooster remind 20m "stretch", or ask the agent in chat.';
