// All nouns by kind: the only place that lists them. A kind without a view doesn't compile.

import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {KeyFor} from '../../shared/operations/key-names.ts';
import type {KnownReminder, Question} from '../../shared/operations/operation.ts';
import type {ShownDelivery} from '../../shared/records/delivery/delivery.ts';
import type {ExpectedCall} from '../../shared/records/expected-call.ts';
import type {Alarm} from '../../shared/records/jobs/alarm.ts';
import type {InvalidJob} from '../../shared/records/jobs/cron-job.ts';
import type {Reminder} from '../../shared/records/jobs/jobs.ts';
import {alarm} from './alarm.ts';
import {delivery} from './delivery.ts';
import {event} from './event.ts';
import {expected} from './expected.ts';
import type {Document} from './format/document.ts';
import {idle, type PlannedIdleRun} from './idle.ts';
import {invalid} from './invalid.ts';
import type {NounKind} from './item-ref.ts';
import {type JobItem, job} from './job.ts';
import {type MessageItem, message} from './message.ts';
import type {MethodCall, NounActionName} from './noun-action.ts';
import type {NounView} from './noun-view.ts';
import {reminder} from './reminder.ts';
import {type RunItem, run} from './run.ts';
import {type NotedTurn, turn} from './turn.ts';

type Items = {
  readonly reminder: Reminder;
  readonly alarm: Alarm;
  readonly job: JobItem;
  readonly invalid: InvalidJob;
  readonly run: RunItem;
  readonly delivery: ShownDelivery;
  readonly turn: NotedTurn;
  readonly message: MessageItem;
  readonly event: GatewayEvent;
  readonly idle: PlannedIdleRun;
  readonly expected: ExpectedCall;
};

/** The parts of items that their actions need. */
type ActedOn = Omit<Items, 'reminder'> & {readonly reminder: KnownReminder};

/** A selectable item. */
export type Noun<K extends NounKind = NounKind> = {
  readonly [P in K]: {readonly kind: P; readonly item: Items[P]};
}[K];

/** An item that an action applies to. */
export type Target<K extends NounKind = NounKind> = {
  readonly [P in K]: {readonly kind: P; readonly item: ActedOn[P]};
}[K];

const NOUNS: {readonly [K in NounKind]: NounView<Items[K], ActedOn[K]>} = {
  reminder,
  alarm,
  job,
  invalid,
  run,
  delivery,
  turn,
  message,
  event,
  idle,
  expected,
};

/** Reads the item with the view of its kind. */
export const withView = <K extends NounKind, R>(
  {kind, item}: Noun<K>,
  read: (view: NounView<Items[K], ActedOn[K]>, item: Items[K]) => R,
): R => read(NOUNS[kind], item);

/** The item's document. */
export const documentOf = (noun: Noun): Document | undefined => withView(noun, (view, item) => view.document?.(item));

/** One action on one item; undefined if the item has no such action. */
export const actionOn = <K extends NounKind>(
  {kind, item}: Target<K>,
  name: NounActionName,
): BoundAction | undefined => {
  const action = NOUNS[kind].actions?.[name];
  return (
    action && {
      label: action.label(item),
      refusal: keyFor => action.refusal?.(item, keyFor),
      question: action.question?.(item),
      call: () => action.call(item),
    }
  );
};

type BoundAction = {
  readonly label: string;
  readonly refusal: (keyFor: KeyFor) => string | undefined;
  readonly question: Question | undefined;
  readonly call: () => MethodCall;
};
