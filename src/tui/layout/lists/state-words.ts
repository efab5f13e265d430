// States in words, with the mark and the tone that go with them. The word comes first: a state is never only a colour.
import {type Address, isPushable} from '../../../shared/address.ts';
import type {Alarm} from '../../../shared/alarm.ts';
import type {CronJob} from '../../../shared/cron-job.ts';
import type {Delivery} from '../../../shared/delivery.ts';
import {isWaiting, type Reminder, type Run} from '../../../shared/jobs.ts';
import {type EpochMs, LATE_AFTER_MS} from '../../../shared/time.ts';
import type {NotedTurn} from '../../lists/turns-of-note.ts';
import {placeWords} from '../../words/place-words.ts';
import type {Role} from '../text/row.ts';
import {clockTime, sameDay, untilWords, whenWords} from '../text/time-words.ts';
import {oneLine} from '../text/width.ts';

export type StateWords = {readonly text: string; readonly role: Role};

export const deliveryState = (delivery: Delivery, now: EpochMs): StateWords => {
  const {text, role} = bareState(delivery, now);
  return delivery.repeat ? {text: `${text}, repeat`, role} : {text, role};
};

const bareState = (delivery: Delivery, now: EpochMs): StateWords => {
  const {address, state, attempts, nextAttemptAt, readAt, discarded} = delivery;
  if (discarded === true) return {text: 'discarded', role: 'dim'};
  switch (state) {
    case 'queued':
      if (attempts === 0) return {text: 'queued', role: 'warn'};
      return {
        text:
          nextAttemptAt === undefined
            ? `retry ${attempts + 1}`
            : `retry ${attempts + 1} ${inWords(nextAttemptAt, now)}`,
        role: 'warn',
      };
    case 'sending':
      return {text: 'sending ~', role: 'warn'};
    case 'sent':
      // Nobody has seen it before a client has shown it.
      return {text: isPushable(address) ? 'sent ✓' : 'waiting at the terminal', role: 'text'};
    case 'delivered':
      return {text: 'delivered ✓✓', role: 'ok'};
    case 'read':
      return {text: readAt === undefined ? 'read ✓✓' : `read ✓✓ ${shortWhen(readAt, now)}`, role: 'ok'};
    case 'dead':
      return {text: 'dead !', role: 'error'};
  }
};

export const runState = (run: Run): StateWords => {
  const {status, late, attempt} = run;
  const [text, role] = isWaiting(run) ? WAITS : RUN_WORDS[status];
  const more = [...(late ? ['late'] : []), ...(attempt > 1 ? [`attempt ${attempt}`] : [])];
  return {text: [text, ...more].join(', '), role};
};

/** What became of a turn; one that was stopped says why where its words are. */
export const turnState = ({state}: NotedTurn): StateWords => TURN_WORDS[state];

export const reminderState = ({state, fireAt, mode, snoozedAt}: Reminder, now: EpochMs): StateWords | undefined => {
  if (state === 'firing') return {text: 'firing ~', role: 'warn'};
  if (state === 'pending' && now - fireAt > LATE_AFTER_MS) return {text: 'late !', role: 'error'};
  if (state !== 'pending') return {text: state, role: 'dim'};
  if (snoozedAt !== undefined) return {text: 'snoozed', role: 'dim'};
  return mode === 'agent' ? {text: 'asks the agent', role: 'dim'} : undefined;
};

/** How often it was refused, if it was. */
export const alarmState = ({failures}: Alarm): StateWords | undefined =>
  failures === 0 ? undefined : {text: `retry ${failures} !`, role: 'warn'};

/** `current`: the run of it that works, or else waits. */
export const cronState = (
  {enabled, paused, nextAt, last}: CronJob,
  current: Run | undefined,
): StateWords | undefined => {
  if (current !== undefined) return wordsOf(isWaiting(current) ? WAITS : RUN_WORDS.running);
  if (!enabled) return {text: 'disabled', role: 'dim'};
  if (paused) return {text: 'paused', role: 'warn'};
  if (nextAt === undefined) return {text: 'never comes !', role: 'error'};
  if (last === undefined) return undefined;
  const [text, role] = RUN_WORDS[last.status];
  return {text: `last ${text} ${clockTime(last.startedAt)}`, role: last.status === 'ran' ? 'dim' : role};
};

const wordsOf = ([text, role]: readonly [string, Role]): StateWords => ({text, role});

/** `→ signal, here`; nothing where it goes nowhere. */
export const routeWords = (addresses: readonly Address[]): string =>
  addresses.length === 0 ? '' : `→ ${placeWords(addresses).map(oneLine).join(', ')}`;

/** `in 12m`, `now`. */
export const inWords = (at: EpochMs, now: EpochMs): string => {
  const until = untilWords(at, now);
  return until === 'now' ? until : `in ${until}`;
};

/** The time of day today; with the day otherwise. */
export const shortWhen = (at: EpochMs, now: EpochMs): string => (sameDay(at, now) ? clockTime(at) : whenWords(at, now));

const TURN_WORDS: Readonly<Record<NotedTurn['state'], StateWords>> = {
  queued: {text: 'queued', role: 'dim'},
  running: {text: 'running ~', role: 'warn'},
  replied: {text: 'replied', role: 'ok'},
  silent: {text: 'no reply', role: 'dim'},
  failed: {text: 'failed !', role: 'error'},
  aborted: {text: 'cut short !', role: 'warn'},
};

const WAITS: readonly [string, Role] = ['waits', 'dim'];
const RUN_WORDS: Readonly<Record<Run['status'], readonly [string, Role]>> = {
  running: ['running ~', 'warn'],
  ran: ['ran', 'ok'],
  suppressed: ['quiet', 'dim'],
  skipped: ['skipped', 'warn'],
  failed: ['failed !', 'error'],
};
