import type {Wire} from '../../shared/events/wire.ts';
import type {Reminder, ReminderState} from '../../shared/records/jobs.ts';
import {conversationName} from '../../shared/text/names.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {formatDuration} from '../../shared/time/format-time.ts';
import {instantOfIso, LATE_AFTER_MS} from '../../shared/time/time.ts';
import {formatPlace} from '../format/format-place.ts';
import {untilChangesAt} from '../format/format-time.ts';
import {whenIn, whenOf, zonedSentence} from '../format/local-time.ts';
import {facts, stamp, stampIn} from './document.ts';
import {briefly, coming, formatAddress, formatRoute, inSentence, shortWhen, whenInZone} from './format-noun.ts';
import {inQuestion} from './noun-action.ts';
import {type NounRecord, places, timesTitle, wholePlace} from './noun-record.ts';
import type {NounView, State} from './noun-view.ts';

/** Also of one that is held no more, and of which a message tells. */
export type KnownReminder = Pick<Reminder, 'id' | 'message' | 'state'>;

export const reminder: NounView<Reminder, KnownReminder> = {
  kind: 'reminder',
  label: () => 'rem',
  name: 'this reminder',
  ref: ({id}) => ({kind: 'reminder', id}),
  list: 'plan',
  row: ({id}) => `rem:${id}`,
  state: (item, now) => stateOf(item, now),
  line: ({fireAt, firedAt, state, message, delivery}) => ({
    shape: 'coming',
    at: state === 'fired' ? (firedAt ?? fireAt) : fireAt,
    hasCome: state === 'fired',
    what: message,
    route: formatRoute(delivery),
  }),
  detail: ({message, mode, delivery, createdAt, sourceSession, fireAt, zone, user, snoozedAt}, {now, names}) => ({
    text: message,
    facts: [
      whenInZone(fireAt, now, zone),
      `to ${formatAddress(delivery)}`,
      mode === 'agent' ? 'the agent answers' : 'word for word',
      snoozedAt === undefined ? '' : `snoozed ${shortWhen(snoozedAt, now)}`,
      user === undefined ? '' : `for ${user}`,
      `set ${shortWhen(createdAt, now)} in ${conversationName(sourceSession, names)}`,
    ],
  }),
  sentence: (item, {now}) =>
    [
      `Reminder, ${coming(item.fireAt, now)}: ${briefly(item.message)}`,
      formatPlace(item.delivery).join(' and '),
      ...inSentence(stateOf(item, now)),
    ].join(', '),
  document: item => ({
    title: `reminder ${item.id}`,
    facts: facts([
      ['due', stampIn(item.fireAt, item.zone)],
      ['zone', item.zone],
      ['state', item.state],
      ['to', item.delivery.join(', ')],
      ['how', item.mode === 'verbatim' ? 'word for word' : 'the agent answers'],
      ['for', item.user],
      ['set', `${stamp(item.createdAt)} in ${item.sourceSession}`],
      ['snoozed', stamp(item.snoozedAt)],
      ['fired', stamp(item.firedAt)],
      ['repeated', item.nags === undefined ? undefined : `${item.nags} times`],
    ]),
    text: item.message,
    form: 'plain',
  }),
  search: ({id, message, state, user = '', delivery, sourceSession, snoozedAt}) => [
    id,
    message,
    state,
    snoozedAt === undefined ? '' : 'snoozed',
    user,
    sourceSession,
    ...delivery,
  ],
  filters: () => ['reminders'],
  contexts: ({state}) => (state === 'fired' ? ['on-fired'] : state === 'pending' ? ['on-reminder'] : []),
  because: ({state}) => (state === 'firing' ? ': it is firing right now' : ''),
  actions: {
    'item.done': {
      call: ({id}) => ({method: 'reminder.done', params: {id}, done: ({message}) => `done: ${message}`}),
    },
    'item.cancel': {
      refusal: ({state}) => (isWaiting(state) ? undefined : 'the reminder has already fired'),
      question: {
        title: 'cancel reminder',
        text: ({message}) => `Cancel the reminder "${inQuestion(message)}"?`,
        yes: 'cancel reminder',
        no: 'keep it',
      },
      call: ({id}) => ({method: 'reminder.cancel', params: {id}, done: ({message}) => `cancelled: ${message}`}),
    },
  },
  changes: ({fireAt, state}, now) => {
    const lateAt = fireAt + LATE_AFTER_MS + 1;
    return [
      state === 'fired' ? undefined : untilChangesAt(fireAt, now),
      state === 'pending' && lateAt > now ? lateAt : undefined,
    ];
  },
};

