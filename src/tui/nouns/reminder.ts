// Reminders in the terminal UI and the command: rows, details, actions.

import type {Wire} from '../../shared/fields/wire.ts';
import {ENGLISH_EVENTS} from '../../shared/languages/en/events.ts';
import {shortRule} from '../../shared/languages/recurrence/short-rule.ts';
import {sayHappened} from '../../shared/languages/texts.ts';
import type {KeyFor} from '../../shared/operations/key-names.ts';
import type {KnownReminder} from '../../shared/operations/operation.ts';
import {nextDate} from '../../shared/operations/reminder-operations.ts';
import {conversationName} from '../../shared/record-text/names.ts';
import {waitingFor} from '../../shared/record-text/waiting-for.ts';
import {ringsAt} from '../../shared/records/delivery/way.ts';
import {mostNags, type Reminder, type ReminderState, waitsForDone} from '../../shared/records/jobs/jobs.ts';
import {waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import {formatOrigins} from '../../shared/records/trust.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {formatDuration, shortWhenOf, untilChangesAt, whenOf} from '../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, isoOf, LATE_AFTER_MS} from '../../shared/time/time.ts';
import {formatPlace} from '../format/format-place.ts';
import {
  briefly,
  coming,
  formatAddresses,
  formatRoute,
  inSentence,
  shortWhen,
  whenInZone,
} from './format/format-noun.ts';
import {repeatWords, seriesFacts, seriesFields} from './format/series-lines.ts';
import {operationActions} from './noun-action.ts';
import {type FactsOf, type NounRecord, places, readerFacts, timesTitle} from './noun-record.ts';
import type {NounView, State} from './noun-view.ts';

export const reminder: NounView<Reminder, KnownReminder> = {
  kind: 'reminder',
  label: () => 'reminder',
  sign: () => 'reminder',
  name: 'this reminder',
  ref: ({id}) => ({kind: 'reminder', id}),
  list: 'plan',
  row: ({id}) => `rem:${id}`,
  state: (item, now) => stateOf(item, now),
  line: (item, {now}) => ({
    shape: 'coming',
    at: timeOf(item),
    hasCome: item.state === 'fired',
    what: item.message,
    ...moreOf(item, now),
    route: formatRoute(ringsAt(item)),
  }),
  detail: (item, {now, names}) => {
    const {message, mode, createdAt, sourceSession, fireAt, zone, user, snoozedAt, urgent, timer} = item;
    return {
      text: message,
      facts: [
        item.paused
          ? pausedText(item, now)
          : item.repeat === undefined && !waitsForEvent(item)
            ? whenInZone(fireAt, now, zone)
            : '',
        waitingFor(item),
        item.gone ? goneText(item) : '',
        item.event === undefined ? '' : sayHappened(item.event, {now, zone}),
        ...seriesFacts(item, now),
        ringsAt(item).length === 0 ? '' : `to ${formatAddresses(ringsAt(item), names)}`,
        mode === 'agent' ? 'the agent answers' : 'word for word',
        urgent === true ? 'urgent' : '',
        timer === true ? 'a timer' : '',
        snoozedAt === undefined ? '' : `snoozed ${shortWhen(snoozedAt, now)}`,
        user === undefined ? '' : `for ${user}`,
        `set ${shortWhen(createdAt, now)} in ${conversationName(sourceSession, names)}`,
      ],
    };
  },
  sentence: (item, {now}) =>
    [
      `Reminder${item.paused ? '' : `, ${waitsForEvent(item) ? waitingFor(item) : coming(item.fireAt, now)}`}: ${briefly(item.message)}`,
      formatPlace(ringsAt(item)).join(' and ') || `for ${item.user ?? 'you'}`,
      ...inSentence(stateOf(item, now)),
    ].join(', '),
  document: item => ({
    title: `reminder ${item.id}`,
    kind: 'reminder',
    facts: readerFacts(factsOf, item),
    text: item.message,
    form: 'plain',
  }),
  search: ({id, message, state, user = '', sourceSession, snoozedAt, repeat, paused, timer, on, once, ...rest}) => [
    timer ? 'timer' : '',
    waitingFor({on, once}),
    repeat?.words ?? '',
    paused ? 'paused' : '',
    id,
    message,
    state,
    snoozedAt === undefined ? '' : 'snoozed',
    user,
    sourceSession,
    ...ringsAt(rest),
  ],
  filters: () => ['reminders'],
  contexts: ({state, repeat, paused, on, next = []}) => {
    // The row of an open occurrence also has the keys of its series.
    if (state === 'fired' && next.length === 0) return ['on-fired'];
    if (state !== 'pending' && state !== 'fired') return [];
    if (on !== undefined) return [paused ? 'on-paused-series' : 'on-series', 'on-reminder'];
    return repeat === undefined ? ['on-reminder'] : [paused ? 'on-paused-series' : 'on-series', 'on-reminder'];
  },
  because: (item, key, keyFor) => whyNotKey(item, key, keyFor),
  actions: {
    ...operationActions<'reminder', KnownReminder>('reminder', item => item),
    'item.skip': {
      label: () => 'skip one occurrence',
      refusal: ({repeat, paused, on}, keyFor) => {
        if (on !== undefined) return `it waits for an event; press ${keyFor('pause')} to pause it`;
        if (repeat === undefined) return `the reminder does not repeat; press ${keyFor('cancel')} to cancel it`;
        return paused ? `the reminder is paused; press ${keyFor('pause')} to resume it` : undefined;
      },
      call: ({id, fireAt, next = []}) => ({
        method: 'reminder.skip',
        // A row of the timeline may be a later occurrence.
        params: {id, at: fireAt !== undefined && next.indexOf(fireAt) > 0 ? isoOf(fireAt) : undefined},
        done: (skipped, now) => `Skipped: ${skipped.message}, ${nextDate(skipped, now)}.`,
        undo: {kind: 'reminder', id},
      }),
    },
  },
  changes: (item, now) => {
    const {fireAt, state} = item;
    if (waitsForEvent(item)) return [];
    const lateAt = fireAt + LATE_AFTER_MS + 1;
    return [
      state === 'fired' ? undefined : untilChangesAt(fireAt, now),
      state === 'pending' && lateAt > now ? lateAt : undefined,
    ];
  },
};

