// What can be done with the thing that is pointed at, in one table: the keys, the menu and every view use it. An action that
// cannot be done says why, in the menu and when its key is pressed.
import type {ReminderId} from '../../../shared/ids.ts';
import {queuedTurns} from '../../conversation/arrange.ts';
import type {Action} from '../../input/binding.ts';
import {reminderHeld, runsOfJob} from '../../lists/held.ts';
import {plainDocument} from '../../nouns/document.ts';
import type {AppState} from '../../store/app-state.ts';
import {openSession, openTranscript, runningTurn} from '../../store/selectors.ts';
import type {Doors} from '../doors.ts';
import {backIntoDraft} from '../draft.ts';
import {askFor} from '../overlays/ask-actions.ts';
import {openWhy} from '../overlays/why-actions.ts';
import {retract} from '../session-actions.ts';
import {stopBrowsing} from './browse-actions.ts';
import {
  askToCancel,
  askToCancelAlarm,
  askToDiscard,
  askToRun,
  askToWake,
  callDone,
  pauseCron,
  retryDelivery,
} from './deeds.ts';
import {alarmOf, deliveryOf, documentOf, jobOf, type Pointed, reminderOf} from './pointed.ts';
import {copy, openReader, page, quote} from './read-item.ts';

type ItemAction = {
  readonly action: Action;
  readonly key: string;
  readonly label: string;
  /** Why it cannot be done with this; undefined where it can. */
  readonly refusal: (state: AppState, pointed: Pointed) => string | undefined;
  readonly run: (doors: Doors, pointed: Pointed) => void;
};

export const ITEM_ACTIONS: readonly ItemAction[] = [
  {
    action: 'item.open',
    key: 'enter',
    label: 'read all of it',
    refusal: () => undefined,
    run: (doors, pointed) => void openReader(doors, pointed),
  },
  {
    action: 'item.why',
    key: 'w',
    label: 'why is it there',
    refusal: (_, {ref}) =>
      ref === undefined
        ? 'it has not reached the daemon yet'
        : ref.kind === 'event'
          ? 'an event is its own record; Enter shows it'
          : ref.kind === 'idle'
            ? 'it has not come yet'
            : undefined,
    run: (doors, {ref}) => {
      if (ref !== undefined) void openWhy(doors, String(ref.id));
    },
  },
  {
    action: 'item.copy',
    key: 'y',
    label: 'copy its text',
    refusal: () => undefined,
    run: (doors, pointed) => void copy(doors, documentOf(doors.store.get(), pointed).text),
  },
  {
    action: 'item.copy-all',
    key: 'Y',
    label: 'copy it with its facts',
    refusal: () => undefined,
    run: (doors, pointed) => void copy(doors, plainDocument(documentOf(doors.store.get(), pointed))),
  },
  {
    action: 'item.page',
    key: 'o',
    label: 'open in $PAGER',
    refusal: () => undefined,
    run: (doors, pointed) => void page(doors, documentOf(doors.store.get(), pointed)),
  },
  {
    action: 'item.reply',
    key: 'r',
    label: 'reply with a quote',
    refusal: (_, {item}) => (item === undefined ? 'only a message can be quoted' : undefined),
    run: (doors, pointed) => quote(doors, documentOf(doors.store.get(), pointed).text),
  },
  {
    action: 'item.snooze',
    key: 's',
    label: 'snooze the reminder',
    refusal: (state, pointed) => (reminderOf(state, pointed) === undefined ? 'it is no reminder' : undefined),
    run: (doors, pointed) => {
      const id = reminderOf(doors.store.get(), pointed);
      if (id !== undefined) askFor(doors, {kind: 'snooze', id, message: messageOf(doors.store.get(), pointed, id)});
    },
  },
  {
    action: 'item.move',
    key: 'e',
    label: 'move the reminder',
    refusal: (state, pointed) => {
      const id = reminderOf(state, pointed);
      if (id === undefined) return 'it is no reminder';
      return isPending(state, id) ? undefined : 'the reminder is not pending any more; s snoozes it';
    },
    run: (doors, pointed) => {
      const id = reminderOf(doors.store.get(), pointed);
      if (id !== undefined) askFor(doors, {kind: 'move', id, message: messageOf(doors.store.get(), pointed, id)});
    },
  },
  {
    action: 'item.done',
    key: 'd',
    label: 'the reminder is done',
    refusal: (state, pointed) => (reminderOf(state, pointed) === undefined ? 'it is no reminder' : undefined),
    run: (doors, pointed) => void markDone(doors, pointed),
  },
  {
    action: 'item.cancel',
    key: 'x',
    label: 'cancel, discard, take back',
    refusal: (state, pointed) => {
      if (queuedTurn(state, pointed) !== undefined || pointed.item?.kind === 'sending') return undefined;
      if (pointed.ref?.kind === 'delivery') return undeliverable(state, pointed);
      if (alarmOf(state, pointed) !== undefined) return undefined;
      const id = reminderOf(state, pointed);
      if (id === undefined) return 'it is neither a reminder, nor an alarm, nor a message that waits';
      return isPending(state, id) ? undefined : 'the reminder is not pending any more';
    },
    run: (doors, pointed) => cancel(doors, pointed),
  },
  {
    action: 'item.retry',
    key: 'R',
    label: 'send again',
    refusal: (state, pointed) => {
      if (pointed.item?.kind === 'ending')
        return textOfTurn(state, pointed) === undefined ? 'what it answered is not held here' : undefined;
      return undeliverable(state, pointed);
    },
    run: (doors, pointed) => void retry(doors, pointed),
  },
  {
    action: 'item.discard',
    key: 'D',
    label: 'discard its delivery',
    refusal: (state, pointed) => undeliverable(state, pointed),
    run: (doors, pointed) => {
      const delivery = deliveryOf(doors.store.get(), pointed);
      if (delivery !== undefined) askToDiscard(doors, delivery);
    },
  },
  {
    action: 'item.run',
    key: 'F',
    label: 'run or wake it now',
    refusal: (state, pointed) =>
      jobOf(state, pointed) === undefined && alarmOf(state, pointed) === undefined
        ? 'it is of no cron job, and of no alarm'
        : undefined,
    run: (doors, pointed) => {
      const alarm = alarmOf(doors.store.get(), pointed);
      if (alarm !== undefined) askToWake(doors, alarm);
      const name = jobOf(doors.store.get(), pointed);
      if (name !== undefined) askToRun(doors, name);
    },
  },
  {
    action: 'item.pause',
    key: 'p',
    label: 'pause the job, or go on',
    refusal: (state, pointed) => (jobOf(state, pointed) === undefined ? 'it is of no cron job' : undefined),
    run: (doors, pointed) => void pauseOrResume(doors, pointed),
  },
  {
    action: 'item.last-run',
    key: 'l',
    label: 'read its last run',
    refusal: (state, pointed) => {
      const name = jobOf(state, pointed);
      if (name === undefined) return 'it is of no cron job';
      return runsOfJob(state, name).length === 0 ? `${name} has not run yet; F runs it now` : undefined;
    },
    run: (doors, pointed) => {
      const [run] = runsOfJob(doors.store.get(), jobOf(doors.store.get(), pointed) ?? '');
      if (run !== undefined) void openReader(doors, {ref: {kind: 'run', id: run.id}});
    },
  },
];

