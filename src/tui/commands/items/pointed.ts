// What a person points at: an item of the conversation, or the selected row of a list. What is known of it, and the reminder,
// job, delivery or message that an action on it is about.
import type {Alarm} from '../../../shared/alarm.ts';
import type {Delivery} from '../../../shared/delivery.ts';
import type {ReminderId} from '../../../shared/ids.ts';
import {type Pickable, pickedItem, refOfItem} from '../../conversation/picked.ts';
import {documentOfItem} from '../../items/item-document.ts';
import {alarmHeld, deliveryHeld, documentHeld, runHeld} from '../../lists/held.ts';
import {selectedItem} from '../../lists/selected.ts';
import type {Document} from '../../nouns/document.ts';
import type {ItemRef} from '../../nouns/item-ref.ts';
import type {AppState} from '../../store/app-state.ts';
import type {Doors} from '../doors.ts';

export type Pointed = {readonly item?: Pickable; readonly ref?: ItemRef};

export const pointedAt = ({store, view}: Pick<Doors, 'store' | 'view'>): Pointed | undefined => {
  const state = store.get();
  if (state.ui.view !== 'chat') {
    const ref = selectedItem(state);
    return ref === undefined ? undefined : {ref};
  }
  const {browse} = state.ui;
  const item = browse === undefined ? undefined : pickedItem(view.items(state), browse.item);
  if (item === undefined) return undefined;
  const ref = refOfItem(item);
  return {item, ...(ref === undefined ? {} : {ref})};
};

export const documentOf = (state: AppState, {item, ref}: Pointed): Document => {
  if (item !== undefined) return documentOfItem(item);
  return ref === undefined ? NOTHING : documentHeld(state, ref);
};

export const reminderOf = (state: AppState, {item, ref}: Pointed): ReminderId | undefined => {
  if (ref?.kind === 'reminder') return ref.id;
  const source = item?.kind === 'message' ? item.message.source : undefined;
  if (source?.kind === 'reminder' && source.name?.startsWith('rem_')) return source.name as ReminderId;
  const run = ref?.kind === 'run' ? runHeld(state, ref.id) : undefined;
  return run?.kind === 'reminder' ? (run.name as ReminderId) : undefined;
};

/** One that is active: of a message or a run, too, which it set off. */
export const alarmOf = (state: AppState, {item, ref}: Pointed): Alarm | undefined => {
  if (ref?.kind === 'alarm') return alarmHeld(state, ref.id);
  const source = item?.kind === 'message' ? item.message.source : undefined;
  const run = ref?.kind === 'run' ? runHeld(state, ref.id) : undefined;
  const name = source?.kind === 'alarm' ? source.name : run?.kind === 'alarm' ? run.name : undefined;
  return name === undefined ? undefined : alarmHeld(state, name);
};

/** The job's name. */
export const jobOf = (state: AppState, {item, ref}: Pointed): string | undefined => {
  const named = ref?.kind === 'job' ? ref.id : undefined;
  const source = item?.kind === 'message' && item.message.source.kind === 'cron' ? item.message.source.name : undefined;
  const run = ref?.kind === 'run' ? runHeld(state, ref.id) : undefined;
  const name = named ?? source ?? (run?.kind === 'cron' ? run.name : undefined);
  return state.gateway.cron.find(job => job.name === name)?.name;
};

/** The delivery that is about to be sent or was given up, else the first of them. */
export const deliveryOf = (state: AppState, {item, ref}: Pointed): Delivery | undefined => {
  if (ref?.kind === 'delivery') return deliveryHeld(state, ref.id);
  if (item?.kind !== 'message') return undefined;
  return item.receipts.find(({state}) => state === 'dead' || state === 'queued') ?? item.receipts[0];
};

const NOTHING: Document = {title: 'nothing', facts: [], text: 'Nothing is selected.', form: 'plain'};
