import type {Reminder} from '../../shared/records/jobs.ts';
import {conversationName} from '../../shared/text/names.ts';
import {LATE_AFTER_MS} from '../../shared/time/time.ts';
import {formatPlace} from '../format/format-place.ts';
import {untilChangesAt} from '../format/format-time.ts';
import {facts, stamp, stampIn} from './document.ts';
import {briefly, coming, formatAddress, formatRoute, inSentence, shortWhen, whenInZone} from './format-noun.ts';
import {inQuestion} from './noun-action.ts';
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
