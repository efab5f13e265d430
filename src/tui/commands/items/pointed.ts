// The selected item: an item of the conversation, or a list's selected row. Resolved once per key: its facts, and the
// records that an action on it applies to.

import type {KnownReminder} from '../../../shared/operations/operation.ts';
import type {ReminderId, TurnId} from '../../../shared/records/ids.ts';
import type {Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import {nameOfSource} from '../../../shared/records/message.ts';
import {type Pickable, pickedItem, refOfItem} from '../../conversation/picked.ts';
import {queuedIn} from '../../conversation/reading-order.ts';
import {documentOfItem} from '../../items/item-document.ts';
import {alarmHeld, deliveryHeld, knownDocument, knownRun, reminderHeld, runsOfJob} from '../../lists/known-items.ts';
import {selectedItem, selectedRow} from '../../lists/selected.ts';
import type {Document} from '../../nouns/format/document.ts';
import type {ItemRef} from '../../nouns/item-ref.ts';
import type {JobItem} from '../../nouns/job.ts';
import {documentOf, type Target} from '../../nouns/nouns.ts';
import type {AppState} from '../../state/app-state.ts';
import type {CommandPorts} from '../command-ports.ts';

export type Pointed = {
  readonly item?: Pickable;
  readonly ref?: ItemRef;
  readonly document: Document;
  /** The record itself and related ones; an action applies to the first that has it. */
  readonly targets: readonly Target[];
  readonly reminder?: KnownReminder;
  readonly job?: JobItem;
  /** Itself, the job's last run, or the one that the message announces. */
  readonly run?: Run;
  /** The queued turn that will answer it. */
  readonly queuedTurn?: TurnId;
};

export const pointedAt = ({store, view}: Pick<CommandPorts, 'store' | 'view'>): Pointed | undefined => {
  const state = store.get();
  const {browse} = state.ui;
  if (state.ui.view !== 'chat') {
    const ref = selectedItem(state);
    if (ref !== undefined) return {ref, document: knownDocument(state, ref), ...targetsOf(state, undefined, ref)};
    // An invalid file is known here only.
    const row = selectedRow(state);
    const document = row?.kind === 'noun' ? documentOf(row.noun) : undefined;
    return document && {document, targets: []};
  }
  const item = browse && pickedItem(view.items(state), browse.item);
  if (item === undefined) return undefined;
  const ref = refOfItem(item);
  const document = documentOfItem(item);
  return {item, document, ref, queuedTurn: queuedTurnOf(state, item), ...targetsOf(state, item, ref)};
};

const targetsOf = (state: AppState, item: Pickable | undefined, ref: ItemRef | undefined) => {
  const named = nameOf(state, item, ref);
  const alarm = named?.kind === 'alarm' ? alarmHeld(state, named.name) : undefined;
  const reminder = named?.kind === 'reminder' ? reminderNamed(state, named.name, item, ref) : undefined;
  const cron = named?.kind === 'cron' ? state.gateway.cron.find(({name}) => name === named.name) : undefined;
  const job = cron && {job: cron, runs: runsOfJob(state, cron.name)};
  const delivery = ref?.kind === 'delivery' ? deliveryHeld(state, ref.id) : receiptOf(item);
  const run = runOf(state, item, ref, job);
  const task = ref?.kind === 'run' ? run?.delegated?.task : undefined;
  const targets: readonly (Target | undefined)[] = [
    alarm && {kind: 'alarm', item: alarm},
    reminder && {kind: 'reminder', item: reminder},
    job && {kind: 'job', item: job},
    delivery && {kind: 'delivery', item: delivery},
    run && task !== undefined ? {kind: 'run', item: {run, title: task, deliveries: []}} : undefined,
  ];
  return {
    targets: targets.filter(target => target !== undefined),
    reminder,
    job,
    run,
  };
};

const runOf = (
  state: AppState,
  item: Pickable | undefined,
  ref: ItemRef | undefined,
  job: JobItem | undefined,
): Run | undefined => {
  if (ref?.kind === 'run') return knownRun(state, ref.id);
  if (ref?.kind === 'job') return job?.runs?.[0];
  const id = item?.kind === 'message' ? item.message.runId : undefined;
  return id === undefined ? undefined : knownRun(state, id);
};

type Scheduled = {readonly kind: string; readonly name: string};

/** The scheduled entry behind it: itself, the trigger of the message, or the run's job. */
const nameOf = (state: AppState, item: Pickable | undefined, ref: ItemRef | undefined): Scheduled | undefined => {
  if (ref?.kind === 'reminder' || ref?.kind === 'alarm') return {kind: ref.kind, name: ref.id};
  if (ref?.kind === 'job') return {kind: 'cron', name: ref.id};
  if (ref?.kind === 'run') return knownRun(state, ref.id);
  if (item?.kind !== 'message') return undefined;
  const name = nameOfSource(item.message.source);
  return name === undefined ? undefined : {kind: item.message.source.kind, name};
};

/** A reminder that isn't held is described by the message about it. */
const reminderNamed = (
  state: AppState,
  name: string,
  item: Pickable | undefined,
  ref: ItemRef | undefined,
): KnownReminder | undefined => {
  const held = reminderHeld(state, name);
  if (held !== undefined) return occurrenceAt(state, held);
  if (!isReminderId(name)) return undefined;
  const document = item === undefined ? ref && knownDocument(state, ref) : documentOfItem(item);
  return {id: name, message: document?.text ?? '', state: 'done'};
};

/** On the timeline the selected row may be a later occurrence of it. */
const occurrenceAt = (state: AppState, held: Reminder): KnownReminder => {
  const row = state.ui.view === 'chat' ? undefined : selectedRow(state);
  const isRow = row?.kind === 'noun' && row.noun.kind === 'reminder' && row.noun.item.id === held.id;
  return isRow && row.noun.kind === 'reminder' ? {...held, fireAt: row.noun.item.fireAt} : held;
};

const isReminderId = (name: string): name is ReminderId => name.startsWith('rem_');

/** The receipt that is pending or dead, otherwise the first. */
const receiptOf = (item: Pickable | undefined) => {
  if (item?.kind !== 'message') return undefined;
  return item.receipts.find(({state}) => state === 'dead' || state === 'queued') ?? item.receipts[0];
};

const queuedTurnOf = (state: AppState, item: Pickable): TurnId | undefined => {
  if (item.kind !== 'message' || item.message.role !== 'user' || item.message.turnId === undefined) return undefined;
  return queuedIn(state).has(item.message.turnId) ? item.message.turnId : undefined;
};