export const isWaiting = (state: Reminder['state']): boolean => state === 'pending' || state === 'firing';

const stateOf = ({state, fireAt, mode, snoozedAt}: Reminder, now: number): State | undefined => {
  if (state === 'firing') return {text: 'firing ~', tone: 'busy'};
  if (state === 'pending' && now - fireAt > LATE_AFTER_MS) return {text: 'late !', tone: 'bad'};
  if (state !== 'pending') return {text: state, tone: 'quiet'};
  if (snoozedAt !== undefined) return {text: 'snoozed', tone: 'quiet'};
  return mode === 'agent' ? {text: 'asks the agent', tone: 'quiet'} : undefined;
};

/** How the command shows it. */
export const reminderRecord: NounRecord<Wire<Reminder>> = {
  columns: ({now, names, zone}) => [
    {title: 'ID', text: ({id}) => id, isId: true},
    {title: timesTitle({zone}, 'WHEN'), text: ({fireAt}) => whenOf(fireAt, now)},
    {
      title: 'STATE',
      text: reminder => formatState(reminder, now),
      tone: ({state, fireAt}) => (overdue(state, fireAt, now) ? 'bad' : TONES[state]),
    },
    {title: 'TO', text: ({delivery}) => places(delivery, names), gives: true},
    {
      title: 'MESSAGE',
      text: ({message, mode}) => `${mode === 'agent' ? '(agent) ' : ''}${printableLine(message)}`,
      gives: true,
    },
  ],
  fields: (reminder, {now, names}) => {
    // On one clock with its time, which may not be this machine's.
    const then = (iso: string): string => whenIn(iso, reminder.zone, now);
    return [
      ['Id', reminder.id],
      ['When', zonedSentence(reminder.fireAt, reminder.zone, now)],
      [
        'State',
        reminder.snoozedAt === undefined || reminder.state !== 'pending'
          ? reminder.state
          : `${reminder.state}, snoozed ${then(reminder.snoozedAt)}`,
      ],
      ['Mode', reminder.mode === 'agent' ? 'agent: the agent answers' : 'verbatim: delivered word for word'],
      ['To', reminder.delivery.map(address => wholePlace(address, names)).join(', ')],
      ['User', reminder.user],
      ['Set', `${then(reminder.createdAt)} in ${reminder.sourceSession}`],
      ['Fired', reminder.firedAt === undefined ? undefined : then(reminder.firedAt)],
      ['Nags', formatNag(reminder, then)],
      ['Run', reminder.runId],
    ];
  },
  none: 'No pending reminders. Set one: rooster remind 20m "stretch", or ask the agent in chat.',
};

const formatNag = ({nagMs, nags = 0, nextNagAt}: Wire<Reminder>, then: (iso: string) => string): string | undefined => {
  if (nagMs === undefined) return undefined;
  const often = nags === 0 ? '' : `, ${nags} so far`;
  const next = nextNagAt === undefined ? '' : `, next ${then(nextNagAt)}`;
  return `every ${formatDuration(nagMs)} until done${often}${next}`;
};

const formatState = ({state, fireAt, snoozedAt}: Wire<Reminder>, now: number): string => {
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