/** The reason why a key of other rows does nothing on this one. */
const whyNotKey = ({state, repeat, paused}: KnownReminder, key: string, keyFor: KeyFor): string => {
  if (state === 'firing') return ': it is firing right now';
  if (key === 'S' && paused) return `: it is paused; press ${keyFor('pause')} to resume it`;
  if ('Sp'.includes(key) && repeat === undefined) return ': it does not repeat';
  if ('exE'.includes(key) && state === 'fired')
    return `: it has rung; press ${keyFor('snooze')} to snooze it or ${keyFor('done')} when it is done`;
  return '';
};

const stateOf = (item: Reminder, now: number): State | undefined => {
  const {state, fireAt, mode, snoozedAt, paused} = item;
  if (paused) return {text: pausedText(item, now), tone: 'busy'};
  if (item.gone) return {text: goneText(item), sign: '!', tone: 'bad'};
  if (waitsForEvent(item)) return {text: 'waits', tone: 'quiet'};
  if (waitsForDone(item)) return {text: 'not done', sign: '!', tone: 'strong'};
  if (state === 'firing') return {text: 'firing', sign: '~', tone: 'busy'};
  if (state === 'pending' && now - fireAt > LATE_AFTER_MS) return {text: 'late', sign: '!', tone: 'bad'};
  if (state === 'fired') return {text: 'unanswered', sign: '!', tone: 'now'};
  if (state !== 'pending') return {text: state, tone: 'quiet'};
  if (snoozedAt !== undefined) return {text: 'snoozed', tone: 'quiet'};
  return mode === 'agent' ? {text: 'asks the agent', tone: 'quiet'} : undefined;
};

/** `paused until Mon 09:00` */
const pausedText = ({pausedUntil, repeat, zone}: Reminder, now: number): string =>
  pausedUntil === undefined ? 'paused' : `paused until ${whenInZone(pausedUntil, now, repeat?.zone ?? zone)}`;

const factsOf: FactsOf<Reminder> = (item, {at, due, address}) => {
  // In the zone of its time, which may not be this machine's.
  const then = (instant: EpochMs): string => at(instant, item.zone);
  return [
    ['due', item.paused === true || isUntimed(item) ? undefined : due(item.fireAt, item.zone)],
    ['waits', waitingFor(item)],
    ['gone', item.gone === true ? goneText(item) : undefined],
    [
      'started by',
      item.event &&
        `${sayHappened(item.event, {now: item.firedAt ?? item.event.at, zone: item.zone})} (${item.event.id})`,
    ],
    ['waited as', item.event?.of],
    ...seriesFields(item, at),
    ['state', longState(item, then)],
    ['mode', item.mode === 'agent' ? 'agent: the agent answers' : 'verbatim: delivered word for word'],
    ['to', ringsAt(item).map(address).join(', ') || undefined],
    ['user', item.user],
    ['set', `${then(item.createdAt)} in ${item.sourceSession}`],
    ['may hold', item.limits && `text from ${formatOrigins(item.limits)}`],
    ['rang', at(item.firedAt, item.zone)],
    ['nags', formatNag(item, then)],
    ['timer', item.timer === true ? 'yes' : undefined],
    ['urgent', item.urgent === true ? 'rings in quiet hours' : undefined],
    ['run', item.runId],
  ];
};

