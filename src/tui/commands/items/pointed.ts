// What a person points at: an item of the conversation, or the selected row of a list. Worked out once for each key: what is
// known of it, and the things that an action on it is about.

import {present} from '../../../shared/fields/present.ts';
import type {ReminderId, TurnId} from '../../../shared/records/ids.ts';
import {nameOfSource} from '../../../shared/records/message.ts';
import {queuedTurns} from '../../conversation/arrange.ts';
import {type Pickable, pickedItem, refOfItem} from '../../conversation/picked.ts';
import {documentOfItem} from '../../items/item-document.ts';
import {alarmHeld, deliveryHeld, documentHeld, reminderHeld, runHeld, runsOfJob} from '../../lists/held.ts';
import {selectedItem} from '../../lists/selected.ts';
import type {Document} from '../../nouns/document.ts';
import type {ItemRef} from '../../nouns/item-ref.ts';
import type {JobItem} from '../../nouns/job.ts';
import type {Target} from '../../nouns/nouns.ts';
import type {KnownReminder} from '../../nouns/reminder.ts';
import type {AppState} from '../../state/app-state.ts';
import {openSession, openTranscript, runningTurn} from '../../state/selectors.ts';
import type {Doors} from '../doors.ts';

export type Pointed = {
  readonly item?: Pickable;
  readonly ref?: ItemRef;
  readonly document: Document;
  /** Itself, or what it tells of, came from or was sent as; the first that has an action is meant by it. */
  readonly targets: readonly Target[];
  readonly reminder?: KnownReminder;
  readonly job?: JobItem;
  /** The turn in which it is to be answered, while that waits. */
  readonly queuedTurn?: TurnId;
};

export const pointedAt = ({store, view}: Pick<Doors, 'store' | 'view'>): Pointed | undefined => {
  const state = store.get();
  const {browse} = state.ui;
  if (state.ui.view !== 'chat') {
    const ref = selectedItem(state);
    return ref && {ref, document: documentHeld(state, ref), ...targetsOf(state, undefined, ref)};
  }
  const item = browse && pickedItem(view.items(state), browse.item);
  if (item === undefined) return undefined;
  const ref = refOfItem(item);
  const document = documentOfItem(item);
  return {item, document, ...present({ref, queuedTurn: queuedTurnOf(state, item)}), ...targetsOf(state, item, ref)};
};

const targetsOf = (state: AppState, item: Pickable | undefined, ref: ItemRef | undefined) => {
  const named = nameOf(state, item, ref);
  const alarm = named?.kind === 'alarm' ? alarmHeld(state, named.name) : undefined;
  const reminder = named?.kind === 'reminder' ? reminderNamed(state, named.name, item, ref) : undefined;
  const cron = named?.kind === 'cron' ? state.gateway.cron.find(({name}) => name === named.name) : undefined;
  const job = cron && {job: cron, runs: runsOfJob(state, cron.name)};
  const delivery = ref?.kind === 'delivery' ? deliveryHeld(state, ref.id) : receiptOf(item);
  const targets: readonly (Target | undefined)[] = [
    alarm && {kind: 'alarm', item: alarm},
    reminder && {kind: 'reminder', item: reminder},
    job && {kind: 'job', item: job},
    delivery && {kind: 'delivery', item: delivery},
  ];
  return {targets: targets.filter(one => one !== undefined), ...present({reminder, job})};
};

type Scheduled = {readonly kind: string; readonly name: string};

/** What is scheduled and stands behind it: itself, what set the message off, or what the run is of. */
const nameOf = (state: AppState, item: Pickable | undefined, ref: ItemRef | undefined): Scheduled | undefined => {
  if (ref?.kind === 'reminder' || ref?.kind === 'alarm') return {kind: ref.kind, name: ref.id};
  if (ref?.kind === 'job') return {kind: 'cron', name: ref.id};
  if (ref?.kind === 'run') return runHeld(state, ref.id);
  if (item?.kind !== 'message') return undefined;
  const name = nameOfSource(item.message.source);
  return name === undefined ? undefined : {kind: item.message.source.kind, name};
};

/** One that is held no more is known by what tells of it. */
const reminderNamed = (
  state: AppState,
  name: string,
  item: Pickable | undefined,
  ref: ItemRef | undefined,
): KnownReminder | undefined => {
  const held = reminderHeld(state, name);
  if (held !== undefined || !isReminderId(name)) return held;
  const document = item === undefined ? ref && documentHeld(state, ref) : documentOfItem(item);
  return {id: name, message: document?.text ?? '', state: 'done'};
};

const isReminderId = (name: string): name is ReminderId => name.startsWith('rem_');

/** The one that is about to be sent or was given up, else the first. */
const receiptOf = (item: Pickable | undefined) => {
  if (item?.kind !== 'message') return undefined;
  return item.receipts.find(({state}) => state === 'dead' || state === 'queued') ?? item.receipts[0];
};

const queuedTurnOf = (state: AppState, item: Pickable): TurnId | undefined => {
  const transcript = openTranscript(state);
  if (item.kind !== 'message' || item.message.turnId === undefined || transcript === undefined) return undefined;
  const queued = queuedTurns(transcript, openSession(state), state.gateway.waiting, runningTurn(state)?.turnId);
  return item.message.role === 'user' && queued.has(item.message.turnId) ? item.message.turnId : undefined;
};
