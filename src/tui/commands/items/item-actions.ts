// What can be done with the thing that is pointed at, in one table: the keys, the menu and every view use it. An action that
// cannot be done says why, in the menu and when its key is pressed.

import type {ReminderId} from '../../../shared/ids.ts';
import type {Run} from '../../../shared/jobs.ts';
import type {Message} from '../../../shared/message.ts';
import {fromWire} from '../../../shared/wire.ts';
import {queuedTurns} from '../../conversation/arrange.ts';
import type {Action} from '../../input/binding.ts';
import {whyNot} from '../../input/row-contexts.ts';
import {type Document, documentOfRun, plainDocument} from '../../items/document.ts';
import {reminderHeld, runsOfJob} from '../../lists/held.ts';
import {selectedRow} from '../../lists/selected.ts';
import type {AppState} from '../../store/app-state.ts';
import {openSession, openTranscript, runningTurn} from '../../store/selectors.ts';
import type {Doors} from '../doors.ts';
import {backIntoDraft, draftText, setDraft} from '../draft.ts';
import {askFor} from '../overlays/ask-actions.ts';
import {openWhy} from '../overlays/why-actions.ts';
import {request, retract, say} from '../session-actions.ts';
import {stopBrowsing} from './browse-actions.ts';
import {askToCancel, askToDiscard, askToRun, callDone, pauseCron, retryDelivery} from './deeds.ts';
import {deliveryOf, documentOf, jobOf, type Pointed, pointedAt, reminderOf} from './pointed.ts';

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
      const id = reminderOf(state, pointed);
      if (id === undefined) return 'it is neither a reminder nor a message that waits';
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
    label: 'run the job now',
    refusal: (state, pointed) => (jobOf(state, pointed) === undefined ? 'it is of no cron job' : undefined),
    run: (doors, pointed) => {
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

/** Does it, or says why not. */
export const doItem = (doors: Doors, action: Action): void => {
  const entry = ITEM_ACTIONS.find(one => one.action === action);
  const pointed = pointedAt(doors);
  if (entry === undefined || pointed === undefined) {
    say(doors, 'warn', 'nothing is selected');
    return;
  }
  const refusal = entry.refusal(doors.store.get(), pointed);
  if (refusal !== undefined) say(doors, 'warn', `${entry.label}: ${refusal}`);
  else entry.run(doors, pointed);
};

/** A key that means something on other rows of a list says why it does not on this one. */
export const refuseRow = (doors: Doors, key: string): void =>
  say(doors, 'warn', whyNot(selectedRow(doors.store.get()), key));

/** The menu of all that can be done, each with why not where it cannot. */
export const openMenu = (doors: Doors): void => {
  const {store} = doors;
  const pointed = pointedAt(doors);
  if (pointed === undefined) {
    say(doors, 'warn', 'nothing is selected');
    return;
  }
  const state = store.get();
  const lines = ITEM_ACTIONS.map(({key, label, refusal}) => {
    const why = refusal(state, pointed);
    return {key, label, ...(why === undefined ? {} : {refusal: why})};
  });
  store.dispatch({
    type: 'overlay',
    overlay: {kind: 'actions', title: nameOf(documentOf(state, pointed)), lines, index: 0},
  });
};

/** By its words, where its name would be an id: nobody knows a message by that. */
const nameOf = ({title, text}: Document): string =>
  text.trim() === '' ? title : title.replace(/ (?:msg|rem|run|dlv)_\S+$/u, `: ${text}`);

export const copy = async (doors: Doors, text: string): Promise<void> => {
  say(doors, 'ok', await doors.terminal.copy(text));
};

export const page = (doors: Doors, document: Document): Promise<void> => pageText(doors, plainDocument(document));

export const pageText = async (doors: Doors, text: string): Promise<void> => {
  const problem = await doors.terminal.page(text);
  if (problem !== undefined) say(doors, 'error', problem);
};

/** What a run said is asked for; everything else is held. */
const openReader = async (doors: Doors, pointed: Pointed): Promise<void> => {
  const {store} = doors;
  const show = (document: Document): void => {
    const back = store.get().ui.overlay;
    store.dispatch({type: 'overlay', overlay: {kind: 'reader', document, top: 0, query: '', typing: false, back}});
  };
  if (pointed.ref?.kind === 'run') {
    const wire = await request(doors, 'run.get', {id: pointed.ref.id});
    if (wire === undefined) return;
    const {transcript, ...run} = wire;
    show(
      documentOfRun(
        fromWire<Run>(run),
        transcript.map(message => fromWire<Message>(message)),
      ),
    );
    return;
  }
  show(documentOf(store.get(), pointed));
};

const quote = (doors: Doors, text: string): void => {
  const lines = text.split('\n').slice(0, MOST_QUOTED);
  const quoted = lines.map(line => `> ${line}`).join('\n');
  stopBrowsing(doors);
  const written = draftText(doors);
  setDraft(doors, written === '' ? `${quoted}\n` : `${written}\n${quoted}\n`);
};

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

const MOST_QUOTED = 20;
