// This client's knowledge about an item: from the mirror, the loaded pages, or the log.

import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Alarm} from '../../shared/records/jobs/alarm.ts';
import type {Reminder, Run} from '../../shared/records/jobs/jobs.ts';
import type {Message} from '../../shared/records/message.ts';
import {assertNever} from '../../shared/text/gateway-error.ts';
import {type Document, unknownDocument} from '../nouns/format/document.ts';
import type {ItemRef} from '../nouns/item-ref.ts';
import {documentOf, type Noun} from '../nouns/nouns.ts';
import type {AppState} from '../state/app-state.ts';
import {plannedIdleRuns} from './idle-rows.ts';
import {beyond} from './with-older.ts';

/** The item's document from local data. */
export const knownDocument = (state: AppState, ref: ItemRef): Document => {
  const noun = knownNoun(state, ref);
  return (noun === undefined ? undefined : documentOf(noun)) ?? unknownDocument(ref);
};

/** Undefined if only the daemon has it. */
export const knownNoun = (state: AppState, ref: ItemRef): Noun | undefined => {
  switch (ref.kind) {
    case 'message': {
      const item = messageHeld(state, ref.id);
      return item && {kind: 'message', item: {message: item, receipts: []}};
    }
    case 'delivery': {
      const item = deliveryHeld(state, ref.id);
      return item && {kind: 'delivery', item};
    }
    case 'reminder': {
      const item = reminderHeld(state, ref.id);
      return item && {kind: 'reminder', item};
    }
    case 'alarm': {
      const item = alarmHeld(state, ref.id);
      return item && {kind: 'alarm', item};
    }
    case 'job': {
      const job = state.gateway.cron.find(({name}) => name === ref.id);
      return job && {kind: 'job', item: {job, runs: runsOfJob(state, job.name)}};
    }
    case 'idle': {
      const item = plannedIdleRuns(state).find(({kind, name}) => ref.id === `quiet:${kind}:${name}`);
      return item && {kind: 'idle', item};
    }
    case 'event': {
      const item = state.ui.log.find(({seq}) => seq === ref.id);
      return item && {kind: 'event', item};
    }
    case 'run': {
      const run = knownRun(state, ref.id);
      return run && {kind: 'run', item: {run, title: run.name, deliveries: []}};
    }
    case 'turn':
      return undefined;
    default:
      return assertNever(ref);
  }
};

export const knownRun = ({gateway, ui}: AppState, id: string): Run | undefined =>
  beyond(gateway.runs, ui.past.runs).find(run => run.id === id);

/** The runs of a job, newest first. */
export const runsOfJob = ({gateway, ui}: AppState, name: string): readonly Run[] =>
  beyond(gateway.runs, ui.past.runs).filter(run => run.kind === 'cron' && run.name === name);

export const deliveryHeld = ({gateway, ui}: AppState, id: string): Delivery | undefined =>
  beyond(gateway.deliveries, ui.past.deliveries).find(delivery => delivery.id === id);

export const reminderHeld = ({gateway}: AppState, id: string): Reminder | undefined =>
  gateway.reminders.find(reminder => reminder.id === id) ?? gateway.fired.find(reminder => reminder.id === id);

/** An active alarm. Of past alarms only the runs are present. */
export const alarmHeld = ({gateway}: AppState, id: string): Alarm | undefined =>
  gateway.alarms.find(alarm => alarm.id === id);

const messageHeld = ({gateway}: AppState, id: string): Message | undefined =>
  [...gateway.transcripts.values()].flatMap(({messages}) => messages).find(message => message.id === id);