/** Nothing is due: it waits for "done", or for an event. */
const isUntimed = (item: Parameters<typeof waitsForDone>[0] & Parameters<typeof waitsForEvent>[0]): boolean =>
  waitsForDone(item) || waitsForEvent(item);

const timeOf = (item: Reminder): EpochMs | undefined => {
  if (item.state === 'fired') return item.firedAt ?? item.fireAt;
  return item.paused || waitsForEvent(item) ? undefined : item.fireAt;
};

/** The words beside the text: its recurrence, or the event that it waits for. */
const moreOf = (item: Reminder, now: EpochMs): {readonly more?: string; readonly brief?: string} => {
  const {repeat, timer, on, event, zone} = item;
  if (event !== undefined) return eventOf(sayHappened(event, {now, zone}));
  if (on !== undefined) return eventOf(waitingFor(item));
  if (repeat !== undefined) return {more: repeatWords(repeat, now), brief: shortRule(repeat)};
  return timer ? TIMER : {};
};

const eventOf = (words: string) => ({more: words, brief: words});

const goneText = ({on}: Pick<Reminder, 'on'>): string =>
  ENGLISH_EVENTS.gone(on === undefined ? '' : on.kind === 'run' ? `job ${on.name}` : (on.from ?? ''));

const TIMER = {more: 'timer', brief: 'timer'};

const formatNag = (
  {nagMs, nags = 0, nextNagAt, untilAnswered}: Reminder,
  then: (at: EpochMs) => string,
): string | undefined => {
  if (nagMs === undefined) return undefined;
  const often = nags === 0 ? '' : `, ${nags} so far`;
  const next = nextNagAt === undefined ? '' : `, next ${then(nextNagAt)}`;
  return `every ${formatDuration(nagMs)} until ${untilAnswered ? `answered, at most ${mostNags({untilAnswered})} times` : 'done'}${often}${next}`;
};

const longState = ({state, snoozedAt, paused, pausedUntil}: Reminder, then: (at: EpochMs) => string): string => {
  if (paused === true) return pausedUntil === undefined ? 'paused' : `paused until ${then(pausedUntil)}`;
  return snoozedAt === undefined || state !== 'pending' ? state : `${state}, snoozed ${then(snoozedAt)}`;
};

/** The form in the command's output. */
export const reminderRecord: NounRecord<Reminder> = {
  columns: ({now, names, zone}) => [
    {title: 'ID', text: ({id}) => id, isId: true},
    {
      title: timesTitle({zone}, 'WHEN'),
      text: item => (item.paused === true || waitsForEvent(item) ? '-' : whenOf(item.fireAt, now)),
      short: item => (item.paused === true || waitsForEvent(item) ? '-' : shortWhenOf(item.fireAt, now)),
    },
    {
      title: 'REPEATS',
      text: ({repeat}) => (repeat === undefined ? '' : repeatWords(repeat, now)),
      short: ({repeat}) => (repeat === undefined ? '' : shortRule(repeat)),
      gives: true,
      ifAny: true,
    },
    {title: 'WAITS', text: waitingFor, gives: true, ifAny: true},
    {
      title: 'STATE',
      text: reminder => formatState(reminder, now),
      tone: item =>
        waitsForDone(item) ? 'strong' : item.gone === true || isOverdue(item, now) ? 'bad' : TONES[item.state],
    },
    {title: 'TO', text: item => places(ringsAt(item), names) || (item.user ?? ''), gives: true},
    {
      title: 'TEXT',
      text: ({message, mode, timer}) =>
        `${mode === 'agent' ? '(agent) ' : ''}${timer === true ? '(timer) ' : ''}${printableLine(message)}`,
      gives: true,
    },
  ],
  facts: factsOf,
  none: 'No pending reminders. Set one: rooster remind 20m "stretch", or ask the agent in chat.',
};

const formatState = (item: Wire<Reminder>, now: number): string => {
  const {state, snoozedAt, paused} = item;
  if (paused === true)
    return item.pausedUntil === undefined ? 'paused' : `paused until ${whenOf(item.pausedUntil, now)}`;
  if (waitsForDone(item)) return 'not done';
  if (item.gone === true) return goneText(item);
  if (waitsForEvent(item)) return 'waits';
  if (isOverdue(item, now)) return 'overdue';
  return state === 'pending' && snoozedAt !== undefined ? 'snoozed' : state;
};

const isOverdue = (item: Wire<Reminder>, now: number): boolean =>
  item.state === 'pending' && !isUntimed(item) && (instantOfIso(item.fireAt) ?? now) < now;

const TONES: Readonly<Record<ReminderState, 'good' | 'busy' | 'quiet' | 'now'>> = {
  pending: 'good',
  firing: 'busy',
  fired: 'now',
  done: 'quiet',
  cancelled: 'quiet',
};