const markDone = async (doors: Doors, pointed: Pointed): Promise<void> => {
  const id = reminderOf(doors.store.get(), pointed);
  if (id !== undefined) await callDone(doors, id);
};

const cancel = (doors: Doors, pointed: Pointed): void => {
  const state = doors.store.get();
  if (pointed.item?.kind === 'sending') {
    const {key, text} = pointed.item.send;
    doors.store.dispatch({type: 'send-removed', key});
    stopBrowsing(doors);
    backIntoDraft(doors, text);
    return;
  }
  const turnId = queuedTurn(state, pointed);
  if (turnId !== undefined) {
    stopBrowsing(doors);
    void retract(doors, turnId);
    return;
  }
  const delivery = pointed.ref?.kind === 'delivery' ? deliveryOf(state, pointed) : undefined;
  if (delivery !== undefined) askToDiscard(doors, delivery);
  const alarm = alarmOf(state, pointed);
  if (alarm !== undefined) {
    askToCancelAlarm(doors, alarm);
    return;
  }
  const id = reminderOf(state, pointed);
  const reminder = state.gateway.reminders.find(one => one.id === id);
  if (reminder !== undefined) askToCancel(doors, reminder);
};

const isPending = (state: AppState, id: ReminderId): boolean => state.gateway.reminders.some(one => one.id === id);

/** Why its delivery can be neither sent now nor discarded. */
const undeliverable = (state: AppState, pointed: Pointed): string | undefined => {
  const delivery = deliveryOf(state, pointed);
  if (delivery === undefined) return 'it was delivered nowhere else';
  return delivery.state === 'dead' || delivery.state === 'queued' ? undefined : `its delivery is ${delivery.state}`;
};

/** What a reminder says, where only a run of it is pointed at, too. */
const messageOf = (state: AppState, pointed: Pointed, id: ReminderId): string =>
  reminderHeld(state, id)?.message ?? documentOf(state, pointed).text;

const queuedTurn = (state: AppState, {item}: Pointed): `turn_${string}` | undefined => {
  const transcript = openTranscript(state);
  if (item?.kind !== 'message' || item.message.turnId === undefined || transcript === undefined) return undefined;
  const queued = queuedTurns(transcript, openSession(state), state.gateway.waiting, runningTurn(state)?.turnId);
  return item.message.role === 'user' && queued.has(item.message.turnId) ? item.message.turnId : undefined;
};

const textOfTurn = (state: AppState, {item}: Pointed): string | undefined =>
  item?.kind === 'ending'
    ? openTranscript(state)?.messages.find(
        ({turnId, role, source}) =>
          turnId === item.ending.turnId && role === 'user' && (source.kind === 'user' || source.kind === 'operator'),
      )?.text
    : undefined;

const retry = async (doors: Doors, pointed: Pointed): Promise<void> => {
  const text = textOfTurn(doors.store.get(), pointed);
  if (text !== undefined) {
    doors.link.sender.send(text, text);
    return;
  }
  const delivery = deliveryOf(doors.store.get(), pointed);
  if (delivery !== undefined) await retryDelivery(doors, delivery);
};

const pauseOrResume = async (doors: Doors, pointed: Pointed): Promise<void> => {
  const state = doors.store.get();
  const name = jobOf(state, pointed);
  const job = state.gateway.cron.find(one => one.name === name);
  if (job !== undefined) await pauseCron(doors, job.name, !job.paused);
};
