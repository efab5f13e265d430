// `rooster reminders`: what is to come, and the person's word on it.
import type {Result} from '../../../ipc/protocol.ts';
import type {Reminder, ReminderState} from '../../../shared/jobs.ts';
import {instantOfIso} from '../../../shared/time.ts';
import type {Wire} from '../../../shared/wire.ts';
import {fieldLines, listLines, tell} from '../ask.ts';
import {REMINDER_STATES} from '../choices.ts';
import type {CommandWorld, Run} from '../command.ts';
import {choiceOf, countOf, idOf, wordAt} from '../given.ts';
import {whenOf, zonedSentence} from '../words/local-time.ts';
import {indented, oneLine} from '../words/plain-text.ts';
import type {Column} from '../words/table.ts';

export const listReminders: Run = (world, given) => {
  const {user} = given.values;
  const state = choiceOf(given, 'state', REMINDER_STATES);
  const limit = countOf(given, 'limit');
  const filter = {
    ...(user === undefined ? {} : {user}),
    ...(state === undefined ? {} : {state}),
    ...(limit === undefined ? {} : {limit}),
  };
  return tell(world, given, 'reminder.list', filter, ({reminders}) =>
    listLines(world, columns(world), reminders, state === undefined ? NONE : `No reminder is ${state}.`),
  );
};

export const showReminder: Run = (world, given) =>
  tell(world, given, 'reminder.get', {id: idAt(given)}, reminder => described(world, reminder));

export const cancelReminder: Run = (world, given) =>
  tell(world, given, 'reminder.cancel', {id: idAt(given)}, ({id, message}) => `Cancelled ${id}: ${oneLine(message)}`);

export const snoozeReminder: Run = (world, given) =>
  tell(
    world,
    given,
    'reminder.snooze',
    {id: idAt(given), when: wordAt(given, 1)},
    ({id, fireAt, zone, message}) =>
      `Snoozed ${id} until ${zonedSentence(fireAt, zone, world.clock.now())}: ${oneLine(message)}`,
  );

export const finishReminder: Run = (world, given) =>
  tell(world, given, 'reminder.done', {id: idAt(given)}, ({id, message}) => `Done with ${id}: ${oneLine(message)}`);

const idAt = (given: Parameters<Run>[1]): Reminder['id'] => idOf(wordAt(given, 0), 'rem');

const columns = ({clock}: CommandWorld): readonly Column<Wire<Reminder>>[] => [
  {title: 'ID', text: ({id}) => id},
  {title: 'WHEN', text: ({fireAt}) => whenOf(fireAt, clock.now())},
  {
    title: 'STATE',
    text: ({state, fireAt}) => (overdue(state, fireAt, clock.now()) ? 'overdue' : state),
    tone: ({state, fireAt}) => (overdue(state, fireAt, clock.now()) ? 'bad' : TONES[state]),
  },
  {title: 'TO', text: ({delivery}) => delivery.join(', '), gives: true},
  {
    title: 'MESSAGE',
    text: ({message, mode}) => `${mode === 'agent' ? '(agent) ' : ''}${oneLine(message)}`,
    gives: true,
  },
];

const overdue = (state: ReminderState, fireAt: string, now: number): boolean =>
  state === 'pending' && (instantOfIso(fireAt) ?? now) < now;

const described = (world: CommandWorld, reminder: Result<'reminder.get'>): readonly string[] => {
  const now = world.clock.now();
  return [
    ...fieldLines(world, [
      ['Id', reminder.id],
      ['When', zonedSentence(reminder.fireAt, reminder.zone, now)],
      ['State', reminder.state],
      ['Mode', reminder.mode === 'agent' ? 'agent: the agent answers it' : 'verbatim: delivered word for word'],
      ['To', reminder.delivery.join(', ')],
      ['User', reminder.user],
      ['Set', `${whenOf(reminder.createdAt, now)} in ${reminder.sourceSession}`],
      ['Fired', reminder.firedAt === undefined ? undefined : whenOf(reminder.firedAt, now)],
      ['Run', reminder.runId],
    ]),
    '',
    indented(reminder.message, '  '),
  ];
};

const TONES: Readonly<Record<ReminderState, 'good' | 'busy' | 'quiet' | 'strong'>> = {
  pending: 'good',
  firing: 'busy',
  fired: 'strong',
  done: 'quiet',
  cancelled: 'quiet',
};

const NONE = 'No reminders are waiting. Set one: rooster remind 20m "stretch", or tell the agent in chat.';
