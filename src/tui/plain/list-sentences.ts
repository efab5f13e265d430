// A list as numbered sentences: what comes when, what became of it, and whom it is for.
import {wakeAtOf} from '../../shared/alarm.ts';
import {assertNever} from '../../shared/gateway-error.ts';
import {addressName, type Names} from '../../shared/names.ts';
import {type EpochMs, instantOfIso} from '../../shared/time.ts';
import {EMPTY_WORDS} from '../layout/lists/empty-words.ts';
import {alarmState, cronState, deliveryState, reminderState, runState, turnState} from '../layout/lists/state-words.ts';
import {clockTime, dayName, untilWords, whenWords} from '../layout/text/time-words.ts';
import {oneLine, shortened} from '../layout/text/width.ts';
import type {ListRow} from '../lists/list-row.ts';
import type {ListName} from '../lists/views.ts';
import {forwardOf} from '../words/clock-change.ts';
import {eventWords} from '../words/event-words.ts';
import {placeWords} from '../words/place-words.ts';
import {sourceWords} from '../words/source-words.ts';

/** The newest or nearest so many; a longer list says that it is longer. */
export const listSentences = (
  name: ListName,
  rows: readonly ListRow[],
  now: EpochMs,
  names: Names,
): readonly string[] => {
  const items = rows.filter(({selectable}) => selectable);
  if (items.length === 0) return [`${TITLES[name]}: ${EMPTY_WORDS[name]}`];
  const shown = name === 'log' ? items.slice(-MOST) : items.slice(0, MOST);
  const more = items.length > shown.length ? `, ${shown.length} of them here` : '';
  return [
    `${TITLES[name]}, ${items.length} ${items.length === 1 ? 'entry' : 'entries'}${more}:`,
    ...shown.map((row, index) => `${index + 1}. ${rowSentence(row, now, names)}.`),
  ];
};

const rowSentence = (row: ListRow, now: EpochMs, names: Names): string => {
  const part = (state: {readonly text: string} | undefined): readonly string[] =>
    state === undefined ? [] : [plainState(state.text)];
  switch (row.kind) {
    case 'reminder': {
      const {fireAt, message, delivery} = row.reminder;
      const where = placeWords(delivery).join(' and ');
      return [
        `Reminder, ${coming(fireAt, now)}: ${text(message)}`,
        where,
        ...part(reminderState(row.reminder, now)),
      ].join(', ');
    }
    case 'alarm': {
      const at = wakeAtOf(row.alarm);
      const when = at === undefined ? 'no next time' : coming(at, now);
      return [`Alarm, ${when}: ${text(row.alarm.message)}`, ...part(alarmState(row.alarm))].join(', ');
    }
    case 'cron':
    case 'window': {
      const {job} = row;
      const at = row.kind === 'window' ? row.at : job.nextAt;
      const when = at === undefined ? 'no next time' : coming(at, now);
      const forward = forwardOf(job, at);
      return [
        `Cron job ${oneLine(job.name)}, ${when}`,
        ...(forward === undefined ? [] : [forward]),
        ...part(cronState(job, row.kind === 'cron' ? row.current : undefined)),
      ].join(', ');
    }
    case 'quiet': {
      const {kind, what, wakeAt} = row.wake;
      return `${kind === 'heartbeat' ? 'Heartbeat' : 'Reflection'} of ${oneLine(what)}, ${coming(wakeAt, now)}`;
    }
    case 'invalid':
      return `Mistake in ${oneLine(row.job.file)}, line ${row.job.line}: ${oneLine(row.job.reason).replace(/\.$/u, '')}`;
    case 'run':
      return [
        `${whenWords(row.run.startedAt, now)}, ${row.run.kind} ${text(row.title)}`,
        ...part(runState(row.run)),
      ].join(', ');
    case 'delivery': {
      const {createdAt, address, text: words, lastError} = row.delivery;
      const why = lastError === undefined ? [] : [oneLine(lastError).replace(/\.$/u, '')];
      return [
        `${whenWords(createdAt, now)}, to ${oneLine(addressName(address, names))}: ${text(words)}`,
        ...part(deliveryState(row.delivery, now)),
        ...why,
      ].join(', ');
    }
    case 'turn': {
      const {at, source, text: words, error} = row.turn;
      const why = error === undefined ? [] : [oneLine(error).replace(/\.$/u, '')];
      const from = source.kind === 'operator' ? 'put in by hand' : `from ${oneLine(sourceWords(source))}`;
      return [`${whenWords(at, now)}, ${from}: ${text(words)}`, ...part(turnState(row.turn)), ...why].join(', ');
    }
    case 'event':
      return `${clockTime(instantOfIso(row.event.at) ?? now)}, ${oneLine(eventWords(row.event, now, {names}).what)}`;
    case 'divider':
      return row.title ?? (row.day === undefined ? '' : dayName(row.day));
    case 'note':
      return row.text;
    case 'now':
      return `Now, ${clockTime(now)}`;
    default:
      return assertNever(row);
  }
};

const coming = (at: EpochMs, now: EpochMs): string =>
  at <= now ? 'due now' : `${whenWords(at, now)}, in ${untilWords(at, now)}`;

/** Without the mark that stands for the word. */
const plainState = (words: string): string =>
  words
    .replaceAll(/[~✓!]+/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

const text = (words: string): string => shortened(oneLine(words), LONGEST).replace(/[.]$/u, '');

const TITLES: Readonly<Record<ListName, string>> = {
  timeline: 'Timeline',
  plan: 'Plan',
  outbox: 'Outbox',
  log: 'Log',
};
const MOST = 30;
const LONGEST = 200;
