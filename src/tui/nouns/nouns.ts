// All nouns by kind: the one place that knows every one of them. A kind without a view doesn't compile.

import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {Alarm} from '../../shared/records/alarm.ts';
import type {InvalidJob} from '../../shared/records/cron-job.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import type {Reminder} from '../../shared/records/jobs.ts';
import {alarm} from './alarm.ts';
import {delivery} from './delivery.ts';
import type {Document} from './document.ts';
import {event} from './event.ts';
import {type IdleWake, idle} from './idle.ts';
import {invalid} from './invalid.ts';
import type {NounKind} from './item-ref.ts';
import {type JobItem, job} from './job.ts';
import {type MessageItem, message} from './message.ts';
import type {Call, NounActionName} from './noun-action.ts';
import type {NounView} from './noun-view.ts';
import {type KnownReminder, reminder} from './reminder.ts';
import {type RunItem, run} from './run.ts';
import {type NotedTurn, turn} from './turn.ts';

type Items = {
  readonly reminder: Reminder;
  readonly alarm: Alarm;
  readonly job: JobItem;
  readonly invalid: InvalidJob;
  readonly run: RunItem;
  readonly delivery: Delivery;
  readonly turn: NotedTurn;
  readonly message: MessageItem;
  readonly event: GatewayEvent;
  readonly idle: IdleWake;
};

/** As much of them as their actions need to know. */
type ActedOn = Omit<Items, 'reminder'> & {readonly reminder: KnownReminder};

/** One thing that a person can select. */
export type Noun<K extends NounKind = NounKind> = {
  readonly [P in K]: {readonly kind: P; readonly item: Items[P]};
}[K];

/** One thing that an action is about. */
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
};

/** What the view of a thing says of it. */
export const withView = <K extends NounKind, R>(
  {kind, item}: Noun<K>,
  read: (view: NounView<Items[K], ActedOn[K]>, item: Items[K]) => R,
): R => read(NOUNS[kind], item);

/** Everything that is known of it. */
export const documentOf = (noun: Noun): Document | undefined => withView(noun, (view, item) => view.document?.(item));

/** One action on one thing, undefined where there is no such action on it. */
export const actionOn = <K extends NounKind>(
  {kind, item}: Target<K>,
  name: NounActionName,
): BoundAction | undefined => {
  const action = NOUNS[kind].actions?.[name];
  return (
    action && {
      refusal: action.refusal?.(item),
      question: action.question && {...action.question, text: action.question.text(item)},
      call: () => action.call(item),
    }
  );
};

type BoundAction = {
  readonly refusal: string | undefined;
  readonly question:
    | {readonly title: string; readonly text: string; readonly yes: string; readonly no: string}
    | undefined;
  readonly call: () => Call;
};
